/** Runs the scenarios with a platform, and reports which ones pass. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Unusable } from "../recordings.ts"
import { section } from "../report.ts"
import { type LiveOptions, LivePlatform, NotHere } from "./LivePlatform.ts"
import { refusalScenarios } from "./refusalScenarios.ts"
import type { Scenarios } from "./scenarios.ts"
import { signInScenarios } from "./signInScenarios.ts"
import { userScenarios } from "./userScenarios.ts"

/** All scenarios by title. */
export const scenarios: Scenarios = { ...refusalScenarios, ...signInScenarios, ...userScenarios }

/** Runs the scenarios one after another. */
export const reportLive = (options: LiveOptions) =>
  Effect.gen(function*() {
    const { client } = yield* LivePlatform
    const passed: Array<string> = []
    const skipped: Array<string> = []
    const broken: Array<string> = []
    for (const [law, scenario] of Object.entries(scenarios)) {
      const exit = yield* Effect.exit(Effect.scoped(Effect.provide(scenario, client, { local: true })))
      if (Exit.isSuccess(exit)) passed.push(law)
      else {
        const error = Cause.squash(exit.cause)
        if (error instanceof NotHere) skipped.push(`${law}: ${error.message}`)
        else broken.push(`${law}\n      ${messageOf(error)}`)
      }
    }
    return {
      failed: broken.length,
      lines: [
        `${options.url}:`,
        ...section("Passed:", passed, (line) => [`  ${line}`]),
        ...section("Skipped:", skipped, (line) => [`  ${line}`]),
        ...section("Failed:", broken, (line) => [`  ${line}`]),
        "",
        `${passed.length} passed, ${skipped.length} skipped, ${broken.length} failed`
      ]
    }
  }).pipe(
    Effect.provide(LivePlatform.layer(options)),
    Effect.mapError((error) =>
      new Unusable({ message: `The platform at ${options.url} cannot be used. ${messageOf(error)}` })
    )
  )

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll("\n", "\n      ")
