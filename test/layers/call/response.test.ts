import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { dateOf, type FailedResponse, read as readResponse } from "../../../layers/call/response.ts"
import { detailsOf } from "../../../schemas/compiled/schemasOf.ts"
import { type AnyEndpoint, endpoint } from "../../../schemas/Endpoint.ts"
import { discover } from "../../../schemas/endpoints/agents.ts"
import * as passwords from "../../../schemas/endpoints/password.ts"
import { anyCall } from "../../../schemas/errors/anyCall.ts"
import * as errors from "../../../schemas/errors/index.ts"
import { KnownError, type KnownErrorClass } from "../../../schemas/KnownError.ts"
import { wireName } from "../../../schemas/wireNames.ts"
import { read, thing } from "../../support/contract/endpoints.ts"
import { runs } from "../../support/suite/properties.ts"

const known = Object.values(errors).filter((each): each is typeof each & KnownErrorClass =>
  typeof each === "function" && "spec" in each
) as unknown as ReadonlyArray<KnownErrorClass>

/** An endpoint that lists every error of the catalogue. */
const everything = endpoint("client", "things.everything", "GET /everything", {
  output: Schema.Struct({ name: Schema.String }),
  errors: known as ReadonlyArray<KnownErrorClass<any>>
})

type Body = string | Uint8Array

const responseTo = (
  { spec }: Pick<AnyEndpoint, "spec">,
  status: number,
  body: Body,
  headers: ConstructorParameters<typeof Headers>[0] = { "content-type": "application/json" }
) =>
  readResponse(
    spec,
    anyCall,
    { status, headers: new Headers(headers), body: typeof body === "string" ? new TextEncoder().encode(body) : body },
    (text) => text,
    0
  )

const failed = (result: Result.Result<unknown, FailedResponse>): FailedResponse => {
  if (Result.isSuccess(result)) throw new Error(`a success: ${JSON.stringify(result.success)}`)
  return result.failure
}

const errorOf = (result: Result.Result<unknown, FailedResponse>) => failed(result).error(1)

const knownHeaders = (code: string, status: number, prefix = "x-stack-") => ({
  "content-type": "application/json",
  [`${prefix}known-error`]: code,
  [`${prefix}actual-status`]: String(status)
})

const body = (code: string, details?: unknown) => JSON.stringify({ code, details, error: "The platform's text." })

