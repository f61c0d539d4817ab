/** Quotes and semicolons of a module. */
import { type Module, type Node, statementsOf } from "./syntax.ts"
import { lineEndAt, withLineEnds } from "./text.ts"

const isImport = ({ type }: Node): boolean => type === "ImportDeclaration" || type === "TSImportEqualsDeclaration"

/** Returns the strings that show the module's quotes: those of the last import or, without imports, all strings. */
const firstStrings = (module: Module): ReadonlyArray<Node> => {
  const strings = module.nodes.filter(({ type }) => type === "StringLiteral" || type === "DirectiveLiteral")
  const plain = strings.filter((node) => module.parentOf(node)?.type !== "JSXAttribute")
  const last = statementsOf(module).findLast(isImport)
  return last === undefined ? plain : plain.filter(({ end, start }) => start >= last.start && end <= last.end)
}

const mayEndWithSemicolon =
  /^(?:ImportDeclaration|TSImportEqualsDeclaration|ExpressionStatement|VariableDeclaration|ReturnStatement|Directive)$/

/** Whether most statements end with a semicolon. If there are imports, only the last one counts. */
const hasSemicolons = (module: Module): boolean => {
  const last = statementsOf(module).findLast(isImport)
  const examples = last === undefined
    ? module.nodes.filter((node) =>
      mayEndWithSemicolon.test(node.type) && !/^For(?:In|Of)?Statement$/.test(module.parentOf(node)?.type ?? "")
    )
    : [last]
  const ended = examples.filter(({ end }) => module.text[end - 1] === ";").length
  return ended * 2 > examples.length
}

/**
 * Formats lines, written with single quotes and without semicolons, in the style of a module, with the line ending used
 * around a position.
 */
export const styled = (module: Module, code: string, at: number): string => {
  const strings = firstStrings(module)
  const double = strings.filter(({ start }) => module.text[start] === "\"").length
  const quoted = double * 2 > strings.length ? code.replaceAll("'", "\"") : code
  const ended = hasSemicolons(module) ? quoted.replaceAll(/(?<=[)'"])$/gm, ";") : quoted
  return withLineEnds(ended, lineEndAt(module.text, at))
}
