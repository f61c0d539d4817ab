/**
 * Bundles the command `latchkey`, with its own copy of Effect and the emulator, so that Node reads a few files instead
 * of hundreds. Also bundles the packages that only the command and the emulator use.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { deflateRawSync } from "node:zlib"
import { rolldown } from "rolldown"
import { common, form, isOf, nameIn, ownPlaces, relativeName } from "./graph.mjs"

const command = "src/cli/main.js"

/**
 * Returns sql.js with its WebAssembly inside, so that it loads without a file system and without a URL. The WebAssembly
 * is compressed, because Base64 of the plain module is twice as large, and a quarter larger in the tarball.
 */
const sqlWithWasm = (root) => {
  const wasm = readFileSync(path.join(root, "node_modules/sql.js/dist/sql-wasm-browser.wasm"))
  return `import initialize from "sql.js/dist/sql-wasm-browser.js"
const compressed = "${deflateRawSync(wasm, { level: 9 }).toString("base64")}"
const wasm = async () => {
  const bytes = Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer()
}
export default async (options) => initialize({ ...options, wasmBinary: await wasm() })
`
}

/**
 * Packages that the emulator and the command load on first use, with their files. `text` creates a module that replaces
 * the package's own.
 */
const loadedLater = {
  nodemailer: { file: "src/cli/nodemailer.js", exports: "{ createTransport }", platform: "node" },
  "@simplewebauthn/server": { file: "src/emulator/packages/webauthn.js", exports: "*", platform: "browser" },
  "@simplewebauthn/server/helpers": {
    file: "src/emulator/packages/webauthnHelpers.js",
    exports: "*",
    platform: "browser"
  },
  "@marcbachmann/cel-js": { file: "src/emulator/packages/cel.js", exports: "{ parse }", platform: "browser" },
  devalue: { file: "src/emulator/packages/devalue.js", exports: "{ stringify, unflatten }", platform: "browser" },
  oauth4webapi: { file: "src/emulator/packages/oauth4webapi.js", exports: "*", platform: "browser" },
  "sql.js": { file: "src/emulator/packages/sql.js", text: sqlWithWasm, platform: "browser" }
}

/** Packages of the emulator, in a file that its entry and the command share. */
export const emulatorPackages = {
  name: "src/emulator/packages/shared",
  test: /node_modules.(?:jose|bcryptjs|otpauth|image-size)/
}

/** Packages of `latchkey init`, in their own minified file. */
const parsers = {
  name: "src/cli/parsers",
  test: /node_modules.(?:@babel|@jridgewell|magic-string|jsonc-parser|ignore|yaml)\b/
}

/** Bundles packages that load later into separate files, which the emulator's entry and the command share. */
export const packageFiles = async ({ platform, root }) => {
  const packages = Object.entries(loadedLater).filter(([, later]) => later.platform === platform)
  const texts = new Map(
    packages.map(([name, { exports, file, text }]) => [file, text?.(root) ?? `export ${exports} from "${name}"`])
  )
  const build = await rolldown({
    input: Object.fromEntries([...texts.keys()].map((file) => [file.replace(/\.js$/, ""), file])),
    ...common(root),
    platform,
    plugins: [{
      name: "entries",
      resolveId: (id) => texts.has(id) ? id : undefined,
      load: (id) => texts.get(id),
      // if a file imports CommonJS and ES modules, bundlers run the CommonJS modules last
      transform: (code, id) =>
        /tsyringe.dist.esm\w+.index\.js$/.test(id) ? `import "reflect-metadata"\n${code}` : undefined
    }]
  })
  return build.generate({ ...form, minify: true, chunkFileNames: "src/emulator/packages/[name].js" })
}

/** Excludes packages that load later, because they have their own files. `fileOf` resolves these. */
export const packagesLater = (fileOf) => ({
  name: "packages later",
  resolveId: (source) => source in loadedLater ? fileOf(loadedLater[source].file) : undefined
})

export const commandFiles = async ({ graph, manifest, modules, replaced, root }) => {
  const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), manifest.name]
    .filter((name) => name !== "effect" && name !== "jose")
  const build = await rolldown({
    input: { [command.replace(/\.js$/, "")]: path.join(modules, command) },
    ...common(root),
    platform: "browser",
    external: (id) => id.startsWith("node:") || installed.some((name) => isOf(name, id)),
    plugins: [
      { name: "replaced", load: (id) => replaced[nameIn(modules, id)] },
      // all files of the command are in its folder
      packagesLater((file) => ({ id: relativeName(path.posix.dirname(command), file), external: true })),
      ownPlaces(modules, graph)
    ]
  })
  return build.generate({
    ...form,
    chunkFileNames: ({ name }) => name.includes("/") ? `${name}.js` : `src/cli/${name}.js`,
    codeSplitting: { groups: [emulatorPackages, parsers, { name: "src/cli/effect", test: /node_modules.effect/ }] }
  })
}
