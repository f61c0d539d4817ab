/**
 * The way of a request through the platform, and what every answer has. docs/platform.md §1, §2, docs/protocol.md §3.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { nonce } from "../../../layers/call/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import { find } from "../../../schemas/catalogue.ts"
import type { Spec } from "../../../schemas/Endpoint.ts"
import type { SchemaError } from "../../../schemas/errors/general.ts"
import { AccessTypeRequired, InsufficientAccessType } from "../../../schemas/errors/projectAuthentication.ts"
import { CannotGetOwnUserWithoutUser } from "../../../schemas/errors/users.ts"
import { KnownError, type KnownErrorClass, writeDetails } from "../../../schemas/KnownError.ts"
import { openApi } from "../../../schemas/openApi.ts"
import { type Match, reaches } from "../../../schemas/routing.ts"
import { mounted } from "../handlers/index.ts"
import { pictures } from "../model/index.ts"
import { oauthRequests } from "../oauth/index.ts"
import { type ApiRequest, authenticate, type Authentication, inputs, type Mounted } from "../request/index.ts"
import {
  bodyOf,
  hasPlatformHeader,
  type Incoming,
  isBinary,
  isNewer,
  mostBytes,
  type Outgoing,
  type Platform,
  platformHeader,
  Refusal,
  Reply
} from "../state/index.ts"
import * as signInPage from "./signInPage.ts"

/** A request and what became of it. */
export interface Answered {
  readonly outgoing: Outgoing
  /** The endpoint that answered. */
  readonly endpoint: Spec | undefined
  /** The real status. */
  readonly status: number
  readonly errorCode: string | undefined
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const levels: ReadonlyArray<AccessLevel> = ["client", "server", "admin"]

/** Links that people open: what is wrong with one is said in plain text. */
const pages: ReadonlySet<string> = new Set(["notificationPreferences.unsubscribe"])

const badLink = new Refusal({ status: 400, text: "This link is incomplete. Open it as it stands in the mail." })

const handlers = new Map<Spec, Mounted["handler"]>(mounted.map(({ handler, spec }) => [spec, handler]))

/** Routes that also answer requests which claim nothing, although clients send their headers. */
const openToAll: ReadonlySet<string> = new Set(["platform.checkFeatureSupport"])

/** Answers any request. Never fails; interruption stops the handler. */
export const answer = (platform: Platform, incoming: Incoming): Effect.Effect<Answered> =>
  Effect.suspend(() => {
    const { pathname } = incoming.url
    if (incoming.isTooLong === true || incoming.body.length > mostBytes) {
      return Effect.succeed(finish(platform, incoming, failed(tooLong)))
    }
    if (incoming.method === "OPTIONS") return Effect.succeed(bare(200, preflight(incoming)))
    if (pathname === "/health") {
      return Effect.succeed(bare(200, { ...health, "content-type": json }, "{\"status\":\"ok\"}"))
    }
    if (pathname === "/openapi.json") {
      return Effect.succeed(bare(200, { ...health, "content-type": json }, document(platform.baseUrl)))
    }
    const picture = platform.store.pictures.get(pathname)
    if (picture !== undefined && incoming.method === "GET") {
      return Effect.succeed(bare(200, { "content-type": picture.contentType }, pictures.bytesOf(picture.base64)))
    }
    const page = signInPage.answer(platform, incoming)
    if (page !== undefined) return Effect.succeed({ ...bare(page.status), outgoing: page })
    const path = /^\/api\/(?:v1|latest)(\/.*)?$/.exec(pathname)
    if (path === null) return Effect.succeed(finish(platform, incoming, failed(unknownPath)))
    if (incoming.isForeign === true && isPrivileged(incoming)) {
      return Effect.succeed(finish(platform, incoming, failed(foreign)))
    }
    return api(platform, oauthRequests.contractual(incoming, path[1] ?? "/"), path[1] ?? "/")
  })

const tooLong = new Refusal({
  status: 413,
  text: `The body of the request has more than ${mostBytes} bytes and was not read. Send less at once.`
})

const documents = new Map<string, string>()

/** The contract as OpenAPI. Making it takes a while, so it is made once per address. */
const document = (baseUrl: string): string => {
  const made = documents.get(baseUrl) ?? JSON.stringify(openApi({ baseUrl }))
  documents.set(baseUrl, made)
  return made
}

const bare = (
  status: number,
  headers: Outgoing["headers"] = {},
  body: Outgoing["body"] = ""
): Answered => ({ outgoing: { status, headers, body }, endpoint: undefined, status, errorCode: undefined })

const unknownPath = new Refusal({ status: 404, text: "There is nothing at this address. Check the path." })

/** The keys of an emulator are known to everybody, so that a page may use them is not theirs to say. */
const foreign = new Refusal({
  status: 403,
  text: "Server and admin level are not for pages of other sites, and Origin or Host say that one may have sent this. "
    + "Ask without Origin from a server, or from a page on localhost, and by an address of this machine or the name that "
    + "the emulator was told to listen on as its host."
})

/** Request headers that only servers, dashboards and tools send. */
const privilegedHeaders = ["secret-server-key", "super-secret-admin-key", "admin-access-token"]

const isPrivileged = (incoming: Incoming): boolean =>
  ["server", "admin"].includes(claimedLevel(incoming) ?? "")
  || privilegedHeaders.some((name) => hasPlatformHeader(incoming, name))

/** Whether the revision has the endpoint. */
const hasEndpoint = ({ rules }: Platform, { name, since }: Spec): boolean =>
  since <= rules.newestEndpoints && !rules.withoutEndpoints.some((gone) => gone === name)

const api = (platform: Platform, incoming: Incoming, path: string): Effect.Effect<Answered> => {
  const known = (level: AccessLevel, method: string) =>
    find(level, method, path).filter(({ endpoint }) => hasEndpoint(platform, endpoint.spec))
  const matches = known(levels.find((level) => level === claimedLevel(incoming)) ?? "client", incoming.method)
  if (matches.length === 0) {
    const exists = methods.some((method) => known("admin", method).length > 0)
    return Effect.succeed(exists ? bare(405) : finish(platform, incoming, failed(unknownPath)))
  }
  const { spec } = matches[0]!.endpoint
  const course: Course = { spec, headers: spec.path === oauthRequests.tokenPath ? { pragma: "no-cache" } : {} }
  return handled(platform, incoming, matches, course).pipe(
    Effect.catchCause((cause) => Cause.hasInterrupts(cause) ? Effect.interrupt : reported(cause)),
    Effect.map((result) => ({
      ...finish(platform, incoming, { ...result, headers: course.headers, isPage: pages.has(course.spec.name) }),
      endpoint: course.spec
    }))
  )
}

/** What holds of an answer whichever way it goes. */
interface Course {
  /** The endpoint that is meant, as far as it is known. */
  spec: Spec
  readonly headers: Record<string, string>
}

// written once: V8 makes a hidden class for every new generator function, and one for each request costs a third of it
const handled = Effect.fnUntraced(function*(
  platform: Platform,
  incoming: Incoming,
  matches: ReadonlyArray<Match>,
  course: Course
) {
  const { spec } = course
  const body = yield* bodyOf(incoming)
  const authentication = yield* authenticate(platform, incoming)
  yield* checkLevel(spec, authentication)
  if (spec.path === oauthRequests.tokenPath) {
    yield* oauthRequests.namesClient(body)
    const incomplete = oauthRequests.incomplete(platform, body)
    if (incomplete !== undefined) return replied(incomplete)
  }
  const { input, match } = yield* chosen(platform, matches, {
    query: incoming.url.searchParams,
    body,
    isBinary: isBinary(incoming)
  })
  course.spec = match.endpoint.spec
  const handler = handlers.get(course.spec)
  if (handler === undefined) return yield* Effect.fail(notEmulated(course.spec))
  yield* checkMe(course.spec, input, authentication)
  const output = yield* handler(input, requestOf(platform, incoming, authentication, course))
  return output instanceof Reply ? replied(output) : succeeded(course.spec, output)
})

/** A failure becomes its answer. What no handler foresaw is a fault of the emulator's own, and is logged. */
const reported = (cause: Cause.Cause<unknown>): Effect.Effect<Unfinished> => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  return error instanceof KnownError || error instanceof Refusal
    ? Effect.succeed(failed(error))
    : Effect.as(Effect.logError("The embedded platform failed", cause), failed(undefined))
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

/** Of twins on the same method and path, the one whose input decodes; the error is that of the closest. */
const chosen = (
  platform: Platform,
  matches: ReadonlyArray<Match>,
  parts: Omit<inputs.Parts, "path">
): Effect.Effect<{ readonly match: Match; readonly input: any }, SchemaError | Refusal> => {
  const first = matches[0]!
  if (handlers.get(first.endpoint.spec) === undefined) return Effect.succeed({ match: first, input: undefined })
  let closest: SchemaError | undefined
  for (const match of matches) {
    const read = inputs.read(platform, match.endpoint.spec, { ...parts, path: match.path })
    if (Result.isSuccess(read)) return Effect.succeed({ match, input: read.success })
    closest ??= read.failure
  }
  for (const { endpoint } of matches) {
    const refusal = wronglyNamed(platform, endpoint.spec, parts)
    if (refusal !== undefined) return Effect.fail(refusal)
  }
  return Effect.fail(pages.has(first.endpoint.spec.name) ? badLink : closest!)
}

/**
 * The endpoint that a request speaks of, before it is answered. Which twin is said by the input: their order among the
 * matches is that of the contract's modules, and not the same wherever those run.
 */
export const meant = (platform: Platform, incoming: Incoming, path: string): Spec | undefined => {
  const matches = find(levels.find((level) => level === claimedLevel(incoming)) ?? "client", incoming.method, path)
  const first = matches[0]?.endpoint.spec
  if (matches.length < 2) return first
  const query = incoming.url.searchParams
  return Effect.runSync(
    bodyOf(incoming).pipe(
      Effect.flatMap((body) => chosen(platform, matches, { query, body, isBinary: isBinary(incoming) })),
      Effect.match({ onSuccess: ({ match }) => match.endpoint.spec, onFailure: () => first })
    )
  )
}

/** What is said in plain text where a revision wants exactly one of some fields. */
const wronglyNamed = (
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

/** Nobody is `me` who is not signed in: that is told before anything that the route would say. docs/platform.md §1.1. */
const checkMe = (spec: Spec, input: object | undefined, authentication: Authentication | undefined) =>
  authentication !== undefined && authentication.user === undefined
    && spec.errors.includes(CannotGetOwnUserWithoutUser)
    && Object.entries(input ?? {}).some(([name, value]) => value === "me" && /userId$/i.test(name))
    ? Effect.fail(new CannotGetOwnUserWithoutUser())
    : Effect.void

const notEmulated = (spec: Spec): Refusal =>
  new Refusal({
    status: 501,
    text: `The embedded platform does not answer ${spec.name} (${spec.method} ${spec.path}) yet.`
  })

const requestOf = (
  platform: Platform,
  incoming: Incoming,
  authentication: Authentication | undefined,
  { headers: answerHeaders, spec }: Course
): ApiRequest => ({
  answerHeaders,
  platform,
  incoming,
  spec,
  authentication,
  level: authentication?.level ?? "client",
  user: authentication?.user,
  get project() {
    if (authentication === undefined) throw new Error(`${spec.name} was asked without a project`)
    return authentication.project
  }
})

const json = "application/json; charset=utf-8"
const plain = "text/plain; charset=utf-8"

/** An answer before the headers that all have. */
interface Unfinished {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly errorCode: string | undefined
  readonly headers?: Outgoing["headers"]
  /** What a person opens: it has no request id. */
  readonly isPage?: boolean
}

const replied = ({ body, status }: Reply): Unfinished => ({
  status,
  contentType: json,
  body: body === undefined ? "" : JSON.stringify(body),
  errorCode: undefined
})

const encoders = new WeakMap<Spec, (output: unknown) => unknown>()

const succeeded = (spec: Spec, output: unknown): Unfinished => {
  let encode = encoders.get(spec)
  if (encode === undefined) encoders.set(spec, encode = Schema.encodeUnknownSync(spec.output))
  const encoded = encode(output)
  return {
    status: typeof spec.status === "function" ? spec.status(output) : spec.status,
    contentType: typeof encoded === "string" ? plain : json,
    body: typeof encoded === "string" ? encoded : JSON.stringify(encoded),
    errorCode: undefined
  }
}

const failed = (error: unknown): Unfinished => {
  if (error instanceof KnownError) {
    const details = writeDetails(error, (error.constructor as unknown as KnownErrorClass).spec.details)
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
      body: "The embedded platform could not process this request.",
      errorCode: undefined
    }
}

/** Adds the headers that every answer has, and hides the status where the request asks for it. */
const finish = (
  { rules }: Platform,
  incoming: Incoming,
  { body, contentType, errorCode, headers: own = {}, isPage = false, status }: Unfinished
): Answered => {
  const requestId = nonce()
  // neither have redirects of OAuth
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

/** The older prefix always, the newer one for clients that use it. */
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

/** The request headers a browser may send from another origin. docs/protocol.md §2. */
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

/** What a log may say of the level a request claims, before it is believed. */
export const claimedLevel = (incoming: Incoming): string | undefined => platformHeader(incoming, "access-type")