describe("successful response", () => {
  it("a response with a success status is a success, even if its body has the fields of an error", () => {
    const poll = endpoint("client", "things.poll", "GET /poll", {
      output: Schema.Struct({ code: Schema.String, error: Schema.String })
    })
    const found = { code: "USER_NOT_FOUND", error: "none" }

    assert.deepStrictEqual(responseTo(poll, 200, JSON.stringify(found)), Result.succeed(found))
  })

  it("a response with any status between 200 and 299 is decoded by the endpoint's output", () => {
    for (const status of [200, 201, 299]) {
      assert.deepStrictEqual(responseTo(read, status, JSON.stringify(thing)), Result.succeed(thing))
    }
  })

  it("a successful response that isn't JSON is returned as text if the endpoint returns text", () => {
    const text = endpoint("client", "things.text", "GET /text", { output: Schema.String })

    assert.deepStrictEqual(responseTo(text, 200, "Welcome"), Result.succeed("Welcome"))
  })

  it("a decoded object carries the platform's time from the response's Date header", () => {
    const any = endpoint("client", "things.any", "GET /any", { output: Schema.Unknown })
    const dated = (body: string, headers: Record<string, string> = { date: "Sun, 06 Nov 1994 08:49:37 GMT" }) =>
      Result.getOrThrow(responseTo(any, 200, body, headers)) as object

    assert.strictEqual(dateOf(dated("{}")), Date.UTC(1994, 10, 6, 8, 49, 37))
    assert.isUndefined(dateOf(dated("{}", {})))
    assert.isUndefined(dateOf(dated("{}", { date: "canary" })))
    assert.isUndefined(dateOf({}))
    for (const flat of ["null", "\"text\"", "7"]) assert.strictEqual(dated(flat), JSON.parse(flat))
  })

  it("A6: a successful response can begin with a byte order mark", () => {
    assert.deepStrictEqual(responseTo(read, 200, `\uFEFF${JSON.stringify(thing)}`), Result.succeed(thing))
  })

  const malformed: ReadonlyArray<
    readonly [what: string, body: Body, headers: Record<string, string>, problem: string]
  > = [
    [
      "a truncated body",
      "{\"name\":\"canary",
      { "content-type": "application/json" },
      "it is not JSON, but application/json"
    ],
    ["an empty body", "", { "content-type": "application/json" }, "it is empty, but application/json"],
    ["a body of white space", " \n", {}, "it is empty, but no content type"],
    ["a body of null", "null", {}, "the whole: Expected object"],
    ["a body of another type", "[\"canary\"]", {}, "the whole: Expected object"],
    ["a body with a field of another type", "{\"name\":{\"a\":\"canary\"}}", {}, "name: Expected string"],
    ["a body without a required field", "{\"canary\":1}", {}, "name: Missing key"],
    ["a body in invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}, "it is not valid UTF-8"],
    ["a body cut off within a character", new TextEncoder().encode("\"é").slice(0, 2), {}, "it is not valid UTF-8"],
    [
      "A7: a body in HTML, as from a login page,",
      "<!doctype html><title>canary</title>",
      { "content-type": "text/html; charset=utf-8" },
      "it is not JSON, but text/html"
    ]
  ]
  for (const [what, body, headers, problem] of malformed) {
    it(`${what.startsWith("A7") ? "" : "A6: "}${what} fails with a DecodeError that locates the problem without showing the response`, () => {
      const error = errorOf(responseTo(read, 200, body, headers))

      assert.instanceOf(error, errors.DecodeError)
      assert.deepStrictEqual([error.problem, error.excerpt], [problem, ""])
      assert.include(error.message, "Check that the base URL is the platform's")
      assert.notInclude(JSON.stringify(error) + error.message, "canary")
    })
  }

  it("A6: a response that matches no member of a union fails with a DecodeError that lists a problem per member", () => {
    const either = endpoint("client", "things.either", "GET /either", {
      output: Schema.Union([
        Schema.Struct({ names: Schema.Struct({ first: Schema.String }) }),
        Schema.Struct({ id: Schema.Finite })
      ])
    })
    const error = errorOf(responseTo(either, 200, "{\"names\":{\"first\":7},\"id\":\"canary\"}"))

    assert.instanceOf(error, errors.DecodeError)
    assert.strictEqual(error.problem, "names.first: Expected string; id: Expected number")
  })

  it("A6: a successful response with a field nested 10,000 levels deep is decoded", () => {
    const deep = `{"name":"lamp","more":${"[".repeat(10_000)}${"]".repeat(10_000)}}`

    assert.deepStrictEqual(responseTo(read, 200, deep), Result.succeed(thing))
  })
})

describe("actual status", () => {
  it("B1: a 200 response is an error if its actual-status header contains an error status, whatever its body contains", () => {
    for (const prefix of ["x-stack-", "x-hexclave-"]) {
      for (const status of [400, 401, 404, 429, 500, 599]) {
        const { status: found } = failed(
          responseTo(read, 200, JSON.stringify(thing), { [`${prefix}actual-status`]: `${status}` })
        )

        assert.strictEqual(found, status)
      }
    }
  })

  for (const nonsense of ["", "200", "302", "4040", "40", "abc", "-404", "4e2", "4.4"]) {
    it(`B1: a response's own status applies if the actual-status header is "${nonsense}"`, () => {
      assert.deepStrictEqual(
        responseTo(read, 200, JSON.stringify(thing), { "x-stack-actual-status": nonsense }),
        Result.succeed(thing)
      )
    })
  }

  const repeated: ReadonlyArray<readonly [headers: Array<[string, string]>, status: number]> = [
    [[["x-stack-actual-status", "404"], ["x-stack-actual-status", "400"]], 404],
    [[["x-stack-actual-status", "abc"], ["x-stack-actual-status", "400"]], 400],
    [[["x-stack-actual-status", "404"], ["x-hexclave-actual-status", "400"]], 400],
    [[["x-hexclave-actual-status", "abc"], ["x-stack-actual-status", "404"]], 404]
  ]
  for (const [headers, status] of repeated) {
    it(`A8: the first valid status applies if the actual-status headers are ${headers.map((each) => each.join(" ")).join(", ")}`, () => {
      assert.strictEqual(failed(responseTo(read, 200, "no", headers)).status, status)
    })
  }
})

describe("known error", () => {
  it("B2: the catalogue of known errors is complete and has unique codes", () => {
    assert.isAtLeast(known.length, 117)
    assert.strictEqual(new Set(known.map(({ spec }) => spec.code)).size, known.length)
  })

  for (const Known of known) {
    const { code, status, tag } = Known.spec
    it(`B2: the error code ${code} is read as ${tag}`, () => {
      const forms = [
        responseTo(everything, 200, body(code), knownHeaders(code, status)),
        responseTo(everything, 200, body(code), knownHeaders(code, status, "x-hexclave-")),
        responseTo(everything, status, body(code), { "x-stack-known-error": code }),
        responseTo(everything, status, body(code), {})
      ]

      for (const form of forms) {
        const error = errorOf(form)
        assert.instanceOf(error, Known)
        assert.isTrue(error instanceof KnownError)
        assert.deepStrictEqual([error._tag, error.code, error.status], [tag, code, status])
        assert.isAbove(error.message.length, 10)
      }
    })
  }

  it("B2: a known error is decoded as its own class if the endpoint or any call can raise it, otherwise as UnexpectedKnownError", () => {
    const own = new Set([...read.spec.errors, ...anyCall])
    for (const Known of known) {
      const { code, status } = Known.spec
      const error = errorOf(responseTo(read, 200, body(code), knownHeaders(code, status)))

      assert.isTrue(error instanceof (own.has(Known) ? Known : errors.UnexpectedKnownError), code)
    }
  })

  it("B3: an error with an unknown code keeps code, status, text and details", () => {
    const details = { a: 1, b: [null, true, { c: "d" }] }
    const error = errorOf(responseTo(read, 200, body("BRAND_NEW", details), knownHeaders("BRAND_NEW", 418)))

    assert.instanceOf(error, errors.UnexpectedKnownError)
    assert.deepStrictEqual([error.code, error.status, error.text], ["BRAND_NEW", 418, "The platform's text."])
    assert.deepStrictEqual(Redacted.value(error.details), details)
  })

  it("B1: a known error has the status of its response, even if its class declares another status", () => {
    const real = errorOf(responseTo(read, 200, body("USER_NOT_FOUND"), knownHeaders("USER_NOT_FOUND", 410)))
    const own = errorOf(responseTo(read, 410, body("USER_NOT_FOUND")))

    for (const error of [real, own]) {
      assert.instanceOf(error, errors.UserNotFound)
      assert.strictEqual(error.status, 410)
      assert.include(JSON.stringify(error), "410")
    }
    assert.strictEqual(errors.UserNotFound.spec.status, 404)
    assert.strictEqual(new errors.UserNotFound().status, 404)
    assert.strictEqual(failed(responseTo(read, 410, body("USER_NOT_FOUND"))).status, 410)
    assert.strictEqual(failed(responseTo(read, 400, body("USER_NOT_FOUND"))).status, 400)
  })

  it("a known error's platformText is the platform's message, or empty if the message is not a string", () => {
    const text = "{\"code\":\"USER_NOT_FOUND\",\"error\":7}"
    const withoutText = errorOf(responseTo(read, 200, text, knownHeaders("USER_NOT_FOUND", 404)))
    const withText = errorOf(responseTo(read, 404, body("USER_NOT_FOUND")))

    assert.deepStrictEqual([withoutText, withText].map((error) => (error as KnownError).platformText), [
      "",
      "The platform's text."
    ])
  })

  it("a known error is recognized in a 200 response without error headers if the body doesn't match the endpoint's output", () => {
    const error = errorOf(responseTo(read, 200, body("USER_NOT_FOUND")))
    const unknown = errorOf(responseTo(read, 200, body("BRAND_NEW")))

    assert.instanceOf(error, errors.UserNotFound)
    assert.strictEqual(error.status, 404)
    assert.instanceOf(unknown, errors.UnexpectedKnownError)
  })

  describe("from schema validation", () => {
    const { signIn, signUp, update } = passwords
    const tooLong = (field: string, maximum: number) =>
      body("SCHEMA_ERROR", {
        message: `Request validation failed on POST /api/v1/x:\n  - body.${field} must be at most ${maximum} characters`
      })

    it("a schema error about a password that is too long becomes PasswordTooLong with the maximum, for every password field", () => {
      for (
        const [endpoint, field] of [
          [signIn, "password"],
          [signUp, "password"],
          [update, "old_password"],
          [update, "new_password"]
        ] as const
      ) {
        const error = errorOf(responseTo(endpoint, 400, tooLong(field, 70), knownHeaders("SCHEMA_ERROR", 400)))

        assert.instanceOf(error, errors.PasswordTooLong)
        assert.deepStrictEqual(error.details, { maxLength: 70 })
        assert.strictEqual(error.message, "Choose a password with at most 70 characters.")
        assert.isTrue(error instanceof errors.PasswordRequirementsNotMet)
      }
    })

    it("a schema error stays SchemaError unless the problem is the length of a password", () => {
      const others = [
        responseTo(signIn, 400, tooLong("email", 256)),
        responseTo(read, 400, tooLong("password", 70)),
        responseTo(signIn, 400, body("SCHEMA_ERROR", { message: "body.password must be defined" })),
        responseTo(signIn, 400, body("SCHEMA_ERROR", { message: 7 })),
        responseTo(signIn, 400, body("SCHEMA_ERROR", { message: ["body.password must be at most 70 characters"] })),
        responseTo(signIn, 400, body("SCHEMA_ERROR"))
      ]
      const otherCode = responseTo(signIn, 400, tooLong("password", 70).replace("SCHEMA_ERROR", "BODY_PARSING_ERROR"))

      for (const other of others) assert.instanceOf(errorOf(other), errors.SchemaError)
      assert.instanceOf(errorOf(otherCode), errors.BodyParsingError)
    })

    // with quadratic time, this test would run into the time limit for tests that hang
    it("a schema error is decoded in time proportional to the message's length", () => {
      const long = body("SCHEMA_ERROR", { message: "body.password".repeat(300_000) })

      assert.instanceOf(errorOf(responseTo(signIn, 400, long)), errors.SchemaError)
    })
  })

  const disagreeing: ReadonlyArray<readonly [what: string, body: string, shown?: string]> = [
    ["another code", body("TEAM_NOT_FOUND"), "TEAM_NOT_FOUND"],
    ["no code", "{\"error\":\"no\"}"],
    ["a code that is not a string", "{\"code\":7,\"error\":\"no\"}"],
    ["invalid JSON", "User not found"],
    ["nothing", ""],
    ["an array", "[]"],
    ["null", "null"]
  ]
  it("B4: an error response with an unexpected body fails with a DecodeError that contains at most 200 characters of the body", () => {
    const error = errorOf(responseTo(read, 200, "x".repeat(100_000), knownHeaders("USER_NOT_FOUND", 404)))

    assert.instanceOf(error, errors.DecodeError)
    assert.strictEqual(error.excerpt.length, 200)
  })

  for (const [what, text, shown = "none"] of disagreeing) {
    it(`B4: an error response fails with a DecodeError with both codes if the header names one code and the body has ${what}`, () => {
      const error = errorOf(responseTo(read, 200, text, knownHeaders("USER_NOT_FOUND", 404)))

      assert.instanceOf(error, errors.DecodeError)
      assert.deepStrictEqual([error.status, error.problem, error.excerpt], [
        404,
        `its header names the error USER_NOT_FOUND and its body ${shown}`,
        text
      ])
    })
  }

  it.prop(
    "B5: a known error keeps its class whatever its details are",
    {
      Known: Schema.Literals(known.map(({ spec }) => spec.code)),
      values: Schema.NonEmptyArray(
        Schema.Union([
          Schema.String,
          Schema.Finite,
          Schema.Boolean,
          Schema.Null,
          Schema.Array(Schema.String),
          Schema.Record(Schema.String, Schema.Finite)
        ])
      ),
      whole: Schema.Boolean
    },
    ({ Known: code, values, whole }) => {
      const { spec } = known.find(({ spec }) => spec.code === code)!
      const { status } = spec
      const details = detailsOf(spec)
      const names = Object.keys(details).map((key) => wireName(key, details[key]!))
      const malformed = whole
        ? values[0]
        : Object.fromEntries(names.map((name, n) => [name, values[n % values.length]]))
      const error = errorOf(responseTo(everything, 200, body(code, malformed), knownHeaders(code, status)))

      assert.strictEqual((error as KnownError).code, code)
      assert.isString(error.message)
    },
    { arbitrary: { runs: runs(500) } }
  )

  for (const details of ["{\"__proto__\":{\"polluted\":1}}", "{\"constructor\":{\"prototype\":{\"polluted\":1}}}"]) {
    it(`B5: an error with the details ${details} pollutes no prototype`, () => {
      const text = `{"code":"USER_NOT_FOUND","error":"no","details":${details}}`
      errorOf(responseTo(read, 200, text, knownHeaders("USER_NOT_FOUND", 404)))

      assert.notProperty({}, "polluted")
    })
  }

  it("reading a known error from one response several times returns the same instance", () => {
    const { error } = failed(responseTo(read, 404, body("USER_NOT_FOUND"), knownHeaders("USER_NOT_FOUND", 404)))

    assert.strictEqual(error(1), error(2))
  })

  it("the error for an unknown code hides a secret that the code contains", () => {
    const text = new TextEncoder().encode(body("canary"))
    const response = { status: 400, headers: new Headers(), body: text }
    const found = readResponse(read.spec, anyCall, response, (text) => text.replaceAll("canary", "…"), 0)

    assert.deepStrictEqual([failed(found).code, (errorOf(found) as { readonly code?: string }).code], ["…", "…"])
  })

  it("A8: a known error is decoded by the first of two contradictory error headers", () => {
    const headers: Array<[string, string]> = [["x-stack-known-error", "USER_NOT_FOUND"], ["x-stack-known-error", "B"]]

    assert.instanceOf(errorOf(responseTo(read, 404, body("USER_NOT_FOUND"), headers)), errors.UserNotFound)
    assert.instanceOf(errorOf(responseTo(read, 404, body("B"), headers)), errors.DecodeError)
  })

  it("A6: a known error keeps its class if the response body is invalid UTF-8", () => {
    const bytes = new TextEncoder().encode(body("USER_NOT_FOUND"))
    bytes[bytes.length - 3] = 0xff

    assert.instanceOf(errorOf(responseTo(read, 404, bytes, knownHeaders("USER_NOT_FOUND", 404))), errors.UserNotFound)
  })

  it("J1: a known error keeps its class with details nested 100,000 levels deep", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    const text = `{"code":"ALL_OVERLOADS_FAILED","error":"no","details":{"overload_errors":[${deep}]}}`
    const error = errorOf(responseTo(read, 200, text, knownHeaders("ALL_OVERLOADS_FAILED", 400)))

    assert.instanceOf(error, errors.AllOverloadsFailed)
    assert.isString(JSON.stringify(error))
  })
})

