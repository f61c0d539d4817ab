/**
 * Random secrets and personal data, the encodings in which they occur, and the places where a conversation has them.
 */
import type { SentExchange } from "../../../../layers/observe/exchanges/index.ts"
import { endpoints, errors } from "../../../../schemas/catalogue.ts"
import { recordableInput, recordableOutput } from "./recordable.ts"

/** Returns numbers between 0 and 1, which depend only on the seed. */
export const random = (seed: number): () => number => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = (mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed)) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
  }
}

/** Returns a seed for a string. */
export const seedOf = (text: string): number =>
  Array.from(text).reduce((seed, character) => Math.imul(seed, 31) + character.codePointAt(0)! | 0, 7)

export type Random = () => number

export const below = (random: Random, end: number): number => Math.floor(random() * end)

export const pick = <A>(random: Random, all: ReadonlyArray<A>): A => all[below(random, all.length)]!

const from = (alphabet: string) => (random: Random, length: number): string =>
  Array.from({ length }, () => alphabet[below(random, alphabet.length)]).join("")

const digits = from("0123456789")
const hex = from("0123456789abcdef")
const base62 = from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
const base32 = from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
const base36 = from("abcdefghijklmnopqrstuvwxyz0123456789")
const letters = from("bcdfghjklmnpqrstvwz")

const bytes = (random: Random, length: number): string =>
  btoa(Array.from({ length }, () => String.fromCharCode(below(random, 256))).join(""))

/** A word that no other string contains. */
const word = (random: Random): string => `${letters(random, 3)}o${letters(random, 3)}`

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

/** Kinds of secrets and personal data. */
export const values: { readonly [kind: string]: (random: Random) => string } = {
  "a live key": (random) => `sk_live_${base62(random, 24)}`,
  "a key in base62": (random) => base62(random, 12 + below(random, 30)),
  "a key in base32": (random) => base32(random, 26),
  "a key in base36": (random) => base36(random, 22),
  "a key in hex": (random) => hex(random, 32),
  "bytes in base64": (random) => bytes(random, 30 + below(random, 3)),
  "bytes in base64url": (random) => bytes(random, 32).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  "a UUID that is a key": (random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-"),
  "a one-time code": (random) => `${1 + below(random, 9)}${digits(random, 5)}`,
  "a code of capitals": (random) => base32(random, 8),
  "a password": (random) => `${word(random)}!${word(random)} "<&${word(random)}>"`,
  "a password of a word": word,
  "a first name": (random) => capital(word(random)),
  "a name": (random) => `${capital(word(random))} ${capital(word(random))}`,
  "a name with accents": (random) => `${capital(word(random))} Ünal-${capital(word(random))}`,
  "an email address": (random) => `${word(random)}.${word(random)}@${word(random)}.example`,
  "an email address with a plus sign": (random) => `${capital(word(random))}+${word(random)}@${word(random)}.co.uk`,
  "an IP address": (random) => Array.from({ length: 4 }, () => 101 + below(random, 150)).join("."),
  "an IPv6 address": (random) => `2001:db8:${Array.from({ length: 6 }, () => hex(random, 4)).join(":")}`,
  "a phone number": (random) => `+4${digits(random, 11)}`,
  "a street": (random) => `${200 + below(random, 700)} ${capital(word(random))} Street`,
  "a checkout address": (random) => `https://checkout.${word(random)}.example/c/pay/cs_test_${base62(random, 18)}`,
  "an invoice address": (random) =>
    `https://invoice.stripe.com/i/acct_${base62(random, 10)}/${base62(random, 14)}?s=ap`,
  "a link with a code": (random) => `myapp://open/${base62(random, 20)}?token=${base62(random, 20)}#${word(random)}`,
  "a card number": (random) => `4${digits(random, 15)}`
}

/** Parts of a value that are secret or personal by themselves. */
export const partsOf = (value: string): ReadonlyArray<string> => [
  value,
  ...value.split(/[^\p{L}\d]+/u).filter((part) =>
    part.length >= 6 && !/^(?:checkout|example|invoice|stripe|Street|myapp)$/.test(part)
  )
]

const entities = (text: string): string => text.replace(/[^a-z\d ]/gi, (character) => `&#${character.codePointAt(0)};`)

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))

