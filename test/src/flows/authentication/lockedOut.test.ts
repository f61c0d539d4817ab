/** Users can sign in and out even if their session has ended or can't be refreshed. docs/laws.md T3, T5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import * as RetryPolicy from "../../../../layers/call/RetryPolicy.ts"
import { Session } from "../../../../layers/session/Session.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator, type Fault } from "../../../../src/emulator/index.ts"
import * as project from "../../../../src/flows/account/currentProject.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { asServer } from "../../emulator/support/support.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "battery staple" }
const verificationCallbackUrl = "http://localhost/verify"

/** A client with a single attempt per call, so that faults are reported immediately. */
const platform = Client.layerNoProject().pipe(
  Layer.provideMerge(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer({ users: [ada, bob] })),
  Layer.provide(RetryPolicy.layer({ attempts: 1 }).pipe(Layer.merge(Layer.succeed(Diagnostics, []))))
)

/** Makes later refreshes fail, and lets the access token expire. */
const failRefreshes = (respond: Fault["respond"]) =>
  Effect.andThen(
    Emulator.useSync(({ faults }) => faults.add({ endpoint: "oauth.refresh", respond })),
    TestClock.adjust("11 minutes")
  )

const requests = Emulator.useSync((emulator) => emulator.requests.list().map(({ method, path }) => `${method} ${path}`))

const clearRequests = Emulator.useSync((emulator) => emulator.requests.clear())

const signedIn = Session.useSync((session) => {
  const state = session.state()
  return state._tag === "SignedOut" ? undefined : Option.map(state.claims, ({ sub }) => sub)
})

const everyFault: { readonly [what: string]: Fault["respond"] } = {
  "is lost": "drop",
  "fails with status 500": { type: "serverError" },
  "fails with status 429": { type: "tooManyRequests" },
  "returns an HTML page": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  "fails with an unknown code": () =>
    Response.json({ code: "BRAND_NEW", error: "New." }, {
      status: 418,
      headers: { "x-stack-known-error": "BRAND_NEW" }
    })
}

for (const [what, respond] of Object.entries(everyFault)) {
  describe(`while the refresh of the session ${what}`, () => {
    it.effect("T5: while the session can't be refreshed, a sign-in is sent immediately, without the old session", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        yield* failRefreshes(respond)
        yield* Effect.exit(currentUser.get())
        yield* clearRequests

        const { userId } = yield* signIn.withPassword(bob)

        assert.deepStrictEqual(yield* requests, ["POST /auth/password/sign-in"])
        assert.deepStrictEqual(yield* signedIn, Option.some(userId))
      }).pipe(Effect.provide(platform)))

    it.effect("T5: while the session can't be refreshed, a sign-up is sent, and creates a new account instead of upgrading the anonymous user", () =>
      Effect.gen(function*() {
        const before = yield* signUp.anonymously()
        yield* failRefreshes(respond)
        yield* Effect.exit(currentUser.get())

        const after = yield* signUp.withPassword({
          email: "new@example.com",
          password: "battery staple",
          verificationCallbackUrl
        })

        assert.notStrictEqual(after.userId, before.userId)
        assert.deepStrictEqual(yield* signedIn, Option.some(after.userId))
      }).pipe(Effect.provide(platform)))

    it.effect("T5: while the session can't be refreshed, the public project settings can be read", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        yield* failRefreshes(respond)

        assert.isTrue((yield* project.get()).config.credentialEnabled)
      }).pipe(Effect.provide(platform)))
  })
}

describe("a user whose account was deleted elsewhere", () => {
  const deleted = Effect.gen(function*() {
    const { userId } = yield* signIn.withPassword(ada)
    yield* asServer(Users.delete({ userId }))
    return userId
  })

  const events = Effect.gen(function*() {
    const session = yield* Session
    const seen: Array<string> = []
    session.subscribe(() => seen.push(session.state()._tag))
    return seen
  })

  it.effect("T3: the first response about a deleted user clears the session, emits the sign-out and ends all further requests", () =>
    Effect.gen(function*() {
      yield* deleted
      const received = yield* events

      assert.isNull(yield* currentUser.get())
      yield* clearRequests
      assert.isNull(yield* currentUser.get())

      assert.deepStrictEqual(received, ["SignedOut"])
      assert.deepStrictEqual(yield* requests, [])
      assert.deepStrictEqual(yield* Session.use((session) => session.tokens()), Option.none())
    }).pipe(Effect.provide(platform)))

  it.effect("T3: any call about a deleted user signs the user out, and fails as if signed out", () =>
    Effect.gen(function*() {
      yield* deleted

      const error = yield* Effect.flip(currentUser.update({ displayName: "Ada" }))

      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.isUndefined(yield* signedIn)
    }).pipe(Effect.provide(platform)))

  /** Response to a refresh. docs/platform.md §8.2. */
  const refreshes: { readonly [revision: string]: Fault["respond"] } = {
    "2025-08": { type: "serverError" },
    "2026-04": () =>
      Response.json(
        { code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", error: "Gone." },
        { status: 401, headers: { "x-stack-known-error": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" } }
      )
  }

  for (const [revision, respond] of Object.entries(refreshes)) {
    for (
      const [when, wait] of [["immediately", "0 seconds"], [
        "after the access token has expired",
        "11 minutes"
      ]] as const
    ) {
      const later = Effect.andThen(
        Emulator.useSync(({ faults }) => faults.add({ endpoint: "oauth.refresh", respond, times: 2 })),
        TestClock.adjust(wait)
      )

      it.effect(`T3: a deleted user can sign in ${when} on platform revision ${revision}`, () =>
        Effect.gen(function*() {
          const before = yield* deleted
          yield* later
          const secondSignIn = yield* signIn.withPassword(bob)

          assert.notStrictEqual(secondSignIn.userId, before)
          assert.strictEqual((yield* currentUser.get({ or: "throw" })).id, secondSignIn.userId)
        }).pipe(Effect.provide(platform)))

      it.effect(`T3: a deleted user can sign up ${when} on platform revision ${revision}`, () =>
        Effect.gen(function*() {
          const before = yield* deleted
          yield* later
          const { userId } = yield* signUp.withPassword({ ...ada, verificationCallbackUrl })

          assert.notStrictEqual(userId, before)
          assert.strictEqual((yield* currentUser.get({ or: "throw" })).id, userId)
        }).pipe(Effect.provide(platform)))

      it.effect(`T3: a deleted user can sign out ${when} on platform revision ${revision}`, () =>
        Effect.gen(function*() {
          yield* deleted
          yield* later
          yield* signOut()

          assert.isUndefined(yield* signedIn)
          assert.isNull(yield* currentUser.get())
        }).pipe(Effect.provide(platform)))
    }
  }
})
