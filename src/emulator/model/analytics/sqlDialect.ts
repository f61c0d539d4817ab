/**
 * Translates the column store's dialect of SQL to the embedded engine's dialect: paths in JSON, parameters, intervals,
 * parametric aggregates, casts, arrays, `arrayJoin` and `numbers`. The engine parses, plans and runs the result.
 */
import { jsonColumns, tableNames } from "./analyticsTables.ts"
import { isSign, isWord, type Node, nodesOf, reject, sourceOf, splitAtCommas, type Token } from "./sqlTokens.ts"

/** A translated query. */
export interface Translated {
  readonly sql: string
  /** Names of the tables that the query may read. */
  readonly tables: ReadonlyArray<string>
  /** Parameters, which the translated query names `:p_name`. */
  readonly params: ReadonlyArray<{ readonly name: string; readonly type: string }>
  /** Names of result columns that show a column of a table under another name. */
  readonly renamed: ReadonlyMap<string, string>
}

const text = (sql: string, source = sql): Token => ({ kind: "text", sql, source, isApart: true })

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** Words that end the list of tables. */
const afterFrom = ["WHERE", "PREWHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "UNION", "EXCEPT", "INTERSECT"]

const afterOrder = ["LIMIT", "OFFSET", "UNION", "EXCEPT", "INTERSECT", "ROWS", "RANGE"]

const keywords = new Set([
  ...["SELECT", "DISTINCT", "FROM", "AS", "AND", "OR", "NOT", "IN", "LIKE", "ILIKE", "BETWEEN", "IS", "NULL", "CASE"],
  ...["WHEN", "THEN", "ELSE", "END", "JOIN", "ON", "USING", "BY", "ASC", "DESC", "WITH", "INTERVAL", "OVER", "TRUE"],
  ...["FALSE", ...afterFrom]
])

/** Keywords that end an expression, so that a name can follow. */
const endings = ["END", "NULL", "TRUE", "FALSE"]

const isKeyword = (node: Node | undefined): boolean => node !== undefined && isWord(node, ...keywords)

const isName = (node: Node | undefined): node is Token => node?.kind === "word" && !isKeyword(node)

class Translation {
  readonly params: Array<{ readonly name: string; readonly type: string }> = []
  readonly tables = new Set<string>()
  readonly renamed = new Map<string, string>()
  #joins = 0

  /** Translates the nodes of a statement or of an expression in parentheses. */
  translate(nodes: ReadonlyArray<Node>): string {
    return nodes.some((node) => isWord(node, "SELECT")) ? this.statement(nodes) : this.expression(nodes)
  }

  /** Translates SELECT statements, which UNION may join, and the common tables before them. */
  statement(nodes: ReadonlyArray<Node>): string {
    if (nodes.some((node, at) => isWord(node, "SETTINGS", "FORMAT", "INTO") && nodes[at + 1]?.kind !== "group")) {
      return reject("SETTINGS, FORMAT and INTO are not allowed")
    }
    const starts = nodes.flatMap((node, at) => isWord(node, "SELECT") ? [at] : [])
    const before = nodes.slice(0, starts[0])
    const parts = starts.map((start, at) => this.select(nodes.slice(start, starts[at + 1])))
    return [this.common(before), ...parts].join(" ")
  }

  /** Translates common tables. The column store also allows `WITH expression AS name`, which the engine lacks. */
  common(nodes: ReadonlyArray<Node>): string {
    if (nodes.length === 0) return ""
    for (const part of splitAtCommas(nodes.slice(1))) {
      const as = part.findIndex((node) => isWord(node, "AS"))
      if (part[as + 1]?.kind !== "group") return reject("The emulator supports WITH only for queries in parentheses")
    }
    return this.plain(nodes)
  }

  /** Translates one SELECT up to the next one. */
  select(nodes: ReadonlyArray<Node>): string {
    const from = nodes.findIndex((node) => isWord(node, "FROM"))
    const rest = from === -1 ? nodes.findIndex((node) => isWord(node, ...afterFrom)) : from
    const end = rest === -1 ? nodes.length : rest
    const isDistinct = isWord(nodes[1], "DISTINCT")
    const joins: Array<string> = []
    const items = splitAtCommas(nodes.slice(isDistinct ? 2 : 1, end))
      .map((item) => this.item(this.withoutArrayJoin(item, joins), item))
    const after = nodes.slice(end)
    const fromEnd = after.findIndex((node) => isWord(node, ...afterFrom))
    const source = fromEnd === -1 ? after : after.slice(0, fromEnd)
    const tables = this.source(source, joins)
    return `SELECT ${isDistinct ? "DISTINCT " : ""}${items.join(", ")} ${tables} ${
      fromEnd === -1 ? "" : this.clauses(after.slice(fromEnd))
    }`
  }

  /** Names an item by its own text, as the column store does. */
  item(translated: ReadonlyArray<Node>, item: ReadonlyArray<Node>): string {
    const as = item.findIndex((node) => isWord(node, "AS"))
    const last = item.at(-1)
    const previous = item.at(-2)
    const isNamed = as !== -1
      || (isName(last) && previous !== undefined && previous.kind !== "sign"
        && (!isKeyword(previous) || isWord(previous, ...endings)))
    if (item.every((node) => isName(node) || isSign(node, ".", "*")) && isSign(last, "*")) return sourceOf(item)
    const sql = this.expression(translated)
    if (isNamed) {
      const column = item.slice(0, as === -1 ? -1 : as)
      if (column.every((node) => isName(node) || isSign(node, "."))) {
        this.renamed.set((last as Token).sql.replaceAll("`", ""), sourceOf(column.slice(-1)))
      }
      return sql
    }
    const isColumn = item.every((node) => isName(node) || isSign(node, "."))
    return isColumn && !sql.startsWith("jsonAt(") ? sql : `${sql} AS \`${nameOf(item).replaceAll("`", "'")}\``
  }

  /** Replaces each `arrayJoin(list)` with a column of an additional table that has a row per element. */
  withoutArrayJoin(nodes: ReadonlyArray<Node>, joins: Array<string>): ReadonlyArray<Node> {
    return nodes.flatMap((node, at) => {
      const next = nodes[at + 1]
      if (isWord(node, "ARRAYJOIN") && next?.kind === "group") {
        const name = `array_join_${this.#joins++}`
        joins.push(`json_each(plainJson(${this.translate(next.nodes)})) AS ${name}`)
        return [text(`${name}.value`, `${node.source}${next.source}`)]
      }
      return node.kind === "group" && isWord(nodes[at - 1], "ARRAYJOIN") ? [] : [node]
    })
  }

  /** Translates FROM. */
  source(nodes: ReadonlyArray<Node>, joins: ReadonlyArray<string>): string {
    const parts: Array<string> = []
    const skipped = new Set<number>()
    for (const [at, node] of nodes.entries()) {
      if (skipped.has(at)) continue
      const before = skipped.has(at - 1) && isSign(nodes[at - 1], ".") ? nodes[at - 3] : nodes[at - 1]
      const isTable = isWord(before, "FROM", "JOIN") || isSign(before, ",")
      const next = nodes[at + 1]
      if (!isTable || !isName(node)) parts.push(this.plain([node], nodes[at - 1]))
      else if (next?.kind === "group" && next.open === "(") {
        skipped.add(at + 1)
        parts.push(this.tableFunction(node.source, next.nodes))
      } else if (isSign(next, ".")) {
        if (node.source.toLowerCase() !== "default") return reject(`The database ${node.source} is not available`)
        skipped.add(at + 1)
      } else {
        this.table(node.sql.replaceAll("`", ""))
        parts.push(node.sql)
      }
    }
    const listed = parts.join(" ")
    return joins.length === 0 ? listed : `${listed === "" ? "FROM" : `${listed},`} ${joins.join(", ")}`
  }

  table(name: string): void {
    if (/^(?:sqlite_|pragma_|json_)/i.test(name)) reject(`Unknown table ${name}`)
    if (tableNames.includes(name)) this.tables.add(name)
  }

  tableFunction(name: string, nodes: ReadonlyArray<Node>): string {
    if (name.toLowerCase() !== "numbers") return reject(`The table function ${name} is not allowed`)
    const [first, second] = splitAtCommas(nodes).map((part) => this.expression(part))
    const [offset, count] = second === undefined ? ["0", first ?? "0"] : [first, second]
    return `(SELECT value AS number FROM json_each(numberList(${offset}, ${count})))`
  }

  /** Translates the clauses after FROM. Sorts NULL last, as the column store does. */
  clauses(nodes: ReadonlyArray<Node>): string {
    const order = nodes.findIndex((node, at) => isWord(node, "ORDER") && isWord(nodes[at + 1], "BY"))
    const renamed = nodes.map((node) => isWord(node, "PREWHERE") ? text("WHERE") : node)
    if (order === -1) return this.expression(renamed)
    const begin = order + 2
    const length = nodes.slice(begin).findIndex((node) => isWord(node, ...afterOrder))
    const end = length === -1 ? nodes.length : begin + length
    const items = splitAtCommas(nodes.slice(begin, end)).map((item) =>
      `${this.expression(item)}${item.some((node) => isWord(node, "NULLS")) ? "" : " NULLS LAST"}`
    )
    return `${this.expression(renamed.slice(0, order))} ORDER BY ${items.join(", ")} ${
      this.expression(nodes.slice(end))
    }`
  }

  /** Translates an expression, or a list of them. */
  expression(nodes: ReadonlyArray<Node>): string {
    const done: Array<string> = []
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]!
      const next = nodes[at + 1]
      if (isWord(node, "INTERVAL") && next !== undefined && isWord(nodes[at + 2], ...units)) {
        const sign = done.pop()
        if (sign !== "+" && sign !== "-") return reject("INTERVAL is supported only after + and -")
        const unit = (nodes[at + 2] as Token).source
        done.push(`addInterval(${done.pop() ?? "NULL"}, ${sign}(${this.plain([next])}), ${quoted(unit)})`)
        at += 2
      } else if (isSign(node, "::") && next !== undefined) {
        const args = nodes[at + 2]?.kind === "group" ? nodes[at + 2]!.source : ""
        done.push(`castTo(${done.pop() ?? "NULL"}, ${quoted(`${next.source}${args}`)})`)
        at += args === "" ? 1 : 2
      } else if (isName(node) && next?.kind === "group" && next.open === "(") {
        const parameters = nodes[at + 2]
        const isParametric = parameters?.kind === "group" && parameters.open === "(" && !parameters.isApart
        done.push(isParametric ? this.call(node, parameters.nodes, next.nodes) : this.call(node, next.nodes))
        at += isParametric ? 2 : 1
      } else if (isName(node)) {
        let end = at + 1
        while (isSign(nodes[end], ".") && isName(nodes[end + 1])) end += 2
        done.push(this.path(nodes.slice(at, end)))
        at = end - 1
      } else done.push(this.plain([node], nodes[at - 1]))
      if (isWord(nodes[at - 1], "AS") && isName(node) && next?.kind !== "group") {
        // the engine reserves different words from the column store
        done.push(`\`${done.pop()!.replaceAll("`", "")}\``)
      }
    }
    return done.join(" ")
  }

  /** Translates a call. The parameters of an aggregate follow its arguments. */
  call(name: Token, args: ReadonlyArray<Node>, parameters: ReadonlyArray<Node> = []): string {
    if (name.source.toUpperCase() === "CAST") {
      const as = args.findIndex((node) => isWord(node, "AS"))
      if (as !== -1) {
        return `castTo(${this.expression(args.slice(0, as))}, ${quoted(sourceOf(args.slice(as + 1)))})`
      }
    }
    const list = [this.translate(args), this.expression(parameters)].filter((part) => part !== "")
    return `${functionNames[name.source.toLowerCase()] ?? name.sql}(${list.join(", ")})`
  }

  /** Translates a column, or a path in a JSON column. */
  path(nodes: ReadonlyArray<Node>): string {
    const names = nodes.filter((node) => !isSign(node, ".")) as ReadonlyArray<Token>
    const at = names.findIndex(({ source }, at) => at < 2 && jsonColumns.has(source))
    if (at === -1 || at === names.length - 1) return names.map(({ sql }) => sql).join(".")
    const column = names.slice(0, at + 1).map(({ sql }) => sql).join(".")
    return `jsonAt(${column}, ${quoted(names.slice(at + 1).map(({ source }) => source).join("."))})`
  }

  /** Translates nodes individually. */
  plain(nodes: ReadonlyArray<Node>, before?: Node): string {
    return nodes.map((node, at) => {
      const previous = nodes[at - 1] ?? before
      if (node.kind === "group") {
        const inner = this.translate(node.nodes)
        return node.open === "[" && !isWord(previous, "IN") ? `jsonList(json_array(${inner}))` : `(${inner})`
      }
      if (node.kind === "param") return this.param(node.source)
      // the engine discards the fraction when it divides integers
      if (isSign(node, "/")) return "* 1.0 /"
      if (isSign(node, ";")) return reject("Multi-statements are not allowed")
      if (isSign(node, "?", "@", "#", ":", "\\")) return reject(`Syntax error at ${node.source}`)
      return isWord(node, "ILIKE") ? "REGEXP" : node.sql
    }).join(" ")
  }

  param(source: string): string {
    const colon = source.indexOf(":")
    const name = source.slice(1, colon).trim()
    this.params.push({ name, type: source.slice(colon + 1, -1).trim() })
    return `:p_${name}`
  }
}

