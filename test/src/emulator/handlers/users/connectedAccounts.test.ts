import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Session } from "../../../../../layers/session/Session.ts"
import * as ConnectedAccounts from "../../../../../schemas/endpoints/connectedAccounts.ts"
import * as OAuth from "../../../../../schemas/endpoints/oauth.ts"
import * as OAuthProviders from "../../../../../schemas/endpoints/oauthProviders.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator, type Seed } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { authorizeUrl, exchange } from "../../support/browser.ts"
import { asServer } from "../../support/support.ts"

const seed: Seed = {
  config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }, { id: "spotify", type: "shared" }] }
}

const bob = { email: "bob@example.com" }

/** Signs in with a provider and stores the session. */
const arrive = (provider = "github", parameters: { readonly [name: string]: string } = {}) =>
  Effect.gen(function*() {
    const { oauth } = yield* Emulator
    const url = yield* authorizeUrl(parameters, provider)
    const session = yield* exchange(yield* Effect.promise(() => oauth.signIn({ authorizeUrl: url, account: bob })))
    yield* (yield* Session).keep(session)
    return session
  })

const tokenOf = (providerId: string, scope?: string) =>
  Effect.map(
    ConnectedAccounts.createAccessToken({ userId: "me", providerId, scope }),
    ({ accessToken }) => Redacted.value(accessToken)
  )

const tagOf = <E extends { readonly _tag: string }, R>(call: Effect.Effect<unknown, E, R>) =>
  Effect.map(Effect.flip(call), ({ _tag }): string => _tag)

