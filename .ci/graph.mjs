/** The graph of the compiled modules, and how rolldown reads and writes them. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { parseAst } from "rolldown/parseAst"

/** Returns the name of a compiled module by its path. */
export const nameIn = (modules, id) => path.relative(modules, id).split(path.sep).join("/").replace(/\?.*$/, "")

/** Returns a function that parses a module's imports and exports on demand. */
export const graphOf = (modules) => {
  const known = new Map()
  const graph = (name) => {
    if (known.has(name)) return known.get(name)
    const code = readFileSync(path.join(modules, name), "utf8")
    const { body } = parseAst(code)
    const found = {
      name,
      body,
      isClient: body.some(({ directive }) => directive === "use client"),
      /** The modules that this module imports dynamically. */
      later: [...code.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, to]) => nameOf(to, name)),
      // Whether the module needs its own chunk instead of its room's. It does if the module has dynamic imports, or
      // imports a module of its room that does, because a bundler keeps these imports if any code of the chunk is used.
      get loadsLater() {
        const isNear = (each) => path.posix.dirname(each) === path.posix.dirname(name)
        return found.later.length > 0
          || found.imports.some((each) => isOurs(each) && isNear(each) && graph(each).loadsLater)
      },
      // A barrel has no side effects, so only the imported names matter.
      get imports() {
        return importsOf(body)
      }
    }
    const importsOf = (nodes) =>
      nodes.flatMap(({ source, specifiers, type }) => {
        if (!source) return []
        const from = nameOf(source.value, name)
        const names = type === "ExportAllDeclaration"
          ? [undefined]
          : specifiers.map(({ imported, local }) => (type === "ImportDeclaration" ? imported : local)?.name)
        const isApart = isOurs(from) && graph(from).isClient && !found.isClient
        if (!isOurs(from) || names.includes(undefined) || !isBarrel(graph(from)) || isApart) return [from]
        const given = givenBy(graph, from)
        return names.map((each) => given.get(each)?.from ?? from)
      })
    known.set(name, found)
    return found
  }
  return graph
}

/** Resolves a path such as `../a.js` to the name of a module. Names of packages stay unchanged. */
export const nameOf = (source, from) =>
  source.startsWith(".") ? path.posix.join(path.posix.dirname(from), source) : source

/** Returns an import's path from a folder to a file. Both are in `dist/`. */
export const relativeName = (folder, file) => {
  const name = path.posix.relative(folder, file)
  return name.startsWith(".") ? name : `./${name}`
}

/**
 * Lets files import another file of `dist/` instead of its module. The bundler writes the relative path. The id differs
 * from the module's own id, because the same build may contain the module.
 */
export const fileOf = (modules, name) => ({
  id: [modules, ".", ...name.split("/")].join(path.sep),
  external: "relative"
})

export const isOurs = (name) => /^(?:schemas|layers|src|react)\/.*\.js$/.test(name)

/** Whether a module imports the package, or a path within the package. */
export const isOf = (name, source) => source === name || source.startsWith(`${name}/`)

export const isBarrel = ({ body }) =>
  body.every((node) =>
    node.directive !== undefined || (/^Export(?:Named|All)Declaration$/.test(node.type) && node.source)
  )

/** Returns the exports of a barrel, with the modules that declare them. For a namespace, `name` is `*`. */
export const givenBy = (graph, barrel) => {
  const given = new Map()
  for (const node of graph(barrel).body) {
    if (!node.source) continue
    const from = nameOf(node.source.value, barrel)
    const behind = isOurs(from) && isBarrel(graph(from)) ? givenBy(graph, from) : undefined
    if (node.type === "ExportNamedDeclaration") {
      for (const { exported, local } of node.specifiers) {
        given.set(exported.name, behind?.get(local.name) ?? { from, name: local.name })
      }
    } else if (node.exported) {
      given.set(node.exported.name, { from, name: "*" })
    } else {
      for (const [name, of] of behind ?? ownExports(graph(from))) if (!given.has(name)) given.set(name, of)
    }
  }
  return given
}

/** Returns the given modules and all modules that load with them. */
export const reachedBy = (graph, names) => {
  const reached = new Set()
  const visit = (name) => {
    if (!isOurs(name) || reached.has(name)) return
    reached.add(name)
    for (const each of graph(name).imports) visit(each)
  }
  names.forEach(visit)
  return reached
}

export const ownExports = ({ body, name: from }) =>
  body.filter(({ type }) => type === "ExportNamedDeclaration").flatMap(({ declaration, source, specifiers }) => {
    if (source) throw new Error(`${from}: a barrel re-exports all of it, but it is not a barrel itself`)
    const declared = declaration?.declarations?.map(({ id }) => id.name) ?? (declaration ? [declaration.id.name] : [])
    return [...declared, ...specifiers.map(({ exported }) => exported.name)].map((name) => [name, { from, name }])
  })

export const common = (root) => ({
  cwd: root,
  // ids of modules must not depend on the folder of the repository
  resolve: { symlinks: false },
  // the bundler of the application replaces this expression
  transform: { define: { "process.env.NODE_ENV": "process.env.NODE_ENV" } },
  logLevel: "silent"
})

export const form = {
  format: "esm",
  entryFileNames: "[name].js",
  // stack traces show the names of the sources
  minifyInternalExports: false,
  comments: { annotation: true, jsdoc: false, legal: false }
}

/**
 * Rewrites `import.meta.url`, because the chunk is in a different folder from the original module, and repeats the
 * directive of client components.
 */
export const ownPlaces = (modules, graph) => ({
  name: "own places",
  transform(code, id) {
    if (!id.startsWith(modules + path.sep) || !code.includes("import.meta.url")) return
    return { code: code.replaceAll("import.meta.url", `__placeOf(${JSON.stringify(nameIn(modules, id))})`), map: null }
  },
  renderChunk(code, { facadeModuleId, fileName }) {
    const folder = path.posix.dirname(fileName)
    const isClient = facadeModuleId?.startsWith(modules + path.sep) && graph(nameIn(modules, facadeModuleId)).isClient
    const text = code.replaceAll(/__placeOf\("([^"]+)"\)/g, (_, name) =>
      name === fileName
        ? "import.meta.url"
        : `[import.meta.url, "..", ${JSON.stringify(path.posix.relative(folder, name))}].join("/")`)
    const directive = "\"use client\";\n"
    return {
      code: isClient && !text.startsWith(directive) ? directive + text.replace(/^"use client";\n/m, "") : text,
      map: null
    }
  }
})
