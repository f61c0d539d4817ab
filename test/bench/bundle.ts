/** Bundles a program with esbuild and with rolldown, and measures its size. */
import * as esbuild from "esbuild"
import * as path from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import type { Consumer } from "./dist.ts"

/** Sizes in bytes. */
export interface Size {
  readonly minified: number
  readonly gzip: number
  readonly brotli: number
}

/** A program in the form in which a browser loads it. */
export interface Bundle {
  readonly bundler: "esbuild" | "rolldown"
  /** Size of the code that is loaded before the program starts. */
  readonly size: Size
  /** Size of the code that `import()` loads later. Unknown for esbuild. */
  readonly later: Size | undefined
  readonly code: string
  /** Files with code in the bundle. */
  readonly files: ReadonlyArray<string>
}

/** React is excluded, because the application already has it. */
const notOurs = ["react", "react/*", "react-dom", "react-dom/*"]

const weigh = (code: string): Size => ({
  minified: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
})

const sum = (sizes: ReadonlyArray<Size>): Size => {
  const all = (of: keyof Size) => sizes.reduce((total, size) => total + size[of], 0)
  return { minified: all("minified"), gzip: all("gzip"), brotli: all("brotli") }
}

const define = { "process.env.NODE_ENV": "\"production\"" }

/**
 * Excludes dynamic imports. With esbuild's own code splitting, a program would start with chunks that it never uses.
 */
const withoutDynamicImports: esbuild.Plugin = {
  name: "without dynamic imports",
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind, path }) => kind === "dynamic-import" ? { path, external: true } : undefined)
}

const withEsbuild = async (file: string, folder: string): Promise<Bundle> => {
  const result = await esbuild.build({
    entryPoints: [file],
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: notOurs,
    plugins: [withoutDynamicImports],
    define,
    write: false,
    metafile: true,
    logLevel: "silent"
  })
  const code = result.outputFiles[0]!.text
  const inputs = Object.values(result.metafile.outputs)[0]!.inputs
  const files = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name)
  return {
    bundler: "esbuild",
    size: weigh(code),
    later: undefined,
    code,
    files: files.map((name) => path.resolve(folder, name))
  }
}

const withRolldown = async (file: string, folder: string): Promise<Bundle> => {
  const bundle = await rolldown({
    input: file,
    cwd: folder,
    platform: "browser",
    external: [/^react(?:-dom)?(?:\/|$)/],
    transform: { define },
    logLevel: "silent"
  })
  try {
    const { output: [entry, ...others] } = await bundle.generate({ format: "esm", minify: true })
    const chunks = [entry, ...others.filter((it) => it.type === "chunk")]
    const first = new Set([entry])
    // Iterating a set includes elements that are added during the iteration.
    for (const { imports } of first) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
    }
    const files = chunks.flatMap(({ modules }) =>
      Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0).map(([name]) => name)
    )
    return {
      bundler: "rolldown",
      size: sum([...first].map(({ code }) => weigh(code))),
      later: sum(chunks.filter((chunk) => !first.has(chunk)).map(({ code }) => weigh(code))),
      code: chunks.map(({ code }) => code).join("\n"),
      files
    }
  } finally {
    await bundle.close()
  }
}

/** Bundles the program with both bundlers. */
export const bundle = async (consumer: Consumer, name: string, program: string): Promise<ReadonlyArray<Bundle>> => {
  const file = consumer.write(`${name}.ts`, program)
  return [await withEsbuild(file, consumer.folder), await withRolldown(file, consumer.folder)]
}

/** A member of a module of Effect, such as `map` of `effect/Effect`. */
interface EffectMember {
  readonly module: string
  readonly name: string
}

