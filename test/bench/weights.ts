/** The bundles whose size is watched, their budgets, and what must not be in them. */
import * as path from "node:path"
import { type Bundle, bundle, withEffectOnly } from "./bundle.ts"
import { type Consumer, entries } from "./dist.ts"
import * as programs from "./programs.ts"

/** A program and what its bundle may weigh and hold. */
interface Watched {
  readonly name: string
  /** Words for people. */
  readonly title: string
  readonly program: string
  /** Bytes, gzipped. */
  readonly budget?: number
}

/** A watched program with its bundles. */
export interface Weighed extends Watched {
  readonly bundles: ReadonlyArray<Bundle>
}

/**
 * The budgets, gzipped, for either bundler. What we aim for is 40 and 48 kB; Effect 4.1 alone, as far as these programs
 * need it, weighs about 40 kB by esbuild, so the budgets hold what is reached and fail on growth.
 */
const budgets = { threeEndpoints: 60_000, everyClientEndpoint: 70_000 }

/** Imports a namespace of the built package from a consumer's place. */
const contractOf = async (consumer: Consumer): Promise<{ readonly [name: string]: unknown }> =>
  await import(path.join(consumer.folder, "node_modules/latchkey/dist/schemas/index.js"))

/** Endpoints of the built package by level. */
export const endpointsOf = async (consumer: Consumer, ...levels: ReadonlyArray<"client" | "server" | "admin">) =>
  programs.endpointsOf(await contractOf(consumer), levels)

/** Bundles every watched program. */
export const weigh = async (consumer: Consumer): Promise<ReadonlyArray<Weighed>> => {
  const everyEndpoint = programs.everyEndpoint(await endpointsOf(consumer, "client"))
  const watched: ReadonlyArray<Watched> = [
    {
      name: "threeEndpoints",
      title: "three endpoints, session, promises",
      program: programs.threeEndpoints,
      budget: budgets.threeEndpoints
    },
    {
      name: "threeEndpointsEffectOnly",
      title: "… the part that is Effect",
      program: await withEffectOnly(consumer, "threeEndpoints", programs.threeEndpoints)
    },
    { name: "threeFlows", title: "three flows, session, promises", program: programs.threeFlows },
    {
      name: "everyClientEndpoint",
      title: "every client endpoint, session, promises",
      program: everyEndpoint,
      budget: budgets.everyClientEndpoint
    },
    {
      name: "everyClientEndpointEffectOnly",
      title: "… the part that is Effect",
      program: await withEffectOnly(consumer, "everyClientEndpoint", everyEndpoint)
    },
    { name: "promise", title: "`createClient` with every flow", program: programs.promiseClient },
    { name: "layers", title: "the client's layers alone", program: programs.clientLayers },
    { name: "schemas", title: "the contract alone, all levels", program: programs.contract },
    { name: "react", title: "everything for React", program: programs.react }
  ].filter(({ program }) => importsOf(program).every((entry) => entries.includes(entry)))
  const weighed: Array<Weighed> = []
  for (const each of watched) weighed.push({ ...each, bundles: await bundle(consumer, each.name, each.program) })
  return weighed
}

const importsOf = (program: string): ReadonlyArray<string> =>
  [...program.matchAll(/from "(latchkey[^"]*)"/g)].map(([, entry]) => entry!)

/** Which budgets are exceeded, a sentence each. */
export const tooHeavy = (weighed: ReadonlyArray<Weighed>): ReadonlyArray<string> =>
  weighed.flatMap(({ budget, bundles, title }) =>
    bundles.flatMap(({ bundler, size }) =>
      budget === undefined || size.gzip <= budget
        ? []
        : [
          `The bundle of ${title} by ${bundler} is ${kilobytes(size.gzip)} gzipped; its budget is ${kilobytes(budget)}.`
        ]
    )
  )

const serverKeys = ["x-stack-secret-server-key", "x-stack-super-secret-admin-key"]

/** What is in a bundle that did not ask for it, a sentence each. None of the watched programs asks for any of it. */
export const strangers = (weighed: ReadonlyArray<Weighed>): ReadonlyArray<string> =>
  weighed.flatMap(({ bundles, name, title }) =>
    bundles.flatMap(({ bundler, code, files }) => {
      const found = serverKeys.filter((key) => code.includes(key)).map((key) => `the header ${key}`)
      const emulator = files.find((file) => /[/\\]layers[/\\]emulator[/\\]/.test(file))
      const reactFile = name === "react" ? undefined : files.find((file) => /[/\\]react[/\\]/.test(file))
      if (emulator !== undefined) found.push(`the embedded platform (${path.basename(emulator)})`)
      if (reactFile !== undefined || (name !== "react" && /from\s*"react/.test(code))) found.push("React")
      return found.map((what) => `The bundle of ${title} by ${bundler} holds ${what}, which it did not ask for.`)
    })
  )

/** `12.3 kB`, decimal. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
