/** Computes edit distances, to suggest corrections for mistyped names. */

/** Counts the letters to insert, delete or replace to get from one text to the other (Levenshtein distance). */
export const changes = (from: string, to: string): number =>
  lastRow(from, to, Array.from({ length: to.length + 1 }, (_, at) => at)).at(-1)!

/** Returns the edit distance from a text to the closest part of another text. */
export const changesToPart = (from: string, to: string): number =>
  Math.min(...lastRow(from, to, Array.from({ length: to.length + 1 }, () => 0)))

/** Returns the last row of the distance matrix: the distances to each prefix of `to`. `row` is the first row. */
const lastRow = (from: string, to: string, row: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...from].reduce((row, letter) => {
    const next = [row[0]! + 1]
    for (let at = 0; at < to.length; at++) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === to[at] ? 0 : 1)))
    }
    return next
  }, row)