const units = ["SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"]

/** Functions that get another name, because the engine's own function of the same name differs. */
const functionNames: { readonly [name: string]: string } = {
  ceiling: "ceil",
  char_length: "length",
  date: "toDate",
  format: "formatText",
  left: "leftText",
  lengthutf8: "length",
  match: "matches",
  right: "rightText",
  substringutf8: "substring"
}

const nameOf = (item: ReadonlyArray<Node>): string => sourceOf(item).replace(/^count\(\s*\*\s*\)$/i, "count()")

/** Removes the semicolon at the end. */
const withoutEnd = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  isSign(nodes.at(-1), ";") ? nodes.slice(0, -1) : nodes

/** Returns the nodes of a query without the semicolon at the end. */
export const statementOf = (query: string): ReadonlyArray<Node> => withoutEnd(nodesOf(query))

/** Translates a query. */
export const translated = (nodes: ReadonlyArray<Node>): Translated => {
  const [first] = nodes
  const isQuery = isWord(first, "SELECT", "WITH") || (first?.kind === "group" && first.open === "(")
  if (!isQuery) return reject(`Only queries are allowed, got ${first === undefined ? "an empty query" : first.source}`)
  if (!nodes.some((node) => isWord(node, "SELECT"))) return reject("Syntax error: a query needs SELECT")
  const translation = new Translation()
  const sql = translation.translate(nodes)
  return { sql, tables: [...translation.tables], params: translation.params, renamed: translation.renamed }
}
