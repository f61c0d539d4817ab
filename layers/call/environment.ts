/** Where a program runs, and what a project's settings are called there. docs/protocol.md §1. */
import * as Effect from "effect/Effect"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** What bundlers show to pages: Next.js and Vite show what begins so. */
const inPages = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => [`NEXT_PUBLIC_${name}`, `VITE_${name}`])

/** Later revisions say HEXCLAVE for STACK, and prefer it. */
const spelled = (...names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...names.map((name) => name.replace("STACK", "HEXCLAVE")),
  ...names
]

/** By what they set, in the order of precedence. */
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

/** What the environment can set. */
export type Setting = keyof typeof environment

/** The keys that open more than a page may. */
export type SecretKey = "secretServerKey" | "superSecretAdminKey"

/** The names to look under, in the order of precedence. */
export const namesOf = (setting: Setting): ReadonlyArray<string> => environment[setting]

/** What we tell people to set: every name that is looked under. */
export const namesToSet = (setting: Setting): string => namesOf(setting).join(", ").replace(/, (\w+)$/, " or $1")

/** What to do where a setting is missing. */
export const whereToGet = (setting: Setting): string =>
  "Copy it from the project's settings on the platform's dashboard, or from what `npx latchkey emulator` prints, and "
  + `give it as ${setting} or in the environment as ${namesToSet(setting)}.`

/** A page, and no server, worker or native app. */
export const inBrowser = (): boolean => "window" in globalThis && "document" in globalThis

/** The headers that the environment has as JSON. */
export const extraHeaders = (
  text: string | undefined
): Effect.Effect<{ readonly [name: string]: string } | undefined, InvalidConfiguration> => {
  if (text === undefined) return Effect.succeed(undefined)
  return Effect.flatMap(
    Effect.try({ try: (): unknown => JSON.parse(text), catch: malformedHeaders }),
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) &&
        Object.values(value).every((each) => typeof each === "string")
        ? Effect.succeed(value as { readonly [name: string]: string })
        : Effect.fail(malformedHeaders())
  )
}

const malformedHeaders = () =>
  new InvalidConfiguration({
    setting: "extraRequestHeaders",
    problem: "is not a JSON object of texts",
    next: `Write ${namesToSet("extraRequestHeaders")} like {"x-my-header": "value"}.`
  })
