/** Imports of the platform's packages, and the app objects that a project creates. */
import { posix } from "node:path"
import { isIdentifier, type Module, type Node, plainExpression, statementsOf } from "../source/index.ts"
import { appOptions, chosenByNext, droppedOptions, exported, firstBrand, packages } from "./names.ts"
import { functionAround } from "./references.ts"

/** A name that a module imports from a package of the platform. */
export interface Imported {
  readonly declaration: Node
  readonly specifier: Node
  /** Name of the first brand. */
  readonly name: string
  readonly local: string
  readonly isAliased: boolean
  readonly isType: boolean
  readonly source: string
}

const importsOf = (module: Module): ReadonlyArray<Node> =>
  statementsOf(module).filter(({ type }) => type === "ImportDeclaration")

/** Returns the names that a module imports from the platform's packages. */
export const importedFromPlatform = (module: Module): ReadonlyArray<Imported> =>
  importsOf(module).filter(({ source }) => packages.includes(source.value)).flatMap((declaration) =>
    (declaration["specifiers"] as ReadonlyArray<Node>).flatMap((specifier) => {
      const imported: unknown = specifier["imported"]?.name
      const local: string = specifier["local"].name
      return typeof imported !== "string" ? [] : [{
        declaration,
        specifier,
        name: firstBrand(imported),
        local,
        isAliased: imported !== local,
        isType: declaration["importKind"] === "type" || specifier["importKind"] === "type",
        source: declaration["source"].value as string
      }]
    })
  )

/** An app object that a module creates in a variable, or that a function returns. */
export interface App {
  readonly kind: "client" | "next" | "server"
  readonly module: Module
  /** Whether `local` is a function that returns a new app. */
  readonly isFactory: boolean
  /** Whether the app comes from the package without React, which scripts use. */
  readonly isScript: boolean
  readonly local: string
  /** Name under which the module exports the app. */
  readonly exportedAs: string | undefined
  readonly creation: Node
  readonly options: Node | undefined
}

const byName = (properties: ReadonlyArray<Node>): ReadonlyMap<string, Node> | undefined => {
  const entries = properties.map((property): readonly [string, Node] | undefined =>
    property.type !== "ObjectProperty" || property["computed"] === true
      ? undefined
      : [property["key"].name ?? property["key"].value, property]
  )
  const known = entries.filter((entry) => entry !== undefined)
  return known.length === entries.length ? new Map(known) : undefined
}

/** Returns the properties of an object literal by name; `undefined` for a spread, a method or a computed key. */
export const propertiesOf = (node: Node | undefined): ReadonlyMap<string, Node> | undefined =>
  node?.type === "ObjectExpression" ? byName(node["properties"]) : undefined

/** Returns the object literal that a variable of the module always has. */
const literalOf = (module: Module, variable: Node): Node | undefined => {
  const all = module.nodes.filter(({ id, type }) => type === "VariableDeclarator" && isIdentifier(id, variable["name"]))
  const value = plainExpression(all.length === 1 ? all[0]!["init"] : undefined)
  return module.parentOf(all[0] ?? variable)?.["kind"] === "const" && value?.type === "ObjectExpression"
    ? value
    : undefined
}

/** Returns the options of an app, including those that are spread from an object in the same module. */
const optionsOf = ({ module, options }: Pick<App, "module" | "options">): ReadonlyMap<string, Node> | undefined => {
  if (options?.type !== "ObjectExpression") return undefined
  return byName((options["properties"] as ReadonlyArray<Node>).flatMap((property): ReadonlyArray<Node> => {
    const spread: Node | undefined = property.type === "SpreadElement" ? property["argument"] : undefined
    const literal = spread?.type === "Identifier" ? literalOf(module, spread) : undefined
    return literal === undefined ? [property] : literal["properties"]
  }))
}

const exportedNameOf = (module: Module, local: string, declaration: Node | undefined): string | undefined => {
  if (declaration !== undefined && module.parentOf(declaration)?.type === "ExportNamedDeclaration") return local
  for (const statement of statementsOf(module)) {
    if (statement.type === "ExportDefaultDeclaration" && isIdentifier(statement["declaration"], local)) return "default"
    if (statement.type !== "ExportNamedDeclaration" || statement["source"] != null) continue
    for (const { exported: name, local: own } of statement["specifiers"] as ReadonlyArray<Node>) {
      if (isIdentifier(own, local)) return name.name as string
    }
  }
  return undefined
}

/** Returns why an app object can't be created by the new function; `undefined` if it can. */
export const obstacleOf = (app: App, all: ReadonlyArray<App>): string | undefined => {
  const { kind, options } = app
  const properties = options === undefined ? new Map<string, Node>() : optionsOf(app)
  if (properties === undefined) return "The options are not written as an object in this file."
  const removed = [...droppedOptions, ...(kind === "next" ? chosenByNext : [])]
  const elsewhere = removed.find((name) =>
    properties.has(name) && !options!["properties"].includes(properties.get(name))
  )
  if (elsewhere !== undefined) return `Remove the option ${elsewhere}, which is in another object.`
  const parent = properties.get("inheritsFrom")
  if (parent !== undefined) {
    const from = all.find(({ local }) => isIdentifier(plainExpression(parent["value"]), local))
    const inherited = [...(from === undefined ? undefined : optionsOf(from))?.keys() ?? ["unknown"]].filter((name) =>
      name !== "tokenStore"
    )
    if (kind !== "next" || inherited.length > 0) return "The app inherits options. Pass them to both functions."
  }
  const known = [...appOptions, ...droppedOptions, ...(kind === "next" ? ["inheritsFrom"] : [])]
  const other = [...properties.keys()].find((name) => !known.includes(name))
  if (other !== undefined) return `There is no option ${other}.`
  if (kind === "next" && properties.has("secretServerKey")) return "Server components don't use the secret server key."
  const method = plainExpression(properties.get("redirectMethod")?.["value"])
  return method?.["value"] === "nextjs" ? "Pass { nextjs: redirect } as redirectMethod." : undefined
}

