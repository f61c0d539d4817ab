/** JSON, with comments and trailing commas where tools accept them. */
import { type Node, parse, type ParseError, parseTree } from "jsonc-parser"
import { isDeepStrictEqual } from "node:util"
import { type Insertion, withInsertions } from "./insertions.ts"
import { indentUnit, lineEndAt } from "./text.ts"

/** Reads JSON with comments, such as `tsconfig.json`; `undefined` if it is malformed. */
export const withComments = (text: string): unknown => {
  const errors: Array<ParseError> = []
  const value: unknown = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true })
  return errors.length === 0 ? value : undefined
}

/** Reads plain JSON; `undefined` if it is malformed. */
const plainJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""))
  } catch {
    return undefined
  }
}

const fieldOf = (object: Node, name: string): Node | undefined =>
  object.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1]

/** Appends a field to an object, which may be empty. */
const withField = (text: string, object: Node, field: string, indent: string): Insertion => {
  const last = object.children?.at(-1)
  const lineEnd = lineEndAt(text, object.offset + 1)
  const isOneLine = !/[\r\n]/.test(text.slice(object.offset, object.offset + object.length))
  if (last !== undefined) {
    return { at: last.offset + last.length, text: isOneLine ? `, ${field}` : `,${lineEnd}${indent}${field}` }
  }
  return {
    at: object.offset + 1,
    text: `${lineEnd}${indent}${field}${lineEnd}${indent.slice(indentUnit(text).length)}`
  }
}

/**
 * Sets a script in the text of a `package.json`. Returns the insertions: none if the script is already set, and
 * `undefined` if the new text would need more than insertions.
 */
export const scriptInserted = (text: string, name: string, script: string): ReadonlyArray<Insertion> | undefined => {
  const before = plainJson(text)
  const mark = text.startsWith("\ufeff") ? 1 : 0
  const root = parseTree(text.slice(mark))
  if (root?.type !== "object" || typeof before !== "object" || before === null) return undefined
  const scripts = fieldOf(root, "scripts")
  const present = scripts === undefined ? undefined : fieldOf(scripts, name)
  const insertions = (): ReadonlyArray<Insertion> | undefined => {
    const value = JSON.stringify(script)
    const unit = indentUnit(text)
    if (present !== undefined) {
      const old = text.slice(mark + present.offset + 1, mark + present.offset + present.length - 1)
      const added = value.slice(1, -1)
      return present.type === "string" && added.endsWith(old)
        ? added === old ? [] : [{ at: present.offset + 1, text: added.slice(0, added.length - old.length) }]
        : undefined
    }
    if (scripts === undefined) {
      const lineEnd = lineEndAt(text, 1)
      return [
        withField(
          text.slice(mark),
          root,
          `"scripts": {${lineEnd}${unit}${unit}${JSON.stringify(name)}: ${value}${lineEnd}${unit}}`,
          unit
        )
      ]
    }
    const first = scripts.children?.[0]
    return scripts.type !== "object"
      ? undefined
      : first === undefined
      ? [withField(text.slice(mark), scripts, `${JSON.stringify(name)}: ${value}`, `${unit}${unit}`)]
      : [{
        at: first.offset,
        text: `${JSON.stringify(name)}: ${value},${text.slice(mark + scripts.offset + 1, mark + first.offset) || " "}`
      }]
  }
  const found = insertions()?.map(({ at, text }) => ({ at: at + mark, text }))
  if (found === undefined) return undefined
  const old = before as { readonly scripts?: object }
  const wanted = { ...old, scripts: { ...old.scripts, [name]: script } }
  return isDeepStrictEqual(plainJson(withInsertions(text, found)), wanted) ? found : undefined
}
