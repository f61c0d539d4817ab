/** Imports of a module, and the place of new ones. */
import { posix } from "node:path"
import type { Insertion } from "./insertions.ts"
import { styled } from "./style.ts"
import { isIdentifier, type Module, type Node, plainExpression, statementsOf } from "./syntax.ts"
import { lineEndAt, lineStop } from "./text.ts"

/** Returns the string argument of a `require` call; `undefined` for other expressions. */
const requiredBy = (node: Node | undefined): string | undefined => {
  const argument: Node | undefined = node?.type === "CallExpression" && isIdentifier(node["callee"], "require")
    ? node["arguments"][0]
    : undefined
  return argument?.type === "StringLiteral" ? argument["value"] : undefined
}

/** Names of the modules that a module imports or requires at run time. Imports of types don't count. */
export const importedBy = ({ nodes }: Module): ReadonlyArray<string> =>
  nodes.flatMap((node): ReadonlyArray<string> => {
    const isOfTypes = node["importKind"] === "type" || node["exportKind"] === "type"
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        return isOfTypes || node["source"] == null ? [] : [node["source"].value]
      case "TSExternalModuleReference":
        return [node["expression"].value]
      case "ImportExpression":
        return node["source"].type === "StringLiteral" ? [node["source"].value] : []
      case "CallExpression": {
        const [first] = node["arguments"] as ReadonlyArray<Node>
        return node["callee"].type === "Import" && first?.type === "StringLiteral"
          ? [first["value"]]
          : [requiredBy(node) ?? []].flat()
      }
      default:
        return []
    }
  })

/** Removes the extension of a script. */
const stemOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, "")

/**
 * Whether a module imports a package, or the module of the project that sets it up. The path of that module is relative
 * to the project's folder.
 */
export const imports = (module: Module, name: string, own: string | undefined): boolean =>
  importedBy(module).some((source) => {
    if (source === name || source.startsWith(`${name}/`)) return true
    if (own === undefined) return false
    if (source.startsWith(".")) return stemOf(posix.join(posix.dirname(module.path), source)) === stemOf(own)
    const alias = /^(?:[@~#]|src)\/?(.+)$/.exec(source)?.[1]
    return alias !== undefined && `/${stemOf(own)}`.endsWith(`/${stemOf(alias)}`)
  })

/** Returns the names under which a module imports the default or all exports of a package. */
export const namesOfPackage = (module: Module, name: string): ReadonlyArray<string> =>
  statementsOf(module).flatMap((statement): ReadonlyArray<string> => {
    if (statement.type === "ImportDeclaration" && statement["source"].value === name) {
      return (statement["specifiers"] as ReadonlyArray<Node>).flatMap((specifier) =>
        specifier.type !== "ImportSpecifier" || isIdentifier(specifier["imported"], "default")
          ? [specifier["local"].name]
          : []
      )
    }
    if (statement.type === "TSImportEqualsDeclaration") {
      return statement["moduleReference"].expression?.value === name ? [statement["id"].name] : []
    }
    if (statement.type !== "VariableDeclaration") return []
    return (statement["declarations"] as ReadonlyArray<Node>).flatMap(({ id, init }) =>
      requiredBy(plainExpression(init)) === name && id.type === "Identifier" ? [id.name] : []
    )
  })

/** Whether an expression is a call of `require`, its member, or a call of either. */
const isRequired = (node: Node | null | undefined): boolean => {
  const plain = plainExpression(node)
  return plain !== undefined && (requiredBy(plain) !== undefined
    || (plain.type === "CallExpression" && isRequired(plain["callee"]))
    || (plain.type === "MemberExpression" && isRequired(plain["object"])))
}

const isRequire = (statement: Node): boolean =>
  statement.type === "ExpressionStatement"
    ? isRequired(statement["expression"])
    : statement.type === "VariableDeclaration"
      && (statement["declarations"] as ReadonlyArray<Node>).every(({ init }) => isRequired(init))

const isImport = ({ type }: Node): boolean => type === "ImportDeclaration" || type === "TSImportEqualsDeclaration"

/** Whether the module has the syntax of ES modules. */
export const isEsModule = (module: Module): boolean =>
  statementsOf(module).some((statement) =>
    isImport(statement) || /^Export\w+Declaration$/.test(statement.type) || statement.type === "TSExportAssignment"
  )

/** Whether the module calls `require` or sets `module.exports` or `exports`. */
export const isCommonJs = (module: Module): boolean =>
  !isEsModule(module) && module.nodes.some((node) =>
    requiredBy(node) !== undefined
    || (node.type === "MemberExpression"
      && ((isIdentifier(node["object"], "module") && isIdentifier(node["property"], "exports"))
        || isIdentifier(node["object"], "exports")))
  )

/** Returns the last statement of the first group that matches. */
const lastOfFirst = (statements: ReadonlyArray<Node>, matches: (node: Node) => boolean): Node | undefined => {
  const first = statements.findIndex(matches)
  if (first < 0) return undefined
  const length = statements.slice(first).findIndex((node) => !matches(node))
  return statements[length < 0 ? statements.length - 1 : first + length - 1]
}

const isPragma =
  /@(?:ts-|jsx|flow|license|licence|preserve|vitest|jest|prettier|format)|eslint|oxlint|biome|deno-lint|<reference/i

/** Returns the end of the comments that belong to the file rather than to its first statement. */
const headerEnd = ({ comments, program, text }: Module, first: number): number | undefined => {
  const header = comments.filter(({ end }) => end <= first)
  const last = header.at(-1)
  if (last === undefined || program["body"].length === 0) return last?.end
  const isApart = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(text.slice(last.end, first))
  const whole = isApart
    ? last
    : header.findLast((comment, at) =>
      isPragma.test(comment["value"])
      || (at + 1 < header.length &&
        /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(text.slice(comment.end, header[at + 1]!.start)))
    )
  return whole?.end
}

/** Whether only white space and comments follow a position on its line. */
const endsLine = ({ comments, text }: Module, at: number): boolean => {
  const stop = lineStop(text, at)
  let next = at
  for (const comment of comments) {
    if (comment.start < next || comment.start >= stop) continue
    if (text.slice(next, comment.start).trim() !== "") return false
    if (comment.end > stop) return false
    next = comment.end
  }
  return text.slice(next, stop).trim() === ""
}

/**
 * Adds lines with imports after the first group of imports. `before`: position that needs the names; calls of `require` must be
 * above it.
 */
export const addedImports = (module: Module, lines: ReadonlyArray<string>, before: number): Insertion => {
  const { program, text } = module
  const statements = statementsOf(module)
  const group = isEsModule(module)
    ? lastOfFirst(statements, isImport)
    : lastOfFirst(statements.filter(({ end }) => end <= before), isRequire)
  const directive = (program["directives"] as ReadonlyArray<Node>).at(-1)
  const start = text.startsWith("\ufeff") ? 1 : 0
  const header = group?.end ?? directive?.end ?? headerEnd(module, statements[0]?.start ?? text.length)
    ?? program["interpreter"]?.end
  const code = styled(module, lines.join("\n"), header ?? start)
  const lineEnd = lineEndAt(text, header ?? start)
  if (header === undefined) {
    const isBlank = /^[ \t]*(?:\r|\n|$)/.test(text.slice(start))
    return { at: start, text: `${code}${lineEnd}${isBlank ? "" : lineEnd}` }
  }
  return endsLine(module, header)
    ? { at: lineStop(text, header), text: `${lineEnd}${code}` }
    : { at: header, text: `${lineEnd}${code}${lineEnd}` }
}
