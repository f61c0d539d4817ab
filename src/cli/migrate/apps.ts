/** Imports of the platform's packages, and the app objects that a project creates. */
import { posix } from "node:path"
import { isIdentifier, type Module, type Node, plainExpression, statementsOf } from "../source/index.ts"
import { appOptions, droppedOptions, exported, firstBrand, packages } from "./names.ts"

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

/** An app object that a module creates. */
export interface App {
  readonly kind: "client" | "next" | "server"
  readonly module: Module
  /** Whether the app comes from the package without React, which scripts use. */
  readonly isScript: boolean
  readonly local: string
  /** Name under which the module exports the app. */
  readonly exportedAs: string | undefined
  readonly creation: Node
  readonly options: Node | undefined
}

/** Returns the properties of an object literal by name; `undefined` for a spread, a method or a computed key. */
export const propertiesOf = (node: Node | undefined): ReadonlyMap<string, Node> | undefined => {
  if (node?.type !== "ObjectExpression") return undefined
  const entries = (node["properties"] as ReadonlyArray<Node>).map((property): readonly [string, Node] | undefined =>
    property.type !== "ObjectProperty" || property["computed"] === true
      ? undefined
      : [property["key"].name ?? property["key"].value, property]
  )
  const known = entries.filter((entry) => entry !== undefined)
  return known.length === entries.length ? new Map(known) : undefined
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
export const obstacleOf = ({ kind, options }: App, all: ReadonlyArray<App>): string | undefined => {
  const properties = options === undefined ? new Map<string, Node>() : propertiesOf(options)
  if (properties === undefined) return "The options are not written as an object here."
  const parent = properties.get("inheritsFrom")
  if (parent !== undefined) {
    const from = all.find(({ local }) => isIdentifier(plainExpression(parent["value"]), local))
    const inherited = [...propertiesOf(from?.options)?.keys() ?? ["unknown"]].filter((name) => name !== "tokenStore")
    if (kind !== "next" || inherited.length > 0) return "The app inherits options. Pass them to both functions."
  }
  const known = [...appOptions, ...droppedOptions, ...(kind === "next" ? ["inheritsFrom"] : [])]
  const other = [...properties.keys()].find((name) => !known.includes(name))
  if (other !== undefined) return `There is no option ${other}.`
  if (kind === "next" && properties.has("secretServerKey")) return "Server components don't use the secret server key."
  const method = plainExpression(properties.get("redirectMethod")?.["value"])
  return method?.["value"] === "nextjs" ? "Pass { nextjs: redirect } as redirectMethod." : undefined
}

/** Finds the app objects that a module creates in variables. `isNext`: whether the project uses Next.js. */
export const appsIn = (module: Module, isNext: boolean): ReadonlyArray<App> => {
  const names = importedFromPlatform(module)
  return module.nodes.filter(({ type }) => type === "NewExpression").flatMap((creation): ReadonlyArray<App> => {
    const app = names.find(({ local }) => isIdentifier(creation["callee"], local))
    const level = app === undefined ? undefined : exported[app.name]?.app
    const declarator = module.parentOf(creation)
    if (level === undefined || declarator?.type !== "VariableDeclarator") return []
    const id: Node = declarator["id"]
    const given = creation["arguments"] as ReadonlyArray<Node>
    if (id.type !== "Identifier" || given.length > 1) return []
    const options = given[0]
    const store = plainExpression(propertiesOf(options)?.get("tokenStore")?.["value"])?.["value"]
    const inherits = propertiesOf(options)?.has("inheritsFrom") === true
    const local: string = id["name"]
    return [{
      kind: level === "client" ? "client" : isNext && (store === "nextjs-cookie" || inherits) ? "next" : "server",
      module,
      isScript: app!.source.endsWith("/js"),
      local,
      exportedAs: exportedNameOf(module, local, module.parentOf(declarator)),
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

/**
 * Returns the source with which one module imports another. Keeps the kind of extension that the importing module uses.
 */
export const sourceFor = (from: Module, to: Module): string => {
  const own = importsOf(from).map(({ source }) => source.value as string).filter((source) => source.startsWith("."))
  const plain = posix.relative(posix.dirname(from.path), to.path.replace(/\.[cm]?[jt]sx?$/, ""))
  const extension = own.some((source) => /\.tsx?$/.test(source))
    ? posix.extname(to.path)
    : own.some((source) => /\.jsx?$/.test(source))
    ? ".js"
    : ""
  return `${plain.startsWith(".") ? plain : `./${plain}`}${extension}`
}
