/**
 * Makes the JavaScript of `dist/` from the compiled modules: an entry is a small file over chunks that entries share, so
 * that Node reads few files and a class is one class whichever entry it comes from. `effect` and the other packages that
 * users install stay outside; what only the embedded platform and the command use is inside.
 */
import { transform } from "esbuild"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { parseAst } from "rolldown/parseAst"
import { PLACE, withRelativeNames } from "./places.mjs"

/** What is in a place of its own in `dist/`, started or asked for by its name. */
const programs = [
  "src/emulator/mail/renderProcess.js",
  "src/emulator/mail/renderWorker.js",
  "src/emulator/seed/stateWorker.js"
]

const command = "src/cli/main.js"

const nodemailer = "src/cli/nodemailer.js"

/** Marks a barrel that chunks ask for. */
const INNER = "?inner"

/** Of a file among the compiled modules. */
const nameIn = (modules, id) => path.relative(modules, id).split(path.sep).join("/").replace(INNER, "")

/**
 * @param {{ modules: string, root: string, manifest: any, replaced: { readonly [module: string]: string } }} options
 * `modules`: the compiled modules. `replaced`: what is there in place of compiled modules.
 * @returns the files of `dist/` by name, and the folders of the packages that are inside.
 */
export const bundle = async ({ manifest, modules, replaced, root }) => {
  const entries = Object.values(manifest.exports).flatMap((target) => {
    const file = target.default?.replace("./dist/", "")
    if (!file?.endsWith(".js")) return []
    if (!file.includes("*")) return [file]
    const [before, after] = file.split("*")
    return readdirSync(path.join(modules, before)).filter((name) => name.endsWith(after)).sort().map((name) =>
      before + name
    )
  })
  const graph = graphOf(modules)
  const results = [
    await libraryFiles({ entries, graph, manifest, modules, replaced, root }),
    await nodemailerFile({ root })
  ]
  return {
    files: await Promise.all(
      results.flatMap(({ output }) => output).map(async (file) => [file.fileName, await textOf(file)])
    ),
    packages: [...new Set(results.flatMap(({ output }) => output.flatMap(packagesIn)))].sort()
  }
}

const textOf = async ({ code, moduleIds = [], source }) => {
  if (code === undefined) return source
  // nobody reads packages of others here
  const isOfOthers = moduleIds.length > 0
    && moduleIds.every((id) => id.includes(`${path.sep}node_modules${path.sep}`))
  return isOfOthers ? (await transform(code, { minify: true, format: "esm", legalComments: "none" })).code : code
}

