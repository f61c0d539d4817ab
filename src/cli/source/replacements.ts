/** Replaced ranges of text, for changes that can't be insertions. */

/** New text for the characters between two indexes. An insertion has the same index twice. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

const inPlace = (replacements: ReadonlyArray<Replacement>): ReadonlyArray<Replacement> =>
  replacements.toSorted((one, other) => one.start - other.start || one.end - other.end)

/** Whether two replacements change the same characters, or insert at the same position. */
export const overlap = (one: Replacement, other: Replacement): boolean =>
  one.start === one.end && other.start === other.end
    ? one.start === other.start
    : one.start < other.end && other.start < one.end

/** Replaces ranges of text. The ranges must not overlap. */
export const withReplacements = (text: string, replacements: ReadonlyArray<Replacement>): string => {
  const parts: Array<string> = []
  let at = 0
  for (const { end, start, text: added } of inPlace(replacements)) {
    parts.push(text.slice(at, start), added)
    at = end
  }
  return [...parts, text.slice(at)].join("")
}

/** Ranges of the new file's bytes as offsets and lengths, with the text that each replaces. */
export const replacedBytes = (
  text: string,
  replacements: ReadonlyArray<Replacement>
): ReadonlyArray<readonly [offset: number, length: number, replaced: string]> => {
  let [read, offset] = [0, 0]
  return inPlace(replacements).map(({ end, start, text: added }) => {
    const at = offset + Buffer.byteLength(text.slice(read, start))
    const length = Buffer.byteLength(added)
    read = end
    offset = at + length
    return [at, length, text.slice(start, end)] as const
  })
}

interface Block {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
  /** Number of the first line, counted from 1. */
  readonly line: number
}

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? []

const withoutEnd = (line: string): string => line.replace(/\r?\n$|\r$/, "")

/** Groups the replacements by the lines that they change, and returns these lines before and after. */
const blocksOf = (text: string, replacements: ReadonlyArray<Replacement>): ReadonlyArray<Block> => {
  const lines = linesOf(text)
  const starts: Array<number> = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length
  }
  const waiting = [...inPlace(replacements)]
  const blocks: Array<Block> = []
  for (let line = 0; line < lines.length && waiting.length > 0; line++) {
    const from = starts[line]!
    const first = line
    let to = from + lines[line]!.length
    const own: Array<Replacement> = []
    const changed = () =>
      withReplacements(
        text.slice(from, to),
        own.map(({ end, start, text }) => ({ start: start - from, end: end - from, text }))
      )
    const isOpen = () => to < text.length && own.length > 0 && /[^\r\n]$/.test(changed())
    for (let more = true; more; more = isOpen()) {
      // a line that lost its line break continues on the next line
      if (own.length > 0) to = starts[++line]! + lines[line]!.length
      while (waiting.length > 0 && (waiting[0]!.start < to || to === text.length)) {
        const next = waiting.shift()!
        own.push(next)
        while (to < next.end && line + 1 < lines.length) to = starts[++line]! + lines[line]!.length
      }
    }
    if (own.length === 0) continue
    blocks.push({
      before: linesOf(text.slice(from, to)),
      after: linesOf(changed()),
      line: first + 1
    })
  }
  return blocks
}

/** Shows every changed line with its number: the old line after `-`, the new one after `+`. */
export const changedLines = (text: string, replacements: ReadonlyArray<Replacement>): string =>
  blocksOf(text, replacements).map(({ after, before, line }) =>
    [
      `@ line ${line}`,
      ...before.map((each) => `- ${withoutEnd(each)}`),
      ...after.map((each) => `+ ${withoutEnd(each)}`)
    ].join("\n")
  ).join("\n")
