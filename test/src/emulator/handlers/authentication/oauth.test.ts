import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createHash } from "node:crypto"
import { Session } from "../../../../../layers/session/Session.ts"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as Mfa from "../../../../../schemas/endpoints/mfa.ts"
import * as OAuth from "../../../../../schemas/endpoints/oauth.ts"
import * as OAuthProviders from "../../../../../schemas/endpoints/oauthProviders.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator, type ProjectConfig, type Seed } from "../../../../../src/emulator/index.ts"
import { digitsAt } from "../../../../../src/emulator/model/accounts/totp.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { authorizeUrl, browser, errorPage, exchange, redirectUri, verifier } from "../../support/browser.ts"
import { ann, asServer, send, signUp } from "../../support/support.ts"

const withProviders = (config: Partial<ProjectConfig> = {}, seed: Seed = {}): Seed => ({
  ...seed,
  config: {
    oauthProviders: [{ id: "github", type: "shared" }, { id: "google", type: "standard", clientId: "acme" }],
    ...config
  }
})

const bob = { email: "bob@example.com", name: "Bob" }

/** Signs in at the provider. Returns the last URL that the browser opens. */
const passThrough = (
  account: { readonly email: string | null; readonly verified?: boolean; readonly id?: string; readonly name?: string },
  parameters: { readonly [name: string]: string | undefined } = {},
  provider?: string
) =>
  Effect.gen(function*() {
    const { oauth } = yield* Emulator
    const url = yield* authorizeUrl(parameters, provider)
    return yield* Effect.promise(() => oauth.signIn({ authorizeUrl: url, account }))
  })

/** Parses the error that the error page receives. */
const errorOf = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url)
  assert.strictEqual(origin + pathname, errorPage)
  assert.notStrictEqual(searchParams.get("message") ?? "", "")
  return { code: searchParams.get("errorCode"), details: JSON.parse(searchParams.get("details")!) }
}

const onErrorPage = { error_redirect_url: errorPage }

const keep = (tokens: { readonly accessToken: Redacted.Redacted; readonly refreshToken: Redacted.Redacted }) =>
  Effect.flatMap(Session, (session) => session.keep(tokens))