/** Each module with what it exports and asks for, read when it is needed. */
const graphOf = (modules) => {
  const known = new Map()
  const graph = (name) => {
    if (known.has(name)) return known.get(name)
    const code = readFileSync(path.join(modules, name), "utf8")
    const { body } = parseAst(code)
    const found = {
      name,
      body,
      isClient: body.some(({ directive }) => directive === "use client"),
      // a bundler keeps what a module may load later as long as anything of that module is used
      loadsLater: /\bimport\("\./.test(code),
      // of a barrel only what is asked for by name: it runs nothing itself
      get imports() {
        return body.flatMap(({ source, specifiers, type }) => {
          if (!source) return []
          const from = nameOf(source.value, name)
          const names = type === "ImportDeclaration" ? specifiers.map(({ imported }) => imported?.name) : [undefined]
          if (!isOurs(from) || names.includes(undefined) || !isBarrel(graph(from)) || graph(from).isClient) {
            return [from]
          }
          const given = givenBy(graph, from)
          return names.map((each) => given.get(each)?.from ?? from)
        })
      }
    }
    known.set(name, found)
    return found
  }
  return graph
}

/** `../a.js` of a module as a name in `modules`; of a package as it is. */
const nameOf = (source, from) => source.startsWith(".") ? path.posix.join(path.posix.dirname(from), source) : source

const isOurs = (name) => /^(?:schemas|layers|src|react)\/.*\.js$/.test(name)

/** Whether a package is asked for, or something in it. */
const isOf = (name, source) => source === name || source.startsWith(`${name}/`)

const isBarrel = ({ body }) =>
  body.every((node) =>
    node.directive !== undefined || (/^Export(?:Named|All)Declaration$/.test(node.type) && node.source)
  )

/** What a barrel gives, each with the module that it is of: `name` is `*` for all of the module under one name. */
const givenBy = (graph, barrel) => {
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

const ownExports = ({ body, name: from }) =>
  body.filter(({ type }) => type === "ExportNamedDeclaration").flatMap(({ declaration, source, specifiers }) => {
    if (source) throw new Error(`${from}: a barrel takes all of it, and it is not a barrel itself`)
    const declared = declaration?.declarations?.map(({ id }) => id.name) ?? (declaration ? [declaration.id.name] : [])
    return [...declared, ...specifiers.map(({ exported }) => exported.name)].map((name) => [name, { from, name }])
  })

const libraryFiles = async ({ entries, graph, manifest, modules, replaced, root }) => {
  // a bundler that reads `export * as` from a file leaves out what nobody uses of it; from an object it does not
  const barrels = new Map(
    entries.filter((entry) => isBarrel(graph(entry))).map((entry) => [entry, givenBy(graph, entry)])
  )
  const namespaces = [...barrels.values()].flatMap((given) => [...given.values()]).filter(({ name }) => name === "*")
  const inputs = new Set([...entries, ...namespaces.map(({ from }) => from), ...programs, command])
  const { client, group } = placed({ graph, inputs })
  for (const name of client) inputs.add(name)
  const outside = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), manifest.name]
  const asksForClient = (name, importer) => importer !== undefined && client.has(name) && !graph(importer).isClient
  const build = await rolldown({
    input: Object.fromEntries([...inputs].sort().map((name) => [name.replace(/\.js$/, ""), path.join(modules, name)])),
    ...common(root),
    platform: "browser",
    external: (id, importer = "") =>
      id.startsWith("node:")
      || (outside.some((name) => isOf(name, id)) &&
        !(isOf("jose", id) && nameIn(modules, importer).startsWith("src/emulator/"))),
    plugins: [
      {
        name: "places",
        resolveId(source, importer) {
          if (source.startsWith(PLACE)) return { id: source, external: true }
          if (source === "nodemailer") return { id: PLACE + nodemailer, external: true }
          if (importer === undefined || !source.startsWith(".") || !importer.startsWith(modules)) return
          const from = nameIn(modules, importer)
          const name = nameOf(source, from)
          if (asksForClient(name, from)) return { id: PLACE + name, external: true }
          // the file of an entry stands above the chunks, which have a barrel of their own
          if (barrels.has(name)) return path.join(modules, name) + INNER
        },
        load(id) {
          if (id.endsWith(INNER)) return readFileSync(id.slice(0, -INNER.length), "utf8")
          const name = nameIn(modules, id)
          if (name in replaced) return replaced[name]
          const given = barrels.get(name)
          return given && barrelText(given, modules)
        },
        // a bundler runs what is CommonJS where it is asked for, after all modules that are asked for beside it
        transform(code, id) {
          return /tsyringe.dist.esm\w+.index\.js$/.test(id) ? `import "reflect-metadata"\n${code}` : undefined
        }
      },
      ownPlaces(modules, graph)
    ]
  })
  const later = new Set(
    readdirSync(path.join(modules, "react"), { recursive: true }).filter((file) => file.endsWith(".js")).flatMap(
      (file) => {
        const name = path.posix.join("react", file)
        return [...readFileSync(path.join(modules, name), "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g)].map((
          [, target]
        ) => nameOf(target, name))
      }
    )
  )
  const generated = (together) =>
    build.generate({
      ...form,
      chunkFileNames: (chunk) => chunkName(chunk, modules),
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{
          name: (id) => together.get(id) ?? null,
          priority: 1
        }, {
          name: "src/emulator/packages/shared",
          test: /node_modules.(?:jose|bcryptjs|devalue|oauth4webapi|otpauth|image-size|@marcbachmann)/
        }, {
          name: (id) =>
            (id.endsWith(INNER) || !barrels.has(nameIn(modules, id)) ? group(nameIn(modules, id)) : undefined) ?? null
        }, {
          name: "react/parts/chunk",
          test: /[/\\]react[/\\]parts[/\\]/,
          entriesAware: true,
          entriesAwareMergeThreshold: 6000
        }, {
          name: (id) =>
            /^react\/screens\/(?!index)/.test(nameIn(modules, id)) && !later.has(nameIn(modules, id))
              ? "react/screens/chunk"
              : null,
          entriesAware: true,
          entriesAwareMergeThreshold: 6000
        }]
      }
    })
  // small chunks are put together by size alone: what asks for each other then is one chunk
  const together = new Map()
  for (;;) {
    const result = await generated(together)
    const circles = circlesOf(result.output)
    if (circles.length === 0) return result
    const known = together.size
    for (const [first, ...others] of circles) {
      for (const id of [first, ...others].flatMap(({ moduleIds }) => moduleIds)) together.set(id, first.fileName)
    }
    if (together.size === known) throw new Error(`asked for in a circle: ${circles[0].map(({ fileName }) => fileName)}`)
  }
}