/** Returns the members of Effect that remain in the program's bundle after tree shaking. */
const effectMembers = async (
  consumer: Consumer,
  name: string,
  program: string
): Promise<ReadonlyArray<EffectMember>> => {
  const result = await esbuild.build({
    entryPoints: [consumer.write(`${name}.ts`, program)],
    absWorkingDir: consumer.folder,
    bundle: true,
    treeShaking: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["effect/*", ...notOurs],
    write: false,
    logLevel: "silent"
  })
  const code = result.outputFiles[0]!.text
  const body = code.replaceAll(/^import .*$/gm, "")
  const used = (local: string): boolean => new RegExp(`(?<![\\w$.])${local}(?![\\w$])`).test(body)
  const found = [
    ...[...code.matchAll(/^import \* as (\w+) from "(effect\/[^"]+)";$/gm)].flatMap(([, local, module]) =>
      [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))].map(([, name]) => ({ module: module!, name: name! }))
    ),
    ...[...code.matchAll(/^import \{([^}]+)\} from "(effect\/[^"]+)";$/gm)].flatMap(([, names, module]) =>
      names!.split(",").flatMap((each) => {
        const [name, local = name] = each.trim().split(" as ")
        return used(local!) ? [{ module: module!, name: name! }] : []
      })
    )
  ]
  return [...new Map(found.map((member) => [`${member.module}.${member.name}`, member])).values()]
}

/** Imports all members, with an expression for each. */
const importing = (members: ReadonlyArray<EffectMember>) => {
  const modules = [...new Set(members.map(({ module }) => module))]
  return {
    imports: modules.map((module, at) => `import * as module${at} from "${module}"\n`).join(""),
    expressions: members.map(({ module, name }) => `module${modules.indexOf(module)}.${name}`)
  }
}

/**
 * Returns a program that uses only the functions of Effect that remain in the given program after tree shaking. The
 * rest of the given program's bundle is Latchkey's code.
 */
export const withEffectOnly = async (consumer: Consumer, name: string, program: string): Promise<string> => {
  const { expressions, imports } = importing(await effectMembers(consumer, name, program))
  return `${imports}export const used = [${expressions.join(", ")}]\n`
}

/** A member of Effect, and the gzipped bytes that a bundle would save without it. */
export interface MarginalCost extends EffectMember {
  readonly gzip: number
}

/** Returns the marginal cost of each member of Effect in the program's bundle, given all the others. */
export const marginalCosts = async (
  consumer: Consumer,
  name: string,
  program: string
): Promise<ReadonlyArray<MarginalCost>> => {
  const members = await effectMembers(consumer, name, program)
  const { expressions, imports } = importing(members)
  const exports = expressions.map((expression, at) => `export const member${at} = ${expression}\n`)
  const result = await esbuild.build({
    entryPoints: [consumer.write(`${name}EffectOnly.ts`, imports + exports.join(""))],
    absWorkingDir: consumer.folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent"
  })
  // Bundle once, because tree shaking is fast for a single file.
  const all = result.outputFiles[0]!.text
  const sizeOf = async (code: string): Promise<number> =>
    gzipSync((await esbuild.transform(code, { format: "esm", minify: true, treeShaking: true })).code).length
  const size = await sizeOf(all)
  return Promise.all(members.map(async (member, at) => {
    const without = all.replace(new RegExp(`^  [^\\n]*\\bmember${at},?\\n`, "m"), "")
    return { ...member, gzip: size - await sizeOf(without) }
  }))
}

/**
 * Bundles only the code of a program that is in the given folders of the package. All other code is excluded, because
 * the application already has it. With `later`, includes dynamic imports.
 */
export const part = async (
  consumer: Consumer,
  name: string,
  program: string,
  { folders, later }: { readonly folders: ReadonlyArray<string>; readonly later: boolean }
): Promise<ReadonlyArray<Bundle>> => {
  const dist = path.join(consumer.folder, "node_modules/latchkey/dist")
  const result = await esbuild.build({
    entryPoints: [consumer.write(`${name}.ts`, program)],
    absWorkingDir: consumer.folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    define,
    write: false,
    logLevel: "silent",
    plugins: [{
      name: "part",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\./ }, ({ importer, kind, path: to }) => {
          const file = path.resolve(path.dirname(importer), to)
          const isIn = folders.some((folder) => file.startsWith(path.join(dist, folder) + path.sep))
          return isIn && (later || kind !== "dynamic-import")
            ? undefined
            : { path: to, external: true, sideEffects: false }
        })
    }],
    external: ["effect/*", "lean-qr", ...notOurs]
  })
  const code = result.outputFiles[0]!.text
  return [{ bundler: "esbuild", size: weigh(code), later: undefined, code, files: [] }]
}
