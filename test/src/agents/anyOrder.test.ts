import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { agents } from "../../../src/agents/index.ts"
import { inProcess } from "../../support/platform/transports.ts"
import { runs } from "../../support/suite/properties.ts"
import { agentWorld, pass } from "./model/agentWorld.ts"

const Event = Schema.Union([
  Schema.Struct({ do: Schema.Literals(["approve", "deny", "end", "interrupt"]) }),
  Schema.Struct({ do: Schema.Literals(["request lost", "response lost", "busy"]) }),
  Schema.Struct({ do: Schema.Literal("pass"), millis: Schema.Literals([20, 70, 1000, 4000, 45_000]) }),
  Schema.Struct({ do: Schema.Literal("pass"), millis: Schema.Literals([20, 70, 1000, 4000, 45_000]) })
])

type World = Effect.Success<ReturnType<typeof agentWorld>>

/** Laws that hold when the sign-in has ended, whatever happened. */
const check = (world: World, exit: Exit.Exit<unknown, unknown>) =>
  Effect.gen(function*() {
    const [attempt] = world.attempts()
    const held = world.held()
    const { handedOver, lostSessions } = world.network
    assert.isAtMost(handedOver, 1, "the session was handed over twice")
    if (Exit.isSuccess(exit)) assert.isDefined(held, "signed in without a session")
    if (Exit.isFailure(exit) && !Exit.hasInterrupts(exit)) assert.isUndefined(held, "failed with a session")
    assert.deepStrictEqual(world.anonymous(), [], "the anonymous session still works")
    if (held === undefined) {
      // an approval that was never fetched, and a lost response, each leave a session that the person can end
      if (attempt?.usedAt !== null && lostSessions === 0) assert.deepStrictEqual(world.ofPerson(), [])
      return
    }
    assert.isTrue(
      attempt !== undefined && attempt.sessionId !== null && !attempt.isDenied,
      "signed in without approval"
    )
    assert.strictEqual(handedOver, 1)
    assert.strictEqual(Option.getOrUndefined(held.claims)?.sub, world.adaId)
    const tokens = yield* world.heldToken
    const live = world.ofPerson().map(({ refreshToken }) => refreshToken)
    if (live.length > 0 && Option.isSome(tokens)) {
      assert.deepStrictEqual(live, [Redacted.value(tokens.value.refreshToken!)])
    }
  })

const { platform } = inProcess

describe("agents.signIn with any events", () => {
  it.effect.prop(
    "agents-1 agents-2 agents-3: agents.signIn signs in only with a live approval, whose session is handed over once, and otherwise leaves no session behind, after any order of decisions, ends, faults and interruptions",
    {
      events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 3, maxLength: 25 }),
      isFirstForm: Arbitrary.schema(Schema.Boolean)
    },
    ({ events, isFirstForm }) =>
      Effect.gen(function*() {
        const world = yield* agentWorld(platform)
        world.network.firstForm = isFirstForm
        const fiber = yield* Effect.forkDetach(
          world.asAgent(agents.signIn({ name: "Bot", expiresIn: "2 minutes", show: world.show })),
          { startImmediately: true }
        )
        const decide = (how: typeof agents.approve) =>
          Effect.suspend(() => {
            const [request] = world.requests
            return request === undefined ? Effect.void : Effect.exit(world.asPerson(how({ code: request.code })))
          })
        for (const event of events) {
          if (event.do === "pass") yield* pass(event.millis)
          else if (event.do === "approve") yield* decide(agents.approve)
          else if (event.do === "deny") yield* decide(agents.deny)
          else if (event.do === "end") yield* Effect.orDie(world.endAgents)
          else if (event.do === "interrupt") yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
          else world.network.faults.push(event.do)
        }
        for (let second = 0; second < 240 && fiber.pollUnsafe() === undefined; second++) yield* pass(1000)
        const exit = fiber.pollUnsafe()

        assert.isDefined(exit, "the sign-in is still running")
        yield* check(world, exit!)
      }).pipe(Effect.scoped, Random.withSeed("any agents")),
    { arbitrary: { size: 40, runs: runs(100) } }
  )

  it.effect("agents-2: an interruption of agents.signIn at any time ends the sign-in, and leaves the session stored or ended", () =>
    Effect.gen(function*() {
      const ends = new Set<string>()
      for (let millis = 0; millis <= 600; millis += 20) {
        yield* Effect.gen(function*() {
          const world = yield* agentWorld(platform)
          const fiber = yield* Effect.forkDetach(
            world.asAgent(agents.signIn({ name: "Bot", every: "200 millis", show: world.show })),
            { startImmediately: true }
          )
          for (let passed = 0; passed < millis; passed += 10) {
            yield* pass(10)
            if (passed === 290) yield* Effect.orDie(world.asPerson(agents.approve({ code: world.requests[0]!.code })))
          }
          yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
          for (let second = 0; second < 10; second++) yield* pass(1000)

          assert.isDefined(fiber.pollUnsafe())
          yield* check(world, fiber.pollUnsafe()!)
          ends.add(world.held() === undefined ? `ended, ${world.network.handedOver} handed over` : "signed in")
        }).pipe(Effect.scoped, Random.withSeed(millis))
      }

      assert.deepStrictEqual([...ends].toSorted(), ["ended, 0 handed over", "ended, 1 handed over", "signed in"])
    }))
})
