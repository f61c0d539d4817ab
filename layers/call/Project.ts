/** A project: its id, address and keys. docs/protocol.md §1. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { hostedBaseUrl } from "../../schemas/hosted.ts"
import { asSecret, isReadable, keyProblem, type SecretInput, secretText } from "../../schemas/secrets.ts"
import { type CarriesClock, inBrowser, nameToSet, whereToGet } from "../environment/index.ts"
import { carriedClock } from "./carriedClock.ts"

export { hostedBaseUrl }

/** Placeholder for the key of a project that requires no key. docs/protocol.md §10, later revisions. */
export const publicClient = Redacted.make("__stack_public_client__")

/** Configuration of a project. */
export interface ProjectOptions extends CarriesClock {
  /** A UUID, or `internal` for the platform's own dashboard project. */
  readonly projectId: string
  /** Sent at client level, and to refresh a session. Omit the key if the project requires none. */
  readonly publishableClientKey?: SecretInput | undefined
  /** Needed at server level. Never give it to a browser. */
  readonly secretServerKey?: SecretInput | undefined
  /** Needed at admin level. Never give it to a browser. */
  readonly superSecretAdminKey?: SecretInput | undefined
  /**
   * Base URL of the platform, without `/api/v1`. Pass two URLs if browsers and servers reach the platform at different
   * addresses.
   * @default the hosted platform
   */
  readonly baseUrl?: string | { readonly browser: string; readonly server: string } | undefined
  /** Headers of every request. They can replace Latchkey's own headers. */
  readonly extraRequestHeaders?: { readonly [name: string]: string } | undefined
}

/** The project of all calls. */
export class Project extends Context.Service<Project, {
  readonly id: string
  /** Base URL plus `/api/v1`. */
  readonly apiUrl: string
  readonly publishableClientKey: Redacted.Redacted | undefined
  readonly secretServerKey: Redacted.Redacted | undefined
  readonly superSecretAdminKey: Redacted.Redacted | undefined
  readonly extraRequestHeaders: { readonly [name: string]: string }
}>()("latchkey/Project") {}

/** Creates a project from options. Fails before any request if the options are invalid. */
export const layer = (options: ProjectOptions): Layer.Layer<Project, InvalidConfiguration> =>
  Layer.merge(Layer.effect(Project, make(options)), Layer.effectContext(carriedClock(options)))

/** Creates the project without a layer, with the same checks. */
export const make = Effect.fnUntraced(function*(
  options: ProjectOptions
): Effect.fn.Return<Project["Service"], InvalidConfiguration> {
  return Project.of({
    id: yield* projectId(options.projectId),
    apiUrl: yield* Effect.try({
      try: () => apiUrl(options.baseUrl ?? hostedBaseUrl),
      catch: (error) => error instanceof InvalidConfiguration ? error : incompleteUrl()
    }),
    publishableClientKey: yield* key("publishableClientKey", options.publishableClientKey),
    secretServerKey: yield* key("secretServerKey", options.secretServerKey),
    superSecretAdminKey: yield* key("superSecretAdminKey", options.superSecretAdminKey),
    extraRequestHeaders: lowerCased(options.extraRequestHeaders ?? {})
  })
})

/** Normalizes names to those of Latchkey's own headers, so that a header is replaced instead of repeated. */
const lowerCased = (headers: { readonly [name: string]: string }): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const projectId = (id: unknown): Effect.Effect<string, InvalidConfiguration> =>
  typeof id === "string" && (id === "internal" || uuid.test(id))
    ? Effect.succeed(id)
    : Effect.fail(
      new InvalidConfiguration({
        setting: "projectId",
        problem: id === undefined || id === "" ? "is missing" : "is neither a UUID nor \"internal\"",
        next: whereToGet("projectId")
      })
    )

/** Properties of `URL` throw in React Native before 0.80. */
const incompleteUrl = () =>
  new InvalidConfiguration({
    setting: "URL",
    problem: "is incomplete in this runtime",
    next: "Import react-native-url-polyfill/auto before anything else."
  })

/** Returns the base URL plus `/api/v1`. Throws `InvalidConfiguration` if it is not the URL of a platform. */
const apiUrl = (base: Exclude<ProjectOptions["baseUrl"], undefined>): string => {
  const text: unknown = typeof base === "object" && base !== null ? (inBrowser() ? base.browser : base.server) : base
  const refuse = (problem: string) =>
    new InvalidConfiguration({
      setting: "baseUrl",
      problem,
      next: `Use a URL such as ${hostedBaseUrl}, without /api/v1, or leave it out for the hosted platform.`
    })
  if (typeof text !== "string" || text.trim() === "") throw refuse("is empty")
  const url = parseUrl(text)
  if (url === undefined) throw refuse("is not a URL")
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse(`has the scheme ${url.protocol}`)
  if (url.username !== "" || url.password !== "") throw refuse("has a user name or password")
  if (url.search !== "" || url.hash !== "") throw refuse("has a query or a fragment")
  const root = withoutTrailingSlashes(url.pathname)
  if (root.endsWith("/api/v1")) throw refuse("already ends in /api/v1")
  return `${url.origin}${root}/api/v1`
}

const key = (
  setting: "publishableClientKey" | "secretServerKey" | "superSecretAdminKey",
  given: SecretInput | undefined
): Effect.Effect<Redacted.Redacted | undefined, InvalidConfiguration> => {
  if (given === undefined) return Effect.succeed(undefined)
  if (Redacted.isRedacted(given) && !isReadable(given)) {
    return Effect.fail(
      new InvalidConfiguration({
        setting,
        problem: "was wrapped by another copy of effect, so that this copy can't read it",
        next: "Pass the key as a string, or keep a single copy of effect: npm ls effect lists the copies."
      })
    )
  }
  const problem = keyProblem(secretText(given))
  return problem === undefined
    ? Effect.succeed(asSecret(given))
    : Effect.fail(
      new InvalidConfiguration({ setting, problem, next: `Set it to the key itself (${nameToSet(setting)}).` })
    )
}
