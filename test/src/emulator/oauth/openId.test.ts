import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Session } from "../../../../layers/session/Session.ts"
import * as ConnectedAccounts from "../../../../schemas/endpoints/connectedAccounts.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { overBothTransports, type Way } from "../../../support/platform/transports.ts"
import { authorizeUrl, browser, errorPage, exchange, redirectUri, type Visited } from "../support/browser.ts"
import { send } from "../support/support.ts"
import { type Behaviour, openIdServer } from "./openIdServer.ts"

const accounts = { ann: { email: "ann@example.com", email_verified: true, name: "Ann" } }

/** Returns the action and the fields of a form. */
const formIn = (page: string): [string, { readonly [name: string]: string }] => [
  /action="([^"]*)"/.exec(page)![1]!,
  Object.fromEntries([...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))
]

/** Follows redirects until the browser returns to the app. */
const walk = (url: string, opens?: Effect.Success<typeof browser>["open"]) =>
  Effect.gen(function*() {
    const open = opens ?? (yield* browser).open
    let at: Visited = yield* open(url)
    for (let steps = 0; steps < 12 && at.location !== "" && !at.location.startsWith("http://localhost:3000"); steps++) {
      at = yield* open(at.location)
    }
    return at
  })

const arrive = (provider: string) =>
  Effect.gen(function*() {
    const session = yield* exchange((yield* walk(yield* authorizeUrl({}, provider))).location)
    yield* (yield* Session).keep(session)
    return session
  })

