/** Records programs on an emulator, and plays their tapes. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerProjectOf, type Project } from "../../../../layers/call/index.ts"
import type { Session } from "../../../../layers/session/index.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import { Emulator, type FaultEffect, type Seed } from "../../../../src/emulator/index.ts"
import { Client } from "../../../../src/programs/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { settled, type Way } from "../../../support/platform/transports.ts"

/** A program of an end user. */
export type Program<A, E> = Effect.Effect<A, E, ClientAccess | Session | Project>

/** Runs a program on an emulator, and returns its result and its tape. */
export const recorded = <A, E>(
  { platform }: Way,
  seed: Seed,
  program: Effect.Effect<A, E, ClientAccess | Session | Project | Emulator>,
  { faults = [], ...options }: Tape.RecordOptions & { readonly faults?: ReadonlyArray<FaultEffect> } = {}
) =>
  Effect.gen(function*() {
    const recording = Tape.record(options)
    const failing = Effect.andThen(
      Emulator.useSync((emulator) => emulator.faults.add({ respond: faults })),
      program
    )
    const client = Client.layerNoProject().pipe(
      Layer.provideMerge(Emulator.layerProject()),
      Layer.provide(recording.layer),
      Layer.provideMerge(platform(seed))
    )
    const fiber = yield* Effect.forkChild(Effect.exit(Effect.provide(faults.length === 0 ? program : failing, client)))
    while (fiber.pollUnsafe() === undefined) {
      yield* settled
      if (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("20 seconds")
    }
    const exit: Exit.Exit<A, unknown> = yield* Fiber.join(fiber)
    return { exit, tape: recording.tape() }
  })

/** Plays a tape to a program, after the tape has been written to a file. */
export const played = <A, E>(tape: Tape.Tape, program: Program<A, E>) =>
  Effect.gen(function*() {
    const replay = Tape.replay(Tape.parse(Tape.stringify(tape)))
    const client = Client.layerNoProject().pipe(
      Layer.provideMerge(layerProjectOf(replay.project)),
      Layer.provide(replay.layer),
      Layer.provideMerge(replay.layerClock)
    )
    const exit: Exit.Exit<A, unknown> = yield* Effect.exit(Effect.provide(program, Layer.fresh(client)))
    return { exit, replay }
  })
