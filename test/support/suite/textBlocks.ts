/** The outputs that pages of the documentation show. */
import { readFileSync } from "node:fs"

/** Returns the first block of plain text after a marker in a page. */
export const textBlockAfter = (page: string, marker: string): string => {
  const text = readFileSync(page, "utf8")
  const [, block] = /\n```text(?: \[Output\])?\n([^]*?)\n```/.exec(text.slice(text.indexOf(marker))) ?? []
  if (!text.includes(marker) || block === undefined) throw new Error(`${page} shows no output after ${marker}`)
  return block
}
