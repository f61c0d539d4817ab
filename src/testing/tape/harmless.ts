/** Decides which values a tape keeps: only values that the contract shows to be harmless, or that the caller lists. */
import type * as SchemaAST from "effect/SchemaAST"
import { endpoints, errors } from "../../../schemas/catalogue.ts"
import { knownValues } from "../../../schemas/fields.ts"
import { hostedBaseUrl } from "../../../schemas/hosted.ts"
import type { KnownErrorClass } from "../../../schemas/KnownError.ts"
import type { Place } from "./places.ts"
import { wireNamesOf } from "./secretFields.ts"

/** Matches UUIDs. */
export const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Matches names of fields that contain ids. */
const idName = /(?:^|_)ids?$|Ids?$|^aud$|^sub$/

/** Fields with ids that developers choose. */
const chosenIds: ReadonlyArray<string> = [
  ...["permission_id", "contained_permission_ids", "item_id", "product_id", "price_id", "offer_id"],
  ...["from_product_id", "to_product_id", "provider_id", "provider_config_id", "rule_id"]
]

/**
 * Matches ids that developers choose, such as `team:admin` or `$read_members`: at most four words of at most 20
 * letters, and numbers of at most two digits.
 */
const wordId = /^\$?[a-z]{1,20}(?:[_:.-](?:[a-z]{1,20}|\d{1,2})){0,4}$/

/** Whether a string is the id of a project or, in the audience of a token, of its anonymous or restricted users. */
const isProjectId = (text: string): boolean => {
  const id = text.replace(/:(?:anon|restricted)$/, "")
  return uuid.test(id) || id === "internal"
}

const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/

const number = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** Whether a type in the contract shows that the string is harmless. */
const isHarmlessFor = (type: SchemaAST.AST, text: string, place: Place): boolean => {
  switch (type._tag) {
    case "Literal":
      return type.literal === text
    case "Boolean":
      return text === "true" || text === "false"
    case "Number":
      return number.test(text)
    case "Declaration":
      return isDate(type) && (time.test(text) || /^\d{9,14}$/.test(text))
    case "String":
      return knownValues(type).includes(text) || (idName.test(place.name) && isHarmlessId(text, place))
        || (place.name === "branch_id" && text === "main")
    default:
      return false
  }
}

const isDate = (type: SchemaAST.Declaration): boolean =>
  Object(type.annotations?.["representation"]).id === "effect/schema/Date"

/** Endpoints of resources whose `id` developers choose. */
const ofChosenThings = /permission|^(?:items|products|projects|internalProjects|purchases)$/i

const isHarmlessId = (text: string, { name, path }: Place): boolean =>
  text === "me" || isProjectId(text)
  || ((chosenIds.includes(name) || (name === "id" && ofChosenThings.test(path[0] ?? ""))) && wordId.test(text))

/** Whether the contract shows that the string is harmless in its place. */
export const isHarmless = (text: string, place: Place): boolean =>
  text === "" || place.allows?.(text) === true || place.types.some((type) => isHarmlessFor(type, text, place))

/** Whether the string is the id of something, which is harmless in other places too. */
export const isId = (text: string, { allows, name, secret, types }: Place): boolean =>
  uuid.test(text) && !secret
  && (allows?.(text) === true || (idName.test(name) && types.some((type) => type._tag === "String")))

/** Numbers about people: where they are, and when their card expires. */
export const personalNumbers: ReadonlyArray<string> = ["exp_month", "exp_year", "latitude", "longitude"]

/** Whether the contract shows that a number is harmless in its place. 0 and 1 reveal no more than true and false. */
export const isHarmlessNumber = (value: number, { types }: Place): boolean =>
  value === 0 || value === 1
  || types.some((type) =>
    type._tag === "Number" || (type._tag === "Declaration" && isDate(type))
    || (type._tag === "Literal" && type.literal === value)
  )

/**
 * Matches names that developers choose, in camelCase or with separators: at most six words of at most 20 letters. Names
 * that come from data, such as email addresses, keys and tokens, have other characters.
 */
const wordName = /^\$?[a-z]{1,20}(?:[A-Z][a-z]{1,20}|[_-][a-z]{1,20}|ID|JSON|URL|API|HTML){0,5}\d{0,2}$/

/** Matches the names of a project's settings, such as `emails.server.password`. */
const settingName =
  /^(?:analytics|apiKeys|apps|auth|dataVault|dbSync|domains|emails|onboarding|payments|project|rbac|sourceOfTruth|teams|users)(?:\.[a-zA-Z]{1,30}){1,5}$/

let names: ReadonlySet<string> | undefined

/** Whether a name is the name of a field in the contract. */
export const isContractName = (name: string): boolean => (names ??= wireNamesOf(endpoints, errors)).has(name)

/** Whether the name of a JSON field is in the contract, or consists of words. */
export const isHarmlessName = (name: string): boolean =>
  wordName.test(name) || settingName.test(name) || isContractName(name)

/** Words in the API's paths, and in the paths of the pages that an app has for it. */
const pages = "api v1 handler sign-in sign-up sign-out callback oauth-callback magic-link-callback password-reset "
  + "forgot-password email-verification team-invitation account-settings mfa error cli-auth-confirm agent-auth-confirm onboarding "
  + "projects-anonymous-users projects-restricted-users .well-known jwks.json"

let words: ReadonlySet<string> | undefined

