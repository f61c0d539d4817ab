/**
 * Splits compiled modules into parts, according to the code that pages load first. If the first screen needs any code
 * of a module, a bundler loads the whole module with that screen. Therefore code that only later screens need must be
 * in another file.
 */
import { parseAst } from "rolldown/parseAst"

/**
 * @param {{ read: (name: string) => string, nameOf: (source: string, from: string) => string, isOurs: (name: string) =>
 * boolean, starts: ReadonlyArray<{ part: string, exports: ReadonlyArray<readonly [module: string, name: string]> }>,
 * rest: string }} options `starts`: code with which a page starts, in order. A statement belongs to the first part that
 * needs it. If none needs it, the statement belongs to `rest`.
 */
export const partsOf = ({ isOurs, nameOf, read, rest, starts }) => {
  const analysed = new Map()
  const moduleOf = (name) => {
    if (!analysed.has(name)) analysed.set(name, analyse(read(name), (source) => nameOf(source, name)))
    return analysed.get(name)
  }
  /** Finds where an export is declared: in a statement or, for a namespace, in a whole module. */
  const declaration = (name, exported) => {
    if (!isOurs(name)) return undefined
    const module = moduleOf(name)
    const found = module.exports.get(exported)
    if (found === undefined) {
      for (const from of module.stars) {
        const behind = declaration(from, exported)
        if (behind !== undefined) return behind
      }
      return undefined
    }
    if (found.from !== undefined) {
      return found.name === "*" ? { namespace: found.from } : declaration(found.from, found.name)
    }
    const imported = module.imports.get(found.local)
    if (imported !== undefined) {
      return imported.name === "*" ? { namespace: imported.from } : declaration(imported.from, imported.name)
    }
    return { module: name, statement: module.declared.get(found.local) }
  }

  const places = new Map()
  const reach = (part, name, statement) => {
    const placed = places.get(name) ?? new Map()
    places.set(name, placed)
    if (statement === undefined || placed.has(statement)) return
    placed.set(statement, part)
    const module = moduleOf(name)
    if (module.isWhole) module.statements.forEach((each) => reach(part, name, each))
    for (const [local, members] of statement.uses) {
      const own = module.declared.get(local)
      const imported = module.imports.get(local)
      if (own !== undefined) reach(part, name, own)
      else if (imported?.name === "*") reachMembers(part, imported.from, members)
      else if (imported !== undefined) reachExport(part, imported.from, imported.name, members)
    }
  }
  const reachExport = (part, name, exported, members) => {
    const found = declaration(name, exported)
    if (found?.namespace !== undefined) reachMembers(part, found.namespace, members)
    else if (found !== undefined) reach(part, found.module, found.statement)
  }
  const reachMembers = (part, name, members) => {
    if (!isOurs(name)) return
    const module = moduleOf(name)
    module.stars.forEach((from) => members.has("*") && reachMembers(part, from, members))
    for (const member of members.has("*") ? module.exports.keys() : members) {
      reachExport(part, name, member, everything)
    }
  }
  for (const { exports, part } of starts) {
    for (const [name, exported] of exports) reachExport(part, name, exported, everything)
  }

  const order = [...starts.map(({ part }) => part), rest]
  const partOf = (name) => (statement) => places.get(name)?.get(statement) ?? rest
  /** The parts of a module, in order. */
  const partsIn = (name) => {
    const found = new Set(moduleOf(name).statements.map(partOf(name)))
    return found.size === 0 ? [rest] : order.filter((part) => found.has(part))
  }
  return {
    partsIn,
    /** Returns the code of one part: its statements, and the imports that they use. */
    textOf: (name, part, idOf) => {
      const { code, declared, imports, statements } = moduleOf(name)
      const own = statements.filter((statement) => partOf(name)(statement) === part)
      const used = new Set(own.flatMap(({ uses }) => [...uses.keys()]))
      const lines = []
      for (const local of used) {
        const imported = imports.get(local)
        const sibling = declared.get(local)
        if (imported !== undefined) {
          const what = imported.name === "*" ? `* as ${local}` : `{ ${imported.name} as ${local} }`
          lines.push(`import ${what} from ${JSON.stringify(imported.source)};`)
        } else if (sibling !== undefined && partOf(name)(sibling) !== part) {
          lines.push(`import { ${local} } from ${JSON.stringify(idOf(name, partOf(name)(sibling)))};`)
        }
      }
      const internal = own.filter(({ isExported }) => !isExported).flatMap(({ declares }) => declares)
      return [
        ...lines,
        ...own.map(({ end, start }) => code.slice(start, end)),
        ...internal.length === 0 ? [] : [`export { ${internal.join(", ")} };`]
      ].join("\n")
    },
    /** Returns the code of a module that was split. It exports the declarations of its parts. */
    facadeOf: (name, idOf) => {
      const { code, declared, directives, exports, imports, passedOn } = moduleOf(name)
      const lines = [...directives, ...passedOn].map(({ end, start }) => code.slice(start, end))
      for (const [exported, { from, local }] of exports) {
        if (from !== undefined) continue
        const imported = imports.get(local)
        const source = imported?.source ?? idOf(name, partOf(name)(declared.get(local)))
        lines.push(
          imported?.name === "*"
            ? `export * as ${exported} from ${JSON.stringify(source)};`
            : `export { ${imported?.name ?? local} as ${exported} } from ${JSON.stringify(source)};`
        )
      }
      return lines.join("\n")
    }
  }
}

