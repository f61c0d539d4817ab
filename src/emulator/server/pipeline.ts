/**
 * The stages of a request, and the headers of every response. docs/platform.md §1, §2, docs/protocol.md §3.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { nonce } from "../../../layers/call/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import { detailsOf, schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import { writeDetails } from "../../../schemas/compiled/writeDetails.ts"
import type { Since, Spec } from "../../../schemas/Endpoint.ts"
import type { SchemaError } from "../../../schemas/errors/general.ts"
import { AccessTypeRequired, InsufficientAccessType } from "../../../schemas/errors/projectAuthentication.ts"
import { CannotGetOwnUserWithoutUser } from "../../../schemas/errors/users.ts"
import { KnownError, type KnownErrorClass } from "../../../schemas/KnownError.ts"
import { openApi } from "../../../schemas/openApi.ts"
import { find, type Match, reaches } from "../../../schemas/routing.ts"
import { mounted } from "../handlers/index.ts"
import { queue } from "../mail/index.ts"
import { pictures } from "../model/index.ts"
import { oauthRequests } from "../oauth/index.ts"
import { providerEvents } from "../payments/index.ts"
import { type ApiRequest, authenticate, type Authentication, inputs, type Mounted } from "../request/index.ts"
import {
  bodyOf,
  featureOf,
  hasPlatformHeader,
  type Incoming,
  isBinary,
  isNewer,
  maxBytes,
  type Outgoing,
  type Platform,
  platformHeader,
  Refusal,
  Reply,
  type RevisionRules
} from "../state/index.ts"
import * as checkoutPage from "./checkoutPage.ts"
import * as signInPage from "./signInPage.ts"

/** A response with its endpoint and outcome. */
export interface Outcome {
  readonly outgoing: Outgoing
  /** Endpoint of the request, if there is one. */
  readonly endpoint: Spec | undefined
  /** Actual status, even if the response hides it. */
  readonly status: number
  readonly errorCode: string | undefined
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const levels: ReadonlyArray<AccessLevel> = ["client", "server", "admin"]

/** Endpoints that are opened as links in a browser. Their errors are plain text. */
const pages: ReadonlySet<string> = new Set(["notificationPreferences.unsubscribe"])

const badLink = new Refusal({ status: 400, text: "This link is incomplete. Open the complete link from the email." })

const handlers = new Map<Spec, Mounted["handler"]>(mounted.map(({ handler, spec }) => [spec, handler]))

/** Endpoints that also accept requests without an access type, although clients send one. */
const openToAll: ReadonlySet<string> = new Set([
  "agents.discover",
  "agents.guide",
  "feedback.send",
  "platform.checkFeatureSupport"
])

/** Responds to any request. Never fails; interruption stops the handler. */
export const respondTo = (platform: Platform, incoming: Incoming): Effect.Effect<Outcome> =>
  Effect.suspend(() => {
    const { pathname } = incoming.url
    if (incoming.isTooLong === true || incoming.body.length > maxBytes) {
      return Effect.succeed(finish(platform, incoming, failed(tooLong)))
    }
    if (incoming.method === "OPTIONS") return Effect.succeed(bare(200, preflight(incoming)))
    if (pathname === "/health") {
      return Effect.succeed(bare(200, { ...health, "content-type": "application/json" }, "{\"status\":\"ok\"}"))
    }
    if (pathname === "/openapi.json") {
      return Effect.succeed(bare(200, { ...health, "content-type": json }, document(platform.baseUrl)))
    }
    const picture = platform.store.pictures.get(pathname)
    if (picture !== undefined && incoming.method === "GET") {
      return Effect.succeed(bare(200, { "content-type": picture.contentType }, pictures.bytesOf(picture.base64)))
    }
    const page = signInPage.respond(platform, incoming) ?? checkoutPage.respond(platform, incoming)
    if (page !== undefined) return Effect.succeed({ ...bare(page.status), outgoing: page })
    if (pathname === providerEvents.path && incoming.method === "POST") {
      return Effect.match(
        providerEvents.receive(platform, incoming.body, incoming.header(providerEvents.signatureHeader)),
        {
          onSuccess: () => bare(200, { "content-type": json }, "{\"received\":true}"),
          onFailure: ({ status, text }) => bare(status, { "content-type": plain }, text)
        }
      )
    }
    const path = /^\/api\/(?:v1|latest)(\/.*)?$/.exec(pathname)
    if (path === null) return Effect.succeed(finish(platform, incoming, failed(unknownPath)))
    if (incoming.isForeign === true && isPrivileged(incoming)) {
      return Effect.succeed(finish(platform, incoming, failed(foreign)))
    }
    return api(platform, oauthRequests.contractual(incoming, path[1] ?? "/"), path[1] ?? "/")
  })

const tooLong = new Refusal({
  status: 413,
  text: `The request body has more than ${maxBytes} bytes, so it was not read. Send a smaller body.`
})

const documents = new Map<string, string>()

/** Returns the contract as OpenAPI, built once per URL because building it is slow. */
const document = (baseUrl: string): string => {
  const text = documents.get(baseUrl) ?? JSON.stringify(openApi({ baseUrl }))
  documents.set(baseUrl, text)
  return text
}

const bare = (
  status: number,
  headers: Outgoing["headers"] = {},
  body: Outgoing["body"] = ""
): Outcome => ({ outgoing: { status, headers, body }, endpoint: undefined, status, errorCode: undefined })

/** Begins like the platform's own text, by which clients tell a missing route from a missing thing. */
const unknownPath = new Refusal({ status: 404, text: "404: there is no endpoint at this path. Check the URL." })

/**
 * Rejects requests from pages of other sites. An emulator's keys are public, so having a key doesn't make a page
 * trusted.
 */
const foreign = new Refusal({
  status: 403,
  text:
    "Pages of other sites cannot use server or admin access, and the Origin or Host header shows that this request may "
    + "come from one. Send it from a server without an Origin header, or from a page on localhost. Use an address of this "
    + "machine as the host, or the host that the emulator listens on."
})

/** Request headers that only servers, dashboards and tools send. */
const privilegedHeaders = ["secret-server-key", "super-secret-admin-key", "admin-access-token"]

const isPrivileged = (incoming: Incoming): boolean =>
  ["server", "admin"].includes(claimedLevel(incoming) ?? "")
  || privilegedHeaders.some((name) => hasPlatformHeader(incoming, name))

/** Whether the revision, or one of the features that are switched on, has the endpoint. */
const hasEndpoint = ({ features, rules }: Platform, { name, since }: Spec): boolean => {
  const feature = featureOf(name)
  return feature === undefined ? isInRevision(rules, name, since) : features.has(feature)
}

const isInRevision = (rules: RevisionRules, name: string, since: Since): boolean =>
  since <= rules.newestEndpoints && !rules.withoutEndpoints.some((missing) => missing === name)

const api = (platform: Platform, incoming: Incoming, path: string): Effect.Effect<Outcome> => {
  const known = (level: AccessLevel, method: string) =>
    find(level, method, path).filter(({ endpoint }) => hasEndpoint(platform, endpoint.spec))
  const claimed = levels.find((level) => level === claimedLevel(incoming)) ?? "client"
  const own = known(claimed, incoming.method)
  // a later revision may have opened the endpoint to lower levels
  const matches = own.length > 0 ? own : known("admin", incoming.method)
  if (matches.length === 0) {
    const exists = methods.some((method) => known("admin", method).length > 0)
    return Effect.succeed(exists ? bare(405) : finish(platform, incoming, failed(unknownPath)))
  }
  const { spec } = matches[0]!.endpoint
  const context: ResponseContext = {
    spec,
    headers: {}
  }
  return runHandler(platform, incoming, matches, context).pipe(
    Effect.catchCause((cause) => Cause.hasInterrupts(cause) ? Effect.interrupt : failureResponse(cause)),
    Effect.map((result) => ({
      ...finish(platform, incoming, { ...result, headers: context.headers, isPage: pages.has(context.spec.name) }),
      endpoint: context.spec
    }))
  )
}

/** Parts of a response that are the same for success and failure. */
interface ResponseContext {
  /** First matching endpoint. Replaced once the input decides between several. */
  spec: Spec
  readonly headers: Record<string, string>
}

// Declared once: V8 creates a hidden class for every generator function, which would cost a third of each request.
const runHandler = Effect.fnUntraced(function*(
  platform: Platform,
  incoming: Incoming,
  matches: ReadonlyArray<Match>,
  context: ResponseContext
) {
  const { spec } = context
  const body = yield* bodyOf(incoming)
  const authentication = yield* authenticate(platform, incoming)
  yield* checkLevel(spec, authentication)
  if (spec.path === oauthRequests.tokenPath) {
    yield* oauthRequests.namesClient(platform, body)
    const incomplete = oauthRequests.incomplete(platform, body)
    if (incomplete !== undefined) return replied(incomplete)
  }
  const { input, match } = yield* chooseEndpoint(platform, matches, {
    query: incoming.url.searchParams,
    body,
    isBinary: isBinary(incoming),
    isLatest: incoming.url.pathname.startsWith("/api/latest/")
  })
  context.spec = match.endpoint.spec
  const handler = handlers.get(context.spec)!
  yield* checkMe(context.spec, input, authentication)
  if (authentication !== undefined && authentication.project.emailsDueAt <= platform.now()) {
    yield* queue.run(platform, authentication.project)
  }
  const output = yield* handler(input, requestOf(platform, incoming, authentication, context))
  return output instanceof Reply ? replied(output) : yield* succeeded(context.spec, output)
})

/** Turns a failure into a response. Logs an unexpected failure, which is a bug in the emulator. */
const failureResponse = (cause: Cause.Cause<unknown>): Effect.Effect<Unfinished> => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return error instanceof KnownError || error instanceof Refusal
    ? Effect.succeed(failed(error))
    : Effect.as(Effect.logError("The emulator failed to handle a request", cause), failed(undefined))
}

