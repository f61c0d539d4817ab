/**
 * What a page loads before it starts, if it uses a provider and one name of an entry for React, as most apps do. The names
 * are those that the entries export, so a new name is weighed too. Also weighs the programs for React that README.md and
 * the quick starts quote.
 */
import * as esbuild from "esbuild"
import { cpSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import manifest from "../../package.json" with { type: "json" }
import { type Consumer, root } from "./dist.ts"

/** A program, and the gzipped bytes that a page loads before the program starts. */
export interface FirstLoad {
  /** Name such as `UserButton` of `latchkey/react/screens`, or the path of an example. */
  readonly what: string
  readonly sizes: { readonly esbuild: number; readonly rolldown: number }
  readonly limit: number
  /** Date of a limit beyond the goal, and its cause. */
  readonly because: string | undefined
}

interface Program {
  readonly what: string
  readonly code: string
  /** Folder that its relative imports start from. */
  readonly folder: string
}

/**
 * The goal for every name: the limit of the app with all screens. A name isn't worth using if the whole app is lighter.
 */
export const goal = 77_900

/** Names and programs beyond the goal, each with its size on that date, which must not grow, and the cause. */
const exceptions: ReadonlyArray<{ readonly because: string; readonly limits: { readonly [what: string]: number } }> = [
  {
    because: "2026-11-29: the screen itself, and what rolldown shares with the flows that it loads later",
    limits: {
      "SignIn of latchkey/react/screens": 84_900,
      "SignUp of latchkey/react/screens": 83_100,
      "ConfirmIdentity of latchkey/react/screens": 82_700
    }
  },
  {
    because: "2026-11-29: the calls of all sections, which rolldown keeps in one file",
    limits: { "AccountSettings of latchkey/react/screens": 93_000 }
  },
  {
    because: "2026-11-29: `createClient` and the provider in one page",
    limits: { "examples/guides/NextClient.tsx": 89_000, "examples/guides/OneClient.tsx": 88_800 }
  },
  {
    because: "2026-11-29: the flows that the promise client doesn't load later",
    limits: { "useClient of latchkey/react": 87_000 }
  },
  {
    because: "2026-11-29: metadata is declared with `Schema`, which a page with a declaration loads anyway",
    limits: {
      "useTeamMetadata of latchkey/react/metadata": 83_500,
      "useMetadata of latchkey/react/metadata": 83_200
    }
  },
  {
    because: "2026-11-29: the user menu beside the app with all screens",
    limits: { "examples/start/vite/src/main.tsx": 82_900 }
  },
  {
    because: "2026-11-29: the screen runs its flow as soon as it opens",
    limits: {
      "Onboarding of latchkey/react/screens": 79_400,
      "OAuthCallback of latchkey/react/screens": 79_600,
      "Mfa of latchkey/react/screens": 79_000,
      "TeamInvitation of latchkey/react/screens": 78_100,
      "PasswordReset of latchkey/react/screens": 78_100
    }
  }
]

const exceptionOf = (what: string) => exceptions.find(({ limits }) => Object.hasOwn(limits, what))

/** Entries that pages import: each begins with the directive of client components. */
const pageEntries = (consumer: Consumer) =>
  Object.entries(manifest.exports).flatMap(([entry, target]) => {
    const file = typeof target === "object" && "default" in target ? target.default : ""
    const built = path.join(consumer.folder, "node_modules", manifest.name, file)
    return file.endsWith(".js") && !file.includes("*") && readFileSync(built, "utf8").startsWith("\"use client\"")
      ? [{ entry: entry.replace(/^\./, manifest.name), built }]
      : []
  })

const names = async (consumer: Consumer): Promise<ReadonlyArray<Program>> => {
  const found: Array<Program> = []
  for (const { built, entry } of pageEntries(consumer)) {
    for (const name of Object.keys(await import(built))) {
      found.push({
        what: `${name} of ${entry}`,
        code:
          `export { LatchkeyProvider as Provider } from "latchkey/react"\nexport { ${name} as used } from "${entry}"`,
        folder: consumer.folder
      })
    }
  }
  return found
}

/** Examples that README.md and the quick starts quote, if they are pages in a browser. Copied to where users have them. */
const quoted = (consumer: Consumer): ReadonlyArray<Program> => {
  const pages = ["README.md", ...readdirSync(path.join(root, "docs/start")).map((name) => `docs/start/${name}`)]
  const quotes = pages.flatMap((page) =>
    [...readFileSync(path.join(root, page), "utf8").matchAll(/<!-- (examples\/[^ #]+\.tsx)\b/g)].map(([, file]) =>
      file!
    )
  )
  return [...new Set(quotes)].sort().flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8")
    const isPage = /from "latchkey\/react"/.test(code) && !/from "(?:react-native|expo)/.test(code)
    if (!isPage) return []
    const folder = path.join(consumer.folder, path.dirname(file))
    cpSync(path.join(root, path.dirname(file)), folder, { recursive: true })
    return [{ what: file, code, folder }]
  })
}

/** Packages that the app has anyway. */
const others = /^(?:react|react-dom|react-router|next)(?:\/|$)/
const define = { "process.env.NODE_ENV": "\"production\"" }
const gzipped = (code: string | Uint8Array): number => gzipSync(code, { level: 9 }).length
const prefix = "program:"

/** Bundles all programs at once: without code splitting, esbuild drops unused code for each of them. */
const byEsbuild = async (consumer: Consumer, programs: ReadonlyArray<Program>): Promise<ReadonlyArray<number>> => {
  const { outputFiles } = await esbuild.build({
    entryPoints: programs.map((_, at) => ({ in: `${prefix}${at}`, out: String(at) })),
    absWorkingDir: consumer.folder,
    outdir: "out",
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    define,
    write: false,
    logLevel: "silent",
    plugins: [{
      name: "programs",
      setup: (build) => {
        build.onResolve({ filter: /.*/ }, ({ kind, path: to }) => {
          if (to.startsWith(prefix)) return { path: to, namespace: "program" }
          if (kind === "dynamic-import" || others.test(to)) return { path: to, external: true }
          if (to.endsWith(".css")) return { path: to, namespace: "style" }
          return undefined
        })
        build.onLoad({ filter: /.*/, namespace: "style" }, () => ({ contents: "" }))
        build.onLoad({ filter: /.*/, namespace: "program" }, ({ path: name }) => {
          const { code, folder } = programs[Number(name.slice(prefix.length))]!
          return { contents: code, resolveDir: folder, loader: "tsx" }
        })
      }
    }]
  })
  const sizes = new Map(outputFiles.map((file) => [path.basename(file.path, ".js"), gzipped(file.contents)]))
  return programs.map((_, at) => sizes.get(String(at))!)
}

const byRolldown = async (consumer: Consumer, { code, folder }: Program): Promise<number> => {
  const file = path.join(folder, "program.tsx")
  const bundle = await rolldown({
    input: prefix,
    cwd: consumer.folder,
    platform: "browser",
    external: [others],
    transform: { define, jsx: "react-jsx" },
    logLevel: "silent",
    plugins: [{
      name: "program",
      resolveId: (source) => source === prefix ? file : source.endsWith(".css") ? "style" : undefined,
      load: (id) => id === file ? code : id === "style" ? "" : undefined
    }]
  })
  try {
    const { output: [entry, ...rest] } = await bundle.generate({ format: "esm", minify: true })
    const chunks = rest.filter((it) => it.type === "chunk")
    const first = new Set([entry])
    // Iterating a set includes elements that are added during the iteration.
    for (const { imports } of first) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
    }
    return [...first].reduce((total, { code }) => total + gzipped(code), 0)
  } finally {
    await bundle.close()
  }
}

/** Weighs every name and every quoted program. */
export const weighFirstLoads = async (consumer: Consumer): Promise<ReadonlyArray<FirstLoad>> => {
  const programs = [...await names(consumer), ...quoted(consumer)]
  const small = await byEsbuild(consumer, programs)
  const found: Array<FirstLoad> = []
  for (const [at, program] of programs.entries()) {
    const { what } = program
    const sizes = { esbuild: small[at]!, rolldown: await byRolldown(consumer, program) }
    const exception = exceptionOf(what)
    found.push({ what, sizes, limit: exception?.limits[what] ?? goal, because: exception?.because })
  }
  return found.sort((one, other) => largest(other) - largest(one))
}

/** Returns the larger size. */
export const largest = ({ sizes }: Pick<FirstLoad, "sizes">): number => Math.max(...Object.values(sizes))

/** Returns a sentence for each first load beyond its limit, and for each exception that isn't needed any more. */
export const tooHeavyFirst = (loads: ReadonlyArray<FirstLoad>): ReadonlyArray<string> => [
  ...loads.flatMap((load) =>
    largest(load) > load.limit
      ? [`${load.what} first loads ${largest(load)} bytes gzipped; its limit is ${load.limit}.`]
      : []
  ),
  ...exceptions.flatMap(({ limits }) => Object.keys(limits)).flatMap((what) => {
    const load = loads.find((each) => each.what === what)
    return load === undefined || largest(load) <= goal
      ? [`${what} needs no exception in test/bench/firstLoads.ts any more.`]
      : []
  })
]
