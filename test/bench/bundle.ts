/** Bundles a program with esbuild and with rolldown, and weighs it. */
import * as esbuild from "esbuild"
import * as path from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import type { Consumer } from "./dist.ts"

/** Bytes. */
export interface Size {
  readonly minified: number
  readonly gzip: number
  readonly brotli: number
}

/** A program as a browser would load it. */
export interface Bundle {
  readonly bundler: "esbuild" | "rolldown"
  readonly size: Size
  readonly code: string
  /** The files that something of is in the bundle. */
  readonly files: ReadonlyArray<string>
}

/** React is the application's own. */
const notOurs = ["react", "react/*", "react-dom", "react-dom/*"]

const weigh = (code: string): Size => ({
  minified: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
})

const define = { "process.env.NODE_ENV": "\"production\"" }

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
    define,
    write: false,
    metafile: true,
    logLevel: "silent"
  })
  const code = result.outputFiles[0]!.text
  const inputs = Object.values(result.metafile.outputs)[0]!.inputs
  const files = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name)
  return { bundler: "esbuild", size: weigh(code), code, files: files.map((name) => path.resolve(folder, name)) }
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
    const { output: [chunk] } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
    const files = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
    return { bundler: "rolldown", size: weigh(chunk.code), code: chunk.code, files: files.map(([name]) => name) }
  } finally {
    await bundle.close()
  }
}

/** The same program by both bundlers. */
export const bundle = async (consumer: Consumer, name: string, program: string): Promise<ReadonlyArray<Bundle>> => {
  const file = consumer.write(`${name}.ts`, program)
  return [await withEsbuild(file, consumer.folder), await withRolldown(file, consumer.folder)]
}

/**
 * The program with Effect only: the very functions of Effect that are left of it after tree shaking, called by nobody.
 * What a bundle weighs beyond that is ours.
 */
export const withEffectOnly = async (consumer: Consumer, name: string, program: string): Promise<string> => {
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
  const lines: Array<string> = []
  const used: Array<string> = []
  for (const [, local, from] of code.matchAll(/^import \* as (\w+) from "(effect\/[^"]+)";$/gm)) {
    const members = new Set([...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))].map(([, member]) => member!))
    lines.push(`import * as ${local} from "${from}"`)
    used.push(...[...members].map((member) => `${local}.${member}`))
  }
  for (const [line, names] of code.matchAll(/^import \{([^}]+)\} from "effect\/[^"]+";$/gm)) {
    lines.push(line)
    used.push(...names!.split(",").map((name) => name.trim().split(" as ").at(-1)!))
  }
  return `${lines.join("\n")}\nexport const used = [${used.join(", ")}]\n`
}
