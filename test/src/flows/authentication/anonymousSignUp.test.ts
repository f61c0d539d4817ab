import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Session } from "../../../../layers/session/Session.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import { signedOut } from "../../../support/project.ts"
import { knownError, scriptedTransport } from "../../../support/scriptedTransport.ts"

describe("a project that takes no anonymous users", () => {
  const flows = {
    "signUp.anonymously": signUp.anonymously(),
    "currentUser.get with anonymous": currentUser.get({ or: "anonymous" })
  }
  for (const [name, flow] of Object.entries(flows)) {
    it.effect(`has ${name} fail with an error of its own, after one request, and nobody signed in`, () => {
      const { layer, requests } = scriptedTransport(knownError("ANONYMOUS_ACCOUNTS_NOT_ENABLED", 400))
      return Effect.gen(function*() {
        const error = yield* Effect.flip(flow as Effect.Effect<unknown, { readonly _tag: string }, any>)

        assert.strictEqual(error._tag, "AnonymousAccountsNotEnabled")
        assert.strictEqual((yield* Session).state()._tag, "SignedOut")
        assert.lengthOf(requests, 1)
      }).pipe(Effect.provide(Layer.provide(signedOut, layer)))
    })
  }
})
