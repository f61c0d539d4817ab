/** Adds Latchkey to existing source files. Computes the new text and writes nothing. */

/** Result of adding Latchkey to a file. */
export type Edit =
  /** The file already contains Latchkey. */
  | { readonly state: "done" }
  | { readonly state: "edited"; readonly text: string }
  /** No safe place for the change was found. `text` has to be added by hand. */
  | { readonly state: "unclear"; readonly text: string }

/** Whether a source already contains Latchkey. */
export const isDone = (source: string): boolean => /latchkey/i.test(source)

const isImport = /^(?:import\b.*|\} from .*)["'];?[ \t]*$/gm

const directives = /^(?:\s*(?:'use [a-z]+'|"use [a-z]+");?[ \t]*\n)*/

/** Adds imports after the existing ones, with the same quotes and semicolons. */
const importing = (source: string, lines: ReadonlyArray<string>): string => {
  const last = [...source.matchAll(isImport)].at(-1)
  const [quote, end] = last === undefined
    ? ["'", ""]
    : [last[0].includes("\"") ? "\"" : "'", last[0].trimEnd().endsWith(";") ? ";" : ""]
  const added = lines.map((line) => `${line.replaceAll("'", quote)}${end}`).join("\n")
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

/** Replaces the only match of `place`. Keeps line endings and a byte order mark. */
const edited = (
  source: string,
  place: RegExp,
  replacement: string,
  imports: ReadonlyArray<string>,
  byHand: string
): Edit => {
  if (isDone(source)) return { state: "done" }
  const hasCrlf = source.includes("\r\n")
  const mark = source.startsWith("\ufeff") ? "\ufeff" : ""
  const plain = source.slice(mark.length).replaceAll("\r\n", "\n")
  const [match, ...more] = plain.matchAll(new RegExp(place, `${place.flags}g`))
  if (match === undefined || more.length > 0 || isInComment(plain, match.index)) {
    return { state: "unclear", text: byHand }
  }
  const text = importing(plain.replace(place, replacement), imports)
  return { state: "edited", text: `${mark}${hasCrlf ? text.replaceAll("\n", "\r\n") : text}` }
}

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

/** Adds lines at the end of an `.env` file. */
export const appended = (source: string, lines: string): Edit => {
  const end = source.includes("\r\n") ? "\r\n" : "\n"
  const before = source === "" ? "" : source.endsWith("\n") ? end : `${end}${end}`
  return { state: "edited", text: `${source}${before}${lines.replaceAll("\n", end)}` }
}
