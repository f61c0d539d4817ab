/** Adds a route to a server with Express. */
import {
  addedImports,
  imports,
  isIdentifier,
  keepsStatements,
  lineEndAt,
  lineStart,
  type Module,
  moduleOf,
  namesOfPackage,
  type Node,
  plainExpression,
  statementsOf,
  styled,
  wordsIn
} from "../source/index.ts"
import type { Edit } from "./place.ts"

const isCallOf = (node: Node, names: ReadonlyArray<string>): boolean =>
  node.type === "CallExpression" && node["arguments"].length === 0
  && ((node["callee"].type === "Identifier" && names.includes(node["callee"].name))
    || (node["callee"].type === "CallExpression" && isIdentifier(node["callee"].callee, "require")
      && node["callee"].arguments[0]?.value === "express"))

/** Calls that create an Express app. */
export const appsIn = (module: Module): ReadonlyArray<Node> => {
  const names = namesOfPackage(module, "express")
  return module.nodes.filter((node) => isCallOf(node, names))
}

const declarationOf = (statement: Node): Node | undefined =>
  statement.type === "ExportNamedDeclaration" ? statement["declaration"] ?? undefined : statement

/** The only app of a server, in a variable at the top level. */
interface App {
  readonly name: string
  readonly statement: Node
}

const appOf = (module: Module): App | undefined => {
  const calls = appsIn(module)
  if (calls.length !== 1) return undefined
  for (const statement of statementsOf(module)) {
    const declaration = declarationOf(statement)
    if (declaration?.type !== "VariableDeclaration") continue
    for (const { id, init } of declaration["declarations"] as ReadonlyArray<Node>) {
      if (plainExpression(init) === calls[0] && id.type === "Identifier") return { name: id.name, statement }
    }
  }
  return undefined
}

/** Returns the name of the variable with the server's Express app; `undefined` unless there is exactly one. */
export const expressAppOf = (path: string, source: string): string | undefined => {
  const module = moduleOf(path, source)
  return module === undefined ? undefined : appOf(module)?.name
}

const isFunction = ({ type }: Node): boolean => /^(?:ArrowFunctionExpression|FunctionExpression)$/.test(type)

/** Whether a function in `use` may end every request: it has no third parameter that it calls, or is an error handler. */
const mayEnd = (module: Module, handler: Node): boolean => {
  const parameters = handler["params"] as ReadonlyArray<Node>
  const next = parameters[2]
  return parameters.length !== 3 || next?.type !== "Identifier"
    || !module.inside(handler["body"]).some((node) => isIdentifier(node, next["name"]))
}

const nameOf = (node: Node): string =>
  node.type === "Identifier"
    ? node["name"]
    : node.type === "MemberExpression"
    ? nameOf(node["property"])
    : node.type === "CallExpression"
    ? nameOf(node["callee"])
    : ""

/** Whether an argument of `use`, `all` or `get` handles every request. */
const isForAll = (module: Module, argument: Node): boolean =>
  isFunction(argument)
    ? mayEnd(module, argument)
    : argument.type === "StringLiteral"
    ? /^[^\w]*\*/.test(argument["value"])
    : argument.type === "RegExpLiteral"
    ? /^[^\w]*\*/.test(argument["pattern"])
    : /not_?found|error|404/i.test(nameOf(argument))

/** Whether a statement adds a handler for every request, such as the one for unknown paths. */
const isCatchAll = (module: Module, app: string, statement: Node): boolean => {
  const call: Node | undefined = statement.type === "ExpressionStatement" ? statement["expression"] : undefined
  const callee: Node | undefined = call?.type === "CallExpression" ? call["callee"] : undefined
  if (
    call === undefined || callee?.type !== "MemberExpression" || !isIdentifier(callee["object"], app)
    || !/^(?:use|all|get)$/.test(nameOf(callee))
  ) return false
  const [first, ...rest] = call["arguments"] as ReadonlyArray<Node>
  if (first === undefined) return false
  const isRoot = first.type === "StringLiteral" && first["value"] === "/" && nameOf(callee) === "use"
  return isForAll(module, first) || (isRoot && rest.some((argument) => isForAll(module, argument)))
}

