import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as OAuthProviders from "../../../../../schemas/endpoints/oauthProviders.ts"
import { Emulator, type Seed } from "../../../../../src/emulator/index.ts"
import { overBothTransports, type Way } from "../../../../support/platform/transports.ts"
import { ann, asServer, send, signUp } from "../../support/support.ts"

const seed: Seed = {
  config: { oauthProviders: [{ id: "github", type: "shared" }, { id: "spotify", type: "shared" }] },
  users: [{ email: "bob@example.com", id: "b0b00000-0000-4000-8000-000000000000" }]
}
const bob = seed.users![0]!.id!
const unknownId = "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11"

const link = (
  userId: string,
  changes: Partial<Parameters<typeof OAuthProviders.create>[0]> = {}
) =>
  asServer(OAuthProviders.create({
    userId,
    providerConfigId: "github",
    accountId: "octocat",
    email: ann.email,
    allowSignIn: true,
    allowConnectedAccounts: true,
    ...changes
  }))

const linkedAccount = Effect.gen(function*() {
  const { userId } = yield* signUp()
  return yield* link(userId)
})

/** Returns the status of a plain-text error. */
const refusal = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(call)
    const { requests } = yield* Emulator
    const { errorCode, status } = requests.list().at(-1)!
    assert.isUndefined(errorCode, String(error))
    return status
  })

/** Type of calls with different results, so that a list of them can run one after another. */
type AnyCall = Effect.Effect<unknown, { readonly _tag: string }, Layer.Success<ReturnType<Way["emulated"]>>>

const tagOf = (call: AnyCall) => Effect.map(Effect.flip(call), ({ _tag }) => _tag)

