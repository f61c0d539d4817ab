/** Line-by-line differences between two versions of a text. */

/** Line of both versions (` `), of the old one only (`-`), or of the new one only (`+`). */
interface Line {
  readonly mark: " " | "-" | "+"
  readonly text: string
}

/** Compares two lists of lines by their longest common subsequence. */
const compared = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Line> => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] = before[i] === after[j]
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const lines: Array<Line> = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: " ", text: before[i++]! })
      j++
    } else if (j === after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      lines.push({ mark: "-", text: before[i++]! })
    } else {
      lines.push({ mark: "+", text: after[j++]! })
    }
  }
  return lines
}

const linesOf = (text: string): ReadonlyArray<string> => text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/)

/** Returns the changed lines with their marks, up to `context` unchanged lines around them, and `…` for omitted lines. */
export const diffOf = (before: string, after: string, context: number): string => {
  const lines = compared(linesOf(before), linesOf(after))
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ mark }) => mark !== " ")
  return lines.flatMap(({ mark, text }, at) =>
    isNear(at) ? [`${mark} ${text}`.trimEnd()] : at === 0 || isNear(at - 1) ? ["…"] : []
  ).join("\n")
}
