/**
 * The public API: the declaration of each exported name, with one line per member. `.ci/api.txt` contains the same as
 * text.
 */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { Project, ts } from "ts-morph"
import { typeOnly } from "./apiChange.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const printer = ts.createPrinter({ removeComments: true })

const printed = (node) =>
  printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/import\("\.[^"]*"\)\./g, "").replace(/\s+/g, " ").trim().replace(/^(?:export |default |declare )+/, "")

/** Returns the members that a version can add or remove individually. Private members are excluded. */
const membersOf = (declaration) => {
  const members = (declaration.members ?? []).filter((member) =>
    !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private)
  )
  return members.map(printed).sort()
}

/**
 * Returns the declaration of `X_base` in `class X extends X_base`. TypeScript generates this name, which is private.
 */
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
    ...basesOf(declaration).map((base) => unexpanded(printed(base))),
    ...membersOf(declaration).map((member) => `  ${member}`)
  ]
}

/** Types that the compiler expands in declarations, with the names that the sources use instead. */
const expansions = [
  [/^(\w+_base: Schema\.Opaque<\w+, )(.*)(, \{\}>) & Omit<\2, keyof Schema\.Top>$/, "$1$2$3"],
  [
    /\{ new \(details\?: Partial<KnownErrorDetails<(.*)>> \| undefined, platformText\?: string, request\?: RequestContext, status\?: number\): DeclaredKnownError<("\w+", "\w+"), \1>(.*); readonly spec: ErrorSpec & \{ readonly status: (\d+); \}; \}$/,
    "KnownError<$2, $4, $1>$3"
  ],
  [/ & \{ readonly "~latchkey\/family": (.*); \}$/, " & FamilyMember<$1>"],
  [
    /new <A extends Record<string, any> = \{\}>\(args: import\("effect\/Types"\)\.VoidIfEmpty<\{.*?\}>\) => import\("effect\/Cause"\)\.YieldableError & \{ readonly _tag: ("\w+"); \}/,
    "Data.TaggedError<$1>"
  ]
]

const unexpanded = (line) => expansions.reduce((text, [pattern, name]) => text.replace(pattern, name), line)

/** Returns the type of an exported constant, or the struct of a class, if it is long. */
const namedTypeOf = ([first, second = ""]) => {
  const type = /^\w+_base: Schema\.Opaque<\w+, (.*), \{\}>$/.exec(second)?.[1] ?? /^\w+: (.*)$/.exec(first)?.[1]
  return type !== undefined && type.length > 60 && !type.includes("=>") ? type : undefined
}

/**
 * Replaces each type inside a declaration with the name under which the type is exported. Keeps a declaration whose
 * whole type equals an exported one.
 */
const withNames = (api) => {
  const named = Object.entries(api).flatMap(([key, lines]) => {
    const type = namedTypeOf(lines)
    return type === undefined ? [] : [{ key, type, name: `typeof ${key.split(/[ .]/).at(-1)}` }]
  }).sort((a, b) => b.type.length - a.type.length)
  return Object.fromEntries(
    Object.entries(api).map(([key, lines]) => [
      key,
      lines.map((line) =>
        named.reduce(
          (text, other) =>
            other.key === key || text.length <= other.type.length || text.endsWith(`: ${other.type}`)
              ? text
              : text.replaceAll(other.type, other.name),
          line
        )
      )
    ])
  )
}

/**
 * Returns the entries of the package. For a pattern with `*`, there is one entry per file. Entries with the same
 * declarations are listed once.
 */
const entriesOf = (manifest, folder) =>
  Object.entries(manifest.exports).flatMap(([entry, target], at, all) => {
    if (typeof target === "string" || !target.types.startsWith("./dist/")) return []
    if (all.findIndex(([, { types }]) => types === target.types) !== at) return []
    const [before, after] = target.types.split("*")
    const name = path.posix.join(manifest.name, entry)
    if (after === undefined) return [[name, path.join(folder, target.types)]]
    return readdirSync(path.join(folder, before)).filter((file) => file.endsWith(after) && file !== `index${after}`)
      .sort()
      .map((file) => [name.replace("*", file.slice(0, -after.length)), path.join(folder, before, file)])
  })

/**
 * Returns the API: the lines of each entry and name (`latchkey Users.getMe`). If several entries export a name, only
 * the first has the declaration. The others refer to it: `= latchkey Users.getMe`. If an entry exports only the type of
 * a class or constant, the name has the line `type only`.
 * @param folder Folder whose `dist` has the declarations of every module. Bundled declarations have different names.
 */
export const currentApi = (folder) => {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
  const entries = entriesOf(manifest, folder)
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
  const visit = (entry, before, module, isTypeOnly) => {
    const values = checker.getTypeOfSymbol(module)
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const name = `${before}${exported.name}`
      const declarations = symbol.declarations ?? []
      const isValue = !isTypeOnly && checker.getPropertyOfType(values, exported.name) !== undefined
      if (declarations.some(ts.isSourceFile)) visit(entry, `${name}.`, symbol, !isValue)
      else {
        const key = `${entry} ${name}`
        const known = named.get(symbol)
        if (known === undefined) named.set(symbol, key)
        const lines = known === undefined ? declarations.flatMap(linesOf) : [`= ${known}`]
        api[key] = symbol.flags & ts.SymbolFlags.Value && !isValue ? [...lines, typeOnly] : lines
      }
    }
  }
  for (const [entry, file] of modules) visit(entry, "", checker.getSymbolAtLocation(file), false)
  return withNames(Object.fromEntries(Object.entries(api).sort(([a], [b]) => a < b ? -1 : 1)))
}
