import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import { accessToken, signedIn } from "../../../support/project.ts"
import { after, json, scriptedTransport } from "../../../support/scriptedTransport.ts"
import { wireUser } from "../../../support/wireEntities.ts"

describe("currentUser.update", () => {
  it.effect("makes no request of its own to renew the token, even where that ends meanwhile", () =>
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
