/**
 * Programs on one machine that share a session file. A program reads the changes of others when it starts and when it
 * writes. Each program refreshes its token itself.
 */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Transport } from "../../../../layers/call/Transport.ts"
import { FileTokenStore } from "../../../../src/node.ts"
import { realmOf } from "../../../../src/testing/simulate/realm.ts"
import { virtualTime } from "../../../../src/testing/simulate/virtualTime.ts"
import { tokenPlatform } from "../../../support/platform/tokenPlatform.ts"
import { turns } from "../../../support/suite/fibers.ts"
import * as sessions from "../sessions.ts"
import { call, failureLasts, type Surroundings, threshold } from "./call.ts"
import { expectedSession } from "./expectedSession.ts"
import { lifeByClock } from "./lifeByClock.ts"
import { networkOf } from "./network.ts"
import { type PendingCall, removeEnded } from "./pendingCalls.ts"
import { countedFibers, type Program, startProgram } from "./program.ts"

const hour = 3_600_000
const maximumPrograms = 4

/** Interval, in milliseconds, at which a program retries to lock the file. */
const lockRetry = 25

/** Maximum duration of a call: two attempts of 30 s and the wait between them. */
const longestCall = 2 * 30_000 + 1500

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const program = between(0, maximumPrograms - 1)

const Call = Schema.Struct({ call: program, times: between(1, 2) })
const Wait = Schema.Struct({ wait: Schema.Literals([300, 4000, 40_000, 580_000, 600_000]) })

/** Kinds of events. Kinds that are listed twice happen more often. */
export const Event = Schema.Union([
  Call,
  Call,
  Wait,
  Wait,
  Schema.Literals(["all call", "start a program", "reject the access token", "revoke the session"]),
  Schema.Struct({ signIn: Schema.Literals(["A", "B"]), at: program }),
  Schema.Struct({ signOut: program }),
  Schema.Struct({ end: program }),
  Schema.Struct({ condition: Schema.Literals(["reachable", "unreachable", "loses responses"]) }),
  Schema.Struct({ condition: Schema.Struct({ slow: Schema.Literals([300, 4000, 40_000]) }) }),
  Schema.Struct({ jump: between(-hour, hour) })
])

/** Waits until only timers are pending, and no file operations. */
const filesAtRest = Effect.gen(function*() {
  for (let idleTurns = 0; idleTurns < 2; idleTurns++) {
    yield* turns
    if (process.getActiveResourcesInfo().some((name) => name.endsWith("Req") || name.startsWith("FSReq"))) {
      idleTurns = -1
    }
  }
})

