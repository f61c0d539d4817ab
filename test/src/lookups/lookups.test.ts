import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as RequestResolver from "effect/RequestResolver"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { layerServer } from "../../../layers/access/access.ts"
import { Transport } from "../../../layers/call/Transport.ts"
import { make as makeRetryPolicy, RetryPolicy } from "../../../layers/RetryPolicy.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { lookupOf, user } from "../../../src/lookups/index.ts"
import * as reads from "../../../src/reads.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { runs } from "../../support/suite/properties.ts"
import { asServer, emulated } from "../emulator/support/support.ts"

const people = ["ada", "bob", "cyd"].map((name) => ({ email: `${name}@example.com`, password: "correct horse" }))

/** Ids of the users, and an unknown id. */
const ids = Effect.map(asServer(Users.list({})), ({ items }) => [
  ...items.map(({ id }) => id),
  "00000000-0000-4000-8000-000000000000"
])

/** Counts the requests for users that an effect sends. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { requests } = yield* Emulator
    const before = requests.list().length
    const value = yield* effect
    return [value, requests.list().length - before] as const
  })

const all = { concurrency: "unbounded" } as const

const emailOf = (userId: string) =>
  Effect.match(user({ userId }), { onFailure: ({ _tag }) => _tag, onSuccess: ({ primaryEmail }) => primaryEmail })

overBothTransports(({ emulated }) => {
  it.effect("lookups-1: lookups of the same id in one tick share one request, and each caller gets its own value or error", () =>
    Effect.gen(function*() {
      const known = yield* ids
      const [ada, bob, nobody] = [known[0]!, known[1]!, known[3]!]
      const wanted = [ada, bob, ada, nobody, ada, nobody]
      const [found, sent] = yield* counted(asServer(Effect.forEach(wanted, emailOf, all)))
      const alone = yield* asServer(Effect.forEach(wanted, (userId) =>
        Effect.match(Users.get({ userId }), {
          onFailure: ({ _tag }) => _tag,
          onSuccess: ({ primaryEmail }) => primaryEmail
        })))

      assert.deepStrictEqual(found, alone)
      assert.strictEqual(sent, 3)
    }).pipe(Effect.provide(emulated({ users: people }))))
})

describe("lookups", () => {
  it.effect.prop(
    "lookups-1: a tick costs one request for each distinct id, whatever the lookups are",
    { wanted: Arbitrary.array(Arbitrary.schema(Schema.Literals([0, 1, 2, 3])), { minLength: 1, maxLength: 12 }) },
    ({ wanted }) =>
      Effect.gen(function*() {
        const known = yield* ids
        const [, sent] = yield* counted(asServer(Effect.forEach(wanted, (at) => emailOf(known[at]!), all)))

        assert.strictEqual(sent, new Set(wanted).size)
      }).pipe(Effect.provide(emulated({ users: people }))),
    { arbitrary: { runs: runs(20) } }
  )

  it.effect("lookups-2: callers with other clients or policies never share a request", () =>
    Effect.gen(function*() {
      const [ada] = yield* ids
      const once = Effect.provideService(user({ userId: ada! }), RetryPolicy, makeRetryPolicy({ attempts: 1 }))
      const both = Effect.all([asServer(user({ userId: ada! })), asServer(user({ userId: ada! }))], all)

      assert.strictEqual((yield* counted(both))[1], 2)
      assert.strictEqual((yield* counted(asServer(Effect.all([once, user({ userId: ada! })], all))))[1], 2)
    }).pipe(Effect.provide(emulated({ users: people }))))

  it.effect("lookups-3: a request continues for the other callers when one is interrupted, and is aborted when the last one is interrupted", () =>
    Effect.gen(function*() {
      const [ada] = yield* ids
      const transport = yield* Transport
      let sent = 0
      let aborted = 0
      const slow = Transport.of({
        send: (...request) =>
          Effect.suspend(() => {
            sent++
            return Effect.onInterrupt(Effect.delay(transport.send(...request), "10 seconds"), () =>
              Effect.sync(() => void aborted++))
          })
      })
      const twice = Effect.forEach([1, 2], () => Effect.forkChild(user({ userId: ada! }), { startImmediately: true }))
      const program = Effect.gen(function*() {
        const [first, second] = yield* twice
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(first!)
        const early = [sent, aborted]
        yield* TestClock.adjust("10 seconds")
        const { primaryEmail } = yield* Fiber.join(second!)
        const left = yield* twice
        yield* TestClock.adjust("1 second")
        yield* Effect.forEach(left, Fiber.interrupt)
        yield* TestClock.adjust("1 second")
        return [...early, primaryEmail, sent, aborted]
      })

      const seen = yield* Effect.provideService(asServer(program), Transport, slow)
      assert.deepStrictEqual(seen, [1, 0, "ada@example.com", 2, 1])
    }).pipe(Effect.provide(emulated({ users: people }))))

  it.effect("lookups-4: with cached reads, later lookups send no request until a write, or until the cached value is dropped", () =>
    Effect.gen(function*() {
      const [ada, bob] = yield* ids
      const program = Effect.gen(function*() {
        const inTurn = yield* counted(Effect.forEach([ada!, bob!, ada!, bob!], emailOf))
        yield* Users.update({ userId: ada!, displayName: "Ada Lovelace" })
        const [changed, afterWrite] = yield* counted(user({ userId: ada! }))
        yield* TestClock.adjust("1 minute")
        const [, later] = yield* counted(user({ userId: ada! }))
        return [inTurn[1], changed.displayName, afterWrite, later]
      })
      const result = yield* Effect.provide(program, reads.over(layerServer()), { local: true })

      assert.deepStrictEqual(result, [2, "Ada Lovelace", 1, 1])
    }).pipe(Effect.provide(emulated({ users: people }))))

  it.effect("lookups-4: a write refreshes a read that looks something up", () =>
    Effect.gen(function*() {
      const [ada] = yield* ids
      const greeting = reads.read(
        "greeting",
        Effect.map(user({ userId: ada! }), ({ displayName }) => `Hi ${displayName}`)
      )
      const program = Effect.gen(function*() {
        yield* Users.update({ userId: ada!, displayName: "Ada" })
        const before = yield* reads.get(greeting)
        yield* Users.update({ userId: ada!, displayName: "Ada Lovelace" })
        return [before, yield* reads.get(greeting)]
      })

      assert.deepStrictEqual(yield* Effect.provide(program, reads.over(layerServer()), { local: true }), [
        "Hi Ada",
        "Hi Ada Lovelace"
      ])
    }).pipe(Effect.provide(emulated({ users: people }))))

  it("lookups-5: an endpoint that writes can't be used for lookups", () => {
    assert.throws(() => lookupOf(Users.update), /isn't a GET/)
  })

  it.effect("lookups-5: the resolver can be changed with Effect's functions", () =>
    Effect.gen(function*() {
      const known = yield* ids
      const slow = lookupOf(Users.get, RequestResolver.setDelay("50 millis"))
      const program = Effect.gen(function*() {
        const first = yield* Effect.forkChild(slow({ userId: known[0]! }), { startImmediately: true })
        yield* TestClock.adjust("40 millis")
        const second = yield* Effect.forkChild(slow({ userId: known[0]! }), { startImmediately: true })
        yield* TestClock.adjust("10 millis")
        return yield* Fiber.joinAll([first, second])
      })

      assert.strictEqual((yield* counted(asServer(program)))[1], 1)
    }).pipe(Effect.provide(emulated({ users: people }))))
})
