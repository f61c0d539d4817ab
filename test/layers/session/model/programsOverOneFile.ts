/**
 * Programs of one machine over one session file: they see one another's changes when they start and when they write, and
 * each refreshes for itself.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Transport } from "../../../../layers/call/Transport.ts"
import { layerFile } from "../../../../src/node.ts"
import { turns } from "../../../support/fibers.ts"
import * as sessions from "../sessions.ts"
import { answered, type Asking } from "./asking.ts"
import { call, failureLasts, type Surroundings, threshold } from "./call.ts"
import { expectedSession } from "./expectedSession.ts"
import { lifeByClock } from "./lifeByClock.ts"
import { networkOf } from "./network.ts"
import { countedFibers, type Program, startProgram } from "./program.ts"
import { realmOf } from "./realm.ts"
import { virtualTime } from "./virtualTime.ts"

const hour = 3_600_000
const mostPrograms = 4

/** Who does not get the lock of the file tries again after so many milliseconds. */
const lockRetry = 25

/** Twice 30 s and the wait between. */
const longestAsk = 2 * 30_000 + 1500

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const program = between(0, mostPrograms - 1)

const Ask = Schema.Struct({ ask: program, times: between(1, 2) })
const Wait = Schema.Struct({ wait: Schema.Literals([300, 4000, 40_000, 580_000, 600_000]) })

/** What happens; what is there twice happens more often. */
export const Event = Schema.Union([
  Ask,
  Ask,
  Wait,
  Wait,
  Schema.Literals(["all ask", "start a program", "reject the access token", "revoke the session"]),
  Schema.Struct({ signIn: Schema.Literals(["A", "B"]), at: program }),
  Schema.Struct({ signOut: program }),
  Schema.Struct({ end: program }),
  Schema.Struct({ weather: Schema.Literals(["fine", "away", "loses answers"]) }),
  Schema.Struct({ weather: Schema.Struct({ slow: Schema.Literals([300, 4000, 40_000]) }) }),
  Schema.Struct({ jump: between(-hour, hour) })
])

