/** Hostile implementations of `fetch`. They throw any value, return any value, and send false headers. */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Fetch } from "../../../layers/call/Transport.ts"
import { errors } from "../../../schemas/catalogue.ts"

const throwing = () => {
  throw new RangeError("a trap")
}

/** An object that throws whenever it is used. */
const trapped: object = new Proxy({}, {
  get: throwing,
  has: throwing,
  ownKeys: throwing,
  getPrototypeOf: throwing,
  getOwnPropertyDescriptor: throwing
})

const brokenError = Object.defineProperties(new Error(), {
  message: { get: throwing },
  name: { get: throwing },
  stack: { get: throwing }
})

const hollowError = { message: trapped, cause: trapped, name: trapped }

const trap = { valueOf: throwing, toString: throwing, toJSON: throwing, [Symbol.toPrimitive]: throwing }

/** Values that throw when they are used. */
export const traps: ReadonlyArray<unknown> = [trapped, trap, brokenError, hollowError]

/** Values of every kind, including `traps`. */
export const oddities: ReadonlyArray<unknown> = [
  undefined,
  null,
  0,
  Number.NaN,
  -1n,
  "",
  "text",
  true,
  Symbol("odd"),
  {},
  [],
  [undefined],
  Object.create(null),
  new Map([["a", 1]]),
  new Date(Number.NaN),
  () => {},
  Object.freeze(new Error("frozen")),
  new DOMException("aborted", "AbortError"),
  new TypeError("fetch failed", { cause: trapped }),
  ...traps
]

/** Objects that only resemble a response. */
const halfAnswers: ReadonlyArray<unknown> = [
  { status: 200 },
  { status: "200", headers: new Headers(), body: null },
  { status: 200, headers: null, body: null },
  { status: 200, headers: { get: throwing }, body: null },
  { status: 200, headers: { get: () => trapped }, body: null },
  { status: Number.NaN, headers: new Headers({ "content-type": "application/json" }), body: null },
  { status: 200, headers: new Headers(), body: {} },
  { status: 200, headers: new Headers(), body: { getReader: throwing } },
  {
    status: 200,
    headers: new Headers(),
    body: { getReader: () => ({ read: () => ({ done: false, value: "text" }) }) }
  },
  { status: 200, headers: new Headers(), body: { getReader: () => ({ read: throwing }) } },
  { status: 200, headers: new Headers(), body: undefined, arrayBuffer: throwing },
  { status: 200, headers: new Headers(), body: undefined, arrayBuffer: () => "no buffer" },
  { type: "opaqueredirect", status: 0, headers: new Headers(), body: null },
  { then: throwing },
  { then: (_: unknown, reject: (reason: unknown) => void) => reject(trapped) }
]

const bodies = [
  "",
  "{}",
  "[".repeat(50_000),
  "{\"a\":".repeat(5000) + "1" + "}".repeat(5000),
  "{\"__proto__\":{\"items\":[]},\"constructor\":null}",
  "{\"access_token\":null,\"refresh_token\":7}",
  "{\"items\":[null],\"pagination\":{\"next_cursor\":{}}}",
  "{\"items\":[],\"is_paginated\":false}",
  "{\"success\":true}",
  "<!doctype html><title>Sign in</title>",
  "x".repeat(6_000_000)
]

const code = Schema.Literals([...errors.map(({ spec }) => spec.code), "", "NO_SUCH_CODE", "__proto__"])
const index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** Response to one request. */
const Turn = Schema.Struct({
  kind: Schema.Literals(["response", "response", "response", "half", "value", "rejects", "throws"]),
  status: Schema.Literals([200, 201, 204, 301, 302, 307, 400, 401, 403, 404, 409, 429, 500, 502, 508, 599]),
  real: Schema.Literals(["200", "400", "401", "404", "429", "508", "0", "NaN", "9".repeat(400), ""]),
  code,
  contentType: Schema.Literals(["application/json", "application/json;;=", "text/html", ""]),
  retryAfter: Schema.Literals(["1e99", "-1", "Sun, 99 Foo", ""]),
  location: Schema.Literals(["http://[", "//evil.test", "javascript:0", "/again", ""]),
  body: Schema.Union([Schema.Literals(["listed", "coded"]), Schema.Json]),
  index
})

const responseOf = (turn: typeof Turn.Type): Response => {
  const body = turn.body === "listed"
    ? bodies[turn.index % bodies.length]!
    : turn.body === "coded"
    ? JSON.stringify({ code: turn.code, error: 7, details: { index: turn.index } })
    : JSON.stringify(turn.body)
  return new Response([204, 205, 304].includes(turn.status) ? null : body, {
    status: turn.status,
    headers: {
      "content-type": turn.contentType,
      "x-stack-known-error": turn.code,
      "x-stack-actual-status": turn.real,
      "retry-after": turn.retryAfter,
      location: turn.location
    }
  })
}

const answerOf = (turn: typeof Turn.Type): unknown => {
  const odd = oddities[turn.index % oddities.length]
  switch (turn.kind) {
    case "response":
      return responseOf(turn)
    case "half":
      return halfAnswers[turn.index % halfAnswers.length]
    case "value":
      return odd
    case "rejects":
      return Promise.reject(odd)
    case "throws":
      throw odd
  }
}

/** A `fetch` that cycles through different results. */
export const hostileFetch: Arbitrary.Arbitrary<Fetch> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Turn), { minLength: 1, maxLength: 6 }),
  (turns) => {
    let turn = 0
    return (() => answerOf(turns[turn++ % turns.length]!)) as never
  }
)
