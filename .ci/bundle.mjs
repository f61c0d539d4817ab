/**
 * Bundles the JavaScript of `dist/`. Each entry is a small file that imports shared chunks, so that Node reads few
 * files, and a class is the same in all entries. `effect` and the other packages that users install are not bundled.
 * Packages that only the emulator and the CLI use are bundled.
 */
import { transform } from "esbuild"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { commandFiles, emulatorPackages, packageFiles, packagesLater } from "./command.mjs"
import { withoutGlobalNames } from "./globalNames.mjs"
import {
  common,
  fileOf,
  form,
  givenBy,
  graphOf,
  isBarrel,
  isOf,
  isOurs,
  nameIn,
  nameOf,
  ownPlaces,
  reachedBy
} from "./graph.mjs"
import { largestModule, withSourceComments, withSourceNames } from "./sourceNames.mjs"
import { standalone, standaloneFile } from "./standalone.mjs"

/** Modules that have their own file in `dist/`, because other code starts or loads them by path. */
const programs = [
  "src/emulator/mail/renderProcess.js",
  "src/emulator/mail/renderWorker.js",
  "src/emulator/seed/stateWorker.js"
]

/** Alternative modules of `imports` in package.json, by the name that the chunks import. */
const chosen = {
  "#vite": ["layers/environment/withVite.js", "layers/environment/withoutVite.js"]
}

/** Returns the name under which `imports` lists the module. */
const choiceOf = (module) => Object.keys(chosen).find((name) => chosen[name].includes(module))

/**
 * Suffix of a barrel (a module that only re-exports) where chunks import it, to distinguish it from the file of its
 * entry.
 */
const INNER = "?inner"

/** Suffix of a module in a barrel's text, if the barrel imports the module's file. */
const OUTER = "?outer"

const isForReact = (name) => /^react\/(?!devtools\/|nextjs\/|ssr\/|tanstackStart\/)/.test(name)

/** Whether a room (a source folder whose modules share a chunk) is so large that its parts get their own files. */
const isDivided = (room) =>
  /^(?:schemas|src\/(?:errors|flows))\/|^(?:layers|src\/(?:index|promise))\/(?:effect|more)$/.test(room)

/**
 * Modules whose code pages load first: an application with all screens, the button that apps render beside it,
 * `createClient`, and the screens that apps import by name and that load some of their code later. A bundler loads a
 * file if it loads a file that imports it, so each module that these modules import belongs to the first of `page` and
 * `menu` that needs it, or else to the others that need it.
 */
const firstScreens = {
  page: ["react/LatchkeyProvider.js", "react/hooks.js", "react/screens/LatchkeyHandler.js"],
  menu: ["react/screens/UserButton.js"],
  client: ["src/promise/createClient.js"],
  entering: ["SignIn", "SignUp", "confirm/ConfirmIdentity", "Mfa", "Onboarding"].map((name) =>
    `react/screens/${name}.js`
  ),
  account: ["react/screens/account/AccountSettings.js"]
}

/**
 * Bundles the compiled modules.
 *
 * @param {{ modules: string, root: string, manifest: any, replaced: { readonly [module: string]: string } }} options
 *   `modules`: folder of the compiled modules. `replaced`: replacements for compiled modules.
 * @returns the files of `dist/` by name, and the folders of bundled packages.
 */
export const bundle = async ({ manifest, modules, replaced, root }) => {
  const entries = Object.values(manifest.exports).flatMap((target) => {
    const file = target.default?.replace("./dist/", "")
    if (!file?.endsWith(".js") || file === standalone) return []
    if (!file.includes("*")) return [file]
    const [before] = file.split("*")
    return readdirSync(path.join(modules, before)).filter((name) => /^\w+\.js$/.test(name)).sort().map((name) =>
      before + name
    )
  })
  const graph = graphOf(modules)
  const results = [
    await libraryFiles({ entries, graph, manifest, modules, root }),
    await standaloneFile({ graph, modules, root }),
    await commandFiles({ graph, manifest, modules, replaced, root }),
    await packageFiles({ platform: "browser", root }),
    await packageFiles({ platform: "node", root })
  ]
  const files = new Map()
  for (const file of results.flatMap(({ output }) => output)) {
    const text = await textOf(file, { modules, root })
    if ((files.get(file.fileName) ?? text) !== text) throw new Error(`${file.fileName} would have two contents`)
    files.set(file.fileName, text)
  }
  return {
    files: [...files],
    packages: [...new Set(results.flatMap(({ output }) => output.flatMap(packagesIn)))].sort()
  }
}