/** Whether a statement starts the app, exports it, or passes it on. */
const passesOn = (module: Module, app: string, statement: Node): boolean =>
  !/^(?:FunctionDeclaration|ClassDeclaration|TS\w+)$/.test(statement.type)
  && module.inside(statement).some((node) => {
    const isApp = (other: Node | null | undefined) => isIdentifier(other, app)
    switch (node.type) {
      case "CallExpression":
      case "NewExpression":
      case "OptionalCallExpression":
        return (node["arguments"] as ReadonlyArray<Node>).some(isApp)
          || (isApp(node["callee"].object) && nameOf(node["callee"]) === "listen")
      case "ExportDefaultDeclaration":
        return isApp(node["declaration"])
      case "ExportSpecifier":
        return isApp(node["local"])
      case "AssignmentExpression":
        return isApp(node["right"])
      case "ObjectProperty":
        return isApp(node["value"])
      default:
        return false
    }
  })

/** Returns the start of a statement with the comments above it. */
const startWithComments = ({ comments, text }: Module, statement: Node): number => {
  let start = statement.start
  for (const comment of comments.filter(({ end }) => end <= statement.start).toReversed()) {
    const between = text.slice(comment.end, start)
    // at most one line break between them
    const isAbove = between.trim() === ""
      && (between.replaceAll("\r\n", "\n").match(/[\r\n]/g) ?? []).length <= 1
    if (!isAbove || text.slice(lineStart(text, comment.start), comment.start).trim() !== "") break
    start = comment.start
  }
  return start
}

interface Place {
  readonly at: number
  readonly text: (route: string) => string
}

/**
 * Returns the place of a new route: before the server listens, is exported or passed on, and before the first middleware that
 * may end every request. Comments above a statement belong to it.
 */
const routePlace = (module: Module, { name, statement: declared }: App): Place | undefined => {
  const { text } = module
  const after = statementsOf(module).filter(({ start }) => start >= declared.end)
  const end = after.find((statement) => isCatchAll(module, name, statement) || passesOn(module, name, statement))
  if (end !== undefined) {
    const start = startWithComments(module, end)
    const line = lineStart(text, start)
    const isAlone = text.slice(line, start).trim() === ""
    const lineEnd = lineEndAt(text, start)
    // without a semicolon, the next statement could continue the route
    const closed = (route: string) =>
      /[([`+\-/]/.test(text[end.start] ?? "") ? route.replace(/\)(\s*)$/, ");$1") : route
    return {
      at: isAlone ? line : start,
      text: (route) => `${isAlone ? "" : lineEnd}${closed(route)}${lineEnd}`
    }
  }
  const isExported = declared.type === "ExportNamedDeclaration"
  const last = isExported
    ? [declared, ...after].findLast((statement) => module.inside(statement).some((node) => isIdentifier(node, name)))
    : undefined
  return last === undefined
    ? undefined
    : { at: last.end, text: (route) => `${lineEndAt(text, last.end)}${lineEndAt(text, last.end)}${route.trimEnd()}` }
}

/** Adds a route and its imports to an Express server. */
export const withRoute = (
  { lines, names, own, path, route }: {
    /** Path of the server's file. */
    readonly path: string
    /** Module that the server imports. */
    readonly own: string
    readonly lines: ReadonlyArray<string>
    /** Names and path of the route. A source that already contains one of them is left unchanged. */
    readonly names: ReadonlyArray<string>
    readonly route: string
  },
  source: string,
  byHand: string
): Edit => {
  const unclear: Edit = { state: "unclear", text: byHand }
  const module = moduleOf(path, source)
  if (module === undefined) return unclear
  if (imports(module, "latchkey", own)) return { state: "done" }
  const app = appOf(module)
  const place = app === undefined ? undefined : routePlace(module, app)
  const words = wordsIn(module)
  if (place === undefined || names.some((name) => words.has(name))) return unclear
  const insertions = [
    addedImports(module, lines, place.at),
    { at: place.at, text: place.text(styled(module, route, place.at)) }
  ]
  return keepsStatements(module, insertions) ? { state: "edited", insertions } : unclear
}
