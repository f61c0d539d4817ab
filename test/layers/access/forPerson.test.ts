import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { forPerson, untilPersonChanges, whilePerson } from "../../../layers/access/forPerson.ts"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { Writer } from "../../../layers/session/usableTokens.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { failureOf } from "../../support/contract/calls.ts"
import { thing, write } from "../../support/contract/endpoints.ts"
import { project } from "../../support/contract/project.ts"
import { after, json } from "../../support/platform/scriptedTransport.ts"
import { ended, start, turns } from "../../support/suite/fibers.ts"
import * as sessions from "../session/sessions.ts"

type Services = ClientAccess | Session

/** A client, and another tab that shares its session. */
const clientAndTab = Effect.gen(function*() {
  const platform = yield* sessions.started
  platform.others(json(thing))
  const store = yield* sessions.storeOf(null)
  const context = yield* Layer.build(Layer.fresh(
    layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)])
    )
  ))
  const tab = yield* sessions.open(platform, store)
  const session = Context.get(context, Session)
  const run = <A, E>(self: Effect.Effect<A, E, Services>) => start(Effect.provideContext(self, context))
  const signIn = (sub: string, where = session) =>
    Effect.andThen(Effect.orDie(where.keep(platform.signIn({ sub }))), turns)
  return { context, platform, session, tab, run, signIn }
})

/** An effect that never ends, with a child, and a record of what happens to both. */
const socket = () => {
  const events: Array<string> = []
  const logged = (name: string) =>
    Effect.onInterrupt(
      Effect.andThen(Effect.sync(() => events.push(`${name} opens`)), Effect.never),
      () => Effect.sync(() => events.push(`${name} closes`))
    )
  return {
    events,
    open: Effect.andThen(Effect.forkChild(logged("child"), { startImmediately: true }), logged("socket"))
  }
}

const law = <E>(name: string, test: Effect.Effect<void, E, Scope.Scope>) =>
  it.effect(name, () => Effect.provideService(test, Diagnostics, []))

