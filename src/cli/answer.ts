/**
 * What a command answers: text for people, or with `--json` one line of JSON, `{ "schema": 1, "command", "ok", … }`.
 * Commands that go on for a while say what happens in lines of their own before it, each with an `event`. Within
 * schema 1 nothing is renamed or removed.
 */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import { say } from "./words.ts"

/** `--json`, before or after the command. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDescription("Answer in JSON, one object a line"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

type Fields = { readonly [name: string]: unknown }

const line = (fields: Fields): string => JSON.stringify({ schema: 1, ...fields })

/** The last thing a command says. */
export const answer = (command: string, result: Fields, text: string) =>
  Effect.flatMap(Json, (json) => say(json ? line({ command, ok: true, result }) : text))

/** Something on the way there. People are told only when `text` is given. */
export const event = (command: string, name: string, fields: Fields, text?: string) =>
  Effect.flatMap(
    Json,
    (json) => json ? say(line({ command, event: name, ...fields })) : text === undefined ? Effect.void : say(text)
  )

/** The line for a command that failed. */
export const failureLine = (command: string, tag: string, message: string): string =>
  line({ command, ok: false, error: { tag, message } })
