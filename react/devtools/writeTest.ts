/** Writes recorded requests as a test. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { SentExchange } from "../../layers/observe/exchanges/index.ts"
import { type Conversation, CurrentRecording, type RecordedCall } from "./recorder.ts"

/** Choices of the user. */
export interface TestChoices {
  /** Title of the test. If empty, the test is named after the failed call. */
  readonly title: string
  readonly from: "page load" | "record" | "last"
  /** Number of requests if `from` is `last`. */
  readonly last: number
  readonly to: "last failure" | "now"
  /** Name and module of the app's function to test. If either is empty, the test repeats the calls. */
  readonly name: string
  readonly module: string
}

export interface WrittenTest {
  readonly source: string
  readonly fileName: string
  /** Number of requests in the test. */
  readonly requests: number
  /** Number of replaced secrets and personal data. */
  readonly replaced: number
}

/** No test was written. The message is a sentence for the user. */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly message: string }> {}

/** Message for layers with their own transport, whose requests can't be recorded. */
const ownTransport =
  "The layer has a transport of its own, whose requests are not recorded. Use Tape.record from latchkey/testing."

/** Loads the code that writes tests. It contains the whole contract, so it isn't loaded with the panel. */
export const loadWriter = () => import("../../src/testing/tape/forDevtools.ts")

/** Writes a test from the chosen requests. Replaces their secrets and personal data. */
export const writeTest = (choices: TestChoices): Effect.Effect<WrittenTest, NotWritten> =>
  Effect.gen(function*() {
    const recording = yield* CurrentRecording
    const chosen = recording === undefined ? [] : chosenOf(recording.conversation, recording.calls(), choices)
    if (chosen.length === 0) {
      const isElsewhere = recording !== undefined && recording.calls().length > 0 &&
        recording.conversation.list().length === 0
      return yield* new NotWritten({ message: isElsewhere ? ownTransport : "There are no requests to save." })
    }
    const { conceal, toTest } = yield* Effect.tryPromise({
      try: loadWriter,
      catch: () => new NotWritten({ message: "The code that writes tests could not be loaded. Reload the page." })
    })
    const tape = conceal(chosen)
    const title = choices.title.trim()
    const [name, module] = [choices.name.trim(), choices.module.trim()]
    const program = name === "" || module === "" ? undefined : { name, module }
    return {
      source: toTest(tape, { title: title === "" ? undefined : title, program }),
      fileName: fileNameOf([title, program?.name, tape.exchanges.at(-1)?.endpoint]),
      requests: chosen.length,
      // request ids are replaced too, but are neither secret nor personal
      replaced: Object.keys(tape.standIns).filter((name) => !name.startsWith("request_id:")).length
    }
  })

/** Starts or ends the recording, which counts requests. */
export const setRecording = (isRecording: boolean): Effect.Effect<void> =>
  Effect.gen(function*() {
    const recording = yield* CurrentRecording
    const now = yield* Clock.currentTimeMillis
    if (recording !== undefined) recording.conversation.markedAt = isRecording ? now : undefined
  })

const chosenOf = (
  { list, markedAt = 0 }: Conversation,
  calls: ReadonlyArray<RecordedCall>,
  { from, last, to }: TestChoices
): ReadonlyArray<SentExchange> => {
  const failed = lastFailure(calls)
  const end = to === "now" || failed === undefined ? Infinity : failed.startedAt + (failed.tookMillis ?? 0)
  const before = list().filter(({ at }) => at <= end)
  return from === "last"
    ? before.slice(-last)
    : from === "record"
    ? before.filter(({ at }) => at >= markedAt)
    : before
}

/** Returns the last call that failed. */
export const lastFailure = (calls: ReadonlyArray<RecordedCall>): RecordedCall | undefined =>
  calls.findLast(({ outcome }) => !["interrupted", "ok", "running"].includes(outcome))

/** Returns a file name from the first text that has letters or digits. */
const fileNameOf = (texts: ReadonlyArray<string | undefined>): string => {
  const words = texts.map((text = "") =>
    text.replace(/[a-z](?=[A-Z])/g, "$& ").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(
      /[^a-z0-9]+/g,
      " "
    ).trim().slice(0, 60).trim()
      .replaceAll(" ", "-")
  )
  return `${words.find((word) => word !== "") ?? "conversation"}.tape.test.ts`
}