describe("forPerson", () => {
  const changes = [
    ["the person signs out here", "SignedOut"],
    ["the person signs out in another tab", "SignedOut"],
    ["another person signs in here", "AnotherUser"],
    ["another person signs in in another tab", "AnotherUser"]
  ] as const
  for (const [change, reason] of changes) {
    law(
      `D20: an effect and its child are interrupted, and fail with PersonChanged, when ${change}`,
      Effect.gen(function*() {
        const { run, session, signIn, tab } = yield* clientAndTab
        const { events, open } = socket()
        yield* signIn("Ada")
        const fiber = yield* run(forPerson(open))

        const where = change.includes("tab") ? tab : session
        yield* reason === "SignedOut" ? where.end : signIn("Bob", where)
        yield* turns

        const error = failureOf(yield* Effect.exit(ended(fiber)))
        assert.deepStrictEqual([error._tag, error.reason], ["PersonChanged", reason])
        assert.sameMembers(events, ["child opens", "socket opens", "socket closes", "child closes"])
      })
    )
  }

  law(
    "D20: a refresh, a rejected token, another session of the same person or an upgrade doesn't interrupt the effect",
    Effect.gen(function*() {
      const { platform, run, session, tab } = yield* clientAndTab
      const { events, open } = socket()
      const guest = platform.signIn({ sub: "Ada", role: "anon" })
      yield* session.keep(guest)
      yield* run(forPerson(open))

      yield* TestClock.adjust(sessions.tenMinutes)
      yield* session.tokens()
      yield* session.rejected((yield* Effect.fromOption(yield* session.tokens())).accessToken)
      yield* tab.tokens()
      platform.upgrade(guest)
      yield* session.keep(platform.refresh(guest))
      yield* tab.keep(platform.signIn({ sub: "Ada" }))
      yield* turns

      assert.deepStrictEqual(events, ["child opens", "socket opens"])
      assert.isAbove(platform.refreshes(), 1)
    })
  )

  law(
    "D20: an effect that signs in and out itself continues, until a person signs in elsewhere",
    Effect.gen(function*() {
      const { platform, run, session, signIn } = yield* clientAndTab
      yield* signIn("Ada")
      let step = ""
      const flow = Effect.gen(function*() {
        yield* session.keep(platform.signIn({ sub: "Bob" }))
        yield* write({})
        yield* signOut()
        step = "signed out"
        return yield* Effect.never
      })
      const fiber = yield* run(forPerson(flow))
      assert.deepStrictEqual([step, fiber.pollUnsafe()], ["signed out", undefined])

      yield* signIn("Bob")

      assert.strictEqual(failureOf(yield* Effect.exit(ended(fiber)))._tag, "PersonChanged")
    })
  )

  law(
    "D20: an effect that begins while signed out belongs to the first person who signs in",
    Effect.gen(function*() {
      const { run, signIn, tab } = yield* clientAndTab
      const fiber = yield* run(forPerson(Effect.never))

      yield* signIn("Ada", tab)
      assert.isUndefined(fiber.pollUnsafe())
      yield* signIn("Bob")

      assert.strictEqual(failureOf(yield* Effect.exit(ended(fiber))).reason, "AnotherUser")
    })
  )

  law(
    "D20: an effect doesn't start in the scope of a person who is no longer signed in",
    Effect.gen(function*() {
      const { run, session, signIn } = yield* clientAndTab
      yield* signIn("Ada")
      let started = false
      const elsewhere = Effect.provideService(signIn("Bob"), Writer, undefined)
      const inner = Effect.andThen(elsewhere, forPerson(Effect.sync(() => started = true)))
      const fiber = yield* run(forPerson(Effect.uninterruptible(inner)))

      assert.strictEqual(failureOf(yield* Effect.exit(ended(fiber)))._tag, "PersonChanged")
      assert.deepStrictEqual([started, sessions.claimsIn(session)?.sub], [false, "Bob"])
    })
  )

  law(
    "D20: if the platform has ended a session, a call that waits for the session's tokens fails with the platform's reason",
    Effect.gen(function*() {
      const { platform, run, session } = yield* clientAndTab
      const tokens = platform.signIn({ sub: "Ada" })
      yield* session.keep(tokens)
      platform.revoke(tokens)
      yield* TestClock.adjust(sessions.tenMinutes)
      const { events, open } = socket()
      const other = yield* run(forPerson(open))
      const fiber = yield* run(forPerson(write({})))

      const error = failureOf(yield* Effect.exit(ended(fiber)))
      assert.strictEqual("reason" in error && (error.reason as { _tag: string })._tag, "RefreshTokenNotFoundOrExpired")
      assert.strictEqual(failureOf(yield* Effect.exit(ended(other)))._tag, "PersonChanged")
      assert.include(events, "socket closes")
    })
  )

  law(
    "D21: an uninterruptible write that waits while another person signs in is not sent",
    Effect.gen(function*() {
      const { platform, run, signIn } = yield* clientAndTab
      yield* signIn("Ada")
      yield* TestClock.adjust(sessions.tenMinutes)
      platform.takes(1000)
      let result: Exit.Exit<unknown, unknown> | undefined
      yield* run(forPerson(Effect.uninterruptible(Effect.map(Effect.exit(write({})), (exit) => result = exit))))

      yield* signIn("Bob")
      yield* TestClock.adjust(1000)

      assert.strictEqual((failureOf(result!) as { reason: { _tag: string } }).reason._tag, "UserChanged")
      assert.deepStrictEqual(platform.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`), [
        "POST /api/v1/auth/oauth/token"
      ])
    })
  )

  law(
    "D21: the scope of one client's person doesn't bind the calls of another client",
    Effect.gen(function*() {
      const one = yield* clientAndTab
      yield* one.signIn("Ada")
      const other = yield* clientAndTab
      yield* other.signIn("Bob")
      const nested = yield* one.run(forPerson(Effect.provideContext(write({}), other.context)))
      yield* turns

      assert.deepStrictEqual(yield* ended(nested), thing)
    })
  )
})

describe("whilePerson", () => {
  law(
    "D20: whilePerson starts the effect for each person who signs in, and interrupts it when that person is no longer signed in",
    Effect.gen(function*() {
      const { run, session, signIn, tab } = yield* clientAndTab
      const events: Array<string> = []
      const listen = Effect.gen(function*() {
        const name = sessions.claimsIn(yield* Session)!.sub
        events.push(`${name} begins`)
        return yield* Effect.onInterrupt(Effect.never, () => Effect.sync(() => events.push(`${name} ends`)))
      })
      const fiber = yield* run(whilePerson(listen))
      assert.deepStrictEqual(events, [])

      yield* signIn("Ada")
      yield* signIn("Ada", tab)
      yield* signIn("Bob", tab)
      yield* session.end
      yield* turns
      assert.deepStrictEqual(events, ["Ada begins", "Ada ends", "Bob begins", "Bob ends"])

      yield* signIn("Ada")
      assert.strictEqual(events.at(-1), "Ada begins")
      assert.isUndefined(fiber.pollUnsafe())
    })
  )

  law(
    "D20: whilePerson runs the effect once per person, and ends when the effect fails",
    Effect.gen(function*() {
      const { run, signIn } = yield* clientAndTab
      let runs = 0
      const fiber = yield* run(
        whilePerson(Effect.suspend(() => ++runs < 3 ? Effect.void : Effect.fail("the third person")))
      )

      yield* signIn("Ada")
      yield* signIn("Bob")
      assert.deepStrictEqual([runs, fiber.pollUnsafe()], [2, undefined])
      yield* signIn("Cy")

      assert.strictEqual(failureOf(yield* Effect.exit(ended(fiber))), "the third person")
    })
  )
})

describe("untilPersonChanges", () => {
  law(
    "D20: untilPersonChanges interrupts the effect without an error when the person changes, and runs the effect normally when signed out",
    Effect.gen(function*() {
      const { run, session, signIn } = yield* clientAndTab
      yield* signIn("Ada")
      const fiber = yield* run(untilPersonChanges(Effect.never))

      yield* session.end
      yield* turns

      assert.isTrue(Exit.hasInterrupts(fiber.pollUnsafe()!))
      assert.strictEqual(yield* untilPersonChanges(Effect.succeed("unchanged")), "unchanged")
    })
  )

  law(
    "D20: a request in flight is aborted when its person is no longer signed in",
    Effect.gen(function*() {
      const { platform, run, session, signIn } = yield* clientAndTab
      yield* signIn("Ada")
      platform.others(after("1 minute", json(thing)))
      yield* run(untilPersonChanges(write({})))
      assert.strictEqual(platform.aborted(), 0)

      yield* session.end
      yield* turns

      assert.strictEqual(platform.aborted(), 1)
    })
  )
})
