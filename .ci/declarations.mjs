/**
 * Bundles the declarations of `dist/`. Each entry, each module that is exported as a namespace (`export * as Users`),
 * and the shared declarations of each room (a source folder) have a file. Declarations that no entry uses are omitted.
 * Names stay unchanged, because editors show them.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { dts } from "rolldown-plugin-dts"
import { fileOf, nameIn, relativeName } from "./graph.mjs"

const declarationOf = (source, from) =>
  path.posix.join(path.posix.dirname(from), source).replace(/\.(?:js|tsx?)$/, ".d.ts")

/** Returns the name that imports of a declaration file use. */
const imported = (name) => name.replace(/\.d\.ts$/, ".js")

/** Returns the relative imports of a declaration file. */
export const namedIn = (code) =>
  [...code.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g)]
    .map(([, target]) => target)

/**
 * Bundles the declarations.
 *
 * @param {{ modules: string, entries: ReadonlyArray<string> }} options `modules`: folder of the compiled modules.
 *   `entries`: names of their declarations.
 * @returns the declarations of `dist/` with their names.
 */
export const declarationsOf = async ({ entries, modules }) => {
  const all = reached(modules, entries)
  const apart = new Set(entries)
  for (const [name, code] of all) {
    for (const [, source] of code.matchAll(/^(?:export|import) (?:type )?\* as \w+ from "(\.[^"]+)"/gm)) {
      apart.add(declarationOf(source, name))
    }
    // the bundler would create a namespace if an import type named a barrel
    for (const [, source] of code.matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
      const target = declarationOf(source, name)
      if (declaredIn(all.get(target)).length === 0) apart.add(target)
    }
  }
  // in separate files, because programs without DOM types must not load these declarations
  for (const [name, code] of all) if (/\bHTML\w*Element\b/.test(code) && !name.startsWith("react/")) apart.add(name)
  const rooms = roomsOf(all, apart)
  const nameOf = (id) => nameIn(modules, id)
  const build = await rolldown({
    input: Object.fromEntries(
      [...apart].sort().map((name) => [name.replace(/\.d\.ts$/, ""), path.join(modules, name)])
    ),
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    logLevel: "silent",
    preserveEntrySignatures: "allow-extension",
    plugins: [
      {
        name: "places",
        resolveId: {
          order: "pre",
          handler(source, importer) {
            if (importer === undefined || !source.startsWith(".")) return
            // sources are imported with their own extension, so `load` wrote this import
            if (source.endsWith(".js")) return { id: source, external: true }
            const name = declarationOf(source, nameOf(importer))
            return apart.has(name) ? fileOf(modules, imported(name)) : path.join(modules, name)
          }
        },
        load: (id) => {
          const name = nameOf(id)
          const folder = path.posix.dirname(rooms.get(name) ?? name)
          // the plugin doesn't change import types that lead to other files
          return all.get(name)?.replace(/\bimport\("(\.[^"]+)"\)/g, (inline, source) => {
            const target = declarationOf(source, name)
            return apart.has(target) ? `import("${relativeName(folder, imported(target))}")` : inline
          })
        }
      },
      dts({ dtsInput: true, generator: "oxc", tsconfig: false, sourcemap: false })
    ]
  })
  const { output } = await build.generate({
    format: "esm",
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name].d.ts",
    minifyInternalExports: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => rooms.get(nameOf(id)) ?? null, debugName: "room" }]
    }
  })
  return output.map(({ code, fileName }) => [fileName, code])
}

/** Returns the declarations that entries use, with their text. */
const reached = (modules, entries) => {
  const found = new Map()
  for (const queue = [...entries]; queue.length > 0;) {
    const name = queue.pop()
    if (found.has(name)) continue
    const code = readFileSync(path.join(modules, name), "utf8")
    found.set(name, code)
    queue.push(...namedIn(code).map((source) => declarationOf(source, name)))
  }
  return found
}

/**
 * Assigns declarations to files. If two modules of a folder use the same name for different declarations, one of these
 * modules gets its own file. Otherwise the bundler would rename one of the declarations.
 */
const roomsOf = (all, apart) => {
  const known = apart.size
  const rooms = new Map()
  const taken = new Map()
  for (const name of barrelsFirst(all)) {
    if (apart.has(name)) continue
    const code = all.get(name)
    const room = `${path.posix.dirname(name).split("/").slice(0, 2).join("/")}/types`
    const { declared, outside } = taken.get(room) ?? { declared: new Set(), outside: new Set() }
    const own = declaredIn(code)
    const meant = meantIn(code, (source) => apart.has(declarationOf(source, name)))
    if (own.some((each) => declared.has(each) || outside.has(each)) || meant.some((each) => declared.has(each))) {
      apart.add(name)
      continue
    }
    rooms.set(name, room)
    taken.set(room, { declared: new Set([...declared, ...own]), outside: new Set([...outside, ...meant]) })
  }
  return apart.size === known ? rooms : roomsOf(all, apart)
}

/**
 * Sorts barrels first, so that they are in the file of their room. An import through a barrel then leads to the same
 * file as a direct import.
 */
const barrelsFirst = (all) =>
  [...all.keys()].sort().sort((a, b) =>
    Number(declaredIn(all.get(a)).length > 0) - Number(declaredIn(all.get(b)).length > 0)
  )

/** Returns the names that a declaration file declares. */
const declaredIn = (code) =>
  [...code.matchAll(
    /^(?:export )?(?:declare )?(?:abstract )?(?:class|const|enum|function|interface|let|namespace|type) (\w+)/gm
  )].map(([, name]) => name)

/**
 * Returns the names that a declaration file uses for something other than a shared declaration: imports from separate
 * files, and destructured parameters.
 */
const meantIn = (code, isApart) =>
  [
    ...[...code.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)].filter(([, , source]) =>
      isApart(source)
    ),
    ...code.matchAll(/[(,]\s*\{([^{}:]*)\}: /g)
  ].flatMap(([, names]) => names.split(",").map((each) => each.trim().replace(/^type /, "").replace(/ as .*/, "")))
