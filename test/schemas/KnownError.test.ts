import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as util from "node:util"
import { read } from "../../layers/call/response.ts"
import { errors, families } from "../../schemas/catalogue.ts"
import { detailsOf } from "../../schemas/compiled/schemasOf.ts"
import { writeDetails } from "../../schemas/compiled/writeDetails.ts"
import { endpoint } from "../../schemas/Endpoint.ts"
import {
  AccessTokenExpired,
  CallError,
  CliAuthExpiredError,
  CliAuthUsedError,
  EmailPasswordMismatch,
  InvalidAccessToken,
  Offline,
  OuterOAuthTimeout,
  PasswordConfirmationMismatch,
  PasswordRequirementsNotMet,
  PasswordTooShort,
  ProjectKeyWithoutAccessType,
  RefreshTokenNotFoundOrExpired,
  SessionAuthenticationError,
  TeamNotFound
} from "../../schemas/errors/index.ts"
import { catchFamily, KnownError, type KnownErrorClass, readDetails } from "../../schemas/KnownError.ts"
import { runs } from "../support/suite/properties.ts"

type Declared = new(details?: object, platformText?: string) => KnownError

const make = (declared: KnownErrorClass, details?: object, text?: string) =>
  new (declared as unknown as Declared)(details, text)

/** One endpoint per error, which raises only that error. */
const raising = new Map(errors.map((declared) => [
  declared,
  endpoint("client", "things.get", "GET /things", { output: Schema.String, errors: [declared] }).spec
]))

/** Returns the error that the endpoint raises for a response with these details. */
const readError = (declared: KnownErrorClass, details: unknown): unknown => {
  const spec = raising.get(declared)!
  const body = JSON.stringify({ code: declared.spec.code, details, error: "The platform's own sentence." })
  const result = read(
    spec,
    [],
    {
      status: declared.spec.status,
      headers: { get: (name) => name === "x-stack-known-error" ? declared.spec.code : null },
      body: new TextEncoder().encode(body)
    },
    (text) => text,
    0
  )
  assert.isTrue(Result.isFailure(result))
  return Result.isFailure(result) ? result.failure.error(1) : undefined
}

