/** Finds JSX elements, and puts other elements around them. */
import type { Insertion } from "./insertions.ts"
import { type Module, type Node, parentsOf } from "./syntax.ts"
import { indentAt, indentUnit, lineEndAt, lineStart, lineStop } from "./text.ts"

/** Returns the elements with a name. */
export const elementsOf = ({ nodes }: Module, name: string): ReadonlyArray<Node> =>
  nodes.filter((node) =>
    node.type === "JSXElement" && node["openingElement"].name.type === "JSXIdentifier"
    && node["openingElement"].name.name === name
  )

/** Returns the children of an element, without white space and comments. */
export const contentOf = (element: Node): ReadonlyArray<Node> =>
  (element["children"] as ReadonlyArray<Node>).filter((child) =>
    !(child.type === "JSXText" && /^\s*$/.test(child["value"]))
    && !(child.type === "JSXExpressionContainer" && child["expression"].type === "JSXEmptyExpression")
  )

/** Whether a node is in an attribute of an element. */
export const isInAttribute = (module: Module, node: Node): boolean =>
  parentsOf(module, node).some(({ type }) => type === "JSXAttribute")

/** Nodes whose lines must not be indented, because their white space is part of a value. */
const keepsSpace = /^(?:TemplateElement|StringLiteral|DirectiveLiteral)$/

/**
 * Returns the starts of the lines of a range after its first line, or `undefined` if one of them is in a value or a
 * comment.
 */
export const lineStartsIn = (
  { comments, nodes, text }: Module,
  start: number,
  end: number
): ReadonlyArray<number> | undefined => {
  const starts: Array<number> = []
  for (let at = start; at < end; at++) {
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) starts.push(at + 1)
  }
  const values = [...nodes.filter(({ type }) => keepsSpace.test(type)), ...comments]
    .filter((node) => node.start < end && node.end > start)
  return starts.some((at) => values.some((value) => value.start < at && value.end >= at)) ? undefined : starts
}

/**
 * Puts an element around a range of JSX. If the range has its own lines, indents them, unless that would change a
 * value.
 */
export const around = (
  module: Module,
  { end, start }: { readonly start: number; readonly end: number },
  name: string
): ReadonlyArray<Insertion> => {
  const { text } = module
  const [open, close] = [`<${name}>`, `</${name}>`]
  const isAlone = text.slice(lineStart(text, start), start).trim() === ""
    && text.slice(end, lineStop(text, end)).trim() === ""
  if (!isAlone) return [{ at: start, text: open }, { at: end, text: close }]
  const [indent, unit, lineEnd] = [indentAt(text, start), indentUnit(text), lineEndAt(text, start)]
  const starts = lineStartsIn(module, start, end)
  const isIndented = (at: number) => text.slice(at, lineStop(text, at)).trim() !== ""
  return [
    { at: start, text: `${open}${lineEnd}${indent}${starts === undefined ? "" : unit}` },
    ...(starts ?? []).filter(isIndented).map((at) => ({ at, text: unit })),
    { at: end, text: `${lineEnd}${indent}${close}` }
  ]
}
