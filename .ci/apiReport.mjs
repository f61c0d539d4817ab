/** The public API as the declarations in `dist/` have it: what each name of each entry is, member by member. */
import { readdirSync } from "node:fs"
import * as path from "node:path"
import { Project, ts } from "ts-morph"

const printer = ts.createPrinter({ removeComments: true })

const printed = (node) =>
  printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/import\("\.[^"]*"\)\./g, "").replace(/\s+/g, " ").trim().replace(/^(?:export |default |declare )+/, "")

/** Members that can come and go one by one. Private ones are nobody's. */
const membersOf = (declaration) => {
  const members = (declaration.members ?? []).filter((member) =>
    !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private)
  )
  return members.map(printed).sort()
}

/** What `X` of `class X extends X_base` is: TypeScript declares it apart, under a name that nobody imports. */
const basesOf = (declaration) =>
  (declaration.heritageClauses ?? []).flatMap(({ types }) => types).flatMap(({ expression }) =>
    declaration.getSourceFile().statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .filter(({ name }) => name.text.endsWith("_base") && name.text === expression.text)
  )

const linesOf = (declaration) => {
  const isClass = ts.isClassDeclaration(declaration)
  if (!isClass && !ts.isInterfaceDeclaration(declaration)) return [printed(declaration)]
  const head = [...declaration.typeParameters ?? [], ...declaration.heritageClauses ?? []].map(printed)
  return [
    [isClass ? "class" : "interface", ...head].join(" "),
    ...basesOf(declaration).map(printed),
    ...membersOf(declaration).map((member) => `  ${member}`)
  ]
}

/** Entries with `*` once for each file. */
const entriesOf = (manifest, root) =>
  Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === "string" || !target.types.startsWith("./dist/")) return []
    const [before, after] = target.types.split("*")
    const name = path.posix.join(manifest.name, entry)
    if (after === undefined) return [[name, path.join(root, target.types)]]
    return readdirSync(path.join(root, before)).filter((file) => file.endsWith(after)).sort()
      .map((file) => [name.replace("*", file.slice(0, -after.length)), path.join(root, before, file)])
  })

/**
 * @returns for each entry and name (`latchkey Users.getMe`) the lines of its declarations. What several entries have is
 * there once, and by its first name elsewhere: `= latchkey Users.getMe`.
 */
export const apiOf = (manifest, root) => {
  const entries = entriesOf(manifest, root)
  const project = new Project({
    compilerOptions: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true
    },
    skipAddingFilesFromTsConfig: true
  })
  const modules = entries.map(([name, file]) => [name, project.addSourceFileAtPath(file).compilerNode])
  project.resolveSourceFileDependencies()
  const checker = project.getTypeChecker().compilerObject
  const named = new Map()
  const api = {}
  const visit = (entry, before, module) => {
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const name = `${before}${exported.name}`
      const declarations = symbol.declarations ?? []
      if (declarations.some(ts.isSourceFile)) visit(entry, `${name}.`, symbol)
      else {
        const key = `${entry} ${name}`
        const known = named.get(symbol)
        if (known === undefined) named.set(symbol, key)
        api[key] = known === undefined ? declarations.flatMap(linesOf) : [`= ${known}`]
      }
    }
  }
  for (const [entry, file] of modules) visit(entry, "", checker.getSymbolAtLocation(file))
  return Object.fromEntries(Object.entries(api).sort(([a], [b]) => a < b ? -1 : 1))
}