const textOf = async ({ code, moduleIds = [], source }, folders) => {
  if (code === undefined) return source
  // minified, because the code of other packages isn't meant to be read here
  const isOfOthers = moduleIds.length > 0
    && moduleIds.every((id) => id.includes(`${path.sep}node_modules${path.sep}`))
  return isOfOthers
    ? (await transform(code, { minify: true, format: "esm", legalComments: "none" })).code
    : withSourceComments(withoutGlobalNames(code), folders)
}

const libraryFiles = async ({ entries, graph, manifest, modules, root }) => {
  // bundlers can drop unused members of `export * as` from a file, but not of an object
  const barrels = new Map(
    entries.filter((entry) => isBarrel(graph(entry))).map((entry) => [entry, givenBy(graph, entry)])
  )
  const namespaces = [...barrels.values()].flatMap((given) => [...given.values()]).filter(({ name }) => name === "*")
  const inputs = new Set([
    ...entries,
    ...namespaces.map(({ from }) => from),
    ...programs,
    ...Object.values(chosen).flat()
  ])
  const { client, menu, page, ...first } = Object.fromEntries(
    Object.entries(firstScreens).map(([start, names]) => [start, reachedBy(graph, names)])
  )
  const { forBrowsers, group } = placed({ client, first, graph, inputs, menu, page })
  for (const name of forBrowsers) inputs.add(name)
  const outside = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), manifest.name]
  const asksForClient = (name, importer) => importer !== undefined && forBrowsers.has(name) && !graph(importer).isClient
  const chunkOf = (id) => {
    const name = nameIn(modules, id)
    return isOurs(name) && (id.endsWith(INNER) || !barrels.has(name)) ? group(name) ?? null : null
  }
  const build = await rolldown({
    input: Object.fromEntries([...inputs].sort().map((name) => [name.replace(/\.js$/, ""), path.join(modules, name)])),
    ...common(root),
    // the groups decide which code is in which chunk
    experimental: { chunkOptimization: false },
    platform: "browser",
    external: (id, importer = "") =>
      id.startsWith("node:")
      || (outside.some((name) => isOf(name, id)) &&
        !(isOf("jose", id) && nameIn(modules, importer).startsWith("src/emulator/"))),
    plugins: [
      {
        name: "places",
        resolveId(source, importer) {
          if (source.endsWith(OUTER)) return fileOf(modules, nameIn(modules, source))
          if (importer === undefined || !source.startsWith(".") || !importer.startsWith(modules)) return
          const from = nameIn(modules, importer)
          const name = nameOf(source, from)
          const choice = choiceOf(name)
          if (choice !== undefined) return { id: choice, external: true }
          if (asksForClient(name, from)) return fileOf(modules, name)
          // the file of an entry imports the chunks, which contain their own copy of the barrel
          if (barrels.has(name)) return path.join(modules, name) + INNER
        },
        load(id) {
          if (id.endsWith(INNER)) return readFileSync(id.slice(0, -INNER.length), "utf8")
          const given = barrels.get(nameIn(modules, id))
          return given && barrelText(given, modules)
        }
      },
      packagesLater((file) => fileOf(modules, file)),
      ownPlaces(modules, graph)
    ]
  })
  const { output } = await build.generate({
    ...form,
    chunkFileNames: (chunk) => chunkName(chunk, { entries, modules }),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [emulatorPackages, { name: (id) => chunkOf(id) }]
    }
  })
  return { output: withSourceNames(output) }
}

const barrelText = (given, modules) =>
  [...given].map(([as, { from, name }]) =>
    name === "*"
      ? `export * as ${as} from ${JSON.stringify(path.join(modules, from) + OUTER)}`
      : `export { ${name} as ${as} } from ${JSON.stringify(isOurs(from) ? path.join(modules, from) : from)}`
  ).join("\n")

/**
 * Assigns modules to chunks. Each room has one chunk, and up to two more: one for modules without `effect`, so that
 * their importers don't load `effect`, and one for modules that clients don't need, because these import more of
 * `effect`. Rooms that import each other share their chunks. Large rooms are divided by what the first screens load.
 * React's modules share a chunk if the first screen loads them, or if the same dynamic imports load them; a module with
 * dynamic imports has its own. Code of the emulator is divided by importers.
 *
 * `forBrowsers`: browser modules that server code imports.
 */