const seemsBroken = /undefined|null|NaN|\[object|Invalid Date/

describe("a known error", () => {
  it("a known error is an Error and a KnownError, and carries its tag, code and status", () => {
    for (const declared of errors) {
      const error = make(declared)
      assert.instanceOf(error, Error)
      assert.isTrue(error instanceof KnownError)
      assert.instanceOf(error, declared as unknown as Declared)
      const { code, status, tag } = declared.spec
      assert.deepStrictEqual([error._tag, error.name, error.code, error.status], [tag, tag, code, status])
    }
  })

  it("no failure other than a known error is an instance of KnownError", () => {
    for (
      const other of [
        new Error("x"),
        new Offline(),
        new CallError({ endpoint: "a.b", reason: new Offline() }),
        {},
        null
      ]
    ) {
      assert.isFalse((other as unknown) instanceof KnownError)
    }
  })

  it("a known error has a complete message even without details", () => {
    for (const declared of errors) {
      const { message } = make(declared)
      // two of the platform's fixed texts have no full stop
      assert.match(message, /(?:\S[.?!]|header is missing|been revoked)$/, declared.spec.code)
      assert.notMatch(message, seemsBroken, declared.spec.code)
    }
  })

  it("a known error includes its message, code and details when it is printed or converted to JSON", () => {
    const error = new PasswordTooShort({ minLength: 8 })

    assert.include(util.inspect(error), error.message)
    assert.include(util.inspect(error), "PASSWORD_TOO_SHORT")
    assert.deepStrictEqual(JSON.parse(JSON.stringify(error)), {
      _tag: "PasswordTooShort",
      code: "PASSWORD_TOO_SHORT",
      status: 400,
      message: error.message,
      details: { minLength: 8 }
    })
  })

  it("a known error keeps the platform's message in addition to its own message", () => {
    assert.strictEqual(
      new TeamNotFound({}, "The platform's own sentence.").platformText,
      "The platform's own sentence."
    )
  })

  it.each<readonly [string, KnownError]>([
    ["Wrong e-mail or password.", new EmailPasswordMismatch()],
    ["Passwords do not match.", new PasswordConfirmationMismatch()],
    ["The OAuth flow has timed out. Please sign in again.", new OuterOAuthTimeout()],
    ["CLI authentication request expired. Please try again.", new CliAuthExpiredError()],
    ["This authentication token has already been used.", new CliAuthUsedError()],
    [
      "Either an API key or an admin access token was provided, but the access-type header is missing",
      new ProjectKeyWithoutAccessType()
    ],
    [
      "Refresh token not found for this project, or the session has expired/been revoked",
      new RefreshTokenNotFoundOrExpired()
    ]
  ])("a known error has the platform's fixed message: %s", (sentence, error) => {
    assert.include(error.message, sentence)
  })

  it("a known error has the platform's fixed message when offline", () => {
    assert.strictEqual(new Offline().message, "You are offline. Please check your internet connection and try again.")
  })
})

describe("the details of a known error", () => {
  it.prop(
    "an error accepts any JSON as details, and keeps only the valid fields",
    [Arbitrary.schema(Schema.Json)],
    ([details]) => {
      for (const declared of errors) {
        const error = readError(declared, details)
        assert.instanceOf(error, declared as unknown as Declared)
        assert.notMatch((error as KnownError).message, /undefined|\[object/, declared.spec.code)
      }
    },
    // fewer than 200 runs, because each run checks every error
    { arbitrary: { runs: runs(50) } }
  )

  it.prop(
    "an invalid field of an error's details doesn't affect the other fields",
    [Arbitrary.schema(Schema.Json)],
    ([value]) => {
      for (const declared of errors) {
        const fields = Object.keys(detailsOf(declared.spec))
        const snake = fields.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
        const error = readError(declared, Object.fromEntries(snake.concat(fields).map((name) => [name, value])))
        assert.instanceOf(error, declared as unknown as Declared)
        assert.strictEqual(typeof (error as KnownError).message, "string")
        assert.doesNotThrow(() => util.inspect(error) + JSON.stringify(error))
      }
    },
    // fewer than 200 runs, because each run checks and prints every error, which takes 0.04 s
    { arbitrary: { runs: runs(20) } }
  )

  it("an error's details may be missing", () => {
    for (const declared of errors) {
      const error = readError(declared, undefined)
      assert.instanceOf(error, declared as unknown as Declared)
      assert.notMatch((error as KnownError).message, seemsBroken)
    }
  })

  it("an error's details are never read from a prototype", () => {
    const raw = JSON.parse("{\"__proto__\": {\"min_length\": 3}, \"constructor\": 1}")

    assert.deepStrictEqual(readDetails({ minLength: Schema.Int, constructor: Schema.Int }, raw), {
      minLength: undefined,
      constructor: 1
    })
    assert.isUndefined(({} as { min_length?: unknown }).min_length)
  })

  it("an error's details are encoded as they were decoded, and omitted if nothing was decoded", () => {
    const fields = { minLength: Schema.Int, at: Schema.DateFromMillis }
    const error = make(PasswordTooShort as never, readDetails(fields, { min_length: "eight", at: 5 }))

    assert.deepStrictEqual(writeDetails(error, fields), { at: 5 })
  })
})

describe("a family", () => {
  it("an error family is a parent class of all its errors, including the errors of its subfamilies", () => {
    const expired = new AccessTokenExpired()
    assert.isTrue(expired instanceof InvalidAccessToken)
    assert.isTrue(expired instanceof SessionAuthenticationError)
    assert.isFalse(expired as unknown instanceof PasswordRequirementsNotMet)
  })

  it("an error family contains errors, or families with errors", () => {
    for (const family of families) {
      assert.isNotEmpty(errors.filter((declared) => make(declared) instanceof family), family.family.tag)
    }
  })
})

const failing = <E>(error: E): Effect.Effect<never, E> => Effect.fail(error)

describe("catchFamily", () => {
  it.effect("catchFamily handles an error of the family", () =>
    Effect.gen(function*() {
      const caught = yield* failing(new PasswordTooShort({ minLength: 8 })).pipe(
        catchFamily(PasswordRequirementsNotMet, (error) => Effect.succeed(error.code))
      )
      assert.strictEqual(caught, "PASSWORD_TOO_SHORT")
    }))

  it.effect("catchFamily handles an error of the family that is the reason of a CallError", () =>
    Effect.gen(function*() {
      const caught = yield* failing(new CallError({ endpoint: "users.getMe", reason: new AccessTokenExpired() })).pipe(
        catchFamily(InvalidAccessToken, (error) => Effect.succeed(error._tag))
      )
      assert.strictEqual(caught, "AccessTokenExpired")
    }))

  it.effect("catchFamily passes every other error on unchanged", () =>
    Effect.gen(function*() {
      const errors = [
        new TeamNotFound({ teamId: "t" }),
        new CallError({ endpoint: "users.getMe", reason: new Offline() })
      ]
      for (const error of errors) {
        const exit = yield* Effect.exit(
          failing(error).pipe(catchFamily(PasswordRequirementsNotMet, () => Effect.succeed("caught")))
        )
        assert.deepStrictEqual(exit, Exit.fail(error))
      }
    }))
})
