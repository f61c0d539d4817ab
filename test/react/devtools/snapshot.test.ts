import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { createHash } from "node:crypto"
import { make as makeProject, Project } from "../../../layers/call/Project.ts"
import { make, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import { changes, over } from "../../../layers/reads/Reads.ts"
import { Session } from "../../../layers/session/Session.ts"
import { observed } from "../../../react/devtools/index.ts"
import { takeSnapshot } from "../../../react/devtools/snapshot.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as Client from "../../../src/programs/Client.ts"
import * as reads from "../../../src/reads.ts"
import { recordingTracer } from "../../support/suite/spans.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const client = Client.layerNoProject().pipe(Layer.provideMerge(Emulator.layerProject()))

/** A client whose clock isn't the emulator's, because its project doesn't carry one. */
const skewed = over(observed(
  Client.layerNoProject().pipe(
    Layer.provideMerge(
      Layer.effect(Project, Effect.flatMap(Emulator, ({ project }) => Effect.orDie(makeProject(project))))
    )
  )
)).pipe(Layer.provideMerge(Emulator.layer({ users: [ada] })))

const live = over(observed(client)).pipe(Layer.provideMerge(Emulator.layer({ users: [ada] })))

const slowDown = (times: number) =>
  Effect.map(Emulator, ({ faults }) =>
    faults.add({
      match: ({ endpoint }) => endpoint === "users.getMe",
      times,
      respond: () => new Response("Slow down", { status: 429, headers: { "retry-after": "2" } })
    }))

describe("snapshot of the devtools", () => {
  it.effect("a devtools snapshot lists each attempt of a call with the wait before the attempt and the reason for the wait", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* slowDown(2)

      const reading = yield* Effect.forkChild(currentUser.get({ or: "throw" }))
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(reading)

      const { calls } = yield* takeSnapshot
      const call = calls.find(({ endpoint }) => endpoint === "users.getMe")!
      assert.deepStrictEqual([call.method, call.path, call.outcome, call.flow, call.tookMillis], [
        "GET",
        "/users/me",
        "ok",
        "currentUser.get",
        4000
      ])
      assert.deepStrictEqual(
        call.attempts.map(({ number, status, waitMillis, waitReason }) => [number, status, waitMillis, waitReason]),
        [[1, 429, undefined, undefined], [2, 429, 2000, "RateLimited"], [3, 200, 2000, "RateLimited"]]
      )
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot lists a token refresh as a separate call, not as an attempt of the waiting call", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* TestClock.adjust("11 minutes")
      yield* currentUser.get({ or: "throw" })

      const { calls } = yield* takeSnapshot

      assert.deepStrictEqual(calls.map(({ attempts, endpoint }) => [endpoint, attempts.map(({ status }) => status)]), [
        ["password.signIn", [200]],
        ["users.getMe", [200]],
        ["oauth.refresh", [200]]
      ])
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot names a failure by its tag, and a CallError by the tag of its reason", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      yield* Effect.flip(signIn.withPassword({ ...ada, password: "wrong horse" }))
      faults.add({ match: () => true, times: 1, respond: () => new Response("Broken", { status: 500 }) })
      yield* Effect.flip(signIn.withPassword(ada))

      const { calls } = yield* takeSnapshot

      assert.deepStrictEqual(calls.map(({ endpoint, outcome }) => [endpoint, outcome]), [
        ["password.signIn", "EmailPasswordMismatch"],
        ["password.signIn", "HttpFailure"]
      ])
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot shows tokens as fingerprints and exports no token, password or email address", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* currentUser.get({ or: "throw" })
      const tokens = yield* Effect.flatMap(Effect.flatMap(Session, (session) => session.tokens()), Effect.fromOption)
      const secrets = [tokens.accessToken, tokens.refreshToken!].map(Redacted.value)

      const snapshot = yield* takeSnapshot

      const [access, refresh] = secrets.map((token) => createHash("sha256").update(token).digest("hex").slice(0, 8))
      assert.deepStrictEqual([snapshot.session?.accessToken, snapshot.session?.refreshToken], [access, refresh])
      const text = JSON.stringify(snapshot)
      for (const secret of [...secrets, ...secrets[0]!.split("."), ada.password, ada.email, "pck_"]) {
        assert.notInclude(text, secret)
      }
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot counts down to the token's expiry and to the refresh 20 s before it, and names the token store", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* TestClock.adjust("4 minutes")

      const { session, storage } = yield* takeSnapshot

      assert.strictEqual(storage, "memory")
      assert.strictEqual(session?.expiresInMillis, 6 * 60_000)
      assert.strictEqual(session?.refreshesInMillis, 6 * 60_000 - 20_000)
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot shows the clock skew to the second", () =>
    Effect.gen(function*() {
      const { clock } = yield* Emulator
      yield* TestClock.adjust("1 day")
      clock.moveTo(new Date(23 * 60 * 60_000))
      yield* signIn.withPassword(ada)
      yield* TestClock.adjust("11 minutes")
      yield* currentUser.get({ or: "throw" })

      const { session } = yield* takeSnapshot

      // token times are whole seconds
      assert.closeTo(session?.clockAheadMillis ?? 0, 60 * 60_000, 1000)
    }).pipe(Effect.provide(skewed)))

  it.effect("a devtools snapshot lists a read's subscribers, age, expiry and the reason of its last refresh", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      const watching = yield* Effect.forkChild(Stream.runDrain(changes(reads.currentUser)))
      yield* TestClock.adjust("1 second")
      yield* currentUser.update({ displayName: "Countess" })
      yield* TestClock.adjust("1 second")
      const watched = (yield* takeSnapshot).reads
      yield* Fiber.interrupt(watching)
      yield* TestClock.adjust("2 seconds")

      const unwatched = (yield* takeSnapshot).reads

      const common = { key: "currentUser", state: "Success", refreshedBy: "users.updateMe" }
      assert.deepStrictEqual(watched.map((read) => ({ ...read })), [
        { ...common, watchers: 1, ageMillis: 1000, dropsInMillis: undefined } as never
      ])
      assert.deepStrictEqual(unwatched.map((read) => ({ ...read })), [
        { ...common, watchers: 0, ageMillis: 3000, dropsInMillis: 3000 } as never
      ])
    }).pipe(Effect.provide(live)))

  it.effect("a devtools snapshot contains the client's retry policy", () =>
    Effect.gen(function*() {
      const { retries } = yield* takeSnapshot

      assert.lengthOf(retries.waits["too many requests (429)"], 1)
      assert.lengthOf(retries.waits["too many requests (429)"], 1)
    }).pipe(
      Effect.provide(
        over(observed(client.pipe(Layer.provide(Layer.succeed(RetryPolicy, make({ attempts: 2 }))))))
          .pipe(Layer.provideMerge(Emulator.layer()))
      )
    ))

  it.effect("a devtools snapshot keeps the last 200 calls", () =>
    Effect.gen(function*() {
      yield* signIn.withPassword(ada)
      yield* Effect.forEach(Array.from({ length: 205 }), () => currentUser.get({ or: "throw" }))

      const { calls } = yield* takeSnapshot

      assert.lengthOf(calls, 200)
      assert.isTrue(calls.every(({ endpoint }) => endpoint === "users.getMe"))
    }).pipe(Effect.provide(live)))

  it.effect("a layer observed by the devtools keeps the program's own tracer", () => {
    const { spans, tracer } = recordingTracer()
    return Effect.gen(function*() {
      yield* signIn.withPassword(ada)

      assert.includeMembers(spans.map(({ name }) => name), ["signIn.withPassword", "password.signIn", "attempt"])
      assert.lengthOf((yield* takeSnapshot).calls, 1)
    }).pipe(Effect.provide(live), Effect.provideService(Tracer.Tracer, tracer))
  })
})
