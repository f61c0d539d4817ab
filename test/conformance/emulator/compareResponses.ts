/** Compares a response of the emulator with the recorded one. */
import { isObject } from "../differences.ts"
import type { Exchange } from "../exchange.ts"
import type { Known } from "../replay.ts"
import { uuid } from "./placeholderValues.ts"
import { type Answer, claimsIn } from "./scene.ts"

/** Returns the value that stands for a recorded value in this run. */
type StandsFor = (recorded: string) => string | undefined

/**
 * Lists differences. If status or code differ, compares nothing else. `isWhole`: whether this run has the whole state of
 * the recorded platform, so that all values are equal.
 */
export const differencesOf = (
  { request, response }: Exchange,
  actual: Answer,
  standsFor: StandsFor,
  known: Known,
  isWhole = false
): ReadonlyArray<string> => {
  const [expected, found] = [summaryOf(response.status, response.body), summaryOf(actual.status, actual.body)]
  return expected === found
    ? [
      ...headerDifferences(response.headers ?? {}, actual.headers, standsFor),
      ...shapeDifferences(response.body ?? "", actual.body, "body"),
      ...valueDifferences(request, response, actual.body, standsFor, isWhole),
      ...claimDifferences(response.body, actual.body, standsFor, known)
    ]
    : [`${found} instead of ${expected}`]
}

const summaryOf = (status: number, body: unknown): string =>
  isObject(body) && typeof body["code"] === "string" && "error" in body ? `${status} ${body["code"]}` : String(status)

// headers

/** Whether the recordings contain this header. */
const isKept = (name: string): boolean => name.startsWith("x-stack-") || keptHeaders.has(name)
const keptHeaders = new Set(["content-type", "retry-after", "set-cookie", "location"])

const headerDifferences = (
  recorded: { readonly [name: string]: string },
  actual: Headers,
  standsFor: StandsFor
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(recorded), ...[...actual.keys()].filter(isKept)])].flatMap((name) => {
    const [expected, found] = [recorded[name], actual.get(name) ?? undefined]
    if (expected === undefined) return [`header ${name}: added`]
    if (found === undefined) return [`header ${name}: missing`]
    switch (name) {
      case "x-stack-request-id":
        return []
      case "location":
        return locationDifferences(expected, found, standsFor)
      case "set-cookie":
        return cookieShape(expected) === cookieShape(found)
          ? []
          : [`header set-cookie: ${cookieShape(found)} instead of ${cookieShape(expected)}`]
      default:
        return expected === found ? [] : [`header ${name}: ${found} instead of ${expected}`]
    }
  })

/** Replaces the parts of a cookie that are different in every run. */
const cookieShape = (cookie: string): string =>
  cookie.replace(/(stack-oauth-inner-)[^=]+/, "$1…").replace(/Expires=\w+, \d+ \w+ 20[^;]+/, "Expires=…")

/** URL of the providers in recordings. The emulator simulates providers at another URL. */
const provider = "https://mock-provider.example.com"

const locationDifferences = (recorded: string, actual: string, standsFor: StandsFor): ReadonlyArray<string> => {
  const readable = recorded.replaceAll(/\{\{api_origin(?:\|uri)?\}\}/g, "https%3A%2F%2Fapi.example.com")
  const [expected, found] = [new URL(readable), new URL(actual)]
  const [theirs, ours] = [partsOf(expected), partsOf(found)]
  return [
    ...(expected.origin === provider || expected.origin + expected.pathname === found.origin + found.pathname
      ? []
      : [`header location: redirects to ${found.origin + found.pathname}`]),
    ...shapeDifferences(theirs, ours, "location"),
    ...Object.keys(theirs).flatMap((name) =>
      name in ours && expected.origin !== provider
        ? valuesApart(theirs[name], ours[name], `location.${name}`, name, standsFor)
        : []
    ),
    ...(expected.origin === provider && theirs["scope"] !== ours["scope"] ? [`location.scope: ${ours["scope"]}`] : [])
  ]
}

/** Parses the query of a URL. `details` contains JSON, which is also parsed. */
const partsOf = ({ searchParams }: URL): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    [...searchParams].map(([name, value]) => [name, name === "details" ? JSON.parse(value) as unknown : value])
  )

// shape

/**
 * Lists missing fields, added fields, and values of another type. The length and order of lists depend on earlier
 * requests. Therefore each item must match any recorded item, and a field that is `null` in one of these items is
 * optional.
 */
export const shapeDifferences = (recorded: unknown, actual: unknown, at: string): ReadonlyArray<string> =>
  unlike([recorded], actual, at, false)