const checkLevel = (spec: Spec, authentication: Authentication | undefined) => {
  if (authentication === undefined) {
    return spec.credentials === "none" || openToAll.has(spec.name) ? Effect.void : Effect.fail(new AccessTypeRequired())
  }
  return reaches(authentication.level, spec.access) ? Effect.void : Effect.fail(
    new InsufficientAccessType({
      actualAccessType: authentication.level,
      allowedAccessTypes: levels.filter((level) => reaches(level, spec.access))
    })
  )
}

/**
 * Chooses between endpoints with the same method and path by decoding their input. Fails with the error of the first
 * endpoint.
 */
const chooseEndpoint = (
  platform: Platform,
  matches: ReadonlyArray<Match>,
  parts: Omit<inputs.Parts, "path">
): Effect.Effect<{ readonly match: Match; readonly input: any }, SchemaError | Refusal> => {
  const first = matches[0]!
  let closest: SchemaError | Refusal | undefined
  for (const match of matches) {
    const read = inputs.read(platform, match.endpoint.spec, { ...parts, path: match.path })
    if (Result.isSuccess(read)) return Effect.succeed({ match, input: read.success })
    // a malformed request is reported before a plain refusal
    if (closest === undefined || (closest instanceof Refusal && !(read.failure instanceof Refusal))) {
      closest = read.failure
    }
  }
  for (const { endpoint } of matches) {
    const refusal = fieldCountRefusal(platform, endpoint.spec, parts)
    if (refusal !== undefined) return Effect.fail(refusal)
  }
  return Effect.fail(pages.has(first.endpoint.spec.name) ? badLink : closest!)
}

