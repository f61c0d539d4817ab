/**
 * Type checks of projects with ES modules and CommonJS. They include every declaration of the package and its
 * dependencies.
 */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { type Consumer, greetingOf, install, run, runInstalled, write } from "./project.ts"

const versions = ["5.9.3", "6.0.3", "7.0.2"]

const { devDependencies } = manifest

const packages = {
  effect: devDependencies.effect,
  next: devDependencies.next,
  react: devDependencies.react,
  "react-dom": devDependencies["react-dom"],
  "@types/node": devDependencies["@types/node"],
  "@types/react": devDependencies["@types/react"],
  "@types/react-dom": devDependencies["@types/react-dom"]
}

/** A kind of project: its module type and compiler options. */
interface Setting {
  readonly what: string
  readonly type: "module" | "commonjs"
  readonly module: string
  readonly moduleResolution: string
}

const settings: ReadonlyArray<Setting> = [
  { what: "ES modules, bundler", type: "module", module: "esnext", moduleResolution: "bundler" },
  { what: "ES modules, nodenext", type: "module", module: "nodenext", moduleResolution: "nodenext" },
  { what: "CommonJS, nodenext", type: "commonjs", module: "nodenext", moduleResolution: "nodenext" },
  { what: "CommonJS, node20", type: "commonjs", module: "node20", moduleResolution: "node16" }
]

const options = {
  target: "es2022",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
  types: ["node"],
  jsx: "react-jsx",
  strict: true,
  skipLibCheck: false,
  noUncheckedSideEffectImports: true
}

const textOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), "utf8")

/** All entries with types. A pattern stands for one entry per file. */
export const entriesIn = (installed: string): ReadonlyArray<string> =>
  Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === "string") return []
    const name = entry.replace(/^\./, manifest.name)
    if (!name.includes("*")) return [name]
    const [before, after] = target.default.split("*")
    return readdirSync(path.join(installed, before!))
      .filter((file) => file.endsWith(after!) && file !== `index${after}`)
      .map((file) => name.replace("*", file.slice(0, -after!.length)))
  })

const isStyle = (entry: string): boolean => entry.endsWith(".css")

/** Imports all entries. */
const everything = (entries: ReadonlyArray<string>): string =>
  entries.map((entry, at) => isStyle(entry) ? `import "${entry}"\n` : `export * as entry${at} from "${entry}"\n`)
    .join("")

const greeting = `import { greet } from "./greet.js"
import { fetch } from "./platform.mjs"
globalThis.fetch = fetch as typeof globalThis.fetch
greet().then(console.log)
`

export const compilers: ReadonlyArray<Consumer> = versions.map((version) => ({
  name: `typescript-${version.replace(/\.\d+$/, "")}`,
  rows: (place, folderName) => {
    const folder = install(place, folderName, { ...packages, typescript: version })
    const entries = entriesIn(path.join(folder, "node_modules", manifest.name))
    return settings.map(({ module, moduleResolution, type, what }) => ({
      what: `TypeScript ${version}, ${what}`,
      does: () => {
        const project = path.join(folder, what.replace(/\W+/g, "-"))
        const check = path.join(project, "tsconfig.json")
        write(project, {
          "package.json": JSON.stringify({ private: true, type }),
          "everything.ts": everything(entries),
          "program.tsx": textOf("program.tsx"),
          "greet.ts": textOf("greet.ts"),
          "greeting.ts": greeting,
          "platform.mjs": textOf("platform.mjs"),
          "platform.d.mts": "export declare const fetch: (url: string) => Promise<Response>\n",
          "tsconfig.json": JSON.stringify({
            compilerOptions: { ...options, module, moduleResolution, noEmit: true },
            files: ["everything.ts", "program.tsx", "greeting.ts"]
          }),
          "tsconfig.emit.json": JSON.stringify({
            compilerOptions: { ...options, module, moduleResolution, outDir: "." },
            files: ["greeting.ts"]
          })
        })
        runInstalled(folder, "tsc", "-p", check)
        const done = `${entries.length} entries`
        if (type === "module") return done
        runInstalled(folder, "tsc", "-p", path.join(project, "tsconfig.emit.json"))
        return `${done}; ${greetingOf(run(process.execPath, ["greeting.js"], project))}`
      }
    }))
  }
}))