describe("response of a platform that is older than the endpoint", () => {
  const later = endpoint("client", "things.later", "GET /later", {
    since: "2026-04",
    output: Schema.Struct({ name: Schema.String })
  })
  const noSuchPage = "404 \u2014 this page does not exist in the API."

  it("the error for an endpoint that the platform lacks names the platform revision that introduced the endpoint, and the fix", () => {
    const refusals = [
      [404, noSuchPage],
      [404, ""],
      [404, " \n"],
      [404, "<html>"],
      [404, "\n\n<html>"],
      [405, ""],
      [405, "Not allowed"]
    ] as const
    for (const [status, text] of refusals) {
      const error = errorOf(responseTo(later, status, text))

      assert.instanceOf(error, errors.HttpFailure)
      assert.strictEqual(error.since, "2026-04")
      assert.include(
        error.message,
        "The endpoint needs revision 2026-04 of the platform, and this platform seems to be older: update it."
      )
    }
  })

  it("the error for an endpoint of an unknown later revision mentions a later revision, but doesn't name it", () => {
    const error = errorOf(responseTo(discover, 404, ""))

    assert.instanceOf(error, errors.HttpFailure)
    assert.include(error.message, "The endpoint needs a later revision of the platform")
  })

  it("an HttpFailure names no platform revision if the endpoint responded itself or has always existed", () => {
    for (
      const result of [
        responseTo(later, 404, "No draft found with this id"),
        responseTo(later, 404, "No draft found with the id <404>"),
        responseTo(later, 403, ""),
        responseTo(later, 500, noSuchPage),
        responseTo(read, 404, noSuchPage)
      ]
    ) {
      const error = errorOf(result)

      assert.instanceOf(error, errors.HttpFailure)
      assert.isUndefined(error.since)
      assert.notInclude(error.message, "revision")
    }
  })
})

