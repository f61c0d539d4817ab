/** How far apart two spellings are, for those who mistyped a name. */

/** How many letters to add, drop or replace to get from one to the other (Levenshtein). */
export const changes = (from: string, to: string): number =>
  lastRow(from, to, Array.from({ length: to.length + 1 }, (_, at) => at)).at(-1)!

/** The same to whatever part of the other is closest. */
export const changesToPart = (from: string, to: string): number =>
  Math.min(...lastRow(from, to, Array.from({ length: to.length + 1 }, () => 0)))

/** What it takes to get to each beginning of the other. `row`: what it costs to leave as much of it out at the start. */
const lastRow = (from: string, to: string, row: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...from].reduce((row, letter) => {
    const next = [row[0]! + 1]
    for (let at = 0; at < to.length; at++) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === to[at] ? 0 : 1)))
    }
    return next
  }, row)
