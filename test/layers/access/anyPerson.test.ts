import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { forPerson } from "../../../layers/access/forPerson.ts"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import type { WireRequest } from "../../../layers/call/Transport.ts"
import type { NewTokens } from "../../../layers/session/Session.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { endpoint } from "../../../schemas/Endpoint.ts"
import type { PersonChanged } from "../../../schemas/errors/CallError.ts"
import { project } from "../../support/contract/project.ts"
import { after, json, lost, tooMany } from "../../support/platform/scriptedTransport.ts"
import { turns } from "../../support/suite/fibers.ts"
import * as sessions from "../session/sessions.ts"

describe("any events around the effects of persons", () => {
  const Work = Schema.String
  const read = endpoint("client", "works.read", "GET /works", { input: { work: Work }, output: Schema.Struct({}) })
  const write = endpoint("client", "works.write", "POST /works", { input: { work: Work }, output: Schema.Struct({}) })
  const enter = endpoint("client", "works.enter", "POST /enter", {
    input: { work: Work },
    output: Schema.Struct({}),
    session: "optional"
  })

  /** Pause between the calls of an effect. */
  const pause = 50_000

  const Program = Schema.Literals([0, 1])
  const Event = Schema.Union([
    Schema.Struct({ work: Program, isUninterruptible: Schema.Boolean }),
    Schema.Struct({ work: Program, isUninterruptible: Schema.Boolean }),
    Schema.Struct({ signIn: Schema.Literals(["Ada", "Bob", "guest"]), at: Program }),
    Schema.Struct({ signIn: Schema.Literals(["Ada", "Bob", "guest"]), at: Program }),
    Schema.Struct({ signOut: Program }),
    Schema.Struct({ upgrade: Program }),
    Schema.Struct({ reject: Program }),
    Schema.Struct({ refreshes: Schema.Literals(["respond", "are slow", "are lost", "are limited"]) }),
    Schema.Struct({ calls: Schema.Literals(["respond", "are slow", "are lost", "are limited"]) }),
    Schema.Struct({ wait: Schema.Literals([1, 500, 1000, 3000, pause, 580_000]) })
  ])

  const faults = {
    "respond": undefined,
    "are slow": (respond = json({})) => after("700 millis", respond),
    "are lost": () => lost,
    "are limited": () => tooMany("1")
  }

  const subOf = (request: WireRequest): string | undefined => {
    const token = request.headers["x-stack-access-token"]
    return token === undefined ? undefined : JSON.parse(atob(token.split(".")[1]!)).sub
  }
  const workOf = ({ body, url }: WireRequest): string =>
    new URL(url).searchParams.get("work") ?? JSON.parse(String(body)).work

  it.effect.prop(
    "D20 D21: every request of an effect carries its person's tokens, and no request is sent after the person has signed out, whatever happens before the request, while it waits or between its attempts",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 10, maxLength: 60 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const platform = yield* sessions.started
        const store = yield* sessions.storeOf(null)
        const programs: Array<Context.Context<Session | ClientAccess>> = []
        for (let program = 0; program < 2; program++) {
          programs.push(
            yield* Layer.build(Layer.fresh(
              layerClient().pipe(
                Layer.provideMerge(layerSession()),
                Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)])
              )
            ))
          )
        }
        const sessionOf = (program: number) => Context.get(programs[program]!, Session)
        const userOf = (program: number) => sessions.claimsIn(sessionOf(program))?.sub
        /** User that each effect belongs to; `undefined` until the first user signs in. */
        const owners = new Map<string, string | undefined>()
        const fibers: Array<{ readonly fiber: Fiber.Fiber<unknown, PersonChanged>; readonly program: number }> = []
        const violations: Array<string> = []
        let guests = 0
        let current: NewTokens | undefined

        const observed = (request: WireRequest) => {
          const work = workOf(request)
          const user = subOf(request)
          if (user === undefined) {
            // only a sign-in request is sent without its person
            if (owners.get(work) !== undefined && !request.url.endsWith("/enter")) {
              violations.push(`${request.method} ${request.url} of ${work} without a user`)
            }
            return
          }
          if (owners.get(work) === undefined) owners.set(work, user)
          if (user !== owners.get(work)) violations.push(`${request.method} ${request.url} of ${work} as ${user}`)
        }
        let respond = json({})
        platform.others((request) => {
          observed(request)
          return respond(request)
        })

        const apply = (event: typeof Event.Type): Effect.Effect<unknown, never, Scope.Scope> =>
          Effect.gen(function*() {
            if ("work" in event) {
              const work = `work ${owners.size}`
              const program = event.work
              owners.set(work, userOf(program))
              const calls = Effect.all([write({ work }), read({ work }), enter({ work })].map(Effect.exit))
              const effect = Effect.forever(
                Effect.andThen(event.isUninterruptible ? Effect.uninterruptible(calls) : calls, Effect.sleep(pause))
              )
              const fiber = yield* forPerson(effect).pipe(
                Effect.provideContext(programs[program]!),
                Effect.forkScoped({ startImmediately: true })
              )
              return fibers.push({ fiber, program })
            }
            if ("signIn" in event) {
              const isGuest = event.signIn === "guest"
              const sub = isGuest ? `guest ${guests++}` : event.signIn
              current = platform.signIn({ sub, ...isGuest ? { role: "anon" } : {} })
              return yield* Effect.orDie(sessionOf(event.at).keep(current))
            }
            if ("signOut" in event) return yield* sessionOf(event.signOut).end
            if ("upgrade" in event) {
              if (current === undefined || userOf(event.upgrade) === undefined) return
              const held = yield* Effect.orDie(store.get)
              if (held?.refreshToken === undefined || sessions.accessOf(held) === undefined) return
              platform.upgrade({ refreshToken: held.refreshToken, accessToken: held.accessToken! })
              return yield* Effect.orDie(sessionOf(event.upgrade).keep(platform.refresh(held)))
            }
            if ("reject" in event) {
              const held = yield* Effect.orDie(store.get)
              return held?.accessToken && (yield* sessionOf(event.reject).rejected(held.accessToken))
            }
            if ("refreshes" in event) {
              platform.takes(event.refreshes === "are slow" ? 700 : 0)
              return platform.meet(event.refreshes === "are slow" ? undefined : faults[event.refreshes]?.())
            }
            if ("calls" in event) return respond = faults[event.calls]?.() ?? json({})
            return yield* TestClock.adjust(event.wait)
          })

        for (const event of events) {
          yield* apply(event)
          yield* turns
          assert.deepStrictEqual(violations, [])
        }

        // once the network is back and every wait has ended, only the effects of the signed-in user still run
        yield* apply({ calls: "respond" })
        yield* apply({ refreshes: "respond" })
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(violations, [])
        for (const [index, { fiber, program }] of fibers.entries()) {
          const owner = owners.get(`work ${index}`)
          const exit = fiber.pollUnsafe()
          if (exit === undefined) {
            assert.isTrue(owner === undefined || owner === userOf(program), "an effect runs after its person has left")
          } else {
            assert.strictEqual(Option.getOrThrow(Exit.findErrorOption(exit))._tag, "PersonChanged")
          }
        }
      }).pipe(Effect.scoped, Effect.provideService(Diagnostics, []), Random.withSeed("any person")),
    { arbitrary: { size: 60 } }
  )
})