export const programsOverOneFile = (setting: { readonly offset: number; readonly programs: number }) =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(path.join(tmpdir(), "latchkey-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const file = path.join(folder, "session.json")
    const inFile = () => existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
    const time = virtualTime(sessions.today, filesAtRest)
    const platform = yield* Effect.provideService(tokenPlatform, Clock.Clock, time.clock)
    const { send } = yield* Effect.provide(Transport, platform.layer)
    const fibers = countedFibers()
    const expected = expectedSession()
    const rejected = new Set<string>()
    const programs: Array<Program> = []
    const pendingCalls = new Set<PendingCall>()
    /** Session of each program when all programs were last at rest. */
    const views = new Map<Program, string | undefined>()
    let offset = setting.offset

    const network = networkOf(time, platform, send, {
      sent: ({ isRetry, realm }) => {
        const sender = programs.find((each) => each.realm === realm)!
        const { accessToken } = sender.current()?.tokens ?? {}
        const token = accessToken === undefined ? undefined : network.issued(Redacted.value(accessToken))
        if (token === undefined || isRetry) return
        // docs/laws.md F1: at most one refresh per token lifetime, according to the clock of the program that refreshes
        const [minimum] = lifeByClock(token, realm, network.measuredSince(realm, token.at), time.now())
        assert.isBelow(minimum, threshold, "refreshed a valid token")
      },
      refused: (refreshToken) => {
        assert.isTrue(expected.isRevoked(refreshToken), "the platform rejected a session that was never revoked")
        expected.end(refreshToken)
      }
    })

    const surroundings: Surroundings = {
      network,
      now: time.now,
      isRevoked: expected.isRevoked,
      possible: (program) => {
        const view = views.get(program)
        // after the platform has revoked a session, a program may be signed out until it reads the file again
        const hasEnded = view !== undefined && expected.isRevoked(view)
        return new Set([...expected.sinceRest(), view, ...(hasEnded ? [undefined] : [])])
      },
      accepts: (token) => !rejected.has(Redacted.value(token)) && platform.accepts(token)
    }
    const pick = (index: number) => programs[index % programs.length]!
    const startCall = (program: Program) =>
      Effect.map(
        program.run(call(program, surroundings)),
        (fiber) => void pendingCalls.add({ program, since: time.now(), fiber })
      )
    /** Waits until all file operations are complete and the file lock is free. */
    const written = Effect.gen(function*() {
      yield* filesAtRest
      while (time.next() <= lockRetry) yield* time.pass(time.next())
    })
    const start = Effect.gen(function*() {
      const started = yield* Effect.forkChild(
        startProgram(realmOf(time, offset), FileTokenStore.layer(file), network, fibers),
        { startImmediately: true }
      )
      yield* written
      const program = yield* Fiber.join(started)
      programs.push(program)
      assert.strictEqual(program.holds(), expected.now(), "session of a program after its start")
    })
    const end = (program: Program) =>
      Effect.gen(function*() {
        programs.splice(programs.indexOf(program), 1)
        for (const one of pendingCalls) if (one.program === program) pendingCalls.delete(one)
        yield* program.close
        program.realm.kill()
      })
    const checkedWrite = (program: Program, self: Effect.Effect<void>) =>
      Effect.gen(function*() {
        const fiber = yield* program.run(self)
        yield* written
        yield* Fiber.join(fiber)
        assert.strictEqual(program.holds(), expected.now(), "session of a program after a write")
      })

    const apply = (event: typeof Event.Type) =>
      Effect.gen(function*() {
        if (event === "all call") {
          yield* Effect.forEach(programs, startCall)
        } else if (event === "start a program") {
          if (programs.length < maximumPrograms) yield* start
        } else if (event === "reject the access token") {
          const { accessToken } = inFile()
          if (accessToken !== undefined) rejected.add(accessToken)
        } else if (event === "revoke the session") {
          const refreshToken = expected.now()
          if (refreshToken === undefined) return
          expected.revoke()
          platform.revoke({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make("") })
        } else if ("wait" in event) {
          yield* time.pass(event.wait)
        } else if ("condition" in event) {
          network.condition(event.condition)
        } else if ("jump" in event) {
          offset += event.jump
          for (const { realm } of programs) realm.jump(event.jump)
        } else if ("call" in event) {
          for (let times = 0; times < event.times; times++) yield* startCall(pick(event.call))
        } else if ("end" in event) {
          if (programs.length > 1) yield* end(pick(event.end))
        } else if ("signIn" in event) {
          const program = pick(event.at)
          const tokens = network.signIn(program.realm, { sub: event.signIn })
          expected.signIn(Redacted.value(tokens.refreshToken), event.signIn)
          yield* checkedWrite(
            program,
            Effect.orDie(program.session.keep(tokens, program.realm.clock.currentTimeMillisUnsafe()))
          )
        } else if ("signOut" in event) {
          const program = pick(event.signOut)
          const current = program.holds()
          if (current === undefined) return
          expected.end(current)
          yield* checkedWrite(program, program.session.end)
        }
      })

    /**
     * Waits until only timers and requests to the platform are pending. Then checks the laws that hold at any moment.
     */
    const rest = Effect.gen(function*() {
      yield* written
      yield* removeEnded(pendingCalls)
      const { accessToken, refreshToken } = inFile()
      assert.strictEqual(refreshToken, expected.now(), "session in the file")
      if (accessToken !== undefined) assert.strictEqual(network.issued(accessToken)?.refreshToken, refreshToken)
      for (const program of programs) {
        assert.isTrue(surroundings.possible(program).has(program.holds()), "session of a program")
        views.set(program, program.holds())
      }
      if (time.timers() === 0) assert.strictEqual(pendingCalls.size, 0, "a call waits for nothing")
      expected.rest()
    })

    /**
     * Ends all faults. Each program that needs a token then gets the token that the model expects. Finally closes all
     * programs, and checks that no fibers or timers are left.
     */
    const endAll = Effect.gen(function*() {
      network.condition("reachable")
      yield* time.pass(longestCall + failureLasts)
      yield* rest
      yield* time.pass(2 * sessions.tenMinutes)
      for (const program of [...programs]) {
        const signedIn = program.holds() !== undefined
        yield* startCall(program)
        yield* rest
        assert.strictEqual(pendingCalls.size, 0, "a call on a platform that responds immediately")
        if (signedIn) assert.strictEqual(program.holds(), expected.now(), "session of a program after a write")
      }
      for (const program of [...programs]) yield* end(program)
      yield* filesAtRest
      assert.deepStrictEqual({ fibers: fibers.now(), timers: time.timers() }, { fibers: 0, timers: 0 })
      assert.deepStrictEqual(readdirSync(folder), expected.now() === undefined ? [] : ["session.json"])
    })

    for (let count = 0; count < setting.programs; count++) yield* start
    yield* apply({ signIn: "A", at: 0 })
    yield* rest
    return { apply: apply, rest, end: endAll }
  })
