/** Recordings and replays whose program is interrupted. docs/laws.md tape-5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerProjectOf } from "../../../../layers/call/index.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import { Client } from "../../../../src/programs/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { baseUrl, projectId } from "../../../support/contract/project.ts"
import { after, json, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"

const team = (name: string) => ({
  id: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  display_name: name,
  profile_image_url: null,
  client_metadata: { note: `the team ${name}` },
  client_read_only_metadata: null
})

const slow = (name: string) => after("1 second", json(team(name)))

const names = ["Ada", "Ben", "Cleo"]
const each = Effect.forEach(
  names,
  (name) => Effect.map(Teams.create({ displayName: name }), (team) => team.displayName)
)
const together = Effect.forEach(names, (name) => Teams.create({ displayName: name }), { concurrency: 3 })

/** Records a program that is interrupted after some time. Each response takes a second. */
const recordedUntil = (program: Effect.Effect<unknown, unknown, ClientAccess>, halfSeconds: number) =>
  Effect.gen(function*() {
    const recording = Tape.record()
    const client = Client.layerNoProject().pipe(
      Layer.provideMerge(layerProjectOf({ projectId, publishableClientKey: "pck_abc", baseUrl })),
      Layer.provide(recording.layer),
      Layer.provide(scriptedTransport(slow("Ada"), slow("Ben"), slow("Cleo")).layer)
    )
    const fiber = yield* Effect.forkChild(Effect.provide(program, client))
    yield* TestClock.adjust(`${halfSeconds * 500} millis`)
    yield* Fiber.interrupt(fiber)
    return recording.tape()
  })

/** Plays a tape to a program that is interrupted after some time. */
const playedUntil = (
  tape: Tape.Tape,
  program: Effect.Effect<unknown, unknown, ClientAccess>,
  halfSeconds: number
) =>
  Effect.gen(function*() {
    const replay = Tape.replay(tape)
    const client = Client.layerNoProject().pipe(
      Layer.provide(layerProjectOf(replay.project)),
      Layer.provide(replay.layer)
    )
    const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(program, client)))
    yield* TestClock.adjust(`${halfSeconds * 500} millis`)
    yield* Fiber.interrupt(fiber)
    return { client, replay }
  })

const steps = Array.from({ length: 8 }, (_, at) => at)

describe("tape-5: interruption", () => {
  it.effect.each(steps)(
    "tape-5: a program interrupted after %i half seconds leaves a whole tape that can be replayed",
    (step) =>
      Effect.gen(function*() {
        for (const program of [each, together]) {
          const tape = yield* recordedUntil(program, step)
          const { replay } = yield* playedUntil(tape, program, step)

          const ended = tape.exchanges.filter(({ response }) => response !== undefined)
          const open = tape.exchanges.filter(({ response }) => response === undefined)
          const seconds = Math.floor(step / 2)
          assert.strictEqual(ended.length, program === together ? (seconds > 0 ? 3 : 0) : Math.min(3, seconds))
          assert.deepStrictEqual(
            open.map(({ failure, took }) => [failure, took]),
            open.map(() => [undefined, step % 2 * 500])
          )
          assert.deepStrictEqual(Tape.parse(Tape.stringify(tape)), tape)
          for (const name of names) assert.notInclude(Tape.stringify(tape), name)
          replay.assertPlayed()
        }
      })
  )

  it.effect.each(steps)(
    "tape-5: a replay interrupted after %i half seconds continues with the next request",
    (step) =>
      Effect.gen(function*() {
        const tape = yield* recordedUntil(each, 7)
        const { client, replay } = yield* playedUntil(tape, each, step)
        const played = tape.exchanges.length - replay.remaining().length

        const rest = Effect.forEach(names.slice(played), (name) => Teams.create({ displayName: name }))
        const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(rest, client)))
        yield* TestClock.adjust("4 seconds")

        assert.strictEqual(played, Math.min(3, Math.floor(step / 2) + 1))
        assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
        replay.assertPlayed()
      })
  )

  it("tape-5: an aborted request of fetch has no outcome on the tape, and is also aborted in a replay", async () => {
    const recording = Tape.record({
      fetch: (_, init) =>
        new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
    })
    const url = "https://api.test/api/v1/users/me"
    const aborted = async (fetch: typeof recording.fetch) => {
      const controller = new AbortController()
      const response = fetch(url, { method: "GET", signal: controller.signal })
      await new Promise(setImmediate)
      controller.abort("stop")
      return response.then(() => "responded", (reason: unknown) => reason)
    }

    assert.strictEqual(await aborted(recording.fetch), "stop")
    const tape = recording.tape()
    const replay = Tape.replay(tape)

    assert.deepStrictEqual(Object.keys(tape.exchanges[0]!), ["at", "endpoint", "took", "request"])
    assert.strictEqual(await aborted(replay.fetch), "stop")
    replay.assertPlayed()
  })

  it("tape-5: clear forgets a request that has no response yet, and the recording continues", async () => {
    let respond: (response: Response) => void = () => {}
    const recording = Tape.record({ fetch: () => new Promise((resolve) => respond = resolve) })
    const response = recording.fetch("https://api.test/api/v1/users/me", { method: "GET" })
    recording.clear()
    respond(new Response("{}"))
    await response

    assert.deepStrictEqual(recording.tape().exchanges, [])
  })
})
