import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import * as util from "node:util"
import * as Access from "../../../layers/access/access.ts"
import * as Project from "../../../layers/call/Project.ts"
import { scrubber } from "../../../layers/call/scrub.ts"
import { TransportError } from "../../../layers/call/Transport.ts"
import { layer as layerSession } from "../../../layers/session/Session.ts"
import { errors as catalogue } from "../../../schemas/catalogue.ts"
import { endpoint } from "../../../schemas/Endpoint.ts"
import { type CallError, type ConnectionFailed, type HttpFailure } from "../../../schemas/errors/CallError.ts"
import {
  AllOverloadsFailed,
  EmailPasswordMismatch,
  PasswordTooShort,
  SchemaError,
  UserNotFound
} from "../../../schemas/errors/index.ts"
import { Secret } from "../../../schemas/fields.ts"
import type { KnownError } from "../../../schemas/KnownError.ts"
import { settled } from "../../support/contract/calls.ts"
import { accessToken, baseUrl, projectId, storeWith } from "../../support/contract/project.ts"
import { type Answer, answer, plain, scriptedTransport } from "../../support/platform/scriptedTransport.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

const password = "canary-pa\"ss & <wörd>'\\ + 1/2"
const code = "CANARYcode0000000000000000000000000000000000z"

const secrets = {
  publishableClientKey: "pck_canary1-0123456789",
  secretServerKey: "ssk_canary2-0123456789",
  superSecretAdminKey: "sak_canary3-0123456789",
  refreshToken: "refresh-canary4-0123456789",
  accessToken: accessToken({ name: "canary5" }),
  password,
  code
}

/** Every secret and the middle of every secret, so that a partial leak is also found. */
const canaries = Object.values(secrets).flatMap((secret) => [secret, secret.slice(4, -4)])

const level = Access.layerAdmin().pipe(
  Layer.provide(layerSession()),
  Layer.provide(storeWith(secrets.accessToken, secrets.refreshToken)),
  Layer.provide(Project.layer({ ...secrets, projectId, baseUrl }))
)

const submit = endpoint("client", "things.submit", "POST /things", {
  input: { password: Secret, nested: Schema.Struct({ code: Secret }) },
  output: Schema.Struct({ name: Schema.String }),
  errors: [UserNotFound, PasswordTooShort, EmailPasswordMismatch]
})

const html = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** Returns all encodings of a canary in the responses below, including escapes that printing an error adds. */
const spellings = (canary: string) =>
  [
    canary,
    canary.toLowerCase(),
    html(canary),
    html(canary).replaceAll("'", "&#39;"),
    html(canary).replaceAll("'", "&#x27;")
  ].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])

const echoed = Object.values(secrets).join(" ")

/** Removes characters that a header can't contain. */
const echoedInHeader = Object.values(secrets).filter((secret) => secret !== password).join(" ")

const known = (code: string, status: number, details: unknown, error = echoed): Answer =>
  answer(
    200,
    { "x-stack-known-error": code, "x-stack-actual-status": `${status}` },
    JSON.stringify({ code, details, error })
  )

/** Responses that repeat the request. */
const echoes: Record<string, Answer> = {
  "plain text": plain(400, echoed),
  "plain text in which the cut at 1,000 characters falls into a secret": plain(500, "x".repeat(980) + echoed),
  "lower case": plain(400, echoed.toLowerCase()),
  "HTML": plain(502, `<pre>${html(echoed)}</pre>`),
  "HTML with escaped apostrophes": plain(502, `<pre>${html(echoed).replaceAll("'", "&#39;")}</pre>`),
  "HTML with hexadecimal apostrophes": plain(502, `<pre>${html(echoed).replaceAll("'", "&#x27;")}</pre>`),
  "JSON that is not a known error": plain(400, JSON.stringify({ said: echoed })),
  "the request itself, headers and all": (request) => plain(403, JSON.stringify(request))(request),
  "a form": plain(400, new URLSearchParams({ said: echoed }).toString()),
  "a URL": plain(400, `https://api.test/?said=${encodeURIComponent(echoed)}`),
  "a success in HTML": answer(200, { "content-type": `text/${echoedInHeader}` }, html(echoed)),
  "a success with a field of another type": answer(200, {}, JSON.stringify({ name: { said: echoed } })),
  "a success whose field has another name": answer(200, {}, JSON.stringify({ [echoed]: echoed })),
  "invalid UTF-8": answer(200, {}, new Uint8Array([...new TextEncoder().encode(echoed), 0xff])),
  "the text of a known error": known("USER_NOT_FOUND", 404, undefined),
  "a known error whose text is the message": known("BODY_PARSING_ERROR", 400, undefined),
  "the details of a known error": known("SCHEMA_ERROR", 400, { message: echoed }),
  "the details of a known error, nested": known("ALL_OVERLOADS_FAILED", 400, {
    overload_errors: [{ code: "SCHEMA_ERROR", details: { message: [echoed] } }]
  }),
  "details of another type": known("PASSWORD_TOO_SHORT", 400, { min_length: echoed }),
  "an unknown error's text and details": known("BRAND_NEW", 400, { deep: { said: echoed } }),
  "an unknown error's code": known(echoedInHeader, 400, {}),
  "a header that contradicts the body": answer(
    400,
    { "x-stack-known-error": secrets.secretServerKey },
    JSON.stringify({ code: "A", said: echoed })
  ),
  "a 429": plain(429, echoed, { "retry-after": echoedInHeader }),
  "a 508": plain(508, `INFINITE_LOOP_DETECTED ${echoed}`),
  "the runtime's error message": () =>
    Effect.fail(
      new TransportError({
        fault: `TypeError: Headers.append: "${echoed}" is an invalid header value.`,
        transient: true
      })
    )
}

