/** The guide about simulations shows the output of its example. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { agentOfAda } from "../../examples/testing/simulate/agent.ts"
import { forAnyPerson } from "../../examples/testing/simulate/profileEditor.ts"
import { editorOnSharedComputer } from "../../examples/testing/simulate/simulation.ts"

it.effect("X2: the guide shows the timeline of the race in its example", () =>
  Effect.gen(function*() {
    const { message } = yield* Effect.flip(editorOnSharedComputer(forAnyPerson))

    const guide = readFileSync(new URL("../../docs/guides/simulation.md", import.meta.url), "utf8")
    assert.include(guide, message.slice(0, message.indexOf("\n\nSeed")))
  }))

it.effect("agents-3: the guide's agent breaks no law of sessions", () => agentOfAda)