overBothTransports(({ emulated }) => {
  describe("oauthProviders", () => {
    it.effect("a back end can link a provider account, which the user then sees without the account id", () =>
      Effect.gen(function*() {
        const account = yield* linkedAccount

        assert.strictEqual(account.accountId, "octocat")
        assert.strictEqual(account.type, "github")
        const { items } = yield* OAuthProviders.list({ userId: "me" })
        assert.deepStrictEqual(items.map(({ id }) => id), [account.id])
        assert.notProperty(items[0], "accountId")
        assert.strictEqual((yield* OAuthProviders.get({ userId: "me", providerId: account.id })).email, ann.email)
        const any = yield* asServer(OAuthProviders.getAny({ userId: account.userId, providerId: account.id }))
        assert.deepStrictEqual(any, account)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("back ends can list all linked provider accounts, oldest first", () =>
      Effect.gen(function*() {
        const first = yield* linkedAccount
        const second = yield* link(bob, { accountId: "other" })

        const all = yield* asServer(OAuthProviders.listAll())
        const one = yield* asServer(OAuthProviders.listAll({ userId: bob }))

        assert.deepStrictEqual(all.items.map(({ id }) => id), [first.id, second.id])
        assert.deepStrictEqual(one.items.map(({ id }) => id), [second.id])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("a provider account without an address is listed without an address", () =>
      Effect.gen(function*() {
        assert.notProperty(yield* link(bob, { email: undefined }), "email")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("users can turn their provider accounts on and off, and back ends can change everything", () =>
      Effect.gen(function*() {
        const { id, userId } = yield* linkedAccount

        const own = yield* OAuthProviders.update({ userId: "me", providerId: id, allowConnectedAccounts: false })
        const changed = yield* asServer(
          OAuthProviders.updateAny({ userId, providerId: id, accountId: "hubot", email: "new@example.com" })
        )

        assert.isFalse(own.allowConnectedAccounts)
        assert.deepStrictEqual(
          [changed.accountId, changed.email, changed.allowSignIn, changed.allowConnectedAccounts],
          ["hubot", "new@example.com", true, false]
        )
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("SCHEMA_ERROR: oauthProviders.update fails if a user changes the account id", () =>
      Effect.gen(function*() {
        const { accessToken, userId } = yield* signUp()
        const { id } = yield* link(userId)

        const { json } = yield* send("PATCH", `/api/v1/oauth-providers/me/${id}`, {
          level: "client",
          json: { account_id: "x" },
          headers: { "x-stack-access-token": Redacted.value(accessToken) }
        })

        assert.strictEqual(json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauthProviders.delete deletes a provider account, and gets a plain 404 if the account is deleted again", () =>
      Effect.gen(function*() {
        const { id } = yield* linkedAccount
        yield* OAuthProviders.delete({ userId: "me", providerId: id })

        assert.strictEqual(yield* refusal(OAuthProviders.delete({ userId: "me", providerId: id })), 404)
        assert.deepStrictEqual((yield* OAuthProviders.list({ userId: "me" })).items, [])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: oauthProviders.create fails for a used account id, even of another provider", () =>
      Effect.gen(function*() {
        yield* linkedAccount

        for (const providerConfigId of ["github", "spotify"]) {
          const error = yield* Effect.flip(link(bob, { providerConfigId }))
          assert.strictEqual(error._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
        }
        assert.isFalse((yield* link(bob, { allowSignIn: false })).allowSignIn)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: oauthProviders.updateAny and update fail for an account that another user signs in with", () =>
      Effect.gen(function*() {
        const { id, userId } = yield* linkedAccount
        const own = yield* link(userId, { providerConfigId: "spotify", accountId: "song", allowSignIn: false })
        yield* link(bob, { providerConfigId: "spotify", accountId: "song" })

        const any = yield* Effect.flip(
          asServer(OAuthProviders.updateAny({ userId, providerId: id, accountId: "song" }))
        )
        const me = yield* Effect.flip(OAuthProviders.update({ userId: "me", providerId: own.id, allowSignIn: true }))

        assert.strictEqual(any._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
        assert.strictEqual(me._tag, "OAuthProviderAccountIdAlreadyUsedForSignIn")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauthProviders fails with a plain-text error for a second sign-in account, the same account twice, and a provider that isn't configured", () =>
      Effect.gen(function*() {
        const { userId } = yield* linkedAccount

        assert.strictEqual(yield* refusal(link(userId, { accountId: "other" })), 400)
        assert.strictEqual(yield* refusal(link(userId, { allowSignIn: false })), 400)
        assert.strictEqual(yield* refusal(link(unknownId, { providerConfigId: "discord" })), 404)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauthProviders fails with a plain-text error for accounts of other users at client level", () =>
      Effect.gen(function*() {
        yield* linkedAccount
        const { id } = yield* link(bob, { accountId: "other" })

        for (
          const call of [
            OAuthProviders.list(),
            OAuthProviders.list({ userId: bob }),
            OAuthProviders.get({ userId: bob, providerId: id }),
            OAuthProviders.update({ userId: bob, providerId: id, allowSignIn: false }),
            OAuthProviders.delete({ userId: bob, providerId: id })
          ]
        ) assert.strictEqual(yield* refusal(call as AnyCall), 403)
      }).pipe(Effect.provide(emulated(seed))))

    const withoutProviders = Effect.gen(function*() {
      yield* linkedAccount
      const { projects } = yield* Emulator
      projects.configure({ oauthProviders: [] })
    })

    it.effect("on 2025-08, listing provider accounts fails with a plain-text error after a provider is removed from the project", () =>
      Effect.gen(function*() {
        yield* withoutProviders

        assert.strictEqual(yield* refusal(OAuthProviders.list({ userId: "me" })), 404)
      }).pipe(Effect.provide(emulated({ revision: "2025-08", ...seed }))))

    it.effect("on 2026-04, provider accounts are listed even if their provider was removed from the project", () =>
      Effect.gen(function*() {
        yield* withoutProviders

        const { items: [account] } = yield* OAuthProviders.list({ userId: "me" })
        assert.deepStrictEqual(yield* OAuthProviders.get({ userId: "me", providerId: account!.id }), account)
      }).pipe(Effect.provide(emulated({ revision: "2026-04", ...seed }))))

    const me = { userId: "me", providerId: unknownId } as const
    const unknown = { userId: unknownId, providerId: unknownId }
    it.effect("CANNOT_GET_OWN_USER_WITHOUT_USER: all eight calls of oauthProviders fail for \"me\" when signed out", () =>
      Effect.gen(function*() {
        for (
          const call of [
            OAuthProviders.list({ userId: "me" }),
            asServer(OAuthProviders.listAll({ userId: "me" })),
            OAuthProviders.get(me),
            asServer(OAuthProviders.getAny(me)),
            link("me"),
            OAuthProviders.update(me),
            asServer(OAuthProviders.updateAny(me)),
            OAuthProviders.delete(me)
          ]
        ) assert.strictEqual(yield* tagOf(call), "CannotGetOwnUserWithoutUser")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("USER_NOT_FOUND: oauthProviders.listAll, getAny, create, updateAny and delete fail for an unknown user", () =>
      Effect.gen(function*() {
        for (
          const call of [
            asServer(OAuthProviders.listAll({ userId: unknownId })),
            asServer(OAuthProviders.getAny(unknown)),
            link(unknownId),
            asServer(OAuthProviders.updateAny(unknown)),
            asServer(OAuthProviders.delete(unknown))
          ]
        ) assert.strictEqual(yield* tagOf(call), "UserNotFound")
      }).pipe(Effect.provide(emulated(seed))))
  })
})
