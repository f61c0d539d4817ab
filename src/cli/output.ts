/**
 * Output of a command: text, or with `--json` one line of JSON, `{ "schema": 1, "command", "ok", … }`. Long-running commands
 * print lines with an `event` before the result. Within schema 1, fields are never renamed or removed.
 */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import { print } from "./output/index.ts"

/** Global flag `--json`, before or after the command. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDescription("Print JSON, one object per line"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

type Fields = { readonly [name: string]: unknown }

const line = (fields: Fields): string => JSON.stringify({ schema: 1, ...fields })

/** Prints the result of a command. */
export const printResult = (command: string, result: Fields, text: string) =>
  Effect.flatMap(Json, (json) => print(json ? line({ command, ok: true, result }) : text))

/** Prints an event before the result. Without `text`, it is printed with `--json` only. */
export const event = (command: string, name: string, fields: Fields, text?: string) =>
  Effect.flatMap(
    Json,
    (json) => json ? print(line({ command, event: name, ...fields })) : text === undefined ? Effect.void : print(text)
  )

/** Returns the JSON line of a failed command. */
export const failureLine = (command: string, tag: string, message: string): string =>
  line({ command, ok: false, error: { tag, message } })
