/** Adds Latchkey to existing source files. Computes the new text and writes nothing. */
import { isDeepStrictEqual } from "node:util"

/** Result of adding Latchkey to a file. */
export type Edit =
  /** The file already contains Latchkey. */
  | { readonly state: "done" }
  | { readonly state: "edited"; readonly text: string }
  /** No safe place for the change was found. `text` has to be added by hand. */
  | { readonly state: "unclear"; readonly text: string }

/** Whether a source already contains Latchkey. */
export const isDone = (source: string): boolean => /latchkey/i.test(source)

const isImport = /^(?:(?:import\b.*|\} from .*)["']|(?:const|let|var) .*\brequire\(["'][^"']*["']\));?[ \t]*$/gm

const directives = /^(?:\s*(?:'use [a-z]+'|"use [a-z]+");?[ \t]*\n)*/

const lastImport = (source: string) => [...source.matchAll(isImport)].at(-1)

/** Returns a function that formats lines of code with the same quotes and semicolons as the source's imports. */
const styleOf = (source: string) => {
  const [last = ""] = lastImport(source) ?? []
  const [quote, end] = [last.includes("\"") ? "\"" : "'", last.trimEnd().endsWith(";") ? ";" : ""]
  return (lines: string) => lines.replaceAll("'", quote).replaceAll(/(?<=[)'"])$/gm, end)
}

/** Adds imports after the existing ones, with the same quotes and semicolons. */
const importing = (source: string, lines: ReadonlyArray<string>): string => {
  const last = lastImport(source)
  const added = styleOf(source)(lines.join("\n"))
  if (last === undefined) {
    const start = directives.exec(source)![0].length
    return `${source.slice(0, start)}${added}\n${source.slice(start)}`
  }
  const at = last.index + last[0].length
  return `${source.slice(0, at)}\n${added}${source.slice(at)}`
}

/** Whether a position in a source is in a comment. Checks its line only. */
const isInComment = (source: string, at: number): boolean =>
  /\/\/|\/\*|^\s*\*/.test(source.slice(source.lastIndexOf("\n", at) + 1, at))

/**
 * Changes a source with `change`, which returns `undefined` if the source has no safe place for the change. Keeps line
 * endings and a byte order mark.
 */
const changed = (source: string, byHand: string, change: (plain: string) => string | undefined): Edit => {
  if (isDone(source)) return { state: "done" }
  const hasCrlf = source.includes("\r\n")
  const mark = source.startsWith("\ufeff") ? "\ufeff" : ""
  const text = change(source.slice(mark.length).replaceAll("\r\n", "\n"))
  return text === undefined
    ? { state: "unclear", text: byHand }
    : { state: "edited", text: `${mark}${hasCrlf ? text.replaceAll("\n", "\r\n") : text}` }
}

/** Replaces the only match of `place`, and adds imports. */
const edited = (
  source: string,
  place: RegExp,
  replacement: string,
  imports: ReadonlyArray<string>,
  byHand: string
): Edit =>
  changed(source, byHand, (plain) => {
    const [match, ...more] = plain.matchAll(new RegExp(place, `${place.flags}g`))
    return match === undefined || more.length > 0 || isInComment(plain, match.index)
      ? undefined
      : importing(plain.replace(place, replacement), imports)
  })

/** Puts the provider around `<App />` in the module that renders a React app. */
export const aroundApp = (source: string, byHand: string): Edit => {
  const ownLine = /^([ \t]*)<App \/>[ \t]*\r?$/m
  const imports = ["import { Latchkey } from './latchkey'"]
  return ownLine.test(source)
    ? edited(source, /^([ \t]*)<App \/>[ \t]*$/m, "$1<Latchkey>\n$1  <App />\n$1</Latchkey>", imports, byHand)
    : edited(source, /<App \/>/, "<Latchkey><App /></Latchkey>", imports, byHand)
}

/** Puts the provider around the children in a root layout of Next.js. */
export const aroundChildren = (source: string, byHand: string): Edit => {
  const inElement = ">{children}<"
  const provided = "<LatchkeyProvider>{children}</LatchkeyProvider>"
  const imports = ["import 'latchkey/react/screens.css'", "import { LatchkeyProvider } from '../latchkey'"]
  return source.includes(inElement)
    ? edited(source, />\{children\}</, `>${provided}<`, imports, byHand)
    : edited(source, /\{children\}/, provided, imports, byHand)
}

const expressApp = /^(?:export )?(?:const|let|var) (\w+)(?:: [\w.]+)? = express\(\)/gm

/**
 * Returns the name of the variable with the server's Express app; `undefined` unless there is exactly one app at the
 * top level.
 */
export const expressAppOf = (source: string): string | undefined => {
  const [app, ...more] = source.matchAll(expressApp)
  return more.length > 0 ? undefined : app?.[1]
}

/**
 * Returns the place of a new route: before the server listens or is exported, and before the first middleware that may end
 * every request. Comments above a statement belong to it.
 */
const routePlace = (source: string, app: string): number | undefined => {
  const inline = "async\\b|function\\b|\\(|\\w+ =>"
  const named = "\\w*(?:[nN]ot_?[fF]ound|[eE]rror|404)"
  const catchAll = "[\"'`/][^\\w\"'`]*\\*"
  const statements = [
    `(?:(?:const|let|var) \\w+ = )?${app}\\.listen\\(`,
    `${app}\\.(?:use|all|get)\\(\\s*(?:${inline}|${named}|${catchAll})`,
    `module\\.exports = ${app}\\b`,
    `export default ${app}\\b`
  ]
  return RegExp(`^(?://.*\\n)*(?:${statements.join("|")})`, "m").exec(source)?.index
}

/** Adds a route and its imports to an Express server. */
export const withRoute = (
  source: string,
  { imports, names, route }: {
    readonly imports: ReadonlyArray<string>
    /** Names and path of the route. A source that already contains one of them is left unchanged. */
    readonly names: ReadonlyArray<string>
    readonly route: string
  },
  byHand: string
): Edit =>
  changed(source, byHand, (plain) => {
    const app = expressAppOf(plain)
    const at = app === undefined ? undefined : routePlace(plain, app)
    if (at === undefined || names.some((name) => plain.includes(name))) return undefined
    return importing(`${plain.slice(0, at)}${styleOf(plain)(route)}\n${plain.slice(at)}`, imports)
  })

/** Adds lines at the end of an `.env` file. */
export const appended = (source: string, lines: string): Edit => {
  const end = source.includes("\r\n") ? "\r\n" : "\n"
  const before = source === "" ? "" : source.endsWith("\n") ? end : `${end}${end}`
  return { state: "edited", text: `${source}${before}${lines.replaceAll("\n", end)}` }
}

const isEmulatorStarted = (script: string): boolean => /\blatchkey emulator\b/.test(script)

/** Returns the script that runs a command with the emulator; `undefined` if the command needs a shell. */
export const withEmulator = (script: string): string | undefined =>
  isEmulatorStarted(script)
    ? script
    : /[&|;<>$`()*]|^\w+=/.test(script)
    ? undefined
    : `latchkey emulator -- ${script}`

interface Manifest {
  readonly scripts?: { readonly [name: string]: string }
}

/** Sets the script `dev` in a `package.json`, in the file's own style. */
export const withDevScript = (source: string, script: string, byHand: string): Edit => {
  const mark = source.startsWith("\ufeff") ? "\ufeff" : ""
  const plain = source.slice(mark.length)
  const before = JSON.parse(plain) as Manifest
  if (before.scripts?.["dev"] === script) return { state: "done" }
  const value = JSON.stringify(script)
  const indent = /^[ \t]+(?=")/m.exec(plain)?.[0] ?? "  "
  const end = plain.includes("\r\n") ? "\r\n" : "\n"
  const text = before.scripts?.["dev"] !== undefined
    ? plain.replace(/("scripts"\s*:\s*\{[^{}]*"dev"\s*:\s*)"(?:[^"\\]|\\.)*"/, (_, start: string) => `${start}${value}`)
    : before.scripts !== undefined && Object.keys(before.scripts).length > 0
    ? plain.replace(
      /("scripts"\s*:\s*\{)(\s*)/,
      (_, start: string, space: string) => `${start}${space}"dev": ${value},${space}`
    )
    : JSON.stringify({ ...before, scripts: { dev: script } }, null, indent).replaceAll("\n", end) +
      (plain.endsWith("\n") ? end : "")
  const after = JSON.stringify({ ...before, scripts: { ...before.scripts, dev: script } })
  return sameJson(text, after) ? { state: "edited", text: `${mark}${text}` } : { state: "unclear", text: byHand }
}

/** Whether two JSON texts have the same fields, in any order. */
const sameJson = (one: string, other: string): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
  } catch {
    return false
  }
}