describe("rejection without a code", () => {
  const refusals: ReadonlyArray<readonly [law: string, status: number, text: string]> = [
    ["A10: a proxy's 407", 407, "<html>Proxy authentication required</html>"],
    ["A10: a gateway's 502", 502, "<html>Bad gateway</html>"],
    ["B12: a fault of the platform", 500, "Internal server error"],
    ["a plain-text 403", 403, "OTP sign-in is not enabled for this project"],
    ["a 304", 304, ""],
    ["an invalid status", 999, ""]
  ]
  for (const [law, status, text] of refusals) {
    it(`${law} is an HttpFailure with status and text, and is not retried`, () => {
      const failure = failed(
        responseTo(read, status, text, { "content-type": "text/html", "x-stack-request-id": "r1" })
      )
      const error = failure.error(1)

      assert.strictEqual(failure.kind, "Refused")
      assert.instanceOf(error, errors.HttpFailure)
      assert.deepStrictEqual([error.status, error.text, error.requestId], [status, text, "r1"])
    })
  }

  it("A10: an error response without a code is an HttpFailure even if its body is not UTF-8", () => {
    const latin1 = new Uint8Array([...new TextEncoder().encode("Passerelle erron"), 0xe9, 0x65])
    const error = errorOf(responseTo(read, 502, latin1, {}))

    assert.instanceOf(error, errors.HttpFailure)
    assert.strictEqual(error.text, "Passerelle erron\uFFFDe")
  })

  it("B12: the text of an error response without a code is truncated to 1,000 characters", () => {
    const error = errorOf(responseTo(read, 500, "x".repeat(100_000), {}))

    assert.instanceOf(error, errors.HttpFailure)
    assert.strictEqual(error.text.length, 1000)
  })

  it("an error response without a code is an HttpFailure whatever its body contains, even with a status below 200", () => {
    for (const status of [0, 101, 199, 300, 399]) {
      assert.instanceOf(errorOf(responseTo(read, status, JSON.stringify(thing))), errors.HttpFailure, `${status}`)
    }
  })

  it("an error response is an HttpFailure if its JSON is not a known error", () => {
    for (
      const text of [
        "{}",
        "{\"code\":1,\"error\":2}",
        "{\"code\":1,\"error\":\"A\"}",
        "{\"code\":\"A\"}",
        "[]",
        "null",
        "\"text\""
      ]
    ) {
      assert.instanceOf(errorOf(responseTo(read, 400, text, {})), errors.HttpFailure, text)
    }
  })

  it("B8, B10: a 429 without a code is RateLimited with the wait that Retry-After requires", () => {
    const plain = failed(responseTo(read, 429, "Too many requests", {}))
    const stated = failed(responseTo(read, 429, "Too many requests", { "retry-after": "7" }))

    assert.deepStrictEqual([plain.kind, plain.retryAfterMillis], ["RateLimited", undefined])
    assert.deepStrictEqual([stated.kind, stated.retryAfterMillis], ["RateLimited", 7000])
    assert.deepStrictEqual(stated.error(3), new errors.RateLimited({ attempts: 3, retryAfterMillis: 7000 }))
  })

  it("P1: a Retry-After value that contains a secret is omitted from the error", () => {
    const response = { status: 429, headers: new Headers({ "retry-after": "739154" }), body: new Uint8Array() }
    const found = readResponse(read.spec, anyCall, response, (text) => text.replaceAll("739154", "…"), 0)

    assert.isUndefined(failed(found).retryAfterMillis)
  })

  it("B8: an error response without a code is RateLimited if its actual-status header is 429", () => {
    const { kind } = failed(responseTo(read, 200, "Too many requests", { "x-stack-actual-status": "429" }))

    assert.strictEqual(kind, "RateLimited")
  })

  it("B11: a 508 counts as a loop only if its body contains the loop marker", () => {
    const marked = failed(responseTo(read, 508, "INFINITE_LOOP_DETECTED in proxy", {}))

    assert.strictEqual(marked.kind, "Loop")
    assert.deepStrictEqual(marked.error(3), new errors.LoopDetected({ attempts: 3 }))
    assert.strictEqual(failed(responseTo(read, 508, "Loop Detected", {})).kind, "Refused")
    assert.strictEqual(failed(responseTo(read, 500, "INFINITE_LOOP_DETECTED", {})).kind, "Refused")
  })
})
