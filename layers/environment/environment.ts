/** The runtime environment, and the names of a project's settings in it. docs/protocol.md §1. Loads no Effect. */
import { type Variables, viteEnvironment } from "./withVite.ts"

/** Adds the prefixes with which Next.js and Vite expose variables to pages. */
const inPages = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => [`NEXT_PUBLIC_${name}`, `VITE_${name}`])

/** Adds the names with HEXCLAVE in place of STACK, which later revisions of the platform use and prefer. */
const spelled = (...names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...names.map((name) => name.replace("STACK", "HEXCLAVE")),
  ...names
]

/** Names of each setting, in order of precedence. */
const environment = {
  projectId: spelled(...inPages("STACK_PROJECT_ID"), "STACK_PROJECT_ID"),
  publishableClientKey: spelled(...inPages("STACK_PUBLISHABLE_CLIENT_KEY"), "STACK_PUBLISHABLE_CLIENT_KEY"),
  secretServerKey: spelled("STACK_SECRET_SERVER_KEY"),
  superSecretAdminKey: spelled("STACK_SUPER_SECRET_ADMIN_KEY"),
  baseUrl: spelled(...inPages("STACK_API_URL"), "NEXT_PUBLIC_STACK_URL", "STACK_API_URL"),
  baseUrlBrowser: spelled(...inPages("BROWSER_STACK_API_URL", "STACK_API_URL_BROWSER"), "STACK_API_URL_BROWSER"),
  baseUrlServer: spelled(...inPages("SERVER_STACK_API_URL", "STACK_API_URL_SERVER"), "STACK_API_URL_SERVER"),
  extraRequestHeaders: spelled(...inPages("STACK_EXTRA_REQUEST_HEADERS"), "STACK_EXTRA_REQUEST_HEADERS")
}

/** Settings that the environment can provide. */
export type Setting = keyof typeof environment

/** Keys that must never reach a page. */
export type SecretKey = "secretServerKey" | "superSecretAdminKey"

/** Returns the names of a setting in order of precedence. */
export const namesOf = (setting: Setting): ReadonlyArray<string> => environment[setting]

/** Returns every supported name of a setting, for messages. */
export const namesToSet = (setting: Setting): string => namesOf(setting).join(", ").replace(/, (\w+)$/, " or $1")

/**
 * Returns the variable to set in this environment: the name that the bundler exposes to pages, otherwise the plain
 * name.
 */
export const nameToSet = (setting: Setting): string => {
  const prefix = viteEnvironment() ? "VITE_" : isNext() || inBrowser() ? "NEXT_PUBLIC_" : "HEXCLAVE_"
  const names = namesOf(setting)
  return names.find((name) => name.startsWith(prefix)) ?? names[0]!
}

/** Returns the fix for a missing setting. */
export const whereToGet = (setting: Setting): string =>
  "Copy it from the project's settings on the platform's dashboard, or from what `npx latchkey emulator` prints, and "
  + `set it as ${setting}, or in the environment as ${nameToSet(setting)}.`

declare const process: { readonly env: Variables }

/** Whether Next.js runs or has bundled this code: Next.js replaces the variable in pages too. */
const isNext = (): boolean => ifThere(() => process.env.NEXT_RUNTIME) !== undefined

/** Returns a global that exists only in some runtimes and bundles; `undefined` in all others. */
export const ifThere = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Whether this is a page rather than a server, a worker or a native app. */
export const inBrowser = (): boolean => "window" in globalThis && "document" in globalThis

/**
 * Variables that bundlers replace. Each is read with a literal expression such as `process.env.NAME`, because bundlers
 * replace only such expressions. In browsers, `process` may be missing.
 */
const inlined: { readonly [name: string]: () => string | undefined } = {
  NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: () => process.env.NEXT_PUBLIC_HEXCLAVE_PROJECT_ID,
  NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: () => process.env.NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_HEXCLAVE_API_URL: () => process.env.NEXT_PUBLIC_HEXCLAVE_API_URL,
  NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL: () => process.env.NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL,
  NEXT_PUBLIC_STACK_PROJECT_ID: () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  NEXT_PUBLIC_STACK_API_URL: () => process.env.NEXT_PUBLIC_STACK_API_URL,
  NEXT_PUBLIC_BROWSER_STACK_API_URL: () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
  NEXT_PUBLIC_HEXCLAVE_EXTRA_REQUEST_HEADERS: () => process.env.NEXT_PUBLIC_HEXCLAVE_EXTRA_REQUEST_HEADERS,
  NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS
}

/**
 * Reads settings from the current environment. The first name with a value applies. The variables aren't copied,
 * because Node lists its variables slowly.
 */
export const environmentNow = (): (...settings: ReadonlyArray<Setting>) => string | undefined => {
  const vite = viteEnvironment()
  const own = ifThere(() => process.env)
  return (...settings) => {
    for (const name of settings.flatMap(namesOf)) {
      const value = vite?.[name] || ifThere(inlined[name]!) || own?.[name]
      if (value) return value
    }
    return undefined
  }
}

/**
 * Whether the project id is missing both in the options and in the environment, so that a back end can fail at startup
 * instead of at its first request. `false` during a build: frameworks then load an app's modules, usually without its
 * environment.
 */
export const lacksProject = (projectId: string | undefined): boolean =>
  projectId === undefined && environmentNow()("projectId") === undefined && !isBuild()

/** Whether this is `next build`, or `npm run build` of another framework. */
const isBuild = (): boolean =>
  ifThere(() => process.env["NEXT_PHASE"]) === "phase-production-build"
  || ifThere(() => process.env["npm_lifecycle_event"]) === "build"
