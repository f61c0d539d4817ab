/** Finding an error by what somebody remembers of it. */
import { changes, changesToPart } from "../../../schemas/spelling.ts"
import type { ErrorEntry } from "./catalogue.ts"

/** By name or tag; of a family, by its tag; by status; by a part of the name. In any case, with or without separators. */
export const find = (entries: ReadonlyArray<ErrorEntry>, search: string): ReadonlyArray<ErrorEntry> => {
  const wanted = letters(search)
  const tests: ReadonlyArray<(entry: ErrorEntry) => boolean> = [
    ({ name, tag }) => letters(name) === wanted || letters(tag) === wanted,
    ({ families }) => families.some((family) => letters(family) === wanted),
    ({ status }) => String(status) === wanted,
    ({ name }) => wanted !== "" && letters(name).includes(wanted)
  ]
  const found = tests.map((test) => entries.filter(test)).find((found) => found.length > 0) ?? []
  return found.some(({ name }) => name === "CallError") ? [...found, ...entries.filter(isReason)] : found
}

const letters = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "")

const isReason = ({ kind }: ErrorEntry): boolean => kind === "reason"

/** The names that take the fewest changes, where a quarter of the letters or fewer are wrong; at most three. */
export const nearest = (entries: ReadonlyArray<ErrorEntry>, search: string): ReadonlyArray<string> => {
  const wanted = letters(search)
  const measured = entries.map(({ name, tag }) => {
    const spellings = [letters(name), letters(tag)]
    return {
      name,
      toPart: Math.min(...spellings.map((spelling) => changesToPart(wanted, spelling))),
      toAll: Math.min(...spellings.map((spelling) => changes(wanted, spelling)))
    }
  })
  return measured
    .filter(({ toPart }) => toPart <= wanted.length / 4)
    .toSorted((a, b) => a.toPart - b.toPart || a.toAll - b.toAll)
    .slice(0, 3)
    .map(({ name }) => name)
}
