/** The conformance command, without printing. */
import * as Effect from "effect/Effect"
import { parseArgs } from "node:util"
import { load, Unusable } from "./recordings.ts"
import { report } from "./report.ts"

/** Exit code of the command, and the lines that it prints. */
export interface Outcome {
  readonly code: 0 | 1 | 2
  readonly lines: ReadonlyArray<string>
}

const usage = [
  "Pass the folder with the recordings: npm run prove conformance -- <folder>",
  "or, to replay them with the emulator: npm run prove conformance -- --emulator <folder>",
  "or, to check contract and emulator with a tape: npm run prove conformance -- --tape <file>",
  "or, to run scenarios with any platform: npm run prove conformance -- --live <url>"
].join("\n")

/** Runs the command with the given arguments. */
export const run = (...args: ReadonlyArray<string>): Effect.Effect<Outcome> =>
  Effect.gen(function*() {
    const { positionals: [folder], values: { emulator, live, prune = false, tape } } = yield* parsed(args)
    // imported only when needed
    if (live !== undefined) {
      const { reportLive } = yield* Effect.promise(() => import("./live/reportLive.ts"))
      return yield* reportLive(liveOptions(live))
    }
    if (emulator !== undefined) {
      const { reportEmulator } = yield* Effect.promise(() => import("./emulator/reportEmulator.ts"))
      return yield* reportEmulator(emulator, prune)
    }
    if (tape !== undefined) {
      const { reportTape } = yield* Effect.promise(() => import("./emulator/reportTape.ts"))
      return yield* reportTape(tape)
    }
    if (folder !== undefined) return yield* Effect.map(load(folder), report)
    return yield* new Unusable({ message: usage })
  }).pipe(
    Effect.map(({ failed, lines }): Outcome => ({ code: failed === 0 ? 0 : 1, lines })),
    Effect.catch(({ message }) => Effect.succeed<Outcome>({ code: 2, lines: [message] }))
  )

const liveOptions = (url: string) => ({
  url,
  callbackUrl: process.env["CONFORMANCE_CALLBACK_URL"] ?? "http://localhost:3000/handler",
  outboxUrl: process.env["CONFORMANCE_OUTBOX_URL"]
})

const parsed = (args: ReadonlyArray<string>) =>
  Effect.try({
    try: () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          emulator: { type: "string" },
          live: { type: "string" },
          prune: { type: "boolean" },
          tape: { type: "string" }
        }
      }),
    catch: () => new Unusable({ message: usage })
  })
