/** What a person would change in a file that is there already. Nothing here writes: these texts are shown. */

const isImport = /^(?:import\b.*|\} from .*)["'];?[ \t]*$/gm

/** The source with these imports after its own. */
const importing = (source: string, lines: ReadonlyArray<string>): string => {
  const last = [...source.matchAll(isImport)].at(-1)
  const end = last === undefined ? 0 : last.index + last[0].length
  const added = lines.join("\n")
  return last === undefined ? `${added}\n${source}` : `${source.slice(0, end)}\n${added}${source.slice(end)}`
}

/** `done`: Latchkey is in it already. `unclear`: where to put it is not seen. */
type Edited = { readonly state: "done" } | { readonly state: "edited"; readonly text: string } | {
  readonly state: "unclear"
}

/** Whether Latchkey is in a source. */
export const isDone = (source: string): boolean => /latchkey/i.test(source)

const edited = (source: string, place: RegExp, replacement: string, imports: ReadonlyArray<string>): Edited =>
  isDone(source)
    ? { state: "done" }
    : source.match(new RegExp(place, `${place.flags}g`))?.length === 1
    ? { state: "edited", text: importing(source.replace(place, replacement), imports) }
    : { state: "unclear" }

/** The module that renders an app, with the provider around it. */
export const aroundApp = (source: string): Edited => {
  const onItsLine = /^([ \t]*)<App \/>[ \t]*$/m
  const imports = ["import { Latchkey } from './latchkey'"]
  return onItsLine.test(source)
    ? edited(source, onItsLine, "$1<Latchkey>\n$1  <App />\n$1</Latchkey>", imports)
    : edited(source, /<App \/>/, "<Latchkey><App /></Latchkey>", imports)
}

/** A root layout of Next.js, with the provider around its children. */
export const aroundChildren = (source: string): Edited =>
  edited(source, /\{children\}/, "<LatchkeyProvider>{children}</LatchkeyProvider>", [
    "import 'latchkey/react/screens.css'",
    "import { LatchkeyProvider } from '../latchkey'"
  ])
