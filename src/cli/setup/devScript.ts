/** The `dev` script with the emulator. */
import { scriptInserted } from "../source/index.ts"
import type { Edit } from "./place.ts"

const isEmulatorStarted = (script: string): boolean => /\blatchkey emulator\b/.test(script)

/** Returns the script that runs a command with the emulator; `undefined` if the command needs a shell. */
export const withEmulator = (script: string): string | undefined =>
  isEmulatorStarted(script)
    ? script
    : /[&|;<>$`()*]|^\w+=/.test(script)
    ? undefined
    : `latchkey emulator -- ${script}`

/** Sets the `dev` script in a `package.json`, in the file's own style. */
export const withDevScript = (source: string, script: string, byHand: string): Edit => {
  const insertions = scriptInserted(source, "dev", script)
  return insertions === undefined
    ? { state: "unclear", text: byHand }
    : insertions.length === 0
    ? { state: "done" }
    : { state: "edited", insertions }
}
