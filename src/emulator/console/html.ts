/** HTML as values: what is put into it is text, unless it is HTML already. */

/** A piece of a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What stands in a piece. `false` and nothing are left out. */
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

/** A piece, with its parts made harmless. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(texts.reduce((before, text, index) => before + written(parts[index - 1]) + text))
