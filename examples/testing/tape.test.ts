import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, Project, signIn } from "latchkey"
import { Tape } from "latchkey/testing"
import overload from "./overload.tape.json" with { type: "json" }

const tape = Tape.parse(overload)
const replay = Tape.replay(tape)
const live = Client.layerNoProject().pipe(
  Layer.provide(Layer.merge(Project.layer(replay.project), replay.layer)),
  Layer.provideMerge(replay.layerClock)
)

it.effect("the sign-in of the tape fails, because the platform is overloaded", () =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(signIn.withPassword({ email: "ada@example.com", password: "any password" }))

    assert.strictEqual(error._tag === "CallError" && error.reason._tag, "RateLimited")
    replay.assertPlayed()
  }).pipe(Effect.provide(live)))
