import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Session } from "../../../../layers/session/Session.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"

overBothTransports(({ emulated }) => {
  describe("a project without anonymous users", () => {
    const flows = {
      "signUp.anonymously": signUp.anonymously(),
      "currentUser.get with anonymous": currentUser.get({ or: "anonymous" })
    }
    for (const [name, flow] of Object.entries(flows)) {
      it.effect(`without anonymous users, ${name} fails with AnonymousAccountsNotEnabled after one request, without a session`, () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(flow as Effect.Effect<unknown, { readonly _tag: string }, any>)

          assert.strictEqual(error._tag, "AnonymousAccountsNotEnabled")
          assert.strictEqual((yield* Session).state()._tag, "SignedOut")
          const endpoints = yield* Emulator.useSync(({ requests }) => requests.list().map(({ endpoint }) => endpoint))
          assert.deepStrictEqual(endpoints, ["anonymous.signUp"])
        }).pipe(Effect.provide(emulated({ config: { anonymousSignUpEnabled: false } }))))
    }
  })
})