const placed = ({ client, first, graph, inputs, menu, page }) => {
  const forBrowsers = new Set()
  const eager = new Set()
  const visit = (name, importer) => {
    if (!isOurs(name)) return
    if (importer !== undefined && graph(name).isClient && !graph(importer).isClient) forBrowsers.add(name)
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
    // the code of an entry such as `latchkey/atom` stays in the entry's own file, so that other entries don't load it;
    // the same holds for the code that loads `effect/Config`, which contains `import.meta`
    [...eager].filter((name) =>
      !/^(?:react\/|src\/(?:emulator|cli)\/|src\/(?!\w*reads\.)[^/]+$)/i.test(name) && !graph(name).loadsLater &&
      choiceOf(name) === undefined
      && !graph(name).imports.includes("effect/Config")
    ).map(
      (name) => {
        const [folder, ownRoom, inner] = path.posix.dirname(name).split("/")
        // payments use turns without a fleet
        const room = name.endsWith("turns/SharedTurns.js") ? "fleet" : ownRoom
        const own = room === "backend" || (room === "testing" && inner !== undefined)
          ? [folder, room, inner]
          : folder === "src" || ["conversation", "fleet", "turns"].includes(room)
          ? [folder, room ?? "index"]
          : [folder]
        return [name, [...own, !needsEffect(name) ? "plain" : core.has(name) ? "effect" : "more"].join("/")]
      }
    )
  )
  const below = new Map()
  for (const [name, room] of rooms) {
    const importedRooms = graph(name).imports.flatMap((each) => rooms.get(each) ?? [])
    below.set(room, new Set([...(below.get(room) ?? []), ...importedRooms]))
  }
  const reaches = (from, to, seen = new Set()) =>
    [...below.get(from)].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
  const shared = (room) =>
    [...below.keys()].sort().find((other) => other === room || (reaches(room, other) && reaches(other, room)))
  // includes modules that only a dynamic import reaches, because these may have dynamic imports of their own
  const forReact = new Set(eager)
  for (const name of forReact) {
    if (isOurs(name)) { for (const each of [...graph(name).imports, ...graph(name).later]) forReact.add(each) }
  }
  const starts = [
    ...new Set(
      [...forReact].filter((name) => isOurs(name) && isForReact(name)).flatMap((name) => {
        const { later } = graph(name)
        return later.length > 0 ? [name, ...later] : []
      })
    )
  ].map((name) => reachedBy(graph, [name]))
  // modules that no dynamic import reaches, such as `UserButton`, must not share a chunk with screens that a dynamic
  // import reaches
  starts.push(reachedBy(
    graph,
    [...forReact].filter((name) =>
      isOurs(name) && isForReact(name) && !isBarrel(graph(name)) && !page.has(name)
      && !starts.some((reached) => reached.has(name))
    )
  ))
  const group = (name) => {
    if (/^react\/devtools\/(?!index\.js$)/.test(name)) return "react/devtools/plain"
    if (isForReact(name)) {
      if (graph(name).later.length > 0) return name
      const folder = path.posix.dirname(name).split("/").slice(0, 2).join("/")
      return page.has(name) ? `${folder}/first` : `${folder}/${starts.map((set) => set.has(name) ? 1 : 0).join("")}`
    }
    const room = rooms.has(name) ? shared(rooms.get(name)) : undefined
    if (room === undefined || !isDivided(room) || page.has(name)) return room
    if (menu.has(name)) return `${room}-menu`
    // the sign-in screens load some of the client's flows later
    if (client.has(name)) return first.entering.has(name) ? `${room}-client-entering` : `${room}-client`
    const by = Object.keys(first).filter((start) => first[start].has(name))
    return `${room}-${by.length === 0 ? "rest" : by.join("-")}`
  }
  return { forBrowsers, group }
}

/** Returns a chunk's name, which starts with the folder of its modules. */
const chunkName = ({ facadeModuleId, moduleIds, name }, { entries, modules }) => {
  if (name === emulatorPackages.name || name.endsWith("/first")) return `${name}.js`
  if (/\/(?:effect|more|plain)(?:-[\w-]+)?$/.test(name)) {
    // files in `layers` are entries, so the chunks of `layers` are in a separate folder
    return `${
      name.replace(/\/effect(?=-|$)/, "/shared").replace("src/index/", "src/").replace(
        /^layers\/(?=[\w-]+$)/,
        "layers/chunks/"
      )
    }.js`
  }
  const inside = (id) => id.startsWith(modules + path.sep)
  const names = moduleIds.filter(inside).map((id) => path.relative(modules, id).split(path.sep).join("/"))
  if (facadeModuleId && inside(facadeModuleId)) return nameIn(modules, facadeModuleId)
  if (names.length === 0) {
    // either of a package, or the bundler's own helpers
    return moduleIds.some((id) => id.includes("node_modules")) ? "src/emulator/packages/chunk.js" : `src/${name}.js`
  }
  return largestModule(names, { entries, modules })
}

/** Returns the folders of the packages that a file contains. */
const packagesIn = ({ modules = {} }) =>
  Object.entries(modules).flatMap(([id, { renderedLength }]) => {
    const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll(path.sep, "/"))?.[1]
    return found === undefined || renderedLength === 0 ? [] : [found]
  })
