/** Builds HTML. Interpolated text is escaped; interpolated {@link Html} isn't. */

/** HTML fragment of a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Value that can be interpolated. `false`, `null` and `undefined` are omitted. */
export type Part = Html | string | number | false | null | undefined | ReadonlyArray<Part>

const escapes: { readonly [char: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const written = (part: Part): string =>
  part instanceof Html
    ? part.text
    : part === false || part === null || part === undefined
    ? ""
    : typeof part === "object"
    ? part.map(written).join("")
    : String(part).replace(/[&<>"']/g, (char) => escapes[char]!)

/** Builds a fragment from a template. Escapes interpolated text. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(texts.reduce((before, text, index) => before + written(parts[index - 1]) + text))
