/** Bundles with a limited size, their budgets, and code that they must not contain. */
import * as path from "node:path"
import { type Bundle, bundle, part, type Size, withEffectOnly } from "./bundle.ts"
import { type Consumer, entries } from "./dist.ts"
import * as programs from "./programs.ts"

/** A program, and the limits of its bundle. */
interface Watched {
  readonly name: string
  /** Title for reports. */
  readonly title: string
  readonly program: string
  /** Budget in bytes, gzipped. */
  readonly budget?: number
  /** Name of the program that this program extends. The budget applies to the difference. */
  readonly beyond?: string
  /** Folders of the package to measure, with or without dynamic imports. */
  readonly part?: { readonly folders: ReadonlyArray<string>; readonly later: boolean }
}

const screenFolders = ["react/screens", "react/parts"]

/** A program with its bundles. */
export interface Weighed extends Watched {
  readonly bundles: ReadonlyArray<Bundle>
}

/**
 * Budgets in bytes, gzipped. They apply to each bundler, and to the code that is loaded before the program starts. The
 * budget is the goal. Where the goal isn't reached, the budget is the size on the date in the comment, which must not
 * grow.
 */
const budgets = {
  // 2026-11-28; goal 61,000: a write of one client refreshes the reads of all clients of the page
  threeEndpoints: 61_250,
  threeEndpointsByResource: 55_000,
  // 2026-11-29; goal 71,250: projects have the fields of the platform after April 2026
  everyClientEndpoint: 71_550,
  // 2026-11-28
  cookies: 4_050,
  // 2026-11-29; esbuild keeps a whole namespace, with every store of `TokenStore`
  cookiesByIndex: 5_200,
  // 2026-11-29; goal 5,670: streams of entries, which the three endpoints no longer load
  ledger: 7_650,
  // 2026-11-28; goal 77,000: rolldown loads a whole file if a program uses any part of it, and writes refresh the reads of
  // all clients of the page
  promise: 78_900,
  // 2026-11-29; goal 18,550: rolldown compresses the files that the sign-in screens load later one by one
  native: 21_850,
  // 2026-11-29; goal 10,800: a new token is read once if its key is known
  verifier: 11_050,
  // 2026-11-29: the verification of tokens, and API keys with the calls and the contract that they need
  mcp: 56_000,
  // 2026-11-28; goal 216,500: the contract both as schemas and compiled. Without passkeys, conditions of sign-up rules,
  // OpenID and saved states, which are loaded on first use. Since 2026-11-29 with pages of teams, checks of numbers by name, and
  // the server's analytics, Apple's key and emails to addresses
  emulatorInPage: 252_200,
  sharedReads: 5_000,
  // 2026-11-29; goal 3,300: more of the schema parser than decoding needs
  metadata: 5_850,
  payments: 3_600,
  paymentHooks: 6_000,
  metadataHooks: 4_000,
  // 2026-11-29; goal 8,100: a switch that didn't happen leaves no copy, and a sign-out ends both copies
  accounts: 8_600,
  // 2026-11-29: the registration, the polls and the end of sessions that aren't kept
  agents: 6_600,
  external: 1_800,
  // 2026-11-28; goal 8,200: the provider accepts a client and a router's hook
  hooks: 8_850,
  // 2026-11-29, like `promise`: errors of OAuth without a code, and the sentence for code that isn't loaded
  hooksAndPromises: 30_700,
  devtools: 200,
  // Effect and schedules, without tapes, simulations and the emulator
  retryPolicyTest: 12_200,
  // 2026-11-29, the sign-in screen, with the functions that load its flows; goal 12,000
  anyScreen: 13_150,
  // 2026-11-29; goal 75,000: the size with rolldown, as for `promise`. The time limit of an attempt in the transport and
  // remembered headers are 0.35 kB in every bundle: they save a second fiber and 2.3 kB of memory per waiting call. The page
  // for agents and the error of an identity vendor are another 0.25 kB.
  app: 77_900,
  // 2026-11-29; goal 44,900: modules are whole files, translations may lack texts, people decide about agents, and the account
  // settings also open in a dialog
  everyScreen: 47_750
}

/** Imports the contract of the built package from a consumer's folder. */
const contractOf = async (consumer: Consumer): Promise<{ readonly [name: string]: unknown }> =>
  await import(path.join(consumer.folder, "node_modules/latchkey/dist/schemas/index.js"))

