/** The command that starts a project, in the same way as the project's own scripts. */
import { frameworks } from "../project/index.ts"
import type { Place } from "./place.ts"

/** Returns the name of the script that starts the app in development; `undefined` without such a script. */
export const startScript = ({ found, kind }: Place): string | undefined =>
  [...frameworks[kind].scripts ?? ["dev"], "dev", "start"].find((name) => found.scripts?.[name] !== undefined)

/** Returns the command that starts the app of a framework that reads the settings itself. */
export const startOf = (place: Place): string => place.commands.script(startScript(place) ?? "dev")

const needsShell = /[&|;<>$`()*'"]|^\w+=/

/** Folders with built files. */
const built = /^(?:\.\/)?(?:dist|build|out|lib|node_modules)\//

/** Returns the file that a script starts with Node or tsx; `undefined` for other scripts, and for built files. */
export const fileIn = (script: string): string | undefined => {
  const [program = "", ...words] = script.trim().split(/\s+/)
  if (needsShell.test(script) || !/^(?:node|tsx)$/.test(program)) return undefined
  const file = words.find((word) => /^[^-].*\.[cm]?[jt]s$|^\.?\/?\w[\w-]*(?:\/[\w-]+)+$/.test(word))
  return file === undefined || built.test(file) ? undefined : file
}

const loadsEnv = (script: string): boolean => /--env-file|\bdotenv\b|^bun\b|\benv-cmd\b/.test(script)

/** Command that starts a server, and a note about the project's own script. */
interface Start {
  readonly command: string
  readonly notes: ReadonlyArray<string>
}

/**
 * Returns the command that starts a server with the settings in `.env`. `fallback`: command for a project without a script
 * that starts it.
 */
export const serverStart = (place: Place, fallback: string): Start => {
  const { commands, found, has } = place
  const name = [startScript(place), "start"].find((each) =>
    each !== undefined && found.scripts?.[each] !== undefined &&
    !built.test(found.scripts[each].replace(/^node\s+/, ""))
  )
  const script = name === undefined ? undefined : found.scripts?.[name]
  if (name === undefined || script === undefined) return { command: fallback, notes: [] }
  const own = commands.script(name)
  if (loadsEnv(script) || has("dotenv")) return { command: own, notes: [] }
  if (fileIn(script) !== undefined) {
    const [program, ...words] = script.trim().split(/\s+/) as [string, ...Array<string>]
    const [watch, rest] = program === "tsx" && words[0] === "watch" ? ["watch ", words.slice(1)] : ["", words]
    const line = `${program} ${watch}--env-file=.env ${rest.join(" ")}`
    return { command: program === "node" ? line : commands.exec(line), notes: [] }
  }
  return {
    command: own,
    notes: [`The script ${name} must read the settings in .env, for example with node --env-file=.env.`]
  }
}
