/** Linked accounts of a user, in-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../../layers/session/Session.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as connectedAccounts from "../../../../src/flows/oauth/connectedAccounts.ts"
import * as oauthProviders from "../../../../src/flows/oauth/oauthProviders.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { authorizeUrl, exchange } from "../../emulator/support/browser.ts"

const seed: Seed = { config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }] } }

/** Signs in with the provider and keeps the session. */
const signInAtProvider = Effect.gen(function*() {
  const { oauth } = yield* Emulator
  const url = yield* authorizeUrl({}, "github")
  const arrived = yield* Effect.promise(() =>
    oauth.signIn({ authorizeUrl: url, account: { email: "bob@example.com" } })
  )
  yield* (yield* Session).keep(yield* exchange(arrived))
})

overBothTransports(({ emulated }) => {
  describe("linked accounts", () => {
    it.effect("a linked account signs in and provides access tokens with its scopes, until it is unlinked", () =>
      Effect.gen(function*() {
        yield* signInAtProvider
        const { primaryEmail } = yield* currentUser.get({ or: "throw" })
        const [link] = yield* oauthProviders.list()
        const token = connectedAccounts.accessToken({ provider: "github" })
        const before = yield* token
        const more = yield* connectedAccounts.accessToken({ provider: "github", scopes: ["repo"] })
        yield* oauthProviders.unlink({ id: link!.id })

        assert.strictEqual(primaryEmail, "bob@example.com")
        assert.deepStrictEqual([before, more, yield* token].map(Option.isSome), [true, false, false])
        assert.deepStrictEqual(yield* oauthProviders.list(), [])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("a linked account can be used only for the allowed purposes", () =>
      Effect.gen(function*() {
        yield* signInAtProvider
        const [link] = yield* oauthProviders.list()

        yield* oauthProviders.update({ id: link!.id, allowConnectedAccounts: false })

        assert.deepInclude(yield* oauthProviders.get({ id: link!.id }), {
          allowSignIn: true,
          allowConnectedAccounts: false
        })
      }).pipe(Effect.provide(emulated(seed))))
  })
})
