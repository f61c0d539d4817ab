/** Splits queries into tokens and parentheses. The embedded engine parses them. */

/** A token of a query, or everything between two parentheses. */
export type Node = Token | Group

export interface Token {
  readonly kind: "word" | "text" | "number" | "param" | "sign"
  /** Text for the engine. */
  readonly sql: string
  /** Text as written. */
  readonly source: string
  /** Whether whitespace precedes the token. */
  readonly isApart: boolean
  /** Whether the token follows a dot, so that it's a name even if it is spelled like a keyword. */
  readonly isField?: boolean
}

export interface Group {
  readonly kind: "group"
  readonly open: "(" | "["
  readonly nodes: ReadonlyArray<Node>
  readonly source: string
  readonly isApart: boolean
}

/** Why a query is rejected. */
export class Rejected {
  readonly error: string
  constructor(error: string) {
    this.error = error
  }
}

/** Rejects a query. */
export const reject = (error: string): never => {
  throw new Rejected(error)
}

const pattern = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`(?<word>[A-Za-z_$][\w$]*)`,
    String.raw`(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)`,
    String.raw`(?<text>'(?:[^'\\]|\\[\s\S]|'')*')`,
    "(?<quoted>`[^`]*`|\"[^\"]*\")",
    String.raw`(?<param>\{\s*\w+\s*:[^{}]+\})`,
    String.raw`(?<sign><>|!=|<=|>=|==|::|\|\||[^\s])`
  ].join("|"),
  "gy"
)

const escapes: { readonly [letter: string]: string } = { n: "\n", t: "\t", r: "\r", 0: "\0" }

/** Returns the value of a string literal, in which backslashes escape. */
const valueOf = (literal: string): string =>
  literal.slice(1, -1).replace(
    /''|\\([\s\S])/g,
    (_, letter: string | undefined) => letter === undefined ? "'" : escapes[letter] ?? letter
  )

const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`

const tokenOf = (groups: { readonly [name: string]: string | undefined }, isApart: boolean): Token => {
  const { number, param, quoted, sign, text, word } = groups
  if (word !== undefined) return { kind: "word", sql: word, source: word, isApart }
  if (number !== undefined) return { kind: "number", sql: number, source: number, isApart }
  if (text !== undefined) return { kind: "text", sql: quote(valueOf(text)), source: text, isApart }
  if (param !== undefined) return { kind: "param", sql: param, source: param, isApart }
  if (quoted !== undefined) {
    // the engine would read an unknown name in double quotes as a string
    return { kind: "word", sql: `\`${quoted.slice(1, -1)}\``, source: quoted, isApart }
  }
  return { kind: "sign", sql: sign!, source: sign!, isApart }
}

/** Maximum length of a query in characters, as in the column store. */
const maxLength = 262_144

/** Maximum depth of parentheses. */
const maxDepth = 200

/** Splits a query into nodes. */
export const nodesOf = (query: string): ReadonlyArray<Node> => {
  if (query.length > maxLength) return reject(`The query has more than ${maxLength} characters`)
  const stack: Array<{ readonly open: "(" | "["; readonly at: number; readonly nodes: Array<Node> }> = []
  let nodes: Array<Node> = []
  const outer: Array<Array<Node>> = []
  let isApart = false
  for (const match of query.matchAll(pattern)) {
    const groups = match.groups!
    if (groups["space"] !== undefined) {
      isApart = true
      continue
    }
    const sign = groups["sign"]
    if (sign === "'" || sign === "`" || sign === "\"") return reject("Syntax error: a string is not closed")
    if (sign === "(" || sign === "[") {
      if (stack.length === maxDepth) return reject("The query is nested too deeply")
      stack.push({ open: sign, at: match.index, nodes: [] })
      outer.push(nodes)
      nodes = stack.at(-1)!.nodes
    } else if (sign === ")" || sign === "]") {
      const group = stack.pop()
      if (group === undefined || (group.open === "(") !== (sign === ")")) {
        return reject(`Syntax error: ${sign} has no opening bracket`)
      }
      nodes = outer.pop()!
      const source = query.slice(group.at, match.index + 1)
      nodes.push({
        kind: "group",
        open: group.open,
        nodes: group.nodes,
        source,
        isApart: /\s/.test(query[group.at - 1] ?? "")
      })
    } else {
      const token = tokenOf(groups, isApart)
      nodes.push(token.kind === "word" && isSign(nodes.at(-1), ".") ? { ...token, isField: true } : token)
    }
    isApart = false
  }
  return stack.length > 0 ? reject(`Syntax error: ${stack.at(-1)!.open} is not closed`) : nodes
}

/** Whether a node is one of these keywords. */
export const isWord = (node: Node | undefined, ...words: ReadonlyArray<string>): boolean =>
  node?.kind === "word" && node.source === node.sql && node.isField !== true &&
  words.includes(node.source.toUpperCase())

/** Whether a node is this sign. */
export const isSign = (node: Node | undefined, ...signs: ReadonlyArray<string>): boolean =>
  node?.kind === "sign" && signs.includes(node.source)

/** Returns nodes as they were written. */
export const sourceOf = (nodes: ReadonlyArray<Node>): string =>
  nodes.map(({ isApart, source }, at) => `${at > 0 && isApart ? " " : ""}${source}`).join("")

/** Splits nodes at commas. */
export const splitAtCommas = (nodes: ReadonlyArray<Node>): ReadonlyArray<ReadonlyArray<Node>> => {
  const parts: Array<Array<Node>> = [[]]
  for (const node of nodes) {
    if (isSign(node, ",")) parts.push([])
    else parts.at(-1)!.push(node)
  }
  return parts.length === 1 && parts[0]!.length === 0 ? [] : parts
}
