/** Parses modules in JavaScript and TypeScript. */
import { parse, type ParserPlugin } from "@babel/parser"
import { posix } from "node:path"

/** Node of Babel's syntax tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: any
}

/** A parsed module. Positions are indexes of `text`. */
export interface Module {
  /** Relative to the project's folder. */
  readonly path: string
  readonly text: string
  readonly program: Node
  readonly comments: ReadonlyArray<Node>
  /** All nodes in the order of the source, with the nodes that contain them. */
  readonly nodes: ReadonlyArray<Node>
  readonly parentOf: (node: Node) => Node | undefined
  /** Nodes within a node, including itself. */
  readonly inside: (node: Node) => ReadonlyArray<Node>
}

const pluginsOf = (path: string): Array<ParserPlugin> => {
  const extension = posix.extname(path)
  const language: Array<ParserPlugin> = /^\.[cm]?ts$/.test(extension)
    ? ["typescript"]
    : extension === ".tsx"
    ? ["typescript", "jsx"]
    : ["jsx"]
  return [...language, "decorators-legacy"]
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  && typeof (value as { start?: unknown }).start === "number"

const notChildren = new Set(["leadingComments", "trailingComments", "innerComments", "loc", "extra", "errors"])

const childrenOf = (node: Node): ReadonlyArray<Node> =>
  Object.entries(node).flatMap(([field, value]: [string, unknown]) =>
    notChildren.has(field) ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  )

/** Returns a function that finds the nodes within a node. They follow the node in the list. */
const insideOf = (nodes: ReadonlyArray<Node>, parents: ReadonlyMap<Node, Node>): Module["inside"] => {
  const ranges = (): ReadonlyMap<Node, { readonly start: number; end: number }> => {
    const all = new Map(nodes.map((node, at) => [node, { start: at, end: at + 1 }]))
    for (const node of nodes.toReversed()) {
      const outer = all.get(parents.get(node)!)
      if (outer !== undefined) outer.end = Math.max(outer.end, all.get(node)!.end)
    }
    return all
  }
  let known: ReturnType<typeof ranges> | undefined
  return (node) => {
    const { end, start } = (known ??= ranges()).get(node)!
    return nodes.slice(start, end)
  }
}

/** Parses a module; returns `undefined` if the text isn't a module that the parser understands. */
export const moduleOf = (path: string, text: string): Module | undefined => {
  // the parser counts a byte order mark as white space
  try {
    const file: Node = parse(text, {
      sourceType: "unambiguous",
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowUndeclaredExports: true,
      attachComment: false,
      plugins: pluginsOf(path)
    }) as unknown as Node
    const program: Node = file["program"]
    const parents = new Map<Node, Node>()
    const nodes: Array<Node> = []
    // an explicit stack, because code can be nested more deeply than function calls
    const waiting: Array<Node> = [program]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      nodes.push(node)
      const children = childrenOf(node)
      for (let at = children.length - 1; at >= 0; at--) {
        parents.set(children[at]!, node)
        waiting.push(children[at]!)
      }
    }
    return {
      path,
      text,
      program,
      comments: file["comments"] ?? [],
      nodes,
      parentOf: (node) => parents.get(node),
      inside: insideOf(nodes, parents)
    }
  } catch {
    // also a RangeError for code that is nested too deeply
    return undefined
  }
}

/** Returns the nodes that contain a node, from the innermost to the outermost. */
export const parentsOf = ({ parentOf }: Module, node: Node): ReadonlyArray<Node> => {
  const parents: Array<Node> = []
  for (let next = parentOf(node); next !== undefined; next = parentOf(next)) parents.push(next)
  return parents
}

/** Statements at the top level of a module. */
export const statementsOf = ({ program }: Module): ReadonlyArray<Node> => program["body"]

/** Removes type assertions and parentheses around an expression. */
export const plainExpression = (node: Node | null | undefined): Node | undefined =>
  node == null
    ? undefined
    : /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|TSTypeAssertion|ParenthesizedExpression)$/.test(
        node.type
      )
    ? plainExpression(node["expression"])
    : node

export const isIdentifier = (node: Node | null | undefined, name: string): boolean =>
  node?.type === "Identifier" && node["name"] === name

/** All names and strings in a module, without comments. */
export const wordsIn = ({ nodes }: Module): ReadonlySet<string> =>
  new Set(nodes.flatMap((node) =>
    node.type === "Identifier" || node.type === "JSXIdentifier"
      ? [node["name"] as string]
      : node.type === "StringLiteral"
      ? [node["value"] as string]
      : node.type === "TemplateElement"
      ? [node["value"].cooked as string]
      : []
  ))
