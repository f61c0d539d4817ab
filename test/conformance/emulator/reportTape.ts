/** Checks contract and emulator with a tape. */
import * as Effect from "effect/Effect"
import type { Unusable } from "../recordings.ts"
import { report, section } from "../report.ts"
import { loadTape } from "../tape.ts"
import { playTape } from "./playTape.ts"
import type { EmulatorReport } from "./reportEmulator.ts"

export const reportTape = (file: string): Effect.Effect<EmulatorReport, Unusable> =>
  Effect.gen(function*() {
    const recording = yield* loadTape(file)
    const contract = report(recording)
    const { dependent, differences, exchanges } = yield* playTape(recording)
    return {
      failed: contract.failed + differences.length,
      lines: [
        "The contract, compared with the tape:",
        "",
        ...contract.lines,
        ...section("The emulator responds differently:", differences, (line) => [`  ${line}`]),
        ...section(
          "Not compared, because they depend on a request before the tape, or on the platform's hosting:",
          dependent,
          (line) => [`  ${line}`]
        ),
        "",
        `${exchanges} exchanges with the emulator, ${differences.length} differences, ${dependent.length} not compared`
      ]
    }
  })
