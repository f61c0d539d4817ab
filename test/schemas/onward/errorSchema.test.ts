/** Errors are sent to other programs and back. docs/laws.md travel-1, travel-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { endpoints, errors, families } from "../../../schemas/catalogue.ts"
import { detailsOf } from "../../../schemas/compiled/schemasOf.ts"
import { type AnyEndpoint, endpoint } from "../../../schemas/Endpoint.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import { anyCall } from "../../../schemas/errors/anyCall.ts"
import {
  AccessTokenExpired,
  CallError,
  type CallReason,
  ConnectionFailed,
  DecodeError,
  EmailPasswordMismatch,
  HttpFailure,
  InvalidConfiguration,
  InvalidInput,
  InvalidSecretServerKey,
  LoopDetected,
  MultiFactorAuthenticationRequired,
  Offline,
  PersonChanged,
  RateLimited,
  RedirectRefused,
  ResponseTooLarge,
  TeamNotFound,
  TimedOut,
  UnexpectedKnownError,
  UserChanged
} from "../../../schemas/errors/index.ts"
import * as Fields from "../../../schemas/fields.ts"
import { KnownError, type KnownErrorClass } from "../../../schemas/KnownError.ts"
import { errorsOf, fromProblem, schemaOfError, toProblem } from "../../../schemas/onward/index.ts"
import { wire } from "../../../schemas/wireNames.ts"

const hidden = "s3cr3t-of-the-test"

const reasons = [
  new Offline(),
  new ConnectionFailed({
    target: "http://x/api",
    attempts: 5,
    fault: "reset",
    code: "ECONNRESET",
    diagnostics: { dns: "OK", http: true }
  }),
  new ConnectionFailed({ target: "http://x/api", attempts: 1, fault: "reset", diagnostics: { dns: undefined } }),
  new TimedOut({ target: "http://x/api", attempts: 1, limitMillis: 30_000 }),
  new RateLimited({ attempts: 5, retryAfterMillis: 1500 }),
  new RateLimited({ attempts: 5, retryAfterMillis: undefined }),
  new LoopDetected({ attempts: 5 }),
  new HttpFailure({ status: 404, text: "Not found", requestId: undefined, since: "later" }),
  new UnexpectedKnownError({ code: "NEW", status: 400, text: "New.", details: Redacted.make({ token: hidden }) }),
  new DecodeError({ status: 200, problem: "id: Expected string", excerpt: "" }),
  new ResponseTooLarge({ limitBytes: 5_000_000 }),
  new RedirectRefused({ status: 302, origin: "https://www.x" }),
  new InvalidInput({ issues: [{ path: "email", problem: "Expected an email address" }] }),
  new InvalidConfiguration({ setting: "projectId", problem: "is missing", next: "Set it." }),
  new UserChanged(),
  new PersonChanged({ reason: "SignedOut" })
]

const sampleOf = (Known: KnownErrorClass<any>): KnownError => {
  const fields = Schema.Struct(detailsOf(Known) as Schema.Struct.Fields)
  const [details] = Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(fields as never), { count: 1, seed: 3 }))
  return new (Known as new(details: unknown, text: string) => KnownError)(details, "The platform's own sentence.")
}

const samples: ReadonlyArray<KnownError> = errors.map(sampleOf)

const travelled = <E>(schema: Schema.Codec<E, any>, error: E): { readonly text: string; readonly error: E } => {
  const json = Schema.fromJsonString(Schema.toCodecJson(schema))
  const text = Schema.encodeSync(json)(error)
  return { text, error: Schema.decodeSync(json)(text) }
}

const familiesOf = (error: unknown) =>
  families.filter((family) => error instanceof family).map(({ family }) => family.tag)

const shown = (error: Error & { readonly docs: string }) => [
  error.constructor,
  error.message,
  error.docs,
  JSON.parse(JSON.stringify(error)),
  familiesOf(error)
]

describe("schemaOfError", () => {
  it("travel-1: every known error keeps its class, families, message and details through JSON", () => {
    assert.isAbove(samples.length, 140)
    for (const error of samples) {
      const { error: back } = travelled(schemaOfError(error.constructor as KnownErrorClass), error)

      const withoutSecrets = JSON.parse(JSON.stringify(error))
      for (const [name, detail] of Object.entries(error.details)) {
        if (Redacted.isRedacted(detail)) delete withoutSecrets.details[name]
      }
      const [Class, message, docs, , ofFamilies] = shown(error)
      assert.deepStrictEqual(shown(back), [Class, message, docs, withoutSecrets, ofFamilies], error.code)
    }
  })

  it("travel-1: every reason of a CallError keeps its class, message and fields through JSON, alone and in the CallError", () => {
    for (const reason of reasons) {
      const { error: alone } = travelled(schemaOfError(reason.constructor as typeof Offline), reason as Offline)
      const { error } = travelled(schemaOfError(CallError), new CallError({ endpoint: "teams.get", reason }))

      assert.deepStrictEqual(shown(alone), shown(reason))
      assert.deepStrictEqual(shown(error.reason), shown(reason))
      assert.deepStrictEqual([error.endpoint, error.message, error.docs], ["teams.get", reason.message, reason.docs])
    }
    const plain = new Set(reasons.map(({ constructor }) => constructor as unknown))
    for (const Known of anyCall) {
      const reason = sampleOf(Known) as CallReason
      const { error } = travelled(schemaOfError(CallError), new CallError({ endpoint: "teams.get", reason }))

      assert.strictEqual<unknown>(error.reason.constructor, Known)
      assert.strictEqual(error.message, reason.message)
    }
    assert.strictEqual(plain.size, 14)
  })

  it("travel-2: an error that is sent onward contains no secret detail", () => {
    const secret = new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make(hidden) })
    const unexpected = new UnexpectedKnownError({
      code: "NEW",
      status: 400,
      text: "New.",
      details: Redacted.make({ token: hidden })
    })

    const known = travelled(schemaOfError(MultiFactorAuthenticationRequired), secret)
    const reason = travelled(schemaOfError(CallError), new CallError({ endpoint: "teams.get", reason: unexpected }))

    assert.notInclude(known.text + reason.text, hidden)
    assert.isUndefined(known.error.details.attemptCode)
    assert.isUndefined(Redacted.value((reason.error.reason as UnexpectedKnownError).details))
  })

  it("travel-1: an error of a newer program keeps that program's message", () => {
    const json = Schema.fromJsonString(schemaOfError(TeamNotFound))
    const text = Schema.encodeSync(json)(new TeamNotFound({ teamId: "t1" }))

    const back = Schema.decodeSync(json)(text.replace(/"detail":"[^"]*"/, "\"detail\":\"A better sentence.\""))

    assert.strictEqual(back.message, "A better sentence.")
    assert.deepStrictEqual(back.details, { teamId: "t1" })
  })
})

describe("errorsOf", () => {
  it("travel-1: errorsOf accepts exactly the errors that the endpoint lists, and CallError", () => {
    for (const endpoint of endpoints) {
      const is = Schema.is(errorsOf(endpoint as AnyEndpoint))

      const accepted = samples.filter((error) => is(error)).map(({ code }) => code)

      assert.sameMembers(accepted, [...new Set(endpoint.spec.errors.map(({ spec }) => spec.code))], endpoint.spec.name)
      assert.isTrue(is(new CallError({ endpoint: endpoint.spec.name, reason: new Offline() })))
    }
  })

  it("travel-1: a back end's rejected key doesn't become a 401 for its caller, but a rejected session does", () => {
    const statusOf = (reason: CallReason) =>
      toProblem(errorsOf(Teams.get), new CallError({ endpoint: "teams.get", reason }))?.status

    assert.deepStrictEqual(
      [statusOf(new InvalidSecretServerKey()), statusOf(new AccessTokenExpired()), statusOf(new Offline())],
      [500, 401, 503]
    )
  })

  it("travel-1: a problem response follows RFC 9457, and decodes to the class of the error", () => {
    const error = new TeamNotFound({ teamId: "t1" })

    const problem = toProblem(errorsOf(Teams.get), error)

    assert.deepStrictEqual(JSON.parse(JSON.stringify(problem)), {
      status: 404,
      headers: { "content-type": "application/problem+json" },
      body: {
        type: error.docs,
        title: "Team not found",
        status: 404,
        detail: error.message,
        _tag: "TeamNotFound",
        code: "TEAM_NOT_FOUND",
        details: { team_id: "t1" }
      }
    })
    const back = fromProblem(errorsOf(Teams.get), JSON.parse(JSON.stringify(problem?.body)))
    assert.instanceOf(back, TeamNotFound)
  })

  it("travel-1: an error and an endpoint that a program declares itself are sent onward like built-in ones", () => {
    class NoteTooLong extends KnownError("NoteTooLong", {
      code: "NOTE_TOO_LONG",
      status: 413,
      details: { longest: wire("LONGEST", Schema.Int), sentAt: Fields.Millis },
      message: ({ longest }) => `At most ${longest ?? "a few"} characters.`
    }) {}
    const add = endpoint("client", "notes.add", "POST /notes", { output: Schema.String, errors: [NoteTooLong] })
    const error = new NoteTooLong({ longest: 20, sentAt: new Date(1000) })

    const problem = toProblem(errorsOf(add), error)
    const back = fromProblem(errorsOf(add), JSON.parse(JSON.stringify(problem?.body)))

    assert.strictEqual(problem?.status, 413)
    assert.deepInclude<object>(problem!.body, {
      details: { LONGEST: 20, sent_at: 1000 },
      detail: "At most 20 characters."
    })
    assert.instanceOf(back, NoteTooLong)
    assert.deepStrictEqual(back.details, error.details)
  })

  it("travel-2: a body that isn't a problem response for one of these errors doesn't decode to an error", () => {
    const hostile = [
      null,
      [],
      "TeamNotFound",
      { _tag: "CallError" },
      { _tag: "__proto__", detail: "x" },
      { ...toProblem(errorsOf(Teams.get), new TeamNotFound())?.body, code: "OTHER" },
      { ...toProblem(errorsOf(Teams.get), new TeamNotFound())?.body, detail: { toString: "x" } },
      { ...toProblem(errorsOf(Teams.get), new TeamNotFound())?.body, details: { team_id: 5 } }
    ]

    assert.deepStrictEqual(hostile.map((body) => fromProblem(errorsOf(Teams.get), body)), hostile.map(() => undefined))
  })

  it("travel-2: an error that the schema doesn't list has no problem response", () => {
    const errors = errorsOf(Teams.get)

    assert.deepStrictEqual(
      [new Error("at /srv/app.ts"), new EmailPasswordMismatch(), null].map((error) => toProblem(errors, error)),
      [undefined, undefined, undefined]
    )
    assert.isUndefined(fromProblem(errors, { _tag: "TeamNotFound" }))
  })
})