/** Encodings that a conversation may have for a value. */
export const encodings: { readonly [name: string]: (text: string, random: Random) => string } = {
  "as it is": (text) => text,
  "in base64": toBase64,
  "in base64url": (text) => toBase64(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  "percent-encoded": encodeURIComponent,
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "with every character percent-encoded": (text) =>
    Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "with JSON escapes": (text) =>
    text.replace(/[^a-z\d ]/gi, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "with HTML entities": entities,
  "in capitals": (text) => text.toUpperCase(),
  "in small letters": (text) => text.toLowerCase(),
  "as JSON": (text) => JSON.stringify({ value: text, [`${text}.1`]: [text] }),
  "in a sentence": (text) => `You asked for ${text}: is that right? 🔑`,
  "beside a colon": (text, random) => `${word(random)}:${text}🔒`,
  "in a link": (text) =>
    `https://app.${"quorra"}.example/open/${encodeURIComponent(text)}?next=${encodeURIComponent(text)}`,
  "in a page": (text) => `<p title="${text.replaceAll("\"", "&quot;")}">Hello <b>${text}</b></p>`,
  "in a form": (text) => new URLSearchParams({ token: text, [text]: "1" }).toString(),
  "in a header": (text) => `Bearer ${text}`
}

const utf8 = new TextEncoder()
const json = { "content-type": "application/json" }
const api = "https://api.test/api/v1"

interface Given {
  readonly method?: string
  readonly url?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
  readonly status?: number
  readonly response?: unknown
  readonly responseHeaders?: { readonly [name: string]: string }
  readonly failure?: SentExchange["failure"]
}

/** Makes an exchange, by default with an endpoint that the contract doesn't have. */
export const exchange = (
  { body, failure, headers = {}, method = "POST", response, responseHeaders = json, status = 200, url = "/own" }: Given
): SentExchange => ({
  at: 0,
  endedAt: 5,
  request: {
    method,
    url: url.startsWith("/") ? api + url : url,
    headers: { ...json, "x-stack-access-type": "client", ...headers },
    body: typeof body === "string" || body === undefined ? body : JSON.stringify(body)
  },
  response: response === undefined && failure === undefined ? undefined : failure !== undefined ? undefined : {
    status,
    headers: responseHeaders,
    body: utf8.encode(typeof response === "string" ? response : JSON.stringify(response))
  },
  failure
})

const names = ["theme", "apiKey", "otp", "secret", "pin", "note", "last4", "userName", "clientMetadata", "x", "url"]

/** Hides a value in JSON, at any depth. */
const nested = (value: unknown, random: Random): unknown => {
  switch (below(random, 4)) {
    case 0:
      return { [pick(random, names)]: nested(value, random) }
    case 1:
      return [1, nested(value, random), true]
    case 2:
      return typeof value === "string" ? { [pick(random, names)]: JSON.stringify({ inner: value }) } : value
    default:
      return { [pick(random, names)]: value }
  }
}

const user = (fields: object) => ({
  id: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  display_name: "Ada",
  primary_email: null,
  ...fields
})

const error = (fields: object, code = "USER_NOT_FOUND") => ({
  method: "GET",
  url: "/users/me",
  status: 404,
  responseHeaders: { ...json, "x-stack-known-error": code },
  response: { code, error: "User not found.", ...fields }
})

/** Places in which a conversation may have a string. */
export const places: { readonly [name: string]: (text: string, random: Random) => Given } = {
  "metadata that is sent": (text, random) => ({
    method: "PATCH",
    url: "/users/me",
    body: { client_metadata: nested(text, random) }
  }),
  "metadata that is received": (text, random) => ({
    method: "GET",
    url: "/users/me",
    response: user({ server_metadata: nested(text, random), client_read_only_metadata: nested(text, random) })
  }),
  "the name of a field in metadata": (text) => ({
    method: "PATCH",
    url: "/users/me",
    body: { client_metadata: { [`${text}.1`]: 1 } }
  }),
  "an unknown field of a known object": (text, random) => ({
    method: "GET",
    url: "/users/me",
    response: user({ [pick(random, names)]: text })
  }),
  "a personal field": (text, random) => ({
    method: "PATCH",
    url: "/users/me",
    body: { [pick(random, ["display_name", "profile_image_url", "primary_email"])]: text }
  }),
  "a secret": (text) => ({ url: "/auth/password/sign-in", body: { email: "ada@example.com", password: text } }),
  "the body of an own endpoint": (text, random) => ({ body: nested(text, random), response: nested(text, random) }),
  "a text body": (text, random) => ({
    body: text,
    headers: { "content-type": pick(random, ["text/plain", "application/json", "application/x-www-form-urlencoded"]) },
    response: `token=${text}`,
    responseHeaders: { "content-type": pick(random, ["text/plain", "text/html", "application/json"]) }
  }),
  "bytes": (text) => ({ response: `\u{fffd}${text}`, responseHeaders: { "content-type": "application/octet-stream" } }),
  "a form": (text) => ({
    url: "/auth/oauth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "refresh_token", client_id: `${text}1`, refresh_token: text, extra: text })
      .toString()
  }),
  "a path of an own endpoint": (text) => ({ url: `/own/${encodeURIComponent(text)}/done` }),
  "a path of the contract": (text, random) => ({
    method: "GET",
    url: `/${pick(random, ["users", "teams", "items", "emails"])}/${encodeURIComponent(text)}1`
  }),
  "a query": (text, random) => ({
    method: "GET",
    url: `/${pick(random, ["users", "own", "teams"])}?${new URLSearchParams({
      query: text,
      cursor: text,
      [pick(random, names)]: text
    })}`
  }),
  "another host": (text) => ({
    url: `https://${encodeURIComponent(text).replace(/\W/g, "")}.example/p/${encodeURIComponent(text)}?code=${
      encodeURIComponent(text)
    }`
  }),
  "a user in an address": (text) => ({
    url: `https://${encodeURIComponent(text)}:${encodeURIComponent(text)}@api.test/api/v1/users/me`,
    method: "GET"
  }),
  "a header of the platform": (text, random) => ({
    headers: { [`x-stack-${pick(random, ["branch-id", "access-token", "own", "allow-anonymous-user"])}`]: text }
  }),
  "a header of a response": (text, random) => ({
    response: {},
    responseHeaders: {
      [
        pick(random, [
          "content-type",
          "date",
          "retry-after",
          "x-stack-request-id",
          "x-stack-known-error",
          "x-stack-actual-status"
        ])
      ]: text,
      location: `https://app.test/done?code=${encodeURIComponent(text)}`
    }
  }),
  "the address of a redirect": (text) => ({
    method: "GET",
    url: "/auth/oauth/authorize/github",
    status: 302,
    response: {},
    responseHeaders: { location: text }
  }),
  "the text of an error": (text) => error({ error: `No user ${text} exists.` }),
  "the details of an error": (text, random) =>
    error({ details: { message: text, [pick(random, names)]: nested(text, random) } }),
  "a schema error": (text) =>
    error({
      error: `body.${text} must be at most 70 characters`,
      details: { message: `${text}\n  - body.password must be at most 70 characters: ${text}` }
    }, "SCHEMA_ERROR"),
  "the code of an error": (text) => error({ code: text, error: text }, text),
  "a lost connection": (text, random) => ({
    failure: { lost: `TypeError: ${text}${pick(random, ["", " (ECONNRESET)"])}`, transient: true, code: text }
  }),
  "a refused redirect": (text) => ({ failure: { redirectStatus: 302, origin: text } }),
  "the claims of a token": (text, random) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = {
      sub: `${text}1`,
      name: text,
      email: text,
      exp: 1_900_000_000,
      [pick(random, names)]: text,
      inner: nested(text, random)
    }
    return {
      headers: { "x-stack-access-token": [part({ alg: "ES256", kid: text }), part(claims), part(text)].join(".") }
    }
  },
  "a card": (text) => ({
    method: "GET",
    url: "/payments/billing/user/me",
    response: { default_payment_method: { id: `${text}1`, brand: text, last4: text, exp_month: 3, exp_year: 2031 } }
  }),
  "an invoice": (text) => ({
    method: "GET",
    url: "/payments/invoices/user/me",
    response: { items: [{ hosted_invoice_url: text, status: text }], pagination: { next_cursor: text } }
  }),
  "the vault": (text) => ({
    url: "/data-vault/stores/main/get",
    body: { hashed_key: text },
    response: { encrypted_value: text }
  }),
  "the method": (text) => ({ method: text }),
  "a field of any input": (text, random) => recordableInput(pick(random, endpoints).spec, text, random),
  "a field of any response": (text, random) => recordableOutput(pick(random, endpoints).spec, text, random),
  "a detail of any error": (text, random) => {
    const { code } = pick(random, errors).spec
    return error({ details: { [pick(random, names)]: text, message: text } }, code)
  }
}
