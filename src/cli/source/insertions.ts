/** Changes to text. Each change only inserts, so that the rest of the file stays byte for byte the same. */
import MagicString from "magic-string"
import { type Module, moduleOf, type Node, statementsOf } from "./syntax.ts"

/** Text to insert before the character at an index. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Returns the insertions in the order of their positions. */
export const inOrder = (insertions: ReadonlyArray<Insertion>): ReadonlyArray<Insertion> =>
  insertions.toSorted((one, other) => one.at - other.at)

/** Inserts into text. Insertions at the same position keep their order. */
export const withInsertions = (text: string, insertions: ReadonlyArray<Insertion>): string => {
  const edited = new MagicString(text)
  for (const { at, text: added } of inOrder(insertions)) edited.appendLeft(at, added)
  return edited.toString()
}

/** Ranges of the bytes that insertions add to the new file, as pairs of an offset and a length. */
export const insertedBytes = (
  text: string,
  insertions: ReadonlyArray<Insertion>
): ReadonlyArray<readonly [offset: number, length: number]> => {
  const ranges: Array<readonly [number, number]> = []
  let [read, offset] = [0, 0]
  for (const { at, text: added } of inOrder(insertions)) {
    offset += Buffer.byteLength(text.slice(read, at))
    read = at
    const length = Buffer.byteLength(added)
    ranges.push([offset, length])
    offset += length
  }
  return ranges
}

/**
 * Whether a module keeps its own statements and directives after the insertions, and all new statements start in
 * inserted text. False if the result doesn't parse.
 */
export const keepsStatements = (module: Module, insertions: ReadonlyArray<Insertion>): boolean => {
  const sorted = inOrder(insertions)
  const after = moduleOf(module.path, withInsertions(module.text, sorted))
  if (after === undefined) return false
  const place = (at: number): number =>
    sorted.reduce((moved, insertion) => insertion.at <= at ? moved + insertion.text.length : moved, at)
  const key = ({ type }: Node, start: number) => `${type} ${start}`
  // the semicolon of an empty statement may end the statement before it
  const all = (each: Module) =>
    [...each.program["directives"] as ReadonlyArray<Node>, ...statementsOf(each)].filter(({ type }) =>
      type !== "EmptyStatement"
    )
  const left = new Set(all(after).map((node) => key(node, node.start)))
  if (!all(module).every((node) => left.delete(key(node, place(node.start))))) return false
  let moved = 0
  const added = sorted.map(({ at, text }) => {
    const start = at + moved
    moved += text.length
    return { start, end: start + text.length }
  })
  return all(after).filter((node) => left.has(key(node, node.start))).every((node) =>
    added.some(({ end, start }) => node.start >= start && node.start < end)
  )
}