/** Returns the declaration of the variable that holds a new app, or of the function that returns it. */
const holderOf = (
  module: Module,
  creation: Node
): { readonly declaration: Node; readonly isFactory: boolean } | undefined => {
  const parent = module.parentOf(creation)
  if (parent?.type === "VariableDeclarator") return { declaration: parent, isFactory: false }
  const around = functionAround(module, creation)
  const isReturned = parent?.type === "ReturnStatement" || (parent !== undefined && parent === around)
  if (around === undefined || !isReturned) return undefined
  const declaration = around.type === "FunctionDeclaration" ? around : module.parentOf(around)
  return declaration?.type === "FunctionDeclaration" || declaration?.type === "VariableDeclarator"
    ? { declaration, isFactory: true }
    : undefined
}

/**
 * Finds the app objects that a module creates in variables or returns from functions. `isNext`: whether the project uses
 * Next.js.
 */
export const appsIn = (module: Module, isNext: boolean): ReadonlyArray<App> => {
  const names = importedFromPlatform(module)
  return module.nodes.filter(({ type }) => type === "NewExpression").flatMap((creation): ReadonlyArray<App> => {
    const app = names.find(({ local }) => isIdentifier(creation["callee"], local))
    const level = app === undefined ? undefined : exported[app.name]?.app
    const holder = holderOf(module, creation)
    if (level === undefined || holder === undefined) return []
    const { declaration, isFactory } = holder
    const id: Node | null = declaration["id"]
    const given = creation["arguments"] as ReadonlyArray<Node>
    if (id?.type !== "Identifier" || given.length > 1) return []
    const options = given[0]
    const properties = optionsOf({ module, options })
    const store = plainExpression(properties?.get("tokenStore")?.["value"])?.["value"]
    const inherits = properties?.has("inheritsFrom") === true
    const local: string = id["name"]
    const statement = declaration.type === "VariableDeclarator" ? module.parentOf(declaration) : declaration
    return [{
      kind: level === "client" ? "client" : isNext && (store === "nextjs-cookie" || inherits) ? "next" : "server",
      module,
      isFactory,
      isScript: app!.source.endsWith("/js"),
      local,
      exportedAs: exportedNameOf(module, local, statement),
      creation,
      options
    }]
  })
}

const stemOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, "").replace(/(?:^|\/)index$/, "")

/** Whether the source of an import resolves to a module of the project. */
const leadsTo = (from: Module, source: string, to: Module): boolean => {
  const wanted = stemOf(to.path)
  if (source.startsWith(".")) return stemOf(posix.join(posix.dirname(from.path), source)) === wanted
  const alias = /^(?:[@~#]\/?|src\/)(.+)$/.exec(source)?.[1]
  return alias !== undefined && (stemOf(alias) === wanted || `src/${stemOf(alias)}` === wanted)
}

/** An app object and its name in a module. */
export interface Reached {
  readonly app: App
  readonly local: string
}

/** Finds the app objects that a module creates or imports. */
export const reachedBy = (module: Module, apps: ReadonlyArray<App>): ReadonlyArray<Reached> => [
  ...apps.filter((app) => app.module === module).map((app) => ({ app, local: app.local })),
  ...importsOf(module).flatMap((declaration) =>
    (declaration["specifiers"] as ReadonlyArray<Node>).flatMap((specifier) => {
      const imported: string | undefined = specifier.type === "ImportDefaultSpecifier"
        ? "default"
        : specifier["imported"]?.name
      const app = apps.find(({ exportedAs, module: other }) =>
        exportedAs !== undefined && exportedAs === imported && leadsTo(module, declaration["source"].value, other)
      )
      return app === undefined ? [] : [{ app, local: specifier["local"].name as string }]
    })
  )
]

const relativeSources = (module: Module): ReadonlyArray<string> =>
  importsOf(module).map(({ source }) => source.value as string).filter((source) => source.startsWith("."))

/** The files of a project, whose style an added import follows. */
export type Imports = (module: Module) => ReadonlyArray<string>

/** Returns the relative imports of a module; those of the other modules for a module without any. */
export const importsIn = (modules: ReadonlyArray<Module>): Imports => {
  const all = modules.flatMap(relativeSources)
  return (module) => {
    const own = relativeSources(module)
    return own.length === 0 ? all : own
  }
}

/** Returns the source with which one module imports another, with the kind of extension that other imports have. */
export const sourceFor = (imports: Imports, from: Module, to: Module): string => {
  const known = imports(from)
  const plain = posix.relative(posix.dirname(from.path), to.path.replace(/\.[cm]?[jt]sx?$/, ""))
  const extension = known.some((source) => /\.tsx?$/.test(source))
    ? posix.extname(to.path)
    : known.some((source) => /\.jsx?$/.test(source))
    ? ".js"
    : ""
  return `${plain.startsWith(".") ? plain : `./${plain}`}${extension}`
}