/** Ends when no file is asked for anything and nothing goes on but by a timer. */
const filesAtRest = Effect.gen(function*() {
  for (let quiet = 0; quiet < 2; quiet++) {
    yield* turns
    if (process.getActiveResourcesInfo().some((name) => name.endsWith("Req") || name.startsWith("FSReq"))) quiet = -1
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
    const platform = yield* sessions.started
    const { send } = yield* Effect.provide(Transport, platform.layer)
    const time = yield* virtualTime(filesAtRest)
    const fibers = countedFibers()
    const expected = expectedSession()
    const rejected = new Set<string>()
    const programs: Array<Program> = []
    const asking = new Set<Asking>()
    /** What each program knew when all came to rest. */
    const views = new Map<Program, string | undefined>()
    let offset = setting.offset

    const network = networkOf(time, platform, send, {
      sent: ({ isRetry, realm }) => {
        const sender = programs.find((each) => each.realm === realm)!
        const { accessToken } = sender.current()?.tokens ?? {}
        const token = accessToken === undefined ? undefined : network.issued(Redacted.value(accessToken))
        if (token === undefined || isRetry) return
        // docs/laws.md F1: one refresh in a token's life, by the clock of who refreshes
        const [least] = lifeByClock(token, realm, network.measuredSince(realm, token.at), time.now())
        assert.isBelow(least, threshold, "a refresh while the token is good")
      },
      refused: (refreshToken) => {
        assert.isTrue(expected.isRevoked(refreshToken), "the platform refused a session that nobody revoked")
        expected.end(refreshToken)
      }
    })

    const surroundings: Surroundings = {
      network,
      now: time.now,
      isRevoked: expected.isRevoked,
      possible: (program) => {
        const view = views.get(program)
        // whose session the platform ended is nobody until the file was read anew
        const isOver = view !== undefined && expected.isRevoked(view)
        return new Set([...expected.sinceRest(), view, ...(isOver ? [undefined] : [])])
      },
      accepts: (token) => !rejected.has(Redacted.value(token)) && platform.accepts(token)
    }
    const pick = (index: number) => programs[index % programs.length]!
    const ask = (program: Program) =>
      Effect.map(
        program.run(call(program, surroundings)),
        (fiber) => void asking.add({ program, since: time.now(), fiber })
      )
    /** What waits for files and for the lock on them comes to its end. */
    const written = Effect.gen(function*() {
      yield* filesAtRest
      while (time.next() <= lockRetry) yield* time.pass(time.next())
    })
    const start = Effect.gen(function*() {
      const started = yield* Effect.forkChild(
        startProgram(realmOf(time, offset), layerFile(file), network, fibers),
        { startImmediately: true }
      )
      yield* written
      const program = yield* Fiber.join(started)
      programs.push(program)
      assert.strictEqual(program.holds(), expected.now(), "who is signed in, by a program that starts")
    })
    const end = (program: Program) =>
      Effect.gen(function*() {
        programs.splice(programs.indexOf(program), 1)
        for (const one of asking) if (one.program === program) asking.delete(one)
        yield* program.close
        program.realm.kill()
      })
    const writes = (program: Program, self: Effect.Effect<void>) =>
      Effect.gen(function*() {
        const fiber = yield* program.run(self)
        yield* written
        yield* Fiber.join(fiber)
        assert.strictEqual(program.holds(), expected.now(), "who is signed in, by a program that wrote")
      })

    const happen = (it: typeof Event.Type) =>
      Effect.gen(function*() {
        if (it === "all ask") {
          yield* Effect.forEach(programs, ask)
        } else if (it === "start a program") {
          if (programs.length < mostPrograms) yield* start
        } else if (it === "reject the access token") {
          const { accessToken } = inFile()
          if (accessToken !== undefined) rejected.add(accessToken)
        } else if (it === "revoke the session") {
          const refreshToken = expected.now()
          if (refreshToken === undefined) return
          expected.revoke()
          platform.revoke({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make("") })
        } else if ("wait" in it) {
          yield* time.pass(it.wait)
        } else if ("weather" in it) {
          network.weather(it.weather)
        } else if ("jump" in it) {
          offset += it.jump
          for (const { realm } of programs) realm.jump(it.jump)
        } else if ("ask" in it) {
          for (let times = 0; times < it.times; times++) yield* ask(pick(it.ask))
        } else if ("end" in it) {
          if (programs.length > 1) yield* end(pick(it.end))
        } else if ("signIn" in it) {
          const program = pick(it.at)
          const tokens = network.signIn(program.realm, { sub: it.signIn })
          expected.signIn(Redacted.value(tokens.refreshToken), it.signIn)
          yield* writes(
            program,
            Effect.orDie(program.session.keep(tokens, program.realm.clock.currentTimeMillisUnsafe()))
          )
        } else if ("signOut" in it) {
          const program = pick(it.signOut)
          const held = program.holds()
          if (held === undefined) return
          expected.end(held)
          yield* writes(program, program.session.end)
        }
      })

    /** All that does not wait for time or for the platform comes to its end. Then the laws of every moment hold. */
    const rest = Effect.gen(function*() {
      yield* written
      yield* answered(asking)
      const { accessToken, refreshToken } = inFile()
      assert.strictEqual(refreshToken, expected.now(), "who is signed in, by the file")
      if (accessToken !== undefined) assert.strictEqual(network.issued(accessToken)?.refreshToken, refreshToken)
      for (const program of programs) {
        assert.isTrue(surroundings.possible(program).has(program.holds()), "who is signed in, by a program")
        views.set(program, program.holds())
      }
      if (time.timers() === 0) assert.strictEqual(asking.size, 0, "nobody is at work, and somebody waits")
      expected.rest()
    })

    /** The faults are over: whoever needs a token gets what the model says. Then all end, and leave nothing. */
    const endAll = Effect.gen(function*() {
      network.weather("fine")
      yield* time.pass(longestAsk + failureLasts)
      yield* rest
      yield* time.pass(2 * sessions.tenMinutes)
      for (const program of [...programs]) {
        const renews = program.holds() !== undefined
        yield* ask(program)
        yield* rest
        assert.strictEqual(asking.size, 0, "a call on a platform that answers at once")
        if (renews) assert.strictEqual(program.holds(), expected.now(), "who is signed in, by a program that wrote")
      }
      for (const program of [...programs]) yield* end(program)
      yield* filesAtRest
      assert.deepStrictEqual({ fibers: fibers.now(), timers: time.timers() }, { fibers: 0, timers: 0 })
      assert.deepStrictEqual(readdirSync(folder), expected.now() === undefined ? [] : ["session.json"])
    })

    for (let count = 0; count < setting.programs; count++) yield* start
    yield* happen({ signIn: "A", at: 0 })
    yield* rest
    return { happen, rest, end: endAll }
  })
