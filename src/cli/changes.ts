/** Confirms, writes and undoes the changes of a command. */
import * as Effect from "effect/Effect"
import { realpathSync } from "node:fs"
import { createInterface } from "node:readline/promises"
import { Declined } from "./Declined.ts"
import { Json, printResult } from "./output.ts"
import { dim, green, plain, yellow } from "./output/index.ts"
import { Busy, type Command, commit, NotWritten, OtherCommand, recover, undo, type Write } from "./transaction/index.ts"
import { Unusable } from "./Unusable.ts"

const busy = ({ message }: Busy): Declined =>
  new Declined({ tag: "Busy", sentence: `No file was changed: ${message}.` })

/** Removes the temporary files of a killed run, before the files are read. */
export const recovered = (folder: string) =>
  Effect.try({
    try: () => recover(folder),
    catch: (error) => {
      if (error instanceof Busy) return busy(error)
      throw error
    }
  })

/** Writes and changes all files, or none. Returns whether the changes can be undone later. */
export const writeAll = (folder: string, command: Command, writes: ReadonlyArray<Write>) =>
  Effect.try({
    try: () => commit(folder, command, writes),
    catch: (error) => {
      if (error instanceof Busy) return busy(error)
      if (!(error instanceof NotWritten)) throw error
      const { path, reason, remaining } = error
      return new Declined({
        tag: "NotWritten",
        sentence: `${path} cannot be written: ${reason}. ${
          remaining.length === 0
            ? "No file was changed."
            : `These files could not be restored: ${remaining.join(", ")}. Run latchkey ${command} --undo.`
        }`
      })
    }
  })

/** Returns the line that explains how to undo a run. */
export const undoLine = (command: Command, canUndo: boolean): string =>
  canUndo
    ? dim(`To undo this, run latchkey ${command} --undo.`)
    : `${yellow("!")} This can't be undone, because node_modules isn't a folder in this one.`

const listed = (files: ReadonlyArray<string>) => files.map(plain).join(", ")

/** Says which run has to be undone first. */
const otherCommand = (command: Command, { changed, created, isBelow, last }: OtherCommand): Declined => {
  const did = [
    ...(changed.length === 0 ? [] : [`changed ${listed(changed)}`]),
    ...(created.length === 0 ? [] : [`created ${listed(created)}`])
  ].join(" and ")
  const then = isBelow ? `, and then latchkey ${command} --undo` : ""
  return new Declined({
    tag: "OtherCommand",
    sentence: `Nothing was undone: the last run in this folder was one of latchkey ${last}, which ${did}. `
      + `Run latchkey ${last} --undo${then}.`
  })
}

/** Restores the files of the last run, which must be one of this command. */
export const restoreLast = (command: Command) =>
  Effect.gen(function*() {
    const undone = yield* Effect.try({
      try: () => undo(realpathSync(process.cwd()), command),
      catch: (error) =>
        error instanceof Busy
          ? busy(error)
          : error instanceof OtherCommand
          ? otherCommand(command, error)
          : new Declined({ tag: "NotWritten", sentence: `The last run cannot be undone: ${(error as Error).message}` })
    })
    if (undone === undefined) {
      return yield* new Declined({
        tag: "NothingToUndo",
        sentence:
          `There is nothing to undo: ${command} has changed no file in this folder, or the folder node_modules was removed or is a link.`
      })
    }
    const { kept, next, removed, restored } = undone
    yield* printResult(
      command,
      { restored, removed, kept },
      [
        ...(restored.length === 0 ? [] : [green(`Restored ${listed(restored)}.`)]),
        ...(removed.length === 0 ? [] : [green(`Removed ${listed(removed)}.`)]),
        ...(kept.length === 0
          ? []
          : [`${yellow("!")} Not restored, because it was edited or removed since: ${listed(kept)}.`]),
        ...(restored.length + removed.length + kept.length === 0 ? ["All files are already as before."] : []),
        ...(next === undefined ? [] : [dim(`To undo the run before it too, run latchkey ${next} --undo.`)])
      ].join("\n")
    )
    if (kept.length > 0) yield* Effect.sync(() => process.exitCode = 1)
  })

export const isAtTerminal = Effect.map(Json, (json) => !json && process.stdin.isTTY === true)

/** Asks a question that `y` and `yes` confirm. */
export const asked = (text: string) =>
  Effect.map(
    Effect.promise((signal) => question(`${text} [y/N] `, signal)),
    (reply) => /^y(?:es)?$/i.test(reply.trim())
  )

/** Prompts for confirmation of an action, such as "change 2 files". Fails without a terminal. */
export const confirmed = (action: string) =>
  Effect.gen(function*() {
    if (!(yield* isAtTerminal)) {
      return yield* new Unusable({
        sentence: `Not a terminal: pass --yes to ${action}, or --dry-run to see the plan.`
      })
    }
    return yield* asked(`${action[0]!.toUpperCase()}${action.slice(1)}?`)
  })

/** Asks a question at the terminal. */
export const question = async (text: string, signal: AbortSignal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input count as "no"
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")))
  return Promise.race([lines.question(text, { signal }).catch(() => ""), closed]).finally(() => lines.close())
}