overBothTransports(({ emulated }) => {
  describe("connectedAccounts", () => {
    it.effect("a connected account's stored access token is returned while it is valid for at least 5 minutes, and a refreshed token after that", () =>
      Effect.gen(function*() {
        yield* arrive()
        const first = yield* tokenOf("github")

        yield* TestClock.adjust("55 minutes")
        const still = yield* tokenOf("github")
        yield* TestClock.adjust("1 second")
        const fresh = yield* tokenOf("github")

        assert.deepStrictEqual([first, still, fresh], [
          "access:github:bob%40example.com:1",
          "access:github:bob%40example.com:1",
          "access:github:bob%40example.com:2"
        ])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("revoked tokens of a connected account are not returned until the person signs in at the provider again", () =>
      Effect.gen(function*() {
        const { oauth } = yield* Emulator
        yield* arrive()
        yield* tokenOf("github")

        assert.strictEqual(oauth.revoke({ providerId: "github", accountId: bob.email }), 1)
        const revoked = yield* tagOf(tokenOf("github"))
        yield* arrive()

        assert.strictEqual(revoked, "OAuthConnectionDoesNotHaveRequiredScope")
        assert.isNotEmpty(yield* tokenOf("github"))
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("after an account is linked again with additional scopes, tokens with these scopes are returned", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* arrive()
        assert.strictEqual(yield* tagOf(tokenOf("github", "repo")), "OAuthConnectionDoesNotHaveRequiredScope")

        yield* arrive("github", { type: "link", token: Redacted.value(accessToken), provider_scope: "repo gist" })

        assert.isNotEmpty(yield* tokenOf("github", " gist\nrepo "))
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("connectedAccounts.list lists a user's connected accounts, each of which provides an access token", () =>
      Effect.gen(function*() {
        yield* arrive()
        const { items } = yield* ConnectedAccounts.list({ userId: "me" })
        assert.deepStrictEqual(items.map(({ provider, providerAccountId }) => [provider, providerAccountId]), [
          ["github", bob.email]
        ])
        const wanted = { userId: "me", providerId: "github", providerAccountId: bob.email } as const

        assert.isNotEmpty(Redacted.value((yield* ConnectedAccounts.createAccountAccessToken(wanted)).accessToken))
        assert.isNotEmpty(
          Redacted.value((yield* OAuth.createConnectedAccountToken({ providerId: "github" })).accessToken)
        )
        const own = (yield* OAuthProviders.list({ userId: "me" })).items[0]!
        yield* OAuthProviders.update({ userId: "me", providerId: own.id, allowConnectedAccounts: false })
        assert.deepStrictEqual((yield* ConnectedAccounts.list({ userId: "me" })).items, [])
        assert.strictEqual(yield* tagOf(tokenOf("github")), "OAuthConnectionNotConnectedToUser")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("the forwarding route for connected accounts fails with the same errors, but without error headers", () =>
      Effect.gen(function*() {
        const { requests } = yield* Emulator
        yield* arrive()

        for (
          const [input, tag] of [
            [{ providerId: "github", scope: "repo" }, "OAuthConnectionDoesNotHaveRequiredScope"],
            [{ providerId: "gitlab" }, "OAuthProviderNotFoundOrNotEnabled"]
          ] as const
        ) {
          assert.strictEqual(yield* tagOf(OAuth.createConnectedAccountToken(input)), tag)
          assert.strictEqual(requests.list().at(-1)!.status, 200)
        }
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("back ends can get the connected-account tokens of any user, and users only their own", () =>
      Effect.gen(function*() {
        yield* arrive()
        const { id } = yield* Users.getMe()
        const { requests } = yield* Emulator

        const { accessToken } = yield* asServer(
          ConnectedAccounts.createAccessToken({ userId: id, providerId: "github", scope: "user:email" })
        )
        const other = ConnectedAccounts.createAccessToken({
          userId: "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11",
          providerId: "github"
        })

        assert.isNotEmpty(Redacted.value(accessToken))
        assert.strictEqual(yield* tagOf(other), "CallError")
        assert.strictEqual(requests.list().at(-1)!.status, 403)
      }).pipe(Effect.provide(emulated(seed))))

    const both = (providerId: string, scope?: string) => [
      ConnectedAccounts.createAccessToken({ userId: "me", providerId, scope }),
      ConnectedAccounts.createAccountAccessToken({ userId: "me", providerId, providerAccountId: bob.email, scope })
    ]
    const laws: { readonly [code: string]: readonly [tag: string, provider: string, scope?: string] } = {
      OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: ["OAuthProviderNotFoundOrNotEnabled", "discord"],
      OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: [
        "OAuthAccessTokenNotAvailableWithSharedOAuthKeys",
        "spotify"
      ],
      OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: ["OAuthConnectionDoesNotHaveRequiredScope", "github", "repo"]
    }
    for (const [code, [tag, provider, scope]] of Object.entries(laws)) {
      it.effect(`${code}: connectedAccounts.createAccessToken and createAccountAccessToken fail`, () =>
        Effect.gen(function*() {
          yield* arrive()

          for (const call of both(provider, scope)) assert.strictEqual(yield* tagOf(call), tag)
        }).pipe(Effect.provide(emulated(seed))))
    }

    it.effect("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: connectedAccounts.createAccessToken and createAccountAccessToken fail for a provider without an account", () =>
      Effect.gen(function*() {
        yield* arrive("spotify")

        for (const call of both("github")) {
          assert.strictEqual(yield* tagOf(call), "OAuthConnectionNotConnectedToUser")
        }
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("CANNOT_GET_OWN_USER_WITHOUT_USER: connectedAccounts.createAccessToken, createAccountAccessToken and list fail when signed out", () =>
      Effect.gen(function*() {
        for (const call of [...both("github"), ConnectedAccounts.list({ userId: "me" })]) {
          assert.strictEqual(
            yield* tagOf<{ readonly _tag: string }, never>(call as never),
            "CannotGetOwnUserWithoutUser"
          )
        }
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("USER_NOT_FOUND: connectedAccounts.list of an unknown user fails", () =>
      Effect.gen(function*() {
        const list = asServer(ConnectedAccounts.list({ userId: "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11" }))

        assert.strictEqual(yield* tagOf(list), "UserNotFound")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("connected-account tokens of providers with shared keys are returned if the seed allows it", () =>
      Effect.gen(function*() {
        yield* arrive("spotify")

        assert.strictEqual(yield* tokenOf("spotify"), "access:spotify:bob%40example.com:1")
      }).pipe(Effect.provide(emulated({ ...seed, sharedOAuthAccessTokens: true }))))
  })
})
