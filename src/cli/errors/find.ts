/** Finds errors by parts of their names. */
import { changes, changesToPart } from "../../../schemas/spelling.ts"
import type { ErrorEntry } from "./catalogue.ts"

/** Finds errors by name or tag, else by family, else by status, else by part of a name. Ignores case and separators. */
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

/** Returns up to three similar names, the closest first. At most a quarter of the letters may differ. */
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
