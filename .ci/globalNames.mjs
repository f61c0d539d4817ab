/**
 * Renames imports that are named like a global. Babel translates classes, as in React Native's preset, with a helper
 * that uses the global `Boolean`. If the module imports a `Boolean`, Babel renames that import, but misses references
 * in the superclass of a class.
 */
import { parseAst } from "rolldown/parseAst"

const name = "Boolean"

const children = (node) => Object.values(node).flat().filter((each) => typeof each?.type === "string")

/** Returns the text with `Boolean$1` in place of an import `Boolean`. */
export const withoutGlobalNames = (text) => {
  if (!new RegExp(`^import \\{[^}]*\\b${name}\\b`, "m").test(text)) return text
  const program = parseAst(text)
  const isImported = program.body.some(({ specifiers = [], type }) =>
    type === "ImportDeclaration" && specifiers.some(({ local }) => local.name === name)
  )
  if (!isImported) return text
  const changes = []
  const change = ({ end, start }, to) => changes.push({ start, end, to })
  const visit = (node, parent) => {
    if (node.type === "ImportSpecifier" && node.local.name === name) {
      return change(node, `${node.imported.name} as ${name}$1`)
    }
    if (node.type === "ExportSpecifier" && node.local.name === name) {
      return change(node, `${name}$1 as ${node.exported.name}`)
    }
    if (node.type === "Property" && node.shorthand && node.value.name === name) {
      return change(node, `${name}: ${name}$1`)
    }
    if (node.type === "Identifier" && node.name === name) {
      const isName = !parent.computed && (parent.property === node || parent.key === node)
      if (!isName) change(node, `${name}$1`)
      return
    }
    for (const each of children(node)) visit(each, node)
  }
  visit(program)
  return changes.toSorted((one, other) => other.start - one.start)
    .reduce((result, { end, start, to }) => result.slice(0, start) + to + result.slice(end), text)
}