describe("secrets of a request", () => {
  for (const [what, echo] of Object.entries(echoes)) {
    it.effect(`P1: secrets of a request appear in no error, span or log if they are echoed as ${what}`, () =>
      Effect.gen(function*() {
        const shown: Array<string> = []
        const show = (value: unknown) => {
          shown.push(util.inspect(value, { depth: Infinity, showHidden: true }))
        }
        const { spans, tracer } = recordingTracer()
        const exit = yield* submit({ password: Redacted.make(password), nested: { code: Redacted.make(code) } }).pipe(
          Effect.tapCause((cause) => Effect.logError("a call failed", cause)),
          (call) => settled(call, scriptedTransport(echo).layer, level),
          Effect.provideService(Tracer.Tracer, tracer),
          Effect.provide(
            Logger.layer([Logger.make(({ cause, message }) => show([message, Cause.pretty(cause), cause]))])
          ),
          Effect.provideService(References.MinimumLogLevel, "All")
        )

        assert.isTrue(Exit.isFailure(exit) && !Exit.hasDies(exit), String(exit))
        const { cause } = exit as Exit.Failure<unknown, unknown>
        const error = Cause.squash(cause) as Error & { reason?: Error }
        show(error)
        shown.push(error.message, String(error.stack), JSON.stringify(error), JSON.stringify(exit), Cause.pretty(cause))
        for (const span of spans) {
          show([span.name, ...span.attributes, span.events, span.status])
        }
        assert.isAbove(spans.length, 1)
        for (const text of shown) {
          for (const canary of canaries) {
            for (const spelling of spellings(canary)) {
              assert.isFalse(text.includes(spelling), `${spelling} is in ${text}`)
            }
          }
        }
      }))
  }

  it.effect("P1: secrets of a request don't appear in the error of a rejected input", () =>
    Effect.gen(function*() {
      const exit = yield* settled(
        submit({ password: Redacted.make({ text: "canary" } as never), nested: { code: "canary" as never } }),
        scriptedTransport(plain(200, "")).layer,
        level
      )

      assert.isTrue(Exit.isFailure(exit))
      assert.notInclude(util.inspect(exit, { depth: Infinity }) + JSON.stringify(exit), "canary")
    }))

  it.effect("P1: the words around a request's secrets are kept when the secrets are removed from a message", () =>
    Effect.gen(function*() {
      const exit = yield* settled(
        submit({ password: Redacted.make(password), nested: { code: Redacted.make(code) } }),
        scriptedTransport(known("SCHEMA_ERROR", 400, { message: `body.password is ${password}, too odd` })).layer,
        level
      )

      const { reason } = Cause.squash((exit as Exit.Failure<unknown, unknown>).cause) as { reason: SchemaError }
      assert.instanceOf(reason, SchemaError)
      assert.strictEqual(reason.details.message, "body.password is <redacted>, too odd")
      assert.notInstanceOf(reason, AllOverloadsFailed)
    }))
})

/** Response headers that may repeat a secret. */
const headers = ["x-stack-request-id", "content-type", "retry-after", "x-stack-known-error", "date", "server"]