overBothTransports(({ emulated }) => {
  type Program<E> = (
    behaviour: Behaviour
  ) => Effect.Effect<void, E, Emulator | Layer.Success<ReturnType<Way["emulated"]>>>

  /** Runs a program with an emulator that uses a real OpenID provider. */
  const withOpenId = <E>(
    layer: Way["emulated"],
    provider: string,
    program: Program<E>,
    { client, keys = "standard", revision }: {
      readonly keys?: "standard" | "shared"
      /** How the client is registered at the provider, where that differs from the seed. */
      readonly client?: { readonly client_secret?: string; readonly scope?: string }
      readonly revision?: "2026-04"
    } = {}
  ) =>
    Effect.scoped(Effect.gen(function*() {
      const { begin, issuer, behaviour } = yield* openIdServer
      const clientId = "acme"
      const clientSecret = "a secret of acme"
      const standard = { id: provider, type: "standard" as const, clientId, clientSecret, issuer }
      const seed: Seed = {
        ...(revision === undefined ? {} : { revision }),
        ...(keys === "standard" ? { config: { oauthProviders: [standard] } } : {
          config: { oauthProviders: [{ id: provider, type: "shared" }] },
          sharedOAuthProvider: { issuer, clientId, clientSecret }
        })
      }
      yield* Effect.gen(function*() {
        const { baseUrl } = yield* Emulator
        const redirect_uris = [`${baseUrl}/api/v1/auth/oauth/callback/${provider}`]
        begin({ client_id: clientId, client_secret: clientSecret, redirect_uris, ...client }, accounts)
        yield* program(behaviour)
      }).pipe(Effect.provide(layer(seed)))
    }))

  describe("sign-in with an OpenID provider", () => {
    it.live("signing in at an OpenID provider gives the app a session and the provider's tokens", () =>
      withOpenId(emulated, "google", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"

          const session = yield* arrive("google")

          assert.isTrue(session.isNewUser)
          const user = yield* Users.getMe()
          assert.deepStrictEqual([user.primaryEmail, user.primaryEmailVerified, user.displayName], [
            "ann@example.com",
            true,
            "Ann"
          ])
          assert.deepStrictEqual(user.oauthProviders.map(({ accountId }) => accountId), ["ann"])
          const token = ConnectedAccounts.createAccessToken({ userId: "me", providerId: "google", scope: "email" })
          // the provider's tokens expire in less than 5 minutes, so each call refreshes its token
          const [first, second] = [yield* token, yield* token]
          assert.notStrictEqual(Redacted.value(first.accessToken), Redacted.value(second.accessToken))
          behaviour.revoked = true
          assert.strictEqual((yield* Effect.flip(token))._tag, "OAuthConnectionDoesNotHaveRequiredScope")
        })))

    it.live("shared keys use the OpenID provider from the seed", () =>
      withOpenId(emulated, "spotify", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"

          yield* arrive("spotify")

          assert.deepStrictEqual((yield* Users.getMe()).oauthProviders, [
            { id: "spotify", accountId: "ann", email: "ann@example.com" }
          ])
        }), { keys: "shared" }))

    it.live("the emulator requests a form post from Apple, and completes the sign-in with it", () =>
      withOpenId(emulated, "apple", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"
          const { open, submit } = yield* browser
          const start = yield* open(yield* authorizeUrl({}, "apple"))

          const page = yield* walk(start.location, open)
          const back = yield* submit(...formIn(page.text))

          assert.strictEqual(new URL(start.location).searchParams.get("response_mode"), "form_post")
          assert.isTrue((yield* exchange(back.location)).isNewUser)
        })))

    it.live("the emulator sends no code challenge to LinkedIn, and exchanges LinkedIn's code without a verifier", () =>
      withOpenId(emulated, "linkedin", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"
          const { open } = yield* browser

          const start = yield* open(yield* authorizeUrl({}, "linkedin"))

          assert.isFalse(new URL(start.location).searchParams.has("code_challenge"))
          assert.isTrue((yield* arrive("linkedin")).isNewUser)
        })))

    it.live("GitHub's tokens, which have no expiry, are refreshed after eight hours", () =>
      withOpenId(emulated, "github", (behaviour) =>
        Effect.gen(function*() {
          Object.assign(behaviour, { signsIn: "ann", endless: true })
          const { clock } = yield* Emulator
          yield* arrive("github")
          const token = Effect.map(
            ConnectedAccounts.createAccessToken({ userId: "me", providerId: "github" }),
            ({ accessToken }) => Redacted.value(accessToken)
          )

          const first = yield* token
          clock.advance("474 minutes")
          const same = yield* token
          clock.advance("2 minutes")
          const renewed = yield* token

          assert.strictEqual(same, first)
          assert.notStrictEqual(renewed, first)
        })))

    it.live("oauth.callback responds with a plain-text error if the provider rejects a scope, instead of reporting that the person cancelled", () =>
      withOpenId(emulated, "google", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"

          const { location, status, text } = yield* walk(
            yield* authorizeUrl({ error_redirect_url: errorPage }, "google")
          )

          assert.deepStrictEqual([status, location], [400, ""])
          assert.include(text, "invalid_scope")
        }), { client: { scope: "openid email" } }))

    it.live("oauth.callback fails with a plain-text error if the provider rejects the client's secret", () =>
      withOpenId(emulated, "google", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"

          const { location, status } = yield* walk(yield* authorizeUrl({ error_redirect_url: errorPage }, "google"))

          assert.deepStrictEqual([status, location], [400, ""])
        }), { client: { client_secret: "another secret" } }))

    it.live("OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: oauth.callback fails on 2026-04 while the provider is unreachable", () =>
      withOpenId(emulated, "google", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"
          const { open } = yield* browser
          const start = yield* open(yield* authorizeUrl({}, "google"))
          behaviour.away = true

          const { location } = yield* walk(start.location, open)

          assert.strictEqual(new URL(location).searchParams.get("errorCode"), "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE")
        }), { revision: "2026-04" }))

    it.live("the emulator ignores the verified flag of a provider that doesn't verify addresses", () =>
      withOpenId(emulated, "facebook", (behaviour) =>
        Effect.gen(function*() {
          behaviour.signsIn = "ann"
          // in the meantime, the owner changes the provider; the provider's issuer stays the same
          const provider = { id: "facebook", type: "standard", client_id: "acme", client_secret: "a secret of acme" }
          yield* send("PATCH", "/api/v1/internal/projects/current", {
            level: "admin",
            json: { config: { oauth_providers: [provider] } }
          })

          yield* arrive("facebook")

          assert.deepStrictEqual((yield* Users.getMe()).oauthProviders.map(({ accountId }) => accountId), ["ann"])
          assert.isFalse((yield* Users.getMe()).primaryEmailVerified)
        })))

    it.live("OAUTH_PROVIDER_ACCESS_DENIED: oauth.callback fails after the person cancels at the provider", () =>
      withOpenId(emulated, "google", () =>
        Effect.gen(function*() {
          const { location } = yield* walk(yield* authorizeUrl({ error_redirect_url: errorPage }, "google"))

          assert.strictEqual(new URL(location).searchParams.get("errorCode"), "OAUTH_PROVIDER_ACCESS_DENIED")
          assert.isFalse(location.startsWith(redirectUri))
        })))

    it.live("oauth.callback fails with a plain-text error with the provider's name if the provider is unreachable", () =>
      Effect.gen(function*() {
        const { text, status } = yield* walk(yield* authorizeUrl({}, "google"))

        assert.strictEqual(status, 500)
        assert.include(text, "google")
      }).pipe(Effect.provide(emulated({
        config: {
          oauthProviders: [
            { id: "google", type: "standard", clientId: "acme", clientSecret: "secret", issuer: "http://127.0.0.1:9" }
          ]
        }
      }))))
  })
})
