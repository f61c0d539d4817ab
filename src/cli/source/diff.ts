/** Shows insertions as a line diff. */
import { inOrder, type Insertion, withInsertions } from "./insertions.ts"

/** Line of both versions (` `), of the old one only (`-`), or of the new one only (`+`). */
interface Line {
  readonly mark: " " | "-" | "+"
  readonly text: string
}

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? []

const withoutEnd = (line: string): string => line.replace(/\r?\n$|\r$/, "")

/** Compares a line with the lines that replace it. */
const replaced = (line: string, after: string): ReadonlyArray<Line> => {
  const lines = linesOf(after)
  const plain = withoutEnd(line)
  const same = line === "" ? -1 : lines.findIndex((each) => withoutEnd(each) === plain)
  return [
    ...(same < 0 ? [{ mark: "-", text: line } as const] : []),
    ...lines.map((text, at) => ({ mark: at === same ? " " : "+", text } as const))
  ]
}

/**
 * Returns the changed lines with their marks, up to `context` unchanged lines around them, and `…` for omitted lines. Takes
 * linear time.
 */
export const diffOf = (text: string, insertions: ReadonlyArray<Insertion>, context: number): string => {
  const waiting = [...inOrder(insertions)]
  const lines: Array<Line> = []
  let start = 0
  const until = (end: number, line: string) => {
    const own: Array<Insertion> = []
    while (waiting.length > 0 && (waiting[0]!.at < end || end === text.length)) {
      const { at, text: added } = waiting.shift()!
      own.push({ at: at - start, text: added })
    }
    if (own.length === 0) lines.push({ mark: " ", text: line })
    else lines.push(...replaced(line, withInsertions(line, own)))
    start = end
  }
  for (const line of linesOf(text)) until(start + line.length, line)
  if (waiting.length > 0) until(text.length, "")
  const compared = lines.filter(({ mark, text }) => !(mark === "-" && text === ""))
  const shown = new Set(
    compared.flatMap(({ mark }, at) =>
      mark === " " ? [] : Array.from({ length: 2 * context + 1 }, (_, near) => at - context + near)
    )
  )
  return compared.flatMap(({ mark, text }, at) =>
    shown.has(at)
      ? [`${mark} ${withoutEnd(text)}`.trimEnd()]
      : at === 0 || shown.has(at - 1)
      ? ["…"]
      : []
  ).join("\n")
}