describe("values of a response outside its body", () => {
  const exitWith = (echo: Answer, code: Redacted.Redacted = Redacted.make("739154")) =>
    Effect.gen(function*() {
      const exit = yield* settled(
        submit({ password: Redacted.make(password), nested: { code } }),
        scriptedTransport(echo).layer,
        level
      )
      return Cause.squash((exit as Exit.Failure<unknown, unknown>).cause) as CallError
    })

  it.effect.prop(
    "P1: an error reveals no secret that the platform echoes in a header or the status",
    {
      which: Schema.Literals(headers),
      secret: Schema.Literals(["739154", secrets.secretServerKey, secrets.accessToken, secrets.refreshToken]),
      status: Schema.Literals([200, 400, 429, 500, 508])
    },
    ({ secret, status, which }) =>
      Effect.gen(function*() {
        const error = yield* exitWith(
          answer(status, { [which]: which === "retry-after" ? secret : `a/${secret}` }, "no")
        )

        assert.notInclude(util.inspect(error, { depth: Infinity }) + error.message + JSON.stringify(error), secret)
      })
  )

  it.effect("P1: an error includes the response's request id without the secret in it", () =>
    Effect.gen(function*() {
      const { reason } = yield* exitWith(answer(500, { "x-stack-request-id": `id-${secrets.refreshToken}` }, "no"))

      assert.strictEqual((reason as HttpFailure).requestId, "id-<redacted>")
    }))

  it.effect("P1: an error includes the runtime's error code without the secret in it", () =>
    Effect.gen(function*() {
      const faults = [{ fault: "no", transient: false, code: `E_${secrets.secretServerKey}` }, {
        fault: "no",
        transient: false
      }]
      const codes = yield* Effect.forEach(faults, (fault) =>
        Effect.map(
          exitWith(() => Effect.fail(new TransportError(fault))),
          ({ reason }) => (reason as ConnectionFailed).code
        ))

      assert.deepStrictEqual(codes, ["E_<redacted>", undefined])
    }))
})

describe("messages of the platform", () => {
  const failWith = (sentence: string, code: string, details: unknown, password: string) =>
    Effect.gen(function*() {
      const exit = yield* settled(
        submit({ password: Redacted.make(password), nested: { code: Redacted.make("739154") } }),
        scriptedTransport(known(code, 400, details, sentence)).layer,
        level
      )
      return Cause.squash((exit as Exit.Failure<unknown, unknown>).cause) as PasswordTooShort
    })
  const sentence = "Password too short. Minimum length is 8."

  it.effect.prop(
    "the platform's fixed message is not scrubbed, even if one of its words is the caller's password",
    {
      word: Schema.Literals(["Password", "password", "too", "short", "SHORT", "Minimum", "length", "is", "8", sentence])
    },
    ({ word }) =>
      Effect.gen(function*() {
        const error = yield* failWith(sentence, "PASSWORD_TOO_SHORT", { min_length: 8 }, word)

        assert.instanceOf(error, PasswordTooShort)
        assert.strictEqual(error.platformText, sentence)
      })
  )

  const fixed = [
    [
      "the platform's fixed message without any values is unchanged",
      "Wrong e-mail or password.",
      "Wrong e-mail or password."
    ],
    [
      "the platform's message is scrubbed if it differs from its fixed text",
      "Wrong e-mail, or password.",
      "Wrong e-mail, or <redacted>."
    ]
  ] as const
  for (const [law, original, expected] of fixed) {
    it.effect(law, () =>
      Effect.gen(function*() {
        const error: KnownError = yield* failWith(original, "EMAIL_PASSWORD_MISMATCH", {}, "password")

        assert.instanceOf(error, EmailPasswordMismatch)
        assert.strictEqual(error.platformText, expected)
      }))
  }

  it.effect("the platform's message is scrubbed if it contains more than its fixed text", () =>
    Effect.gen(function*() {
      const { platformText } = yield* failWith(`${sentence} You gave short.`, "PASSWORD_TOO_SHORT", {}, "short")

      assert.strictEqual(platformText, "Password too <redacted>. Minimum length is 8. You gave <redacted>.")
    }))

  it.effect("a six-digit length in the platform's message is scrubbed, because the number may be a code", () =>
    Effect.gen(function*() {
      const { platformText } = yield* failWith(
        "Password too short. Minimum length is 739154.",
        "PASSWORD_TOO_SHORT",
        {},
        "a"
      )

      assert.strictEqual(platformText, "Password too short. Minimum length is <redacted>.")
    }))

  it("the platform's fixed messages contain no secret, because they vary only in up to three digits", () => {
    for (const { spec } of catalogue) {
      if (spec.sentence instanceof RegExp) {
        const fixed = spec.sentence.source.replaceAll("\\d{1,3}", "1").replaceAll("\\.", ".")
        assert.match(fixed, /^\^[\w .]+\$$/, spec.code)
        assert.strictEqual(spec.sentence.flags, "")
      }
    }
    assert.isAbove(catalogue.filter(({ spec }) => spec.sentence !== undefined).length, 10)
  })
})

