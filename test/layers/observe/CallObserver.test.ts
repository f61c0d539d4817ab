import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { CallObserver, callsWatched, type Observer } from "../../../layers/observe/CallObserver.ts"
import { settled } from "../../support/contract/calls.ts"
import { read, thing, write } from "../../support/contract/endpoints.ts"
import { signedOut } from "../../support/contract/project.ts"
import { json, lost, scriptedTransport, tooMany } from "../../support/platform/scriptedTransport.ts"

/** Collects the names of the events. */
const collecting = () => {
  const seen: Array<string> = []
  const observer: Observer = {
    call: ({ endpoint }) => {
      seen.push(`call ${endpoint}`)
      return {
        attempt: ({ number, wait }) => {
          seen.push(`attempt ${number}${wait === undefined ? "" : ` after ${wait.reason}`}`)
          return {
            status: (status) => void seen.push(`status ${status}`),
            ended: () => void seen.push("attempt ended")
          }
        },
        ended: (_, exit) => void seen.push(`call ended: ${exit._tag}`)
      }
    },
    read: (isHit) => void seen.push(`read ${isHit}`),
    authentication: (status, isHit) => void seen.push(`authentication ${status} ${isHit}`)
  }
  return { observer, seen }
}

const events = [
  "call things.read",
  "attempt 1",
  "status 429",
  // once more with the status of the headers
  "status 429",
  "attempt ended",
  "attempt 2 after RateLimited",
  "status 200",
  "attempt ended",
  "call ended: Success"
]

/** Uses an observer as calls do. */
const useAll = (observer: Observer): void => {
  const call = observer.call({
    endpoint: "things.read",
    method: "GET",
    path: "/things",
    server: "https://api.test",
    startedAt: 0,
    span: undefined
  })
  const attempt = call.attempt({ number: 1, startedAt: 0, wait: undefined })
  attempt.status(200)
  attempt.ended(1, undefined)
  call.ended(1, Exit.void)
  observer.read?.(true)
  observer.authentication?.("signed-in", false)
}

const all = [
  "call things.read",
  "attempt 1",
  "status 200",
  "attempt ended",
  "call ended: Success",
  "read true",
  "authentication signed-in false"
]

describe("callsWatched", () => {
  it.effect("each observer sees every event of a call", () =>
    Effect.gen(function*() {
      const [one, other] = [collecting(), collecting()]
      const { layer } = scriptedTransport(tooMany("1"), json(thing))
      const first = yield* callsWatched(one.observer)
      const both = yield* Effect.provideContext(callsWatched(other.observer), first)

      yield* Effect.provideContext(settled(read(), layer), both)

      assert.deepStrictEqual([one.seen, other.seen], [events, events])
    }))

  it.effect("each observer sees reads and authentications, unless the observer has no methods for them", () =>
    Effect.gen(function*() {
      const [one, other] = [collecting(), collecting()]
      const first = yield* callsWatched(one.observer)
      const second = yield* Effect.provideContext(callsWatched({ call: other.observer.call }), first)
      const third = yield* Effect.provideContext(callsWatched(other.observer), second)

      useAll(Context.get(third, CallObserver)!)

      assert.deepStrictEqual(one.seen, all)
      assert.deepStrictEqual(other.seen.length, all.length + 5)
    }))

  it.effect("observe-2: if an observer throws at any event, the error is logged, and calls and other observers continue", () =>
    Effect.gen(function*() {
      const fail = () => {
        throw new Error("from the observer")
      }
      const quiet = { status: () => {}, ended: () => {} }
      const broken: ReadonlyArray<Observer> = [
        { call: fail, read: fail, authentication: fail },
        { call: () => ({ attempt: fail, ended: fail }) },
        { call: () => ({ attempt: () => ({ status: fail, ended: fail }), ended: fail }) },
        { call: () => ({ attempt: () => ({ ...quiet, ended: fail }), ended: () => {} }) }
      ]
      const logged: Array<number> = []
      for (const bad of broken) {
        const { observer, seen } = collecting()
        const lines: Array<unknown> = []
        const { layer } = scriptedTransport(tooMany("1"), json(thing))
        const log = new Set([Logger.make(({ message }) => void lines.push(message))])
        const first = yield* Effect.provideService(callsWatched(bad), Logger.CurrentLoggers, log)
        const both = yield* Effect.provideContext(callsWatched(observer), first)

        const found = yield* Effect.provideContext(settled(read(), layer), both)
        const ofCall = [...seen]
        Context.get(both, CallObserver)!.read?.(false)
        Context.get(both, CallObserver)!.authentication?.("signed-out", true)

        assert.deepStrictEqual(found, Exit.succeed(thing))
        assert.deepStrictEqual(ofCall, events)
        assert.deepStrictEqual(seen.slice(events.length), ["read false", "authentication signed-out true"])
        assert.include(String((lines[0] as ReadonlyArray<unknown>)[1]), "from the observer")
        logged.push(lines.length)
      }
      assert.deepStrictEqual(logged, [3, 3, 6, 2])
    }))

  it.effect("observe-3: a call that is interrupted at any step ends for its observer, and so does its attempt", () =>
    Effect.gen(function*() {
      const reached = new Set<string>()
      for (let steps = 0; steps < 60; steps++) {
        const { observer, seen } = collecting()
        const { layer } = scriptedTransport(lost, () => Effect.andThen(Effect.yieldNow, json(thing)({} as never)))
        const context = yield* callsWatched(observer)
        const program = Effect.andThen(Effect.yieldNow, write({})).pipe(
          Effect.provide(signedOut.pipe(Layer.provide(layer))),
          Effect.provideContext(context)
        )
        const fiber = yield* Effect.forkChild(program)
        yield* Effect.forEach(Array.from({ length: steps }), () => Effect.yieldNow, { discard: true })

        yield* Fiber.interrupt(fiber)

        const count = (text: string) => seen.filter((event) => event.startsWith(text)).length
        assert.strictEqual(count("call things"), count("call ended"), `after ${steps} steps`)
        assert.strictEqual(count("attempt ended"), seen.filter((event) => /^attempt \d/.test(event)).length)
        reached.add(seen.at(-1) ?? "nothing")
      }
      assert.isAbove(reached.size, 1)
    }))
})