/** Lists the paths at which no example has the shape of `actual`. */
const unlike = (
  examples: ReadonlyArray<unknown>,
  actual: unknown,
  at: string,
  isInList: boolean
): ReadonlyArray<string> => {
  if (isInList && (actual === null || examples.every((example) => example === null))) return []
  const type = typeOf(actual)
  const alike = examples.filter((example) => typeOf(example) === type)
  if (alike.length === 0) return [`${at}: ${type} instead of ${[...new Set(examples.map(typeOf))].join(" or ")}`]
  if (Array.isArray(actual)) {
    const items = (alike as ReadonlyArray<ReadonlyArray<unknown>>).flat()
    return items.length === 0
      ? []
      : [...new Set(actual.flatMap((item) => unlike(items, item, `${at}[]`, true)))]
  }
  if (!isObject(actual)) return []
  const objects = alike as ReadonlyArray<{ readonly [name: string]: unknown }>
  return [...new Set([...objects.flatMap((object) => Object.keys(object)), ...Object.keys(actual)])].flatMap((key) => {
    const having = objects.filter((object) => Object.hasOwn(object, key))
    if (Object.hasOwn(actual, key)) {
      return having.length === 0
        ? [`${at}.${key}: added`]
        : unlike(having.map((object) => object[key]), actual[key], `${at}.${key}`, isInList)
    }
    return having.length < objects.length ? [] : [`${at}.${key}: missing`]
  })
}

const typeOf = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "array" : typeof value

// claims

/** Compares the claims of access tokens: the names of all claims, and the values of issuer, audience and role. */
const claimDifferences = (
  recorded: unknown,
  actual: unknown,
  standsFor: StandsFor,
  known: Known
): ReadonlyArray<string> => {
  if (!isObject(recorded) || !isObject(actual)) return []
  const token = recorded["access_token"]
  const claims = typeof token === "string" ? known[token]?.jwt?.payload : undefined
  if (claims === undefined || typeof actual["access_token"] !== "string") return []
  const ours = claimsIn(actual["access_token"])
  const withoutOrigin = (value: unknown) => String(value).replace(/^(\{\{api_origin\}\}|https?:\/\/[^/]+)/, "")
  return [
    ...shapeDifferences(claims, ours, "claims"),
    ...["iss", "aud", "role"].flatMap((name) =>
      valuesApart(withoutOrigin(claims[name]), withoutOrigin(ours[name]), `claims.${name}`, name, standsFor)
    )
  ]
}

// values

/**
 * Compares values that must be equal: all values of known errors and of responses to POST and PATCH, and values that a
 * response repeats from the request.
 */
const valueDifferences = (
  request: Exchange["request"],
  response: Exchange["response"],
  actual: unknown,
  standsFor: StandsFor,
  isWhole: boolean
): ReadonlyArray<string> => {
  const isDetermined = typeof response.body === "object"
    && (isWhole || ["POST", "PATCH"].includes(request.method) || "x-stack-known-error" in (response.headers ?? {}))
  const sent = new Set<string>()
  const collect = (value: unknown, key: string): void => {
    sent.add(`${key} ${JSON.stringify(value)}`)
    if (typeof value === "object" && value !== null) {
      for (const [name, part] of Object.entries(value)) collect(part, name)
    }
  }
  collect(request.body, "")

  const compare = (recorded: unknown, found: unknown, at: string, key: string): ReadonlyArray<string> => {
    if (isWhole && Array.isArray(recorded) && Array.isArray(found) && recorded.length !== found.length) {
      return [`${at}: ${found.length} items instead of ${recorded.length}`]
    }
    if (typeof recorded === "object" && recorded !== null) {
      return newInEachRun.test(key) || typeof found !== "object" || found === null
        ? []
        : Object.entries(recorded).flatMap(([name, part]) =>
          name in found
            ? compare(part, (found as { readonly [name: string]: unknown })[name], `${at}.${name}`, name)
            : []
        )
    }
    return typeOf(recorded) === typeOf(found) && (isDetermined || sent.has(`${key} ${JSON.stringify(recorded)}`))
      ? valuesApart(recorded, found, at, key, standsFor)
      : []
  }
  return compare(response.body, actual, "body", "")
}

const valuesApart = (
  recorded: unknown,
  found: unknown,
  at: string,
  key: string,
  standsFor: StandsFor
): ReadonlyArray<string> => {
  if (newInEachRun.test(key) || ownValues.test(at) || isObject(recorded)) return []
  if (key === "id" && String(recorded).search(uuid) === 0) return []
  if (typeof recorded === "string" && notComparable.test(recorded)) return []
  const expected = typeof recorded === "string" ? recorded.replace(uuid, (id) => standsFor(id) ?? id) : recorded
  return expected === found ? [] : [`${at}: ${JSON.stringify(found)} instead of ${JSON.stringify(recorded)}`]
}

/**
 * Values that can't be compared: placeholders of secrets, pictures in the platform's storage, cursors, dates, codes in
 * links, and accounts at the payment provider.
 */
const notComparable =
  /\{\{|^https:\/\/storage\.example\.com\/|^eyJ|^\d{4}-\d\d-\d\dT[\d:.]+Z$|[?&]code=[a-z0-9]{45}$|^acct_[\da-f]+$/

/** Paths of values that differ by design: the user's id in base64url, and the text of the scripted model. */
const ownValues = /\.options_json\.user\.id$|\.args(Text|\.content)$/

/** Fields that are new in each run, and messages, because the emulator has its own messages. */
const newInEachRun =
  /(_at|_millis|_code|_token|html|toolCallId|^success|^last_four|^challenge|^error|^error_description|^error_message|^message|^text)$/
