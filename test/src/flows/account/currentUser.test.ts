import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as contactChannels from "../../../../src/flows/account/contactChannels.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { accessToken, signedIn } from "../../../support/contract/project.ts"
import { wireUser } from "../../../support/contract/wireEntities.ts"
import { after, json, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"
import { emulated } from "../../emulator/support/support.ts"

describe("currentUser.update", () => {
  it.effect("currentUser.update sends no separate refresh request, even if the token expires in the meantime", () =>
    Effect.gen(function*() {
      const platform = scriptedTransport(after("10 seconds", json(wireUser)))
      yield* Effect.gen(function*() {
        const updating = yield* Effect.forkChild(currentUser.update({ displayName: "Ada" }))

        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(updating)

        assert.deepStrictEqual(platform.requests.map(({ method }) => method), ["PATCH"])
      }).pipe(Effect.provide(Layer.provide(signedIn(accessToken({ exp: 25 })), platform.layer)))
    }))
})

describe("the user's own primary address", () => {
  const [ada, ben] = ["ada@example.com", "ben@example.com"].map((email) => ({ email, password: "correct horse" }))
  const on = (revision: "2025-08" | "2026-04") =>
    Effect.provide(emulated({ revision, users: [ada!, ben!], config: { domains: [] } }))

  it.effect("a new primary address is unverified, the previous address is kept, and addresses of other users are rejected", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada!)

      const changed = yield* currentUser.update({ primaryEmail: "new@example.com" })
      const taken = yield* Effect.flip(currentUser.update({ primaryEmail: ben!.email }))

      assert.deepStrictEqual([changed.primaryEmail, changed.primaryEmailVerified], ["new@example.com", false])
      assert.sameMembers((yield* contactChannels.list()).map(({ value }) => value), ["new@example.com", ada!.email])
      assert.strictEqual(taken._tag, "UserWithEmailAlreadyExists")
    }).pipe(on("2026-04")))

  it.effect("a platform of 2025 rejects the primary address as a field, so the client changes it as a contact channel", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada!)

      const refused = yield* Effect.flip(currentUser.update({ primaryEmail: "new@example.com" }))
      yield* contactChannels.changePrimary({
        value: "new@example.com",
        callbackUrl: "http://localhost:3000/handler/email-verification"
      })

      assert.strictEqual(refused._tag === "CallError" && refused.reason._tag, "SchemaError")
      assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, "new@example.com")
    }).pipe(on("2025-08")))
})