/** Chunks that cannot be run one after the other, in sets. */
const circlesOf = (output) => {
  const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]))
  const below = new Map()
  for (const start of chunks.keys()) {
    const reached = new Set()
    const visit = (name) => {
      for (const next of chunks.get(name)?.imports ?? []) if (!reached.has(next)) visit((reached.add(next), next))
    }
    visit(start)
    below.set(start, reached)
  }
  const circle = (name) =>
    [...chunks.keys()].filter((other) => below.get(name).has(other) && below.get(other).has(name))
  return [...new Set([...chunks.keys()].map((name) => circle(name).join("\n")))].filter(Boolean)
    .map((names) => names.split("\n").map((name) => chunks.get(name)))
}

const barrelText = (given, modules) =>
  [...given].map(([as, { from, name }]) =>
    name === "*"
      ? `export * as ${as} from ${JSON.stringify(PLACE + from)}`
      : `export { ${name} as ${as} } from ${JSON.stringify(isOurs(from) ? path.join(modules, from) : from)}`
  ).join("\n")

/**
 * Which chunk a module belongs to: one for each room, and in a room one for modules that need no `effect`, so that whoever
 * asks for such a one loads none, and one for what clients do not need, which asks for more of `effect` than they do. Rooms that import each other share theirs. What is loaded later, and everything for
 * React and of the embedded platform, is split by who asks for it. `client`: what server code asks for of the browser's.
 */
const placed = ({ graph, inputs }) => {
  const client = new Set()
  const eager = new Set()
  const visit = (name, importer) => {
    if (!isOurs(name)) return
    if (importer !== undefined && graph(name).isClient && !graph(importer).isClient) client.add(name)
    if (eager.has(name)) return
    eager.add(name)
    for (const each of graph(name).imports) visit(each, name)
  }
  for (const name of inputs) visit(name, undefined)

  const needs = new Map()
  const needsEffect = (name) => {
    if (!isOurs(name)) return /^effect(?:\/|$)/.test(name)
    if (!needs.has(name)) {
      needs.set(name, false)
      needs.set(name, graph(name).imports.some(needsEffect))
    }
    return needs.get(name)
  }
  const core = new Set()
  const addCore = (name) => {
    if (!isOurs(name) || core.has(name)) return
    core.add(name)
    for (const each of graph(name).imports) addCore(each)
  }
  addCore("src/promise/index.js")
  const rooms = new Map(
    [...eager].filter((name) => !/^(?:react|src\/emulator|src\/cli)\//.test(name) && !graph(name).loadsLater).map(
      (name) => {
        const [folder, room, inner] = path.posix.dirname(name).split("/")
        const own = room === "backend"
          ? [folder, room, inner]
          : folder === "src" || room === "fleet"
          ? [folder, room ?? "index"]
          : [folder]
        return [name, [...own, !needsEffect(name) ? "plain" : core.has(name) ? "effect" : "more"].join("/")]
      }
    )
  )
  const below = new Map()
  for (const [name, room] of rooms) {
    const asked = graph(name).imports.flatMap((each) => rooms.get(each) ?? [])
    below.set(room, new Set([...(below.get(room) ?? []), ...asked]))
  }
  const reaches = (from, to, seen = new Set()) =>
    [...below.get(from)].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
  const shared = (room) =>
    [...below.keys()].sort().find((other) => other === room || (reaches(room, other) && reaches(other, room)))
  const group = (name) =>
    /^react\/devtools\/(?!index\.js$)/.test(name)
      ? "react/devtools/plain"
      : rooms.has(name)
      ? shared(rooms.get(name))
      : undefined
  return { client, group }
}