overBothTransports(({ emulated }) => {
  describe("sign-in with a provider", () => {
    for (const provider of ["github", "google"]) {
      it.live(`the page of ${provider} lets a person choose an account, and gives the app a session`, () =>
        Effect.gen(function*() {
          const { cookies, open, submit } = yield* browser

          const leaving = yield* open(yield* authorizeUrl({}, provider))
          const page = yield* open(leaving.location)
          const chosen = yield* submit(leaving.location, { email: bob.email, name: bob.name, verified: "on" })
          const kept = [...cookies.values()]
          const back = yield* open(chosen.location)
          const session = yield* exchange(back.location)
          yield* keep(session)

          const statuses = [leaving, page, chosen, back].map(({ status }) => status)
          assert.deepStrictEqual(statuses, [307, 200, 303, 303])
          assert.match(leaving.headers.get("set-cookie")!, /^stack-oauth-inner-\w+=true; .*Max-Age=600;.* HttpOnly/)
          assert.deepStrictEqual(kept, ["true"])
          assert.strictEqual(cookies.size, 0)
          assert.notMatch(page.text, /<script/)
          assert.strictEqual(new URL(back.location).searchParams.get("state"), "of the app")
          assert.isTrue(session.isNewUser)
          const user = yield* Users.getMe()
          assert.strictEqual(user.primaryEmail, bob.email)
          assert.isTrue(user.primaryEmailVerified)
          assert.strictEqual(user.displayName, "Bob")
          assert.deepStrictEqual(user.oauthProviders.map(({ id }) => id), [provider])
        }).pipe(Effect.provide(emulated(withProviders()))))
    }

    it.live("the second sign-in with a provider finds the existing user", () =>
      Effect.gen(function*() {
        const first = yield* exchange(yield* passThrough(bob))
        yield* keep(first)
        const { id } = yield* Users.getMe()

        const second = yield* exchange(yield* passThrough(bob))

        assert.isFalse(second.isNewUser)
        assert.isNull(second.afterCallbackRedirectUrl)
        yield* keep(second)
        assert.strictEqual((yield* Users.getMe()).id, id)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("the provider's page offers the project's users and previous accounts, with their names escaped", () =>
      Effect.gen(function*() {
        yield* passThrough({ email: "eve@example.com", name: "<b>Eve</b>" })
        const { open } = yield* browser

        const { text } = yield* open((yield* open(yield* authorizeUrl())).location)

        assert.include(text, ann.email)
        assert.include(text, "&#60;b&#62;Eve")
        assert.notInclude(text, "<b>Eve")
      }).pipe(Effect.provide(emulated(withProviders({}, { users: [{ email: ann.email }] })))))

    it.effect("the provider's page is shown again for an invalid address, and rejects an unknown flow", () =>
      Effect.gen(function*() {
        const { open, submit } = yield* browser
        const { location } = yield* open(yield* authorizeUrl())

        const again = yield* submit(location, { email: "nobody" })
        const unknown = yield* open(location.replace(/state=\w+/, "state=other"))

        assert.strictEqual(again.status, 400)
        assert.match(again.text, /role="alert"/)
        assert.strictEqual(unknown.status, 400)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("a provider account without an address is identified by its id", () =>
      Effect.gen(function*() {
        yield* keep(yield* exchange(yield* passThrough({ email: null, id: "4711" })))

        assert.isNull((yield* Users.getMe()).primaryEmail)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("an OAuth callback by POST accepts additional parameters", () =>
      Effect.gen(function*() {
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl())
        const { location } = yield* submit(leaving.location, bob)
        const { origin, pathname, searchParams } = new URL(location)

        const back = yield* submit(origin + pathname, { ...Object.fromEntries(searchParams), session_state: "x" })

        assert.strictEqual(back.status, 303)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  /** Opens an authorization URL and returns the platform's response. */
  const refused = (parameters: { readonly [name: string]: string | undefined }, provider?: string) =>
    Effect.gen(function*() {
      const { open } = yield* browser
      const { headers, status, text } = yield* open(yield* authorizeUrl(parameters, provider))
      return { status, code: headers.get("x-stack-known-error"), text }
    })

  describe("oauth.authorize", () => {
    const errors: {
      readonly [law: string]: readonly [
        status: number,
        code: string | null,
        parameters: { readonly [name: string]: string | undefined },
        provider?: string
      ]
    } = {
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET: oauth.authorize fails for an unknown project": [
        400,
        "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
        { client_id: "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11" }
      ],
      "INVALID_OAUTH_CLIENT_ID_OR_SECRET: oauth.authorize fails for another branch": [
        400,
        "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
        { client_id: "11111111-1111-4111-8111-111111111111#other" }
      ],
      "INVALID_PUBLISHABLE_CLIENT_KEY: oauth.authorize fails with a wrong secret": [
        401,
        "INVALID_PUBLISHABLE_CLIENT_KEY",
        { client_secret: "pck_wrong" },
        "unknown"
      ],
      "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: oauth.authorize fails with a provider that is not configured": [
        400,
        "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED",
        { type: "link" },
        "discord"
      ],
      "oauth.authorize for linking is rejected with a plain-text error without a token": [400, null, { type: "link" }],
      "UNPARSABLE_ACCESS_TOKEN: oauth.authorize fails with a malformed token": [
        401,
        "UNPARSABLE_ACCESS_TOKEN",
        { type: "link", token: "garbage" }
      ],
      "SCHEMA_ERROR: oauth.authorize fails without state": [400, "SCHEMA_ERROR", { state: undefined }],
      "SCHEMA_ERROR: oauth.authorize fails without a PKCE challenge": [400, "SCHEMA_ERROR", {
        code_challenge: undefined
      }],
      "SCHEMA_ERROR: oauth.authorize fails with an unknown challenge method": [
        400,
        "SCHEMA_ERROR",
        { code_challenge_method: "none" }
      ],
      "SCHEMA_ERROR: oauth.authorize fails with an unknown parameter on 2025-08": [400, "SCHEMA_ERROR", {
        surprise: "yes"
      }]
    }
    for (const [law, [status, code, parameters, provider]] of Object.entries(errors)) {
      it.effect(law, () =>
        Effect.gen(function*() {
          const answer = yield* refused(parameters, provider)

          assert.deepStrictEqual([answer.status, answer.code], [status, code])
        }).pipe(Effect.provide(emulated({ revision: "2025-08", ...withProviders() }))))
    }

    it.effect("ACCESS_TOKEN_EXPIRED: oauth.authorize with an expired token fails", () =>
      Effect.gen(function*() {
        const token = Redacted.value((yield* signUp()).accessToken)
        yield* TestClock.adjust("11 minutes")

        assert.strictEqual((yield* refused({ token })).code, "ACCESS_TOKEN_EXPIRED")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.authorize responds with a plain-text error to a token of another project", () =>
      Effect.gen(function*() {
        const { internal } = yield* Emulator
        const token = Redacted.value((yield* signUp()).accessToken)

        const answer = yield* refused({
          token,
          client_id: internal.projectId,
          client_secret: Redacted.value(internal.publishableClientKey)
        })

        // the platform first checks the provider, and the project `internal` has no providers
        assert.strictEqual(answer.code, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
        const { store } = yield* Emulator
        const project = store.projects.get("internal")!
        project.config = { ...project.config, oauthProviders: [{ id: "github", type: "shared" }] }
        const second = yield* refused({
          token,
          client_id: internal.projectId,
          client_secret: Redacted.value(internal.publishableClientKey)
        })
        assert.deepStrictEqual([second.status, second.code], [403, null])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: oauth.authorize with extra scopes and a token fails", () =>
      Effect.gen(function*() {
        const token = Redacted.value((yield* signUp()).accessToken)
        const more = { provider_scope: "repo" }

        assert.strictEqual(
          (yield* refused({ ...more, token, type: "link" })).code,
          "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
        )
        assert.strictEqual((yield* refused(more)).status, 307)
        assert.strictEqual((yield* refused({ ...more, token, type: "link" }, "google")).status, 307)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("oauth.callback", () => {
    it.effect("OUTER_OAUTH_TIMEOUT: oauth.callback fails for a flow that started more than 10 minutes ago", () =>
      Effect.gen(function*() {
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl(onErrorPage))
        const { location } = yield* submit(leaving.location, bob)
        yield* TestClock.adjust("601 seconds")

        const { location: end, status } = yield* open(location)

        assert.strictEqual(status, 307)
        assert.deepStrictEqual(errorOf(end), { code: "OUTER_OAUTH_TIMEOUT", details: {} })
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("OUTER_OAUTH_TIMEOUT: oauth.callback fails for a flow that a test expired, without an error page", () =>
      Effect.gen(function*() {
        const { oauth } = yield* Emulator
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl())
        const { location } = yield* submit(leaving.location, bob)

        assert.strictEqual(oauth.expireFlow({ state: "of the app" }), 1)
        const { headers, status } = yield* open(location)

        assert.strictEqual(status, 408)
        assert.strictEqual(headers.get("x-stack-known-error"), "OUTER_OAUTH_TIMEOUT")
        assert.match(headers.get("set-cookie")!, /Expires=Thu, 01 Jan 1970/)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("OAUTH_PROVIDER_ACCESS_DENIED: oauth.callback fails after the person cancels", () =>
      Effect.gen(function*() {
        const { oauth } = yield* Emulator
        const url = yield* authorizeUrl({ error_redirect_url: "https://evil.example", error_redirect_uri: errorPage })

        const end = yield* Effect.promise(() => oauth.deny({ authorizeUrl: url }))

        assert.deepStrictEqual(errorOf(end), { code: "OAUTH_PROVIDER_ACCESS_DENIED", details: {} })
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: oauth.callback fails for a provider that was removed during the flow", () =>
      Effect.gen(function*() {
        const { project: { projectId: id }, store } = yield* Emulator
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl())
        const { location } = yield* submit(leaving.location, bob)
        const project = store.projects.get(id)!
        project.config = { ...project.config, oauthProviders: [] }

        const { headers } = yield* open(location)

        assert.strictEqual(headers.get("x-stack-known-error"), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("REDIRECT_URL_NOT_WHITELISTED: oauth.callback to an untrusted domain fails and creates no account", () =>
      Effect.gen(function*() {
        const { project: { projectId: id }, store } = yield* Emulator
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl({ redirect_uri: "https://evil.example/x" }))
        const { location } = yield* submit(leaving.location, bob)

        const { headers } = yield* open(location)

        assert.strictEqual(headers.get("x-stack-known-error"), "REDIRECT_URL_NOT_WHITELISTED")
        assert.strictEqual(store.projects.get(id)!.users.size, 0)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.callback sends no error to an untrusted error page", () =>
      Effect.gen(function*() {
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl({ error_redirect_url: "https://evil.example" }))
        const { location } = yield* submit(leaving.location, { deny: "yes" })

        const { location: end, status } = yield* open(location)

        assert.deepStrictEqual([status, end], [400, ""])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.callback responds with a plain-text 400 to any scope except \"legacy\"", () =>
      Effect.gen(function*() {
        const { open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl({ scope: "all", ...onErrorPage }))
        const { location } = yield* submit(leaving.location, bob)

        const { headers, status } = yield* open(location)

        assert.deepStrictEqual([status, headers.get("x-stack-known-error")], [400, null])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.callback responds with a plain-text error to a flow of another provider and to an invalid code", () =>
      Effect.gen(function*() {
        for (
          const changed of [
            (back: string) => back.replace("/callback/github?", "/callback/google?"),
            (back: string) => back.replace(/([?&]code=)[^&]+/, "$1made-up")
          ]
        ) {
          const { open, submit } = yield* browser
          const leaving = yield* open(yield* authorizeUrl(onErrorPage))
          const { location } = yield* submit(leaving.location, bob)

          const { headers, status } = yield* open(changed(location))

          assert.deepStrictEqual([status, headers.get("x-stack-known-error")], [400, null])
          assert.match(headers.get("set-cookie")!, /Expires=Thu, 01 Jan 1970/)
        }
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.callback responds with a plain-text error to a browser without the flow's cookie", () =>
      Effect.gen(function*() {
        const { cookies, open, submit } = yield* browser
        const leaving = yield* open(yield* authorizeUrl(onErrorPage))
        const { location } = yield* submit(leaving.location, bob)
        cookies.clear()

        const { headers, status } = yield* open(location)

        assert.deepStrictEqual([status, headers.get("x-stack-known-error")], [400, null])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("SIGN_UP_NOT_ENABLED: oauth.callback of a new user fails if sign-up is disabled", () =>
      Effect.gen(function*() {
        assert.strictEqual(errorOf(yield* passThrough(bob, onErrorPage)).code, "SIGN_UP_NOT_ENABLED")
      }).pipe(Effect.provide(emulated(withProviders({ signUpEnabled: false })))))
  })

  const taken = (email: string, wouldWorkIfEmailWasVerified: boolean) => ({
    code: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    details: {
      type: "email",
      contact_channel_value: email,
      would_work_if_email_was_verified: wouldWorkIfEmailWasVerified
    }
  })

  describe("an account with the address of an existing user", () => {
    const people = (verified: boolean): Seed => ({ users: [{ email: ann.email, verified }] })
    const merging = (strategy: ProjectConfig["oauthAccountMergeStrategy"], verified: boolean) =>
      emulated(withProviders({ oauthAccountMergeStrategy: strategy }, people(verified)))

    it.effect("the account merge strategy link_method links the account to the user with the same address if provider and user have both verified the address", () =>
      Effect.gen(function*() {
        const session = yield* exchange(yield* passThrough({ email: ann.email }))
        yield* keep(session)

        assert.isFalse(session.isNewUser)
        const user = yield* Users.getMe()
        assert.isTrue(user.otpAuthEnabled)
        assert.deepStrictEqual(user.oauthProviders.map(({ id }) => id), ["github"])
      }).pipe(Effect.provide(merging("link_method", true))))

    it.effect("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: oauth.callback with link_method fails if neither address is verified", () =>
      Effect.gen(function*() {
        const end = yield* passThrough({ email: ann.email, verified: false }, onErrorPage)

        assert.deepStrictEqual(errorOf(end), taken(ann.email, true))
      }).pipe(Effect.provide(merging("link_method", false))))

    it.effect("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: oauth.callback with link_method fails if the provider's address is unverified", () =>
      Effect.gen(function*() {
        const end = yield* passThrough({ email: ann.email, verified: false }, onErrorPage)

        assert.deepStrictEqual(errorOf(end), taken(ann.email, false))
      }).pipe(Effect.provide(merging("link_method", true))))

    for (const verified of [true, false]) {
      it.effect(
        `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: oauth.callback with raise_error fails if verified is ${verified}`,
        () =>
          Effect.gen(function*() {
            const end = yield* passThrough({ email: ann.email }, onErrorPage)

            assert.deepStrictEqual(errorOf(end), taken(ann.email, false))
          }).pipe(Effect.provide(merging("raise_error", verified)))
      )

      it.effect(`the account merge strategy allow_duplicates creates a user who can't sign in with the address if verified is ${verified}`, () =>
        Effect.gen(function*() {
          const session = yield* exchange(yield* passThrough({ email: ann.email }))
          yield* keep(session)
          const { id } = yield* Users.getMe()

          assert.isTrue(session.isNewUser)
          const user = yield* asServer(Users.get({ userId: id }))
          assert.strictEqual(user.primaryEmail, ann.email)
          assert.isFalse(user.primaryEmailAuthEnabled)
        }).pipe(Effect.provide(merging("allow_duplicates", verified))))
    }

    it.effect("oauth.callback compares the address exactly as the provider returns it, and never takes an address from another user", () =>
      Effect.gen(function*() {
        const session = yield* exchange(yield* passThrough({ email: "Ann@example.com" }))
        yield* keep(session)
        const { id } = yield* Users.getMe()

        assert.isTrue(session.isNewUser)
        assert.isFalse((yield* asServer(Users.get({ userId: id }))).primaryEmailAuthEnabled)
      }).pipe(Effect.provide(merging("link_method", true))))
  })

  describe("linking an account", () => {
    it.effect("oauth.callback links a provider account to the token's user and redirects to the page that the app requested", () =>
      Effect.gen(function*() {
        const token = Redacted.value((yield* signUp()).accessToken)
        const { id } = yield* Users.getMe()
        const wanted = { type: "link", token, after_callback_redirect_url: "http://localhost:3000/settings" }

        const session = yield* exchange(yield* passThrough(bob, wanted))
        yield* exchange(yield* passThrough(bob, wanted))
        yield* keep(session)

        assert.isFalse(session.isNewUser)
        assert.strictEqual(session.afterCallbackRedirectUrl, "http://localhost:3000/settings")
        const user = yield* Users.getMe()
        assert.strictEqual(user.id, id)
        assert.deepStrictEqual(user.oauthProviders.map(({ accountId }) => accountId), [bob.email])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: oauth.callback fails for another user's account", () =>
      Effect.gen(function*() {
        yield* passThrough(bob)
        const token = Redacted.value((yield* signUp()).accessToken)

        const end = yield* passThrough(bob, { ...onErrorPage, type: "link", token })

        assert.strictEqual(errorOf(end).code, "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER")
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("sign-in of an anonymous user", () => {
    it.effect("provider sign-in upgrades an anonymous user, and keeps the user's id and session", () =>
      Effect.gen(function*() {
        const anonymous = yield* Anonymous.signUp()
        yield* keep(anonymous)

        const session = yield* exchange(
          yield* passThrough(bob, { token: Redacted.value(anonymous.accessToken) })
        )
        yield* keep(session)

        assert.isTrue(session.isNewUser)
        const user = yield* Users.getMe()
        assert.strictEqual(user.id, anonymous.userId)
        assert.isFalse(user.isAnonymous)
        assert.strictEqual(user.primaryEmail, bob.email)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("provider sign-in leaves the anonymous user unchanged if the account already has a user", () =>
      Effect.gen(function*() {
        yield* passThrough(bob)
        const anonymous = yield* Anonymous.signUp()

        const session = yield* exchange(yield* passThrough(bob, { token: Redacted.value(anonymous.accessToken) }))
        yield* keep(session)

        assert.isFalse(session.isNewUser)
        assert.notStrictEqual((yield* Users.getMe()).id, anonymous.userId)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("oauth.exchangeCode", () => {
    it.effect("INVALID_AUTHORIZATION_CODE: oauth.exchangeCode of an unknown, used or expired code fails", () =>
      Effect.gen(function*() {
        const url = yield* passThrough(bob)
        yield* exchange(url)
        const old = yield* passThrough(bob)
        yield* TestClock.adjust("301 seconds")

        for (const attempt of [exchange(url, { code: "unknown" }), exchange(url), exchange(old)]) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "InvalidAuthorizationCode")
        }
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("INVALID_AUTHORIZATION_CODE: oauth.exchangeCode with a wrong verifier fails without using up the code", () =>
      Effect.gen(function*() {
        const url = yield* passThrough(bob)

        const error = yield* Effect.flip(exchange(url, { codeVerifier: "w".repeat(43) }))

        assert.strictEqual(error._tag, "InvalidAuthorizationCode")
        assert.isTrue((yield* exchange(url)).isNewUser)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.exchangeCode responds with a plain-text error to a different redirect URI, and uses up the code", () =>
      Effect.gen(function*() {
        const url = yield* passThrough(bob)

        const error = yield* Effect.flip(exchange(url, { redirectUri: `${redirectUri}/` }))

        assert.strictEqual(error._tag, "CallError")
        assert.strictEqual((yield* Effect.flip(exchange(url)))._tag, "InvalidAuthorizationCode")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("INVALID_OAUTH_CLIENT_ID_OR_SECRET: oauth.exchangeCode with the client id of another project fails", () =>
      Effect.gen(function*() {
        const { project } = yield* Emulator

        const error = yield* Effect.flip(OAuth.exchangeCode({
          clientId: "internal",
          clientSecret: project.publishableClientKey,
          code: Redacted.make("any"),
          codeVerifier: Redacted.make("any"),
          redirectUri
        }))

        assert.strictEqual(error._tag, "InvalidOAuthClientIdOrSecret")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("MULTI_FACTOR_AUTHENTICATION_REQUIRED: oauth.exchangeCode of a user with MFA fails", () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        const secret = btoa("12345678901234567890")
        yield* keep(yield* exchange(yield* passThrough(bob)))
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(secret) })

        const error = yield* Effect.flip(exchange(yield* passThrough(bob)))

        assert(error._tag === "MultiFactorAuthenticationRequired")
        const totp = digitsAt(secret, clock.now().getTime())
        const tokens = yield* Mfa.signIn({ code: error.details.attemptCode!, totp: Redacted.make(totp) })
        assert.isFalse(tokens.isNewUser)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("requests to providers", () => {
    const requested = (provider: string, parameters: { readonly [name: string]: string } = {}) =>
      Effect.gen(function*() {
        const { open } = yield* browser
        return new URL((yield* open(yield* authorizeUrl(parameters, provider))).location).searchParams
      })
    const standard = (...ids: ReadonlyArray<string>): Seed => ({
      config: {
        oauthProviders: ids.map((id) => ({ id, type: "standard", clientId: "acme", facebookConfigId: "42" }))
      }
    })

    it.effect("oauth.authorize requests the provider's own scopes, followed by the app's scopes", () =>
      Effect.gen(function*() {
        const scopes = yield* Effect.forEach(
          ["github", "x", "twitch", "mine"],
          (provider) =>
            Effect.map(requested(provider, { provider_scope: "more user:email" }), (query) => query.get("scope"))
        )

        assert.deepStrictEqual(scopes, [
          "user:email more",
          "users.read offline.access tweet.read more user:email",
          "user:read:email more user:email",
          "openid offline_access more user:email"
        ])
      }).pipe(Effect.provide(emulated(standard("github", "x", "twitch", "mine")))))

    it.effect("oauth.authorize sends provider-specific parameters, and no code challenge to LinkedIn", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* requested("google")).get("include_granted_scopes"), "true")
        assert.strictEqual((yield* requested("apple")).get("response_mode"), "form_post")
        assert.strictEqual((yield* requested("facebook")).get("config_id"), "42")
        assert.isFalse((yield* requested("linkedin")).has("code_challenge"))
        assert.strictEqual((yield* requested("google")).get("code_challenge_method"), "S256")
      }).pipe(Effect.provide(emulated(standard("google", "apple", "facebook", "linkedin")))))

    it.effect("oauth.authorize uses the mock provider for shared keys of development servers", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* requested("github")).get("scope"), "openid offline_access")
      }).pipe(Effect.provide(emulated(withProviders({}, { sharedOAuthAccessTokens: true })))))
  })

  describe("the code challenge method plain", () => {
    it.effect("a plain code challenge accepts only the identical verifier", () =>
      Effect.gen(function*() {
        const parameters = { code_challenge_method: "plain", code_challenge: verifier }

        const wrong = yield* Effect.flip(
          exchange(yield* passThrough(bob, parameters), { codeVerifier: "w".repeat(43) })
        )
        const { isNewUser } = yield* exchange(yield* passThrough(bob, parameters))

        assert.strictEqual(wrong._tag, "InvalidAuthorizationCode")
        assert.isFalse(isNewUser)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("responses to token requests", () => {
    it.effect("responses of the token endpoint forbid caching, and successful responses also forbid it in HTTP/1.0 caches", () =>
      Effect.gen(function*() {
        const { project } = yield* Emulator
        const { refreshToken } = yield* signUp()
        const refused = yield* send("POST", "/api/v1/auth/oauth/token", { json: {} })
        const { headers, status } = yield* send("POST", "/api/v1/auth/oauth/token", {
          json: {
            grant_type: "refresh_token",
            refresh_token: Redacted.value(refreshToken),
            client_id: project.projectId,
            client_secret: Redacted.value(project.publishableClientKey)
          }
        })

        assert.strictEqual(status, 200)
        assert.deepStrictEqual([headers.get("cache-control"), headers.get("pragma")], [
          "no-store, max-age=0",
          "no-cache"
        ])
        assert.deepStrictEqual([refused.headers.get("cache-control"), refused.headers.get("pragma")], [
          "no-store, max-age=0",
          null
        ])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("INVALID_OAUTH_CLIENT_ID_OR_SECRET: oauth.refresh with client credentials in Basic authentication fails", () =>
      Effect.gen(function*() {
        const { project } = yield* Emulator
        const basic = btoa(`${project.projectId}:${Redacted.value(project.publishableClientKey)}`)

        const { json, status } = yield* send("POST", "/api/v1/auth/oauth/token", {
          headers: { authorization: `Basic ${basic}` },
          json: { grant_type: "refresh_token", refresh_token: "any" }
        })

        assert.deepStrictEqual([status, json.code, json.details], [
          400,
          "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
          { client_id: null }
        ])
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("token requests without a parameter", () => {
    it.effect("an incomplete token request of a valid client gets an OAuth error", () =>
      Effect.gen(function*() {
        const { project } = yield* Emulator
        const json = { grant_type: "authorization_code", client_id: project.projectId }
        const secret = Redacted.value(project.publishableClientKey)

        const known = yield* send("POST", "/api/v1/auth/oauth/token", { json: { ...json, client_secret: secret } })

        assert.deepStrictEqual([known.status, known.json.error], [400, "invalid_request"])
        assert.isNull(known.headers.get("x-stack-known-error"))
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  it.effect("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: the token endpoint fails without client_secret if the project requires a key", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const token = (clientId: string) =>
        send("POST", "/api/v1/auth/oauth/token", {
          json: { grant_type: "refresh_token", client_id: clientId, refresh_token: "some" }
        })

      const responses = [yield* token(project.projectId), yield* token("unknown")]

      assert.deepStrictEqual(responses.map(({ json, status }) => [status, json.code]), [
        [401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"],
        [400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"]
      ])
    }).pipe(Effect.provide(emulated({ revision: "2026-04", config: { requirePublishableClientKey: true } }))))

  it.effect("the cookie of an authorization is Secure on HTTP as on the platform, except in WebKit, which would discard it", () =>
    Effect.gen(function*() {
      const url = new URL(yield* authorizeUrl())
      const agents = [
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
        "node"
      ]

      const cookies = yield* Effect.forEach(agents, (agent) =>
        Effect.map(
          send("GET", `${url.pathname}${url.search}`, { headers: { "user-agent": agent } }),
          ({ headers }) => headers.get("set-cookie")!.includes("; Secure; HttpOnly")
        ))

      assert.deepStrictEqual(cookies, [true, false, true])
    }).pipe(Effect.provide(emulated(withProviders()))))

  describe("oauth.authorizeCrossDomain", () => {
    const challenge = createHash("sha256").update(verifier).digest("base64url")
    const handOver = (headers: { readonly [name: string]: string }, target = redirectUri, page = redirectUri) =>
      send("POST", "/api/v1/auth/oauth/cross-domain/authorize", {
        level: "client",
        json: {
          redirect_uri: target,
          state: "there",
          code_challenge: challenge,
          after_callback_redirect_url: page
        },
        headers
      })
    const credentials = Effect.map(signUp(), ({ accessToken, refreshToken }) => ({
      "x-stack-access-token": Redacted.value(accessToken),
      "x-stack-refresh-token": Redacted.value(refreshToken)
    }))

    it.effect("oauth.authorizeCrossDomain creates a code that a trusted page can exchange for the same session", () =>
      Effect.gen(function*() {
        const headers = yield* credentials
        const { json } = yield* handOver(headers)

        assert.strictEqual(new URL(json.redirect_url).searchParams.get("state"), "there")
        const { isNewUser, refreshToken } = yield* exchange(json.redirect_url)
        assert.isFalse(isNewUser)
        assert.strictEqual(Redacted.value(refreshToken), headers["x-stack-refresh-token"])
        const { json: sessions } = yield* send("GET", "/api/v1/auth/sessions?user_id=me", { level: "client", headers })
        assert.lengthOf(sessions.items, 1)
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("INVALID_AUTHORIZATION_CODE: oauth.exchangeCode fails if the handed-over session has ended", () =>
      Effect.gen(function*() {
        const headers = yield* credentials
        const { json } = yield* handOver(headers)
        yield* send("DELETE", "/api/v1/auth/sessions/current", { level: "client", headers })

        assert.strictEqual((yield* Effect.flip(exchange(json.redirect_url)))._tag, "InvalidAuthorizationCode")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("REDIRECT_URL_NOT_WHITELISTED: oauth.authorizeCrossDomain fails if either page is on an untrusted domain", () =>
      Effect.gen(function*() {
        const headers = yield* credentials
        const untrusted = "https://evil.example/"

        const codes = [yield* handOver(headers, untrusted), yield* handOver(headers, redirectUri, untrusted)]
          .map(({ json }) => json.code)

        assert.deepStrictEqual(codes, ["REDIRECT_URL_NOT_WHITELISTED", "REDIRECT_URL_NOT_WHITELISTED"])
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("USER_AUTHENTICATION_REQUIRED: oauth.authorizeCrossDomain fails when signed out", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* handOver({})).json.code, "USER_AUTHENTICATION_REQUIRED")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("oauth.authorizeCrossDomain responds with a plain-text error without the session's own refresh token", () =>
      Effect.gen(function*() {
        const { "x-stack-access-token": token } = yield* credentials
        const own = { "x-stack-access-token": token }

        const without = yield* handOver(own)
        const other = yield* handOver({ ...own, "x-stack-refresh-token": "other" })

        assert.deepStrictEqual(
          [without, other].map(({ headers, status }) => [status, headers.get("x-stack-known-error")]),
          [
            [400, null],
            [401, null]
          ]
        )
      }).pipe(Effect.provide(emulated(withProviders()))))
  })

  describe("oauth.signInWithApple", () => {
    const apple = (appleBundleIds: ReadonlyArray<string>) =>
      emulated(withProviders({ oauthProviders: [{ id: "apple", type: "standard", appleBundleIds }] }))
    const attempt = Effect.flip(OAuth.signInWithApple({ idToken: Redacted.make("x") }))

    it.effect("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: oauth.signInWithApple fails in a project without Apple", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* attempt)._tag, "OAuthProviderNotFoundOrNotEnabled")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("APPLE_BUNDLE_ID_NOT_CONFIGURED: oauth.signInWithApple fails in a project without bundle ids", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* attempt)._tag, "AppleBundleIdNotConfigured")
      }).pipe(Effect.provide(apple([]))))

    it.effect("INVALID_APPLE_CREDENTIALS: oauth.signInWithApple fails with a token that can't be verified", () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* attempt)._tag, "InvalidAppleCredentials")
      }).pipe(Effect.provide(apple(["com.example.app"]))))
  })

  describe("Emulator.oauth", () => {
    it.effect("Emulator.oauth reports the platform's response if an authorization URL fails", () =>
      Effect.gen(function*() {
        const { oauth } = yield* Emulator
        const url = yield* authorizeUrl({}, "discord")

        const message = yield* Effect.promise(() =>
          oauth.signIn({ authorizeUrl: url, account: bob }).then(() => "", (error: Error) => error.message)
        )

        assert.include(message, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      }).pipe(Effect.provide(emulated(withProviders()))))

    it.effect("a deleted user can sign up again with the same provider account", () =>
      Effect.gen(function*() {
        const { store } = yield* Emulator
        yield* keep(yield* exchange(yield* passThrough(bob)))
        const { id } = yield* Users.getMe()
        yield* asServer(Users.delete({ userId: id }))

        const session = yield* exchange(yield* passThrough(bob))

        assert.isTrue(session.isNewUser)
        assert.isUndefined(
          [...store.projects.values()].flatMap(({ oauthAccounts }) => [...oauthAccounts.values()])
            .find(({ userId }) => userId === id)
        )
        yield* keep(session)
        assert.strictEqual((yield* OAuthProviders.list({ userId: "me" })).items.length, 1)
      }).pipe(Effect.provide(emulated(withProviders()))))
  })
})
