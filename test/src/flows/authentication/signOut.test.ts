/** Sign-out while the platform is slow or unreachable. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Navigation } from "../../../../layers/browser/Navigation.ts"
import { Session } from "../../../../layers/session/Session.ts"
import { layerExplicit } from "../../../../layers/session/TokenStore.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as redirectTo from "../../../../src/flows/redirects/redirectTo.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { accessToken, project, refreshToken } from "../../../support/contract/project.ts"
import {
  after,
  type Answer,
  json,
  lost,
  scriptedTransport,
  silence,
  tooMany
} from "../../../support/platform/scriptedTransport.ts"
import { turns } from "../../../support/suite/fibers.ts"

const success = json({ success: true })

/** A signed-in client of a platform that sends this response. */
const signedIn = (answer: Answer, life = 600) => {
  const transport = scriptedTransport(answer)
  const tokenStore = layerExplicit({
    accessToken: Redacted.make(accessToken({ iat: 0, exp: life })),
    refreshToken: Redacted.make(refreshToken)
  })
  const layer = Client.layerNoProject({ tokenStore }).pipe(Layer.provide([project, transport.layer]), Layer.orDie)
  return { layer, transport }
}

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const startSignOut = Effect.forkChild(signOut(), { startImmediately: true })

describe("signOut", () => {
  const faults = {
    "does not respond": silence,
    "requests a wait of ten minutes": tooMany("590"),
    "is unreachable": lost
  }
  for (const [behavior, answer] of Object.entries(faults)) {
    for (const [what, life] of [["", 600], [", even with an expired access token", 0]] as const) {
      it.effect(`signOut ends the session immediately and returns within 3 s when the platform ${behavior}${what}`, () =>
        Effect.gen(function*() {
          const { layer, transport } = signedIn(answer, life)
          yield* Effect.gen(function*() {
            const fiber = yield* startSignOut

            assert.isFalse(yield* isSignedIn)
            yield* TestClock.adjust("3 seconds")
            assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed({ revoked: false }))
            assert.strictEqual(transport.requests.length, 1)
          }).pipe(Effect.provide(layer))
        }))
    }
  }

  it.effect("signOut continues to revoke the session if its caller is interrupted", () =>
    Effect.gen(function*() {
      const { layer, transport } = signedIn(after("1 second", success))
      yield* Effect.gen(function*() {
        const fiber = yield* startSignOut

        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("1 second")

        assert.deepStrictEqual(transport.requests.map(({ method }) => method), ["DELETE"])
        assert.strictEqual(transport.aborted(), 0)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("signOut isn't aborted by a page that redirects signed-out users to the sign-in page", () =>
    Effect.gen(function*() {
      const redirects: Array<string> = []
      yield* Effect.gen(function*() {
        const fiber = yield* startSignOut
        yield* Effect.forkChild(currentUser.get({ or: "redirect" }), { startImmediately: true })

        yield* TestClock.adjust("999 millis")
        assert.deepStrictEqual(redirects, [])

        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed({ revoked: true }))
        assert.deepStrictEqual(redirects, ["/handler/sign-in"])
      }).pipe(
        Effect.provideService(Navigation, {
          go: (url) => Effect.sync(() => void redirects.push(url)),
          here: () => undefined
        }),
        Effect.provide(signedIn(after("1 second", success)).layer)
      )
    }))

  it.effect("after signOut, a redirect of its caller comes before that of a page that requires a user", () =>
    Effect.gen(function*() {
      const redirects: Array<string> = []
      yield* Effect.gen(function*() {
        const caller = yield* Effect.forkChild(Effect.andThen(signOut(), redirectTo.afterSignOut()))
        yield* Effect.yieldNow
        const page = yield* Effect.forkChild(currentUser.get({ or: "redirect" }), { startImmediately: true })

        yield* TestClock.adjust("1 second")
        yield* Fiber.joinAll([caller, page])

        assert.deepStrictEqual(redirects, ["/", "/handler/sign-in"])
      }).pipe(
        Effect.provideService(Navigation, {
          go: (url) => Effect.sync(() => void redirects.push(url)),
          here: () => undefined
        }),
        Effect.provide(signedIn(after("1 second", success)).layer)
      )
    }))

  /** Runs a sign-out and its caller's redirect beside a page that requires a user, for 30 seconds. */
  const leaving = (arrives: (url: string) => Effect.Effect<URL | undefined>) =>
    Effect.gen(function*() {
      let page = new URL("https://app.test/notes")
      const redirects: Array<string> = []
      yield* Effect.gen(function*() {
        const caller = yield* Effect.forkChild(Effect.andThen(signOut(), redirectTo.afterSignOut()))
        yield* Effect.yieldNow
        const guard = yield* Effect.forkChild(currentUser.get({ or: "redirect" }), { startImmediately: true })

        yield* TestClock.adjust("30 seconds")
        yield* Fiber.joinAll([caller, guard])
      }).pipe(
        Effect.provideService(Navigation, {
          go: (url) =>
            Effect.suspend(() => {
              redirects.push(url)
              return Effect.map(arrives(url), (next) => void (page = next ?? page))
            }),
          here: () => page
        }),
        Effect.provide(signedIn(after("1 second", success)).layer)
      )
      return redirects
    })

  it.effect("redirects-1: a page that requires a user doesn't redirect if the caller of the sign-out does, even if the next page arrives after 9 seconds", () =>
    Effect.gen(function*() {
      for (const wait of ["0 millis", "9 seconds"] as const) {
        const arrives = (url: string) => Effect.delay(Effect.succeed(new URL(url, "https://app.test")), wait)
        assert.deepStrictEqual(yield* leaving(arrives), ["/"])
      }
    }))

  it.effect("redirects-1: a page that requires a user redirects if it is still there 10 seconds after the caller's redirect", () =>
    Effect.gen(function*() {
      const redirects = yield* leaving(() => Effect.undefined)
      assert.deepStrictEqual(redirects, ["/", "/handler/sign-in?after_auth_return_to=%2Fnotes"])
    }))

  it.effect("redirects-2: a page that people left by a redirect redirects within a second when they come back signed out, even if that redirect still waits", () =>
    Effect.gen(function*() {
      let page = new URL("https://app.test/notes")
      const redirects: Array<string> = []
      yield* Effect.gen(function*() {
        yield* Effect.forkChild(redirectTo.home(), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        page = new URL("https://app.test/notes")
        yield* signOut()

        yield* Effect.forkChild(currentUser.get({ or: "redirect" }), { startImmediately: true })
        yield* Effect.andThen(TestClock.adjust("1 second"), turns)

        assert.deepStrictEqual(redirects, ["/", "/handler/sign-in?after_auth_return_to=%2Fnotes"])
      }).pipe(
        Effect.provideService(Navigation, {
          // as a router: the next page is there at once
          go: (url) =>
            Effect.suspend(() => {
              redirects.push(url)
              page = new URL(url, page)
              return Effect.sleep("2 seconds")
            }),
          here: () => page
        }),
        Effect.provide(signedIn(success).layer)
      )
    }))

  it.effect("signOut doesn't affect a user who signs in during the sign-out", () =>
    Effect.gen(function*() {
      const { layer, transport } = signedIn(after("1 second", success))
      yield* Effect.gen(function*() {
        const session = yield* Session
        yield* startSignOut
        const other = { accessToken: Redacted.make(accessToken()), refreshToken: Redacted.make("s".repeat(45)) }
        yield* session.keep(other)

        yield* TestClock.adjust("1 second")

        assert.strictEqual(transport.requests.at(-1)!.headers["x-stack-refresh-token"], refreshToken)
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(layer))
    }))
})
