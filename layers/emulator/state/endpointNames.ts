/** The names of endpoints, where somebody writes one down. */
import { endpoints } from "../../../schemas/catalogue.ts"

const names = new Set(endpoints.map(({ spec }) => spec.name))

/** Whether an endpoint has that name. */
export const isEndpoint = (name: string): boolean => names.has(name)

/** The name that takes the fewest changes. */
export const nearest = (name: string): string =>
  [...names].reduce((best, other) => changes(name, other) < changes(name, best) ? other : best)

/** How many letters to add, drop or replace to get from one to the other (Levenshtein). */
const changes = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (let at = 0; at < to.length; at++) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === to[at] ? 0 : 1)))
    }
    row = next
  }
  return row[to.length]!
}
