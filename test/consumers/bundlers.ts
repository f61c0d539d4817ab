/**
 * Bundlers for browser programs, each with a minimal configuration. The bundled program greets a user, and runs without
 * Node's globals.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { kilobytes, serverKeys } from "../bench/weights.ts"
import { type Consumer, greetingOf, install, run, runInstalled, write } from "./project.ts"

interface Bundler {
  readonly name: string
  /** Exact versions of the packages. The first package is the bundler. */
  readonly packages: { readonly [name: string]: string }
  /** Files in addition to the program. */
  readonly files?: { readonly [name: string]: string }
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  /** Output folder, file that a page loads first, and kind of the output. A site is opened as a whole. */
  readonly made: { readonly folder: string; readonly kind: "module" | "script" | "site"; readonly first?: RegExp }
  /** Whether the bundler keeps unused code, such as names of server headers. */
  readonly keepsUnused?: true
}

const { devDependencies } = manifest

const program = `import { greet } from "./greet.js"
greet().then(console.log, console.error)
`

const page = `"use client"
import { useEffect, useState } from "react"
import { greet } from "../greet.js"

export default function Page() {
  const [greeting, setGreeting] = useState("")
  useEffect(() => {
    greet().then(setGreeting, (error) => setGreeting(String(error)))
  }, [])
  return <p>{greeting}</p>
}
`

const layout = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`

const bundlers: ReadonlyArray<Bundler> = [
  {
    name: "vite",
    packages: { vite: "8.3.8" },
    files: {
      "index.html": "<!doctype html><title>A page</title><script type=\"module\" src=\"/program.js\"></script>",
      // the polyfill for module preloading needs a document
      "vite.config.js": "export default { build: { modulePreload: { polyfill: false } } }"
    },
    command: ["vite", "build", "--logLevel", "error"],
    made: { folder: "dist", kind: "module", first: /^assets\/index-.*\.js$/ }
  },
  {
    name: "webpack",
    packages: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
    command: [
      "webpack",
      "--mode=production",
      "--entry=./program.js",
      "--output-path=./dist",
      "--output-filename=program.js",
      "--output-public-path=/"
    ],
    made: { folder: "dist", kind: "script", first: /^program\.js$/ }
  },
  {
    name: "rollup",
    packages: { rollup: "4.68.7", "@rollup/plugin-node-resolve": "16.0.3" },
    command: ["rollup", "program.js", "--dir=dist", "--format=es", "--plugin=node-resolve={browser:true}", "--silent"],
    made: { folder: "dist", kind: "module", first: /^program\.js$/ }
  },
  {
    name: "esbuild",
    packages: { esbuild: "0.28.2" },
    command: ["esbuild", "program.js", "--bundle", "--minify", "--splitting", "--format=esm", "--outdir=dist"],
    made: { folder: "dist", kind: "module", first: /^program\.js$/ }
  },
  {
    name: "next",
    packages: { next: "16.4.6", react: devDependencies.react, "react-dom": devDependencies["react-dom"] },
    files: {
      "app/layout.jsx": layout,
      "app/page.jsx": page,
      "next.config.mjs": "export default { output: \"export\" }"
    },
    command: ["next", "build"],
    made: { folder: "out", kind: "site" }
  },
  {
    name: "metro",
    packages: {
      metro: "0.87.1",
      "metro-runtime": "0.87.1",
      "@babel/core": "7.29.13",
      "@babel/plugin-transform-modules-commonjs": "7.29.14"
    },
    files: {
      "babel.config.cjs": "module.exports = { plugins: [\"@babel/plugin-transform-modules-commonjs\"] }",
      // as in React Native's configuration
      "metro.config.cjs": `module.exports = {
  cacheStores: [],
  resolver: { resolverMainFields: ["react-native", "browser", "main"], unstable_conditionNames: ["react-native"] }
}
`
    },
    command: [
      "metro",
      "build",
      "program.js",
      "--config=metro.config.cjs",
      "--out=dist/program.js",
      "--platform=web",
      "--minify",
      "--dev=false",
      "--max-workers=2"
    ],
    made: { folder: "dist", kind: "script", first: /^program\.js$/ },
    keepsUnused: true
  }
]

/** A string that only the emulator contains: the id of its project. */
const ofEmulator = "11111111-1111-4111-8111-111111111111"

const scriptsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"))

/** Whether the files of the package contain a string. If they don't, its absence in a bundle proves nothing. */
const isIn = (folder: string, text: string): boolean =>
  scriptsIn(folder).some((name) => readFileSync(path.join(folder, name), "utf8").includes(text))

/** Runs the bundle and returns its output. */
const played = (folder: string, { first, folder: made, kind }: Bundler["made"]): string => {
  const here = (name: string) => path.join(import.meta.dirname, name)
  if (kind === "site") return run(process.execPath, [here("site.mjs"), path.join(folder, made)], folder)
  const file = scriptsIn(path.join(folder, made)).find((name) => first!.test(name))
  if (file === undefined) throw new Error(`${made} contains no file that a page loads first.`)
  const flags = ["--no-warnings", "--experimental-vm-modules"]
  return run(process.execPath, [...flags, here("realm.mjs"), kind, path.join(folder, made, file)], folder)
}

/** Returns the emulator's strings and the server headers that the scripts contain. */
const strangersIn = (scripts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [ofEmulator, ...serverKeys].filter((text) => scripts.some((script) => script.includes(text)))

export const browserPrograms: ReadonlyArray<Consumer> = bundlers.map(
  ({ command, files, keepsUnused, made, name, packages }) => ({
    name,
    rows: (place, folderName) => {
      const folder = install(place, folderName, { effect: devDependencies.effect, ...packages })
      write(folder, {
        "program.js": program,
        "greet.js": readFileSync(path.join(import.meta.dirname, "greet.ts"), "utf8"),
        ...files
      })
      return [{
        what: `${name} ${packages[name]}`,
        does: () => {
          const library = path.join(folder, "node_modules", manifest.name, "dist")
          for (const [text, of] of [[ofEmulator, "src/emulator"], ...serverKeys.map((key) => [key, "layers"])]) {
            if (!isIn(path.join(library, of!), text!)) throw new Error(`The package itself does not contain ${text}.`)
          }
          mkdirSync(path.join(folder, made.folder), { recursive: true })
          runInstalled(folder, ...command)
          const greeting = greetingOf(played(folder, made))
          const scripts = scriptsIn(path.join(folder, made.folder))
            .map((script) => readFileSync(path.join(folder, made.folder, script), "utf8"))
          const expected = keepsUnused ? serverKeys : []
          const found = strangersIn(scripts)
          if (found.join() !== expected.join()) {
            throw new Error(
              `The bundle contains [${found.join(", ")}], but expected is [${expected.join(", ")}].`
            )
          }
          const bytes = scripts.reduce((sum, script) => sum + Buffer.byteLength(script), 0)
          const unused = keepsUnused ? ", including unused server code, which this bundler keeps" : ""
          return `${greeting}; ${kilobytes(bytes)} of scripts${unused}`
        }
      }]
    }
  })
)
