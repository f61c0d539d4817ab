import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import { signUp } from "../../../src/emulator/support/support.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"

overBothTransports(({ emulated }) => {
  describe("the watchers of this project", () => {
    it.effect("observe-1: the tests of accounts, sessions and flows run their programs with a session ledger, the devtools' recorder and a tape", () =>
      Effect.gen(function*() {
        const { calls, entries, exchanges, thrown } = globalThis.seenByWatchers!
        const before = entries().length

        yield* signUp()
        yield* Users.getMe()
        yield* signOut()

        const tags = entries().slice(before).map((entry) => (entry as { readonly _tag: string })._tag)
        assert.deepStrictEqual(tags, ["SignedIn", "Ended"])
        assert.includeMembers(calls().map(({ endpoint }) => endpoint), ["password.signUp", "users.getMe"])
        assert.include(exchanges().at(-1)!.request.url, "/auth/sessions/current")
        assert.deepStrictEqual(thrown, [])
      }).pipe(Effect.provide(emulated())))
  })
})
