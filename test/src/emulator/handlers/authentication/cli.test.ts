import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Cli from "../../../../../schemas/endpoints/cli.ts"
import * as Sessions from "../../../../../schemas/endpoints/sessions.ts"
import { defaultProject } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { send, signUp } from "../../support/support.ts"

const statusOf = (pollingCode: Redacted.Redacted) => Effect.map(Cli.poll({ pollingCode }), ({ status }) => status)

const refreshToken = Redacted.make("a refresh token")

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

overBothTransports(({ emulated }) => {
  describe("CLI login", () => {
    it.effect("a CLI login gives the browser's session to the tool once", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const { loginCode, pollingCode } = yield* Cli.create()
        const before = yield* statusOf(pollingCode)

        yield* Cli.complete({ loginCode, refreshToken: tokens.refreshToken })

        const response = yield* Cli.poll({ pollingCode })
        assert.strictEqual(before, "waiting")
        assert.deepStrictEqual(response, { status: "success", refreshToken: tokens.refreshToken })
        assert.strictEqual(yield* statusOf(pollingCode), "used")
        assert.isDefined(yield* Sessions.refresh())
      }).pipe(Effect.provide(emulated())))

    it.effect("a successful poll of a CLI login gets a 201, and every other poll a 200", () =>
      Effect.gen(function*() {
        const { loginCode, pollingCode } = yield* Cli.create()
        const poll = Effect.map(
          send("POST", "/api/v1/auth/cli/poll", {
            level: "client",
            json: { polling_code: Redacted.value(pollingCode) }
          }),
          ({ status }) => status
        )

        const waiting = yield* poll
        yield* Cli.complete({ loginCode, refreshToken })

        assert.deepStrictEqual([waiting, yield* poll, yield* poll], [200, 201, 200])
      }).pipe(Effect.provide(emulated())))

    it.effect("a CLI login expires after two hours, whether it was used or not", () =>
      Effect.gen(function*() {
        const unused = yield* Cli.create()
        const used = yield* Cli.create()
        yield* Cli.complete({ loginCode: used.loginCode, refreshToken })
        yield* statusOf(used.pollingCode)

        yield* TestClock.adjust("119 minutes")
        assert.strictEqual(yield* statusOf(unused.pollingCode), "waiting")
        yield* TestClock.adjust("1 minute")

        assert.strictEqual(yield* statusOf(unused.pollingCode), "expired")
        assert.strictEqual(yield* statusOf(used.pollingCode), "expired")
      }).pipe(Effect.provide(emulated())))

    it.effect("a CLI login accepts a lifetime of up to one day", () =>
      Effect.gen(function*() {
        const { pollingCode } = yield* Cli.create({ expiresInMillis: 1000 })
        yield* TestClock.adjust("1 second")

        const long = yield* send("POST", "/api/v1/auth/cli", {
          level: "client",
          json: { expires_in_millis: 86_400_001 }
        })

        assert.strictEqual(yield* statusOf(pollingCode), "expired")
        assert.strictEqual(long.json.code, "SCHEMA_ERROR")
      }).pipe(Effect.provide(emulated())))

    it.effect("in 2026-10, a CLI login lasts two minutes by default and 15 minutes at most", () =>
      Effect.gen(function*() {
        const { pollingCode } = yield* Cli.create()
        const longest = yield* Cli.create({ expiresInMillis: 900_000 })
        const longer = yield* Effect.flip(Cli.create({ expiresInMillis: 900_001 }))

        yield* TestClock.adjust("2 minutes")
        assert.strictEqual(yield* statusOf(pollingCode), "expired")
        assert.strictEqual(yield* statusOf(longest.pollingCode), "waiting")
        assert.strictEqual(longer.reason._tag, "SchemaError")
      }).pipe(Effect.provide(emulated({ revision: "2026-10" }))))

    it.effect("a CLI login can be started without a request body", () =>
      Effect.gen(function*() {
        const { status } = yield* send("POST", "/api/v1/auth/cli", { level: "client" })

        assert.strictEqual(status, 200)
      }).pipe(Effect.provide(emulated())))

    it.effect("a CLI login code that is unknown, confirmed, expired or from another project is rejected", () =>
      Effect.gen(function*() {
        const { loginCode } = yield* Cli.create()
        const other = yield* send("POST", "/api/v1/auth/cli/complete", {
          level: "client",
          headers: { "x-stack-project-id": second.id, "x-stack-publishable-client-key": second.publishableClientKey },
          json: { login_code: Redacted.value(loginCode), refresh_token: "x" }
        })
        const complete = Cli.complete({ loginCode, refreshToken })
        yield* complete
        const late = yield* Cli.create()
        yield* TestClock.adjust("2 hours")

        assert.strictEqual(other.status, 400)
        assert.match(other.text, /another project/)
        for (const code of [Redacted.make("unknown"), loginCode, late.loginCode]) {
          assert.strictEqual(yield* reasonOf(Cli.complete({ loginCode: code, refreshToken })), "HttpFailure")
        }
      }).pipe(Effect.provide(emulated({ projects: [defaultProject, second] }))))

    it.effect("INVALID_POLLING_CODE: cli.poll of an unknown code fails", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* reasonOf(statusOf(Redacted.make("unknown"))), "InvalidPollingCodeError")
      }).pipe(Effect.provide(emulated())))
  })

  const second = {
    id: "55555555-5555-4555-8555-555555555555",
    publishableClientKey: "pck_second",
    secretServerKey: "ssk_second",
    superSecretAdminKey: "sak_second"
  }
})