/** Returns all members of a namespace. */
const everything = new Set(["*"])

const analyse = (code, nameOf) => {
  const { body } = parseAst(code)
  const imports = new Map()
  const exports = new Map()
  const declared = new Map()
  const stars = []
  const directives = []
  const passedOn = []
  const statements = []
  let isWhole = /\bimport\.meta\.url\b/.test(code)
  for (const node of body) {
    if (node.directive !== undefined) {
      directives.push(node)
    } else if (node.type === "ImportDeclaration") {
      const source = node.source.value
      for (const { imported, local, type } of node.specifiers) {
        const name = type === "ImportNamespaceSpecifier" ? "*" : imported?.name ?? "default"
        imports.set(local.name, { from: nameOf(source), source, name })
      }
      if (node.specifiers.length === 0) passedOn.push(node)
    } else if (node.source) {
      passedOn.push(node)
      const from = nameOf(node.source.value)
      if (node.type === "ExportNamedDeclaration") {
        for (const { exported, local } of node.specifiers) exports.set(exported.name, { from, name: local.name })
      } else if (node.exported) exports.set(node.exported.name, { from, name: "*" })
      else stars.push(from)
    } else if (node.type === "ExportNamedDeclaration" && !node.declaration) {
      for (const { exported, local } of node.specifiers) exports.set(exported.name, { local: local.name })
    } else {
      const declaration = node.declaration ?? node
      const declares = (declaration.declarations ?? [declaration]).flatMap(({ id }) => namesIn(id))
      const isExported = node.type === "ExportNamedDeclaration"
      const statement = { start: node.start, end: node.end, declares, isExported, uses: usesIn(declaration) }
      // a module with a statement that declares nothing is not split
      if (declares.length === 0) isWhole = true
      for (const name of declares) {
        declared.set(name, statement)
        if (isExported) exports.set(name, { local: name })
      }
      statements.push(statement)
    }
  }
  const variables = body.map((node) => node.declaration ?? node).filter(({ kind }) => kind === "let" || kind === "var")
  // only code in the same file can assign to a variable
  if (variables.length > 0) isWhole = true
  return { code, declared, directives, exports, imports, isWhole, passedOn, stars, statements }
}

/** Returns the names that a statement declares. */
const namesIn = (pattern) => {
  if (!pattern) return []
  if (pattern.type === "Identifier") return [pattern.name]
  const inner = pattern.properties ?? pattern.elements ?? [pattern.value ?? pattern.argument ?? pattern.left]
  return inner.flatMap(namesIn)
}

/**
 * Returns the names that a node mentions. Each name has the members that the node reads, or `*` if it uses the value
 * itself.
 */
const usesIn = (node) => {
  const uses = new Map()
  const add = (name, member) => uses.set(name, (uses.get(name) ?? new Set()).add(member))
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== "object" || value === null) return
    if (value.type === "Identifier") return add(value.name, "*")
    if (value.type === "MemberExpression" && !value.computed) {
      return value.object.type === "Identifier" ? add(value.object.name, value.property.name) : visit(value.object)
    }
    for (const [key, child] of Object.entries(value)) {
      const isName = key === "key" && !value.computed && !value.shorthand
      if (!isName) visit(child)
    }
  }
  visit(node)
  return uses
}
