import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inAnyName } from "./profileEditor.ts"
import { editorOnSharedComputer } from "./simulation.ts"

it.effect("the simulation finds the race of an editor that saves in any name", () =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(editorOnSharedComputer(inAnyName))

    assert(error._tag === "LawBroken")
    assert.strictEqual(error.law, "a profile has the name that its owner typed")
    assert.isAtMost(error.plan.steps.length, 2)
  }))

it.effect("the simulation finds nothing in the editor", () => editorOnSharedComputer())