/** Endpoints of the built package by level. */
export const endpointsOf = async (consumer: Consumer, ...levels: ReadonlyArray<"client" | "server" | "admin">) =>
  programs.endpointsOf(await contractOf(consumer), levels)

/** Namespaces of the endpoints that `latchkey/payments` calls. */
const namespacesOfPayments = ["Billing", "Invoices", "Items", "Products", "Purchases"]

/** Bundles every program. */
export const weigh = async (consumer: Consumer): Promise<ReadonlyArray<Weighed>> => {
  // payments have their own entry, which other apps don't load
  const everyEndpoint = programs.everyEndpoint(
    new Map(
      [...await endpointsOf(consumer, "client")].filter(([namespace]) => !namespacesOfPayments.includes(namespace))
    )
  )
  const watched: ReadonlyArray<Watched> = [
    {
      name: "threeEndpoints",
      title: "three endpoints, session, promises",
      program: programs.threeEndpoints,
      budget: budgets.threeEndpoints
    },
    {
      name: "threeEndpointsEffectOnly",
      title: "… only Effect",
      program: await withEffectOnly(consumer, "threeEndpoints", programs.threeEndpoints)
    },
    {
      name: "leastOfEffect",
      title: "… any call at all: schema, layers, runtime, schedule, span",
      program: programs.leastOfEffect
    },
    {
      name: "leastContract",
      title: "… the same with the contract of the three endpoints",
      program: programs.leastContract
    },
    {
      name: "threeEndpointsByResource",
      title: "the same from `latchkey/endpoints/…`",
      program: programs.threeEndpointsByResource,
      budget: budgets.threeEndpointsByResource
    },
    { name: "threeFlows", title: "three flows, session, promises", program: programs.threeFlows },
    {
      name: "everyClientEndpoint",
      title: "every client endpoint except payments, session, promises",
      program: everyEndpoint,
      budget: budgets.everyClientEndpoint
    },
    {
      name: "everyClientEndpointEffectOnly",
      title: "… only Effect",
      program: await withEffectOnly(consumer, "everyClientEndpoint", everyEndpoint)
    },
    {
      name: "cookies",
      title: "a session in cookies, in addition to the three endpoints",
      program: programs.threeEndpointsInCookies,
      beyond: "threeEndpoints",
      budget: budgets.cookies
    },
    {
      name: "cookiesByIndex",
      title: "… from `latchkey/layers`: esbuild keeps every member of `TokenStore`",
      program: programs.threeEndpointsInCookiesByIndex,
      beyond: "threeEndpoints",
      budget: budgets.cookiesByIndex
    },
    {
      name: "external",
      title: "the session of an identity vendor, in addition to the three endpoints",
      program: programs.threeEndpointsOfVendor,
      beyond: "threeEndpoints",
      budget: budgets.external
    },
    {
      name: "ledger",
      title: "a ledger of the session, in addition to the three endpoints",
      program: programs.threeEndpointsWithLedger,
      beyond: "threeEndpoints",
      budget: budgets.ledger
    },
    {
      name: "promise",
      title: "`createClient`: every flow, every client endpoint",
      program: programs.promiseClient,
      budget: budgets.promise
    },
    {
      name: "native",
      title: "the client of a native app: … with a secure store, deep links, foreground and passkeys",
      program: programs.native,
      beyond: "promise",
      budget: budgets.native
    },
    {
      name: "tapes",
      title: "recording and playing tapes, for tests, with the whole contract",
      program: programs.tapes
    },
    { name: "verifier", title: "verifying access tokens", program: programs.verifier, budget: budgets.verifier },
    {
      name: "procedures",
      title: "declaring remote procedures, without calling them",
      program: programs.procedures
    },
    {
      name: "proceduresEffectOnly",
      title: "… only Effect",
      program: await withEffectOnly(consumer, "procedures", programs.procedures)
    },
    { name: "mcpByEffect", title: "an MCP server of Effect, without authentication", program: programs.mcpByEffect },
    {
      name: "mcp",
      title: "… whose tools know the signed-in user",
      program: programs.mcp,
      beyond: "mcpByEffect",
      budget: budgets.mcp
    },
    {
      name: "emulatorInPage",
      title: "the emulator in a page: `inPageBrowser`",
      program: programs.emulatorInPage,
      budget: budgets.emulatorInPage
    },
    { name: "layers", title: "the client's layers alone", program: programs.clientLayers },
    { name: "schemas", title: "the contract alone, all levels", program: programs.contract },
    { name: "react", title: "everything for React", program: programs.react },
    { name: "hookless", title: "a client that reads the user, for React without hooks", program: programs.hookless },
    {
      name: "sharedReads",
      title: "… with cached reads, for Effect",
      program: programs.sharedReads,
      beyond: "hookless",
      budget: budgets.sharedReads
    },
    {
      name: "hooklessWithSchema",
      title: "… in a program that declares schemas",
      program: programs.hooklessWithSchema
    },
    {
      name: "metadata",
      title: "… with typed metadata, for Effect, in addition to schemas",
      program: programs.metadata,
      beyond: "hooklessWithSchema",
      budget: budgets.metadata
    },
    {
      name: "payments",
      title: "… with payments, for Effect",
      program: programs.payments,
      beyond: "hookless",
      budget: budgets.payments
    },
    {
      name: "accounts",
      title: "… with several accounts, for Effect",
      program: programs.accounts,
      beyond: "hookless",
      budget: budgets.accounts
    },
    {
      name: "agents",
      title: "… that signs an agent in, for Effect",
      program: programs.agents,
      beyond: "hookless",
      budget: budgets.agents
    },
    {
      name: "hooks",
      title: "… with provider and hooks, including cached reads",
      program: programs.hooks,
      beyond: "hookless",
      budget: budgets.hooks
    },
    {
      name: "paymentHooks",
      title: "… with provider, hooks and those of payments, in addition to the other hooks",
      program: programs.paymentHooks,
      beyond: "hooks",
      budget: budgets.paymentHooks
    },
    {
      name: "hooksWithSchema",
      title: "… with hooks in a program that declares schemas",
      program: programs.hooksWithSchema
    },
    {
      name: "metadataHooks",
      title: "… with provider, hooks and those of metadata, in addition to schemas",
      program: programs.metadataHooks,
      beyond: "hooksWithSchema",
      budget: budgets.metadataHooks
    },
    {
      name: "hooksAndPromises",
      title: "… with provider, hooks and the promise client of `useClient`",
      program: programs.hooksAndPromises,
      beyond: "hookless",
      budget: budgets.hooksAndPromises
    },
    {
      name: "devtools",
      title: "… with provider, hooks and devtools, in production",
      program: programs.devtools,
      beyond: "hooks",
      budget: budgets.devtools
    },
    {
      name: "simulation",
      title: "simulating an app, for tests, with the emulator",
      program: programs.simulation
    },
    {
      name: "retryPolicyTest",
      title: "a test of a retry policy",
      program: programs.retryPolicyTest,
      budget: budgets.retryPolicyTest
    },
    {
      name: "app",
      title: "an application with `LatchkeyHandler`",
      program: programs.app,
      budget: budgets.app
    },
    ...programs.screens.map((screen): Watched => ({
      name: screen,
      title: `the screen ${screen} with its parts, in addition to client and hooks`,
      program: programs.screen(screen),
      budget: budgets.anyScreen,
      part: { folders: screenFolders, later: false }
    })),
    {
      name: "everyScreen",
      title: "the screens of all routes, loaded one at a time",
      program: programs.everyScreen,
      budget: budgets.everyScreen,
      part: { folders: screenFolders, later: true }
    }
  ].filter(({ program }) =>
    importsOf(program).every((entry) => entries.includes(entry) || /^latchkey\/(?:endpoints|layers)\//.test(entry))
  )
  const weighed: Array<Weighed> = []
  for (const each of watched) {
    const { name, part: of, program } = each
    const bundles = of === undefined ? await bundle(consumer, name, program) : await part(consumer, name, program, of)
    weighed.push({ ...each, bundles })
  }
  return weighed
}

const importsOf = (program: string): ReadonlyArray<string> =>
  [...program.matchAll(/from "(latchkey[^"]*)"/g)].map(([, entry]) => entry!)

/** Returns a sentence for each exceeded budget. */
export const tooHeavy = (weighed: ReadonlyArray<Weighed>): ReadonlyArray<string> =>
  weighed.flatMap((each) =>
    each.bundles.flatMap((bundle) => {
      const { beyond, budget, title } = each
      const size = added(each, bundle, weighed).gzip
      if (budget === undefined || size <= budget) return []
      const what = beyond === undefined ? "is" : "adds"
      return [
        `The bundle of ${title} by ${bundle.bundler} ${what} ${kilobytes(size)} gzipped; its budget is ${
          kilobytes(budget)
        }.`
      ]
    })
  )

/**
 * Returns the size that the budget limits. If the program extends another program, the other program's size is
 * subtracted.
 */
export const added = ({ beyond }: Watched, { bundler, size }: Bundle, weighed: ReadonlyArray<Weighed>): Size => {
  const base = weighed.find(({ name }) => name === beyond)?.bundles.find((other) => other.bundler === bundler)?.size
  return base === undefined ? size : {
    minified: size.minified - base.minified,
    gzip: size.gzip - base.gzip,
    brotli: size.brotli - base.brotli
  }
}

/** Headers for server keys, which no page sends. */
export const serverKeys = ["x-stack-secret-server-key", "x-stack-super-secret-admin-key"]

/** Returns a sentence for each bundle that contains code which none of the programs uses. */
export const strangers = (weighed: ReadonlyArray<Weighed>): ReadonlyArray<string> =>
  weighed.flatMap(({ bundles, program, title }) =>
    bundles.flatMap(({ bundler, code, files }) => {
      const emulates = importsOf(program).some((entry) => /emulator|simulate/.test(entry))
      // a tape may come from a back end, whose calls a replay repeats
      const playsBackEnds = /\bTape\b/.test(program)
      const servesMcp = importsOf(program).includes("latchkey/mcp")
      const found = emulates || playsBackEnds || servesMcp
        ? []
        : serverKeys.filter((key) => code.includes(key)).map((key) => `the header ${key}`)
      const fileIn = (folder: RegExp) => files.find((file) => folder.test(file))
      const contains = (folder: string) => files.some((file) => file.replaceAll("\\", "/").includes(`/dist/${folder}/`))
      const emulator = fileIn(/[/\\]src[/\\]emulator[/\\]/)
      const devtools = fileIn(/[/\\]react[/\\]devtools[/\\](?!index\.js$)/)
      // `plain.js` also has what the provider needs to recognise a client that an app passes to it
      const promises = fileIn(/[/\\]dist[/\\]src[/\\]promise[/\\](?!plain\.js)/)
      const forPromises = /latchkey\/(?:promise|native|testing)|useClient|\* from/.test(program)
      const payments = fileIn(/[/\\]dist[/\\]src[/\\]payments[/\\]/)
      const sells = /latchkey\/(?:react\/)?(?:payments|screens|parts)|\* from/.test(program)
      const forReact = importsOf(program).some((entry) => entry.startsWith("latchkey/react"))
      const verifies = importsOf(program).includes("latchkey/verify")
      if (!verifies && !emulates && !servesMcp && fileIn(/[/\\]jose[/\\]/) !== undefined) {
        found.push("the verification of tokens")
      }
      if (!/latchkey\/(?:agents|react\/(?:parts|screens))|\* from/.test(program) && contains("src/agents")) {
        found.push("the sign-in of agents")
      }
      if (!program.includes("ExternalStore") && contains("layers/external")) found.push("the sessions of vendors")
      if (!servesMcp && contains("src/backend/mcp")) found.push("MCP servers of the package")
      if (contains("src/cli")) found.push("the command line, with watch")
      if (fileIn(/[/\\]effect[/\\]dist[/\\]reactivity[/\\]/) !== undefined) found.push("atoms")
      if (!program.includes("effect/ai/") && fileIn(/[/\\]effect[/\\]dist[/\\]ai[/\\]/) !== undefined) {
        found.push("MCP servers")
      }
      if (!emulates && emulator !== undefined) found.push(`the emulator (${path.basename(emulator)})`)
      if (devtools !== undefined) found.push(`the devtools (${path.basename(devtools)})`)
      if (!sells && payments !== undefined) found.push(`payments (${path.basename(payments)})`)
      if (!forPromises && promises !== undefined) found.push(`the promise client (${path.basename(promises)})`)
      if (!forReact && (fileIn(/[/\\]dist[/\\]react[/\\]/) !== undefined || /from\s*"react/.test(code))) {
        found.push("React")
      }
      return found.map((what) => `The bundle of ${title} by ${bundler} contains ${what}, which it doesn't use.`)
    })
  )

/** Formats a size in decimal kilobytes: `12.3 kB`. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
