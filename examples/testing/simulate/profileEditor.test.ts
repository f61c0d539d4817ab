import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { forAnyPerson } from "./profileEditor.ts"
import { editorOnSharedComputer } from "./simulation.ts"

/** Timeout in milliseconds. Vitest's default of 5 seconds can be too short on a slow machine. */
const timeout = 60_000

it.effect("the simulation finds the race in an editor that saves for any person", () =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(editorOnSharedComputer(forAnyPerson))

    assert(error._tag === "LawBroken")
    assert.strictEqual(error.law, "a profile has the name that its owner typed")
    assert.isAtMost(error.plan.steps.length, 2)
  }), timeout)

it.effect("the simulation finds no race in the editor", () => editorOnSharedComputer(), timeout)
