/** Back ends and people who may not use the app yet. docs/platform.md §8.3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Emulator, type Seed } from "../../../layers/emulator/index.ts"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import { refusalOf } from "../../../src/adapters/admission.ts"
import { nextjs } from "../../../src/adapters/nextjs.ts"
import type { Authentication } from "../../../src/verify/Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "../../../src/verify/Authenticator.ts"
import { ann, lastMail, signUp } from "../../layers/emulator/support/support.ts"
import { overBothTransports } from "../../support/transports.ts"

const seed: Seed = { revision: "2026-04", config: { requireEmailVerification: true } }

interface Tokens {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** A request with the tokens as they were when somebody signed up. */
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

/** Somebody opens the link on another device. */
const verify = Effect.flatMap(lastMail(ann.email), ({ code }) => ContactChannels.verify({ code }))

const answer = (found: Authentication) =>
  found.status === "signed-out" ? `${found.status}: ${found.reason}` : found.status

overBothTransports(({ emulated }) => {
  const withBackEnd = (options?: AuthenticatorOptions) =>
    Authenticator.layer(options).pipe(Layer.provideMerge(emulated(seed)))

  describe("authenticateRequest", () => {
    it.effect("U1 a restricted user is nobody, and adapters let nobody through", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()

        const found = yield* ask(tokens)

        assert.strictEqual(answer(found), "signed-out: restricted")
        assert.strictEqual(refusalOf(found, { require: "user" })?.status, 401)
        assert.strictEqual(refusalOf(found, { require: "session" })?.status, 401)
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U1 includeRestricted tells of the user and the reason, and what takes an account still refuses", () =>
      Effect.gen(function*() {
        const { userId, ...tokens } = yield* signUp()

        const found = yield* ask(tokens)

        assert.deepInclude(found, { status: "restricted", userId, restrictedReason: "email_not_verified" })
        assert.strictEqual(refusalOf(found, { require: "user" })?.body.reason, "restricted")
        assert.isUndefined(refusalOf(found, { require: "session" }))
      }).pipe(Effect.provide(withBackEnd({ includeRestricted: true }))))

    it.effect("U2 lets in whoever is not restricted any more, with the token that was issued before", () =>
      Effect.gen(function*() {
        const tokens = yield* signUp()
        assert.strictEqual(answer(yield* ask(tokens)), "signed-out: restricted")
        yield* verify
        yield* TestClock.adjust("11 seconds")

        const found = [yield* ask(tokens), yield* ask(tokens), yield* askWithoutRefresh(tokens)]

        assert.deepStrictEqual(found.map(answer), ["signed-in", "signed-in", "signed-out: restricted"])
      }).pipe(Effect.provide(withBackEnd())))

    it.effect("U2 asks about a restricted session once in ten seconds", () =>
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

describe("nextjs", () => {
  it("sends restricted users to the page onboarding", async () => {
    const restricted = { status: "signed-out", reason: "restricted", message: "", setCookies: [] } as const
    const next = {
      headers: async () => new Headers(),
      redirect: (url: string): never => {
        throw new Error(url)
      }
    }
    const { requireUser } = nextjs({ authenticateRequest: () => Promise.resolve(restricted) as never }, next)

    const sent = await Promise.all(
      [requireUser(), requireUser({ onboardingUrl: "/welcome" })].map((each) => each.catch(({ message }) => message))
    )

    assert.deepStrictEqual(sent, ["/handler/onboarding", "/welcome"])
  })
})
