/** Restricted users in back ends. docs/platform.md §8.3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { refusalOf } from "../../../../src/backend/adapters/admission.ts"
import { latchkeyNextjs } from "../../../../src/backend/adapters/nextjs.ts"
import type { Authentication } from "../../../../src/backend/verify/Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "../../../../src/backend/verify/Authenticator.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { overBothTransports, whenDone } from "../../../support/platform/transports.ts"
import { ann, lastMail, signUp } from "../../emulator/support/support.ts"

const seed: Seed = { revision: "2026-04", config: { requireEmailVerification: true, allowUserApiKeys: true } }

interface Tokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** Authenticates a request with the tokens that sign-up returned. */
const ask = (tokens: Tokens) =>
  Authenticator.use(({ authenticate }) =>
    authenticate({
      headers: {
        "x-stack-auth": JSON.stringify({
          accessToken: Redacted.value(tokens.accessToken),
          refreshToken: Redacted.value(tokens.refreshToken)
        })
      }
    })
  )

const askWithoutRefresh = ({ accessToken }: Tokens) =>
  Authenticator.use(({ authenticate }) =>
    authenticate({ headers: { authorization: `Bearer ${Redacted.value(accessToken)}` } })
  )

const refreshes = Emulator.useSync(({ requests }) =>
  requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh").length
)

const askWithKey = (apiKey: Redacted.Redacted) =>
  Authenticator.use(({ authenticate }) => authenticate({ headers: { "x-api-key": Redacted.value(apiKey) } }))

/** Creates an API key for a user with an unverified address. */
const keyOfRestricted = Effect.gen(function*() {
  const { userId } = yield* signUp()
  return (yield* UserApiKeys.create({ userId, description: "ci", expiresAt: null })).value
})

/** Verifies the address, as if the user had opened the link on another device. */
const verify = Effect.flatMap(lastMail(ann.email), ({ code }) => ContactChannels.verify({ code }))

const answer = (found: Authentication) =>
  found.status === "signed-out" ? `${found.status}: ${found.reason}` : found.status

overBothTransports(({ emulated }) => {
  const withBackEnd = (options?: AuthenticatorOptions) =>
    Authenticator.layer(options).pipe(Layer.provideMerge(emulated(seed)))

  describe("authenticateRequest", () => {
    it.effect("U1: the authenticator reports a restricted user as signed out, and adapters reject the request", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()

        const found = yield* ask(tokens)

        assert.strictEqual(answer(found), "signed-out: restricted")
        assert.strictEqual(refusalOf(found, { require: "user" })?.status, 401)
        assert.strictEqual(refusalOf(found, { require: "session" })?.status, 401)
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U1: with includeRestricted, the authenticator reports the restricted user and the reason, but adapters that require a user still reject the request", () =>
      Effect.gen(function*() {
        const { userId, ...tokens } = yield* signUp()

        const found = yield* ask(tokens)

        assert.deepInclude(found, { status: "restricted", userId, restrictedReason: "email_not_verified" })
        assert.strictEqual(refusalOf(found, { require: "user" })?.body.reason, "restricted")
        assert.isUndefined(refusalOf(found, { require: "session" }))
      }).pipe(Effect.provide(withBackEnd({ includeRestricted: true }))))

    it.effect("U2: the authenticator accepts a user after the restriction is lifted, even with the previous token", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        assert.strictEqual(answer(yield* ask(tokens)), "signed-out: restricted")
        yield* verify
        yield* TestClock.adjust("11 seconds")

        const found = [yield* ask(tokens), yield* ask(tokens), yield* askWithoutRefresh(tokens)]

        assert.deepStrictEqual(found.map(answer), ["signed-in", "signed-in", "signed-out: restricted"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U1: the authenticator treats the API key of a restricted user like the user's session", () =>
      Effect.gen(function*() {
        const key = yield* keyOfRestricted
        const including = yield* Effect.provide(askWithKey(key), Authenticator.layer({ includeRestricted: true }))

        const found = yield* askWithKey(key)

        assert.strictEqual(answer(found), "signed-out: restricted")
        assert.deepInclude(including, { status: "restricted", by: "api-key", restrictedReason: "email_not_verified" })
        for (const require of ["user", "session"] as const) {
          assert.deepStrictEqual([found, including].map((each) => refusalOf(each, { require })?.body.reason), [
            "restricted",
            "restricted"
          ])
        }
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U2: the authenticator accepts an API key ten seconds after its user was last seen as restricted", () =>
      Effect.gen(function*() {
        const key = yield* keyOfRestricted
        const before = yield* askWithKey(key)
        yield* verify
        yield* TestClock.adjust("10 seconds")

        const after = yield* askWithKey(key)

        assert.deepStrictEqual([before, after].map(answer), ["signed-out: restricted", "signed-in"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U2: with includeRestricted, a restriction ends as soon as a refreshed token doesn't contain it", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        const before = yield* ask(tokens)
        yield* verify
        yield* TestClock.adjust("11 seconds")

        const found = [yield* ask(tokens), yield* ask(tokens), yield* askWithoutRefresh(tokens)]

        assert.strictEqual(before.status, "restricted")
        assert.deepStrictEqual(found.map(answer), ["signed-in", "signed-in", "restricted"])
        assert.strictEqual(yield* refreshes, 2)
      }).pipe(Effect.provide(withBackEnd({ includeRestricted: true }))))

    it.effect("U1: with includeRestricted, the restriction of a token is kept if the refresh fails", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        yield* ask(tokens)
        yield* TestClock.adjust("11 seconds")
        yield* Emulator.useSync(({ faults }) =>
          faults.add({ endpoint: "oauth.refresh", respond: { type: "serverError" } })
        )

        const fiber = yield* Effect.forkChild(ask(tokens))

        assert.strictEqual((yield* whenDone(fiber)).status, "restricted")
      }).pipe(Effect.provide(withBackEnd({ includeRestricted: true }))))

    it.effect("U2: a restricted user's session without an access token is refreshed at most once in ten seconds", () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* signUp()
        const shown = { headers: { "x-stack-auth": JSON.stringify({ refreshToken: Redacted.value(refreshToken) }) } }
        const requested = Authenticator.use(({ authenticate }) => authenticate(shown))

        const found = [yield* requested, yield* requested]

        assert.deepStrictEqual(found.map(answer), ["signed-out: restricted", "signed-out: restricted"])
        assert.strictEqual(yield* refreshes, 1)
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U2: a restricted user's session is refreshed at most once in ten seconds", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()

        for (const _ of [1, 2, 3]) yield* ask(tokens)
        const first = yield* refreshes
        yield* TestClock.adjust("11 seconds")
        yield* ask(tokens)

        assert.deepStrictEqual([first, yield* refreshes], [1, 2])
      }).pipe(Effect.provide(withBackEnd())))
  })
})

describe("latchkeyNextjs", () => {
  it("latchkeyNextjs redirects restricted users to the onboarding page", async () => {
    const restricted = { status: "signed-out", reason: "restricted", message: "", setCookies: [] } as const
    const next = {
      headers: async () => new Headers(),
      redirect: (url: string): never => {
        throw new Error(url)
      }
    }
    const { requireUser } = latchkeyNextjs({ authenticateRequest: () => Promise.resolve(restricted) as never }, next)

    const sent = await Promise.all(
      [requireUser(), requireUser({ onboardingUrl: "/welcome" })].map((each) => each.catch(({ message }) => message))
    )

    assert.deepStrictEqual(sent, ["/handler/onboarding", "/welcome"])
  })
})