/**
 * Returns the endpoint of a request before it is handled. If several endpoints have the same method and path, selects
 * the one whose input matches: the order of the endpoints doesn't matter.
 */
export const endpointOf = (platform: Platform, incoming: Incoming, path: string): Spec | undefined => {
  const matches = find(levels.find((level) => level === claimedLevel(incoming)) ?? "client", incoming.method, path)
  const first = matches[0]?.endpoint.spec
  if (matches.length < 2) return first
  const query = incoming.url.searchParams
  return Effect.runSync(
    bodyOf(incoming).pipe(
      Effect.flatMap((body) => chooseEndpoint(platform, matches, { query, body, isBinary: isBinary(incoming) })),
      Effect.match({ onSuccess: ({ match }) => match.endpoint.spec, onFailure: () => first })
    )
  )
}

/**
 * Returns the plain-text error for a request that doesn't have exactly one of several fields, in revisions that require
 * one.
 */
const fieldCountRefusal = (
  { rules }: Platform,
  { name }: Spec,
  { body, query }: Omit<inputs.Parts, "path">
): Refusal | undefined => {
  const wanted = rules.plainTextMissing[name]
  if (wanted === undefined) return undefined
  const given = wanted.filter((field) =>
    query.has(field) || (typeof body === "object" && body !== null && Object.hasOwn(body, field))
  )
  return given.length === 1
    ? undefined
    : new Refusal({ status: 400, text: `Give exactly one of: ${wanted.join(", ")}.` })
}

