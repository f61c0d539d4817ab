/** OAuth requests that come from providers or generic OAuth clients, and OAuth errors for malformed requests. */
import * as Effect from "effect/Effect"
import { InvalidOAuthClientIdOrSecret } from "../../../schemas/errors/oauth.ts"
import { PublishableClientKeyRequiredForProject } from "../../../schemas/errors/projectAuthentication.ts"
import { checkClientKey, checkClientSecret } from "../model/index.ts"
import { fieldsOf, type Incoming, type Platform, type Project, Reply } from "../state/index.ts"

const callback = /^\/auth\/oauth\/callback\/[^/]+$/

const authorize = /^\/auth\/oauth\/authorize\/[^/]+$/

/**
 * Normalizes an authorization request. The newest clients send parameters under both names of the platform, and the
 * contract describes only one challenge method. The original query is kept in the body.
 */
const asClientsAsk = (incoming: Incoming): Incoming => {
  const url = new URL(incoming.url)
  const mode = url.searchParams.get("hexclave_response_mode")
  if (mode !== null) {
    url.searchParams.delete("hexclave_response_mode")
    url.searchParams.set("stack_response_mode", mode)
  }
  if (url.searchParams.get("code_challenge_method") === "plain") url.searchParams.set("code_challenge_method", "S256")
  return { ...incoming, url, body: incoming.url.search }
}

/** Whether an authorization request uses the code challenge method `plain`. RFC 7636 §4.2. */
export const isPlain = ({ body }: Incoming): boolean =>
  new URLSearchParams(body).get("code_challenge_method") === "plain"

const parameters = ["state", "code", "error", "error_description", "iss"]

/**
 * Normalizes a request to the form in the contract. Providers may use POST instead of a redirect, and add their own
 * parameters. All original parameters are kept in the body.
 */
export const contractual = (incoming: Incoming, path: string): Incoming => {
  if (authorize.test(path)) return asClientsAsk(incoming)
  if (!callback.test(path) || (incoming.method !== "GET" && incoming.method !== "POST")) return incoming
  const sent = incoming.method === "POST" ? fieldsOf(incoming.body) : new URLSearchParams()
  for (const [name, value] of incoming.url.searchParams) sent.set(name, value)
  if (!sent.has("state")) sent.set("state", "")
  const url = new URL(incoming.url)
  url.search = new URLSearchParams([...sent].filter(([name]) => parameters.includes(name))).toString()
  return { ...incoming, method: "GET", url, body: sent.toString() }
}

/** Finds the project of an OAuth client id: `id`, or `id#main`. */
export const projectOf = (platform: Platform, clientId: string): Project | undefined => {
  const [projectId, branch = "main"] = clientId.split("#", 2)
  return branch === "main" ? platform.store.projects.get(projectId!) : undefined
}

/** Path of the token endpoint. */
export const tokenPath = "/auth/oauth/token"

/**
 * Fails if the body of a token request doesn't contain the client's credentials. Credentials elsewhere are ignored.
 * Later revisions report a missing key separately if the project requires one. docs/platform.md §6.
 */
export const namesClient = (
  platform: Platform,
  body: unknown
): Effect.Effect<void, InvalidOAuthClientIdOrSecret | PublishableClientKeyRequiredForProject> =>
  Effect.suspend((): Effect.Effect<void, InvalidOAuthClientIdOrSecret | PublishableClientKeyRequiredForProject> => {
    const fields = typeof body === "object" && body !== null ? body as { readonly [name: string]: unknown } : {}
    const { client_id: clientId, client_secret: secret, grant_type: grantType } = fields
    if (typeof grantType !== "string" || !Object.hasOwn(needed, grantType)) return Effect.void
    if (typeof clientId === "string" && typeof secret === "string") return Effect.void
    const project = typeof clientId === "string" && secret === undefined ? projectOf(platform, clientId) : undefined
    return project !== undefined && checkClientKey(platform, project, undefined) === "required"
      ? Effect.fail(new PublishableClientKeyRequiredForProject({ projectId: project.id }))
      : Effect.fail(new InvalidOAuthClientIdOrSecret({ clientId: null }))
  })

const needed: { readonly [grantType: string]: ReadonlyArray<string> } = {
  authorization_code: ["code", "redirect_uri", "code_verifier"],
  refresh_token: ["refresh_token"]
}

/** Returns the OAuth error for a token request of a valid client that lacks a parameter. RFC 6749 §5.2. */
export const incomplete = (platform: Platform, body: unknown): Reply | undefined => {
  if (typeof body !== "object" || body === null) return undefined
  const fields = body as { readonly [name: string]: unknown }
  const { client_id: clientId, client_secret: secret, grant_type: grantType } = fields
  const missing = typeof grantType === "string" && Object.hasOwn(needed, grantType)
    ? needed[grantType]!.find((name) => fields[name] === undefined || fields[name] === "")
    : undefined
  if (missing === undefined || typeof clientId !== "string" || typeof secret !== "string") return undefined
  const project = projectOf(platform, clientId)
  return project !== undefined && checkClientSecret(platform, project, secret) === "good"
    ? new Reply(400, { error: "invalid_request", error_description: `The parameter ${missing} is missing` })
    : undefined
}