/** Forms in which runtimes, frameworks and proxies encode a string. */
const encodings: { readonly [encode: string]: (text: string) => string } = {
  "as it is": (text) => text,
  "in capitals": (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  "in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "in JSON in JSON": (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  "in JSON of ASCII": (text) =>
    [...JSON.stringify(text).slice(1, -1)].map((each) =>
      [...Array(each.length).keys()].map((at) =>
        / |[!-~]/.test(each) ? each : `\\u${each.charCodeAt(at).toString(16).padStart(4, "0")}`
      ).join("")
    ).join(""),
  "in a form": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "in a URL": (text) => encodeURIComponent(text),
  "in a URL in lower case": (text) => encodeURIComponent(text).toLowerCase(),
  "in the query of a URL": (text) => new URLSearchParams({ a: text }).toString().slice(2).replaceAll("+", "%20"),
  "in HTML": (text) => html(text),
  "in HTML with apostrophes": (text) => html(text).replaceAll("'", "&#39;"),
  "in HTML with other apostrophes": (text) => html(text).replaceAll("'", "&#x27;"),
  "in HTML, quotation marks left": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

const Characters = Schema.Literals([..."abzXYZ0189 !\"#$%&'()*+,-./:;<=>?@[]^_`{|}~\\öß漢🔑\n\t"])
const SomeText = Schema.Array(Characters).check(Schema.isMinLength(1), Schema.isMaxLength(20))

describe("scrubber", () => {
  for (const [how, encode] of Object.entries(encodings)) {
    it.prop(`P1: the scrubber removes any secret ${how}`, {
      characters: SomeText,
      before: Schema.Literals(["", "(", "a\\n", "%20"])
    }, ({
      before,
      characters
    }) => {
      const secret = `w${characters.join("")}`
      const echoed = `${before}${encode(secret)}`

      assert.strictEqual(scrubber([secret])(`it: ${echoed}. Not here.`), `it: ${before}<redacted>. Not here.`)
    })
  }

  it("the scrubber removes a secret of fewer than five characters only as a separate word", () => {
    const scrub = scrubber(["long", "8", "in"])

    assert.strictEqual(scrub("belongs 18 times, minimum 80"), "belongs 18 times, minimum 80")
    assert.strictEqual(
      scrub("too Long, in_8 “long” {\"a\":\"\\nlong\"} x%20long"),
      [
        "too <redacted>, <redacted>_<redacted> “<redacted>” {\"a\":\"\\n<redacted>\"} x%20<redacted>"
      ].join("")
    )
  })

  it("the scrubber removes a secret of five or more characters, including a digit, even inside words", () => {
    assert.strictEqual(scrubber(["739154", "passw0rd"])("x739154y apassw0rdb"), "x<redacted>y a<redacted>b")
    assert.strictEqual(scrubber(["p4ss1", "7letters"])("xp4ss1y a7lettersb"), "x<redacted>y a<redacted>b")
  })

  it("the scrubber removes a secret of up to twelve letters only as a separate word, and a longer secret even inside words", () => {
    assert.strictEqual(scrubber(["abcdefghijkl"])("xabcdefghijkl abcdefghijkl"), "xabcdefghijkl <redacted>")
    assert.strictEqual(scrubber(["abcdefghijklm"])("xabcdefghijklm"), "x<redacted>")
  })

  it("the scrubber removes a word directly after an escape sequence, but not a longer word with the same ending", () => {
    const scrub = scrubber(["long"])

    assert.strictEqual(scrub("\\nlong ago"), "\\n<redacted> ago")
    assert.strictEqual(scrub("a\\u00e9long ago"), "a\\u00e9<redacted> ago")
    assert.strictEqual(scrub("\\nbelong, \\u12along, %2along"), "\\nbelong, \\u12along, %2a<redacted>")
  })

  it("the scrubber removes a secret made of symbols in every encoding", () => {
    assert.strictEqual(scrubber(["<&>"])("it: &lt;&amp;&gt;, %3C%26%3E"), "it: <redacted>, <redacted>")
  })

  it("the scrubber removes a secret completely even if it begins with a shorter secret", () => {
    assert.strictEqual(scrubber(["long", "long-secret-1"])("long-secret-1 long"), "<redacted> <redacted>")
  })

  it("the scrubber replaces the longest of several secrets with the same beginning", () => {
    assert.strictEqual(scrubber(["abc", "abcdef"])("abcdef abc"), "<redacted> <redacted>")
  })

  it("the scrubber treats secrets as literal strings, not as patterns", () => {
    assert.strictEqual(
      scrubber(["a.c", "(", "$1", "[x]"])("abc a.c ( $1 [x]"),
      "abc <redacted> <redacted> <redacted> <redacted>"
    )
  })

  it("the scrubber leaves a string without secrets unchanged", () => {
    assert.strictEqual(scrubber(["", ""])("a text, and more."), "a text, and more.")
    assert.strictEqual(scrubber([])("text"), "text")
  })

  // with quadratic time, this test would run into the time limit for tests that hang
  it("the scrubber processes 5 MB in linear time", () => {
    const text = "canary ".repeat(700_000)

    assert.strictEqual(scrubber(Object.values(secrets))(text).length, text.length)
  })
})
