import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFile } from "node:fs/promises"
import { text as textOf } from "node:stream/consumers"
import { LedgerFile, sentenceOf, whySignedOut } from "../../../layers/observe/ledger/index.ts"
import { bold, dim, plain } from "../output/index.ts"

/** The ledger can't be read. */
class LedgerUnreadable extends Data.TaggedError("LedgerUnreadable")<{ readonly sentence: string }> {}

/** Reads a saved session ledger from a file, or from standard input if the file is `-`. Returns the output. */
export const sessionLedger = Effect.fnUntraced(function*(file: string) {
  const text = yield* Effect.tryPromise({
    try: () => file === "-" ? textOf(process.stdin) : readFile(file, "utf8"),
    catch: (error) =>
      new LedgerUnreadable({
        sentence: `The file ${plain(file)} cannot be read (${(error as NodeJS.ErrnoException).code}).`
      })
  })
  const { ledger } = yield* Effect.mapError(decode(text), () =>
    new LedgerUnreadable({
      sentence: `${file === "-" ? "The input" : `The file ${plain(file)}`} is not a session ledger. Save one with `
        + "“Export as JSON” in the devtools, or with SessionLedger.fileOf(ledger.entries())."
    }))
  const why = whySignedOut(ledger)
  const [end = "No session has ended in this ledger.", ...causes] = why ?? []
  return {
    result: { whySignedOut: why ?? null, entries: ledger.map((entry) => ({ ...entry, sentence: sentenceOf(entry) })) },
    text: [
      ...ledger.map((entry) => `${dim(timeOf(entry.at))}  ${plain(sentenceOf(entry))}`),
      "",
      bold(plain(end)),
      ...causes.map((cause) => `  because: ${plain(cause)}`)
    ].join("\n")
  }
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(LedgerFile))

const timeOf = (at: number): string => Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "at an unknown time"
