/** Signing out while the platform is slow, or not to be reached. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Navigation } from "../../../../layers/browser/Navigation.ts"
import { Session } from "../../../../layers/session/Session.ts"
import { TokenStore } from "../../../../layers/session/TokenStore.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { accessToken, project, refreshToken } from "../../../support/project.ts"
import {
  after,
  type Answer,
  json,
  lost,
  scriptedTransport,
  silence,
  tooMany
} from "../../../support/scriptedTransport.ts"

const told = json({ success: true })

/** Somebody who is signed in, and a platform that answers so. */
const signedIn = (answer: Answer, life = 600) => {
  const transport = scriptedTransport(answer)
  const tokenStore = TokenStore.layerExplicit({
    accessToken: Redacted.make(accessToken({ iat: 0, exp: life })),
    refreshToken: Redacted.make(refreshToken)
  })
  const layer = Client.layerNoProject({ tokenStore }).pipe(Layer.provide([project, transport.layer]), Layer.orDie)
  return { layer, transport }
}

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const leaving = Effect.forkChild(signOut(), { startImmediately: true })

describe("signOut", () => {
  const troubles = {
    "does not answer": silence,
    "asks for ten minutes of patience": tooMany("590"),
    "cannot be reached": lost
  }
  for (const [does, answer] of Object.entries(troubles)) {
    for (const [what, life] of [["", 600], [", though the access token is over", 0]] as const) {
      it.effect(`ends the session here at once and is through within 3 s when the platform ${does}${what}`, () =>
        Effect.gen(function*() {
          const { layer, transport } = signedIn(answer, life)
          yield* Effect.gen(function*() {
            const fiber = yield* leaving

            assert.isFalse(yield* isSignedIn)
            yield* TestClock.adjust("3 seconds")
            assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed({ revoked: false }))
            assert.strictEqual(transport.requests.length, 1)
          }).pipe(Effect.provide(layer))
        }))
    }
  }

  it.effect("goes on telling the platform when the caller leaves", () =>
    Effect.gen(function*() {
      const { layer, transport } = signedIn(after("1 second", told))
      yield* Effect.gen(function*() {
        const fiber = yield* leaving

        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("1 second")

        assert.deepStrictEqual(transport.requests.map(({ method }) => method), ["DELETE"])
        assert.strictEqual(transport.aborted(), 0)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("is not cut short by a page that sends whoever is signed out to the sign-in page", () =>
    Effect.gen(function*() {
      const went: Array<string> = []
      yield* Effect.gen(function*() {
        const fiber = yield* leaving
        yield* Effect.forkChild(currentUser.get({ or: "redirect" }), { startImmediately: true })

        yield* TestClock.adjust("999 millis")
        assert.deepStrictEqual(went, [])

        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed({ revoked: true }))
        assert.deepStrictEqual(went, ["/handler/sign-in"])
      }).pipe(
        Effect.provideService(Navigation, {
          go: (url) => Effect.sync(() => void went.push(url)),
          here: () => undefined
        }),
        Effect.provide(signedIn(after("1 second", told)).layer)
      )
    }))

  it.effect("leaves somebody who signs in meanwhile alone", () =>
    Effect.gen(function*() {
      const { layer, transport } = signedIn(after("1 second", told))
      yield* Effect.gen(function*() {
        const session = yield* Session
        yield* leaving
        const other = { accessToken: Redacted.make(accessToken()), refreshToken: Redacted.make("s".repeat(45)) }
        yield* session.keep(other)

        yield* TestClock.adjust("1 second")

        assert.strictEqual(transport.requests.at(-1)!.headers["x-stack-refresh-token"], refreshToken)
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(layer))
    }))
})