/** Rejects `me` without a signed-in user, before any check of the endpoint. docs/platform.md §1.1. */
const checkMe = (spec: Spec, input: object | undefined, authentication: Authentication | undefined) =>
  authentication !== undefined && authentication.user === undefined
    && spec.errors.includes(CannotGetOwnUserWithoutUser)
    && Object.entries(input ?? {}).some(([name, value]) => value === "me" && /userId$/i.test(name))
    ? Effect.fail(new CannotGetOwnUserWithoutUser())
    : Effect.void

const requestOf = (
  platform: Platform,
  incoming: Incoming,
  authentication: Authentication | undefined,
  { headers: responseHeaders, spec }: ResponseContext
): ApiRequest => ({
  responseHeaders,
  platform,
  incoming,
  spec,
  authentication,
  level: authentication?.level ?? "client",
  user: authentication?.user,
  get project() {
    if (authentication === undefined) throw new Error(`${spec.name} was requested without a project`)
    return authentication.project
  }
})

const json = "application/json; charset=utf-8"
const plain = "text/plain; charset=utf-8"

/** A response without the common headers. */
interface Unfinished {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly errorCode: string | undefined
  readonly headers?: Outgoing["headers"] | undefined
  /** Whether the endpoint is opened as a link in a browser. Its responses have no request id. */
  readonly isPage?: boolean | undefined
}

const replied = ({ body, status }: Reply): Unfinished => ({
  status,
  contentType: json,
  body: body === undefined ? "" : JSON.stringify(body),
  errorCode: undefined
})

const encoders = new WeakMap<Spec, (output: unknown) => unknown>()

const succeeded = (spec: Spec, output: unknown): Effect.Effect<Unfinished> =>
  Effect.suspend(() => {
    let encode = encoders.get(spec)
    if (encode === undefined) encoders.set(spec, encode = Schema.encodeUnknownSync(schemasOf(spec).output))
    const { encoded, leftOut } = encodeList(encode, output)
    const response: Unfinished = {
      status: typeof spec.status === "function" ? spec.status(output) : spec.status,
      contentType: typeof encoded === "string" ? plain : json,
      body: typeof encoded === "string" ? encoded : JSON.stringify(encoded),
      errorCode: undefined
    }
    return leftOut === 0
      ? Effect.succeed(response)
      : Effect.as(
        Effect.logWarning(`${spec.name} leaves ${leftOut} records out, because their values are invalid`),
        response
      )
  })

/** Encodes an output. A list leaves out the records that can't be encoded, so that one of them doesn't hide the others. */
const encodeList = (encode: (output: unknown) => unknown, output: unknown) => {
  try {
    return { encoded: encode(output), leftOut: 0 }
  } catch (error) {
    if (typeof output !== "object" || output === null) throw error
    let leftOut = 0
    const isValid = (name: string, record: unknown) => {
      const others = Object.keys(output).filter((key) => Array.isArray(output[key as keyof typeof output]))
      try {
        encode({ ...output, ...Object.fromEntries(others.map((key) => [key, []])), [name]: [record] })
        return true
      } catch {
        leftOut++
        return false
      }
    }
    const valid = Object.fromEntries(
      Object.entries(output).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((record) => isValid(name, record)) : value
      ])
    )
    if (leftOut === 0) throw error
    return { encoded: encode(valid), leftOut }
  }
}