/** Whether a part of a path is one of the API's own. */
export const isPathWord = (text: string): boolean =>
  (words ??= new Set([
    ...pages.split(" "),
    ...endpoints.flatMap(({ spec }) => spec.path.split("/").filter((part) => !part.includes("{")))
  ])).has(text)

const hosts: ReadonlyArray<string> = [
  ...["localhost", "127.0.0.1", "[::1]", "api.localhost", "example.com", "www.example.com"],
  ...[hostedBaseUrl, "https://api.hexclave.com"].map((url) => url.slice("https://".length))
]

/** Whether the name of a host reveals nothing about a project or its users. */
export const isHarmlessHost = (host: string): boolean => hosts.includes(host.toLowerCase())

const mediaType =
  /^(?:application\/(?:json|octet-stream|problem\+json|x-www-form-urlencoded)|text\/(?:css|csv|html|plain|xml)|image\/(?:gif|jpeg|png|svg\+xml|webp))(?:; ?charset=utf-8)?$/i

const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

const isFlag = (text: string): boolean => text === "true" || text === "false"

/**
 * For each header, tests whether a value is harmless. Names of the platform's headers are listed without their prefix.
 */
const headers: { readonly [name: string]: (text: string) => boolean } = {
  "access-type": (text) => ["client", "server", "admin"].includes(text),
  "actual-status": (text) => /^\d{3}$/.test(text),
  "allow-anonymous-user": isFlag,
  "branch-id": (text) => text === "main",
  "content-type": (text) => mediaType.test(text),
  date: (text) => httpDate.test(text),
  "known-error": (text) => errorOf(text) !== undefined,
  "override-error-status": isFlag,
  "project-id": isProjectId,
  // the caller may list it, because the platform's support needs it
  "request-id": () => false,
  "retry-after": (text) => /^\d{1,5}$/.test(text) || httpDate.test(text)
}

/** Returns the test for harmless values of a header. A header without an entry is a secret if the platform reads it. */
export const harmlessHeader = (name: string): ((text: string) => boolean) | undefined =>
  Object.hasOwn(headers, name) ? headers[name] : undefined

let known: ReadonlyMap<string, KnownErrorClass> | undefined

/** Returns the contract's error with this code. */
export const errorOf = (code: string): KnownErrorClass | undefined =>
  (known ??= new Map(errors.map((error) => [error.spec.code, error]))).get(code)

/** Sentences of the platform that a client reads, in addition to those in the contract. */
const sentences: ReadonlyArray<string> = ["Passkey not found"]

/** Whether a string is the fixed sentence of an error. */
export const isSentence = ({ spec: { sentence } }: KnownErrorClass, text: string): boolean =>
  sentences.includes(text) || (typeof sentence === "string" ? sentence === text : sentence?.test(text) === true)

/** Matches the sentence about a string that is too long, which a client reads. */
const tooLong = /\bbody\.(password|new_password|old_password) must be at most (\d{1,6}) characters/

/** Returns the part of a schema error's message that a client reads; `undefined` for other messages. */
export const readOf = (message: string): string | undefined => {
  const [, name, length] = tooLong.exec(message) ?? []
  return name === undefined ? undefined : `body.${name} must be at most ${length} characters`
}

/** Names of errors that runtimes throw for a lost connection. */
const faults = "TypeError|Error|AbortError|TimeoutError|NetworkError|SyntaxError|RequestError|DOMException"

const faultWords: ReadonlyArray<string> = [
  ...["fetch failed", "Failed to fetch", "Load failed", "terminated", "network error", "Network request failed"],
  ...["NetworkError when attempting to fetch resource.", "socket hang up", "The operation was aborted."],
  ...["The connection was lost.", "no cause given", "other side closed", "Connection dropped."]
]

const codes = new Set(
  ("ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENOTFOUND EPIPE EPROTO ETIMEDOUT "
    + "EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME UND_ERR_SOCKET UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT "
    + "UND_ERR_BODY_TIMEOUT UND_ERR_ABORTED UND_ERR_DESTROYED UND_ERR_CLOSED CERT_HAS_EXPIRED CERT_NOT_YET_VALID "
    + "CERT_REVOKED CERT_UNTRUSTED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN "
    + "UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE "
    + "ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER ERR_INVALID_URL ERR_INVALID_ARG_TYPE "
    + "ConnectionRefused ConnectionClosed FailedToOpenSocket").split(" ")
)

/** Whether a string is the runtime's code of a lost connection. */
export const isFaultCode = (code: string): boolean =>
  codes.has(code) || code === "bad port" || code === "unknown scheme"

/** Splits the description of a lost connection into its parts: the error's name, its message, and the runtime's code. */
export const faultParts = (
  fault: string
): { readonly name: string; readonly message: string; readonly code: string | undefined } => {
  const [, name = "", rest = fault] = new RegExp(`^((?:${faults}): )(.*)$`, "s").exec(fault) ?? []
  const [, message = rest, code] = /^(.*) \(([\w ]{3,60})\)$/s.exec(rest) ?? []
  return code !== undefined && isFaultCode(code) ? { name, message, code } : { name, message: rest, code: undefined }
}

/** Whether a string is a message with which runtimes report a lost connection. */
export const isFaultMessage = (message: string): boolean =>
  faultWords.includes(message) || /^fetch threw (?:null|undefined|object|number|boolean|function)$/.test(message)

/** Methods of HTTP. */
export const methods: ReadonlyArray<string> = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