/** It needs Node, and is for the command alone: a file of its own, which is loaded when mails are to be sent. */
const nodemailerFile = async ({ root }) => {
  const build = await rolldown({
    input: { [nodemailer.replace(/\.js$/, "")]: "nodemailer-of-the-command" },
    ...common(root),
    platform: "node",
    plugins: [{
      name: "entry",
      resolveId: (id) => id === "nodemailer-of-the-command" ? id : undefined,
      load: (id) => id === "nodemailer-of-the-command" ? "export { createTransport } from \"nodemailer\"" : undefined
    }]
  })
  return build.generate({ ...form, minify: true })
}

const common = (root) => ({
  cwd: root,
  // what belongs to a package is the same wherever it stands
  resolve: { symlinks: false },
  // it is the application's to say
  transform: { define: { "process.env.NODE_ENV": "process.env.NODE_ENV" } },
  logLevel: "silent"
})

const form = {
  format: "esm",
  entryFileNames: "[name].js",
  // names in stack traces are those of the sources
  minifyInternalExports: false,
  comments: { annotation: true, jsdoc: false, legal: false }
}

/** A chunk stands in the folder that its modules are of. */
const chunkName = ({ facadeModuleId, moduleIds, name }, modules) => {
  if (name === "src/emulator/packages/shared") return `${name}.js`
  if (/\/(?:effect|more|plain)$/.test(name)) {
    return `${name.replace(/\/effect$/, "/shared").replace("src/index/", "src/")}.js`
  }
  const inside = (id) => id.startsWith(modules + path.sep)
  const names = moduleIds.filter(inside).map((id) => path.relative(modules, id).split(path.sep).join("/"))
  if (facadeModuleId && inside(facadeModuleId)) return path.relative(modules, facadeModuleId).split(path.sep).join("/")
  const folders = [
    "src/emulator",
    "src/cli",
    "react/screens",
    "react/parts",
    "react/devtools",
    "react",
    "src",
    "layers",
    "schemas"
  ]
  const folder = folders.find((each) => names.some((name) => name.startsWith(`${each}/`)))
  return `${folder ?? (moduleIds.some((id) => id.includes("node_modules")) ? "src/emulator/packages" : "src")}/chunk.js`
}

/** `import.meta.url` is where the module was, and what is asked for by its place is named from where the chunk is. */
const ownPlaces = (modules, graph) => ({
  name: "own places",
  transform(code, id) {
    if (!id.startsWith(modules + path.sep) || !code.includes("import.meta.url")) return
    const name = path.relative(modules, id).split(path.sep).join("/")
    return { code: code.replaceAll("import.meta.url", `__placeOf(${JSON.stringify(PLACE + name)})`), map: null }
  },
  renderChunk(code, chunk) {
    const folder = path.posix.dirname(chunk.fileName)
    const isClient = chunk.facadeModuleId?.startsWith(modules + path.sep)
      && graph(path.relative(modules, chunk.facadeModuleId).split(path.sep).join("/")).isClient
    const ownPlaced = code.replaceAll(new RegExp(`__placeOf\\("${PLACE}([^"]+)"\\)`, "g"), (_, name) => {
      const place = path.posix.relative(folder, name)
      return place === path.posix.basename(chunk.fileName)
        ? "import.meta.url"
        : `[import.meta.url, "..", ${JSON.stringify(place)}].join("/")`
    })
    const text = withRelativeNames(ownPlaced, folder)
    const directive = "\"use client\";\n"
    return {
      code: isClient && !text.startsWith(directive) ? directive + text.replace(/^"use client";\n/m, "") : text,
      map: null
    }
  }
})

/** Folders of the packages that something of is in a file. */
const packagesIn = ({ modules = {} }) =>
  Object.entries(modules).flatMap(([id, { renderedLength }]) => {
    const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll(path.sep, "/"))?.[1]
    return found === undefined || renderedLength === 0 ? [] : [found]
  })