const failed = (error: unknown): Unfinished => {
  if (error instanceof KnownError) {
    const details = writeDetails(error, detailsOf(error.constructor as unknown as KnownErrorClass))
    return {
      status: error.status,
      contentType: json,
      body: JSON.stringify({ code: error.code, ...(details === undefined ? {} : { details }), error: error.message }),
      errorCode: error.code
    }
  }
  return error instanceof Refusal
    ? { status: error.status, contentType: plain, body: error.text, errorCode: undefined }
    : {
      status: 500,
      contentType: plain,
      body: "The emulator could not process this request. Its log has the error.",
      errorCode: undefined
    }
}

/** Adds the common headers, and hides an error status if the request overrides it. */
const finish = (
  { rules }: Platform,
  incoming: Incoming,
  { body, contentType, errorCode, headers: own = {}, isPage = false, status }: Unfinished
): Outcome => {
  const requestId = nonce()
  // OAuth redirects have no request id either
  const named: Record<string, string> = isPage || status === 307 ? {} : { "request-id": requestId }
  if (errorCode !== undefined) named["known-error"] = errorCode
  const hidden = status >= 400 && (status < 500 || rules.hidesFaults) &&
    hasPlatformHeader(incoming, "override-error-status")
  if (hidden) named["actual-status"] = String(status)
  const headers: Record<string, string> = {
    ...(body === "" ? {} : { "content-type": contentType }),
    "cache-control": "no-store, max-age=0",
    ...own,
    ...cors(incoming),
    ...underPrefixes(prefixesOf(incoming), named)
  }
  const text = status === 500 ? `${body}\n\nRequest id: ${requestId}` : body
  return {
    outgoing: { status: hidden ? 200 : status, headers, body: text },
    endpoint: undefined,
    status,
    errorCode
  }
}

/** Returns the header prefixes: always the older one, and the newer one for clients that use it. */
const prefixesOf = (incoming: Incoming) => isNewer(incoming) ? bothPrefixes : olderPrefix

const olderPrefix = ["x-stack"]
const bothPrefixes = ["x-stack", "x-hexclave"]

const underPrefixes = (
  prefixes: ReadonlyArray<string>,
  named: { readonly [name: string]: string }
): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const prefix of prefixes) {
    for (const name in named) headers[`${prefix}-${name}`] = named[name]!
  }
  return headers
}

const health = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*"
}

/** Lists the request headers that a browser may send from another origin. docs/protocol.md §2. */
const allowedHeaders = (privileged: ReadonlyArray<string>): string =>
  [
    "content-type",
    "authorization",
    "ngrok-skip-browser-warning",
    ...bothPrefixes.flatMap((prefix) =>
      [
        "project-id",
        "branch-id",
        "override-error-status",
        "random-nonce",
        "client-version",
        "disable-artificial-development-delay",
        "access-type",
        "publishable-client-key",
        ...privileged,
        "refresh-token",
        "access-token",
        "allow-anonymous-user",
        "allow-restricted-user"
      ].map((name) => `${prefix}-${name}`)
    )
  ].join(", ")

const corsUnder = (prefixes: ReadonlyArray<string>): Record<string, string> => ({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "content-type",
    ...Object.keys(underPrefixes(prefixes, { "actual-status": "", "known-error": "" }))
  ].join(", ")
})

const olderCors = corsUnder(olderPrefix)
const bothCors = corsUnder(bothPrefixes)

const cors = (incoming: Incoming): Record<string, string> => isNewer(incoming) ? bothCors : olderCors

const preflight = (incoming: Incoming): Record<string, string> => ({
  ...cors(incoming),
  "access-control-allow-methods": [...methods, "OPTIONS"].join(", "),
  "access-control-allow-headers": allowedHeaders(incoming.isForeign === true ? [] : privilegedHeaders),
  "access-control-max-age": "86400",
  vary: "access-control-request-headers"
})

/** Returns the claimed access level of a request, unverified. */
export const claimedLevel = (incoming: Incoming): string | undefined => platformHeader(incoming, "access-type")
