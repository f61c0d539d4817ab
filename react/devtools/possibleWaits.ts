/** The range of a retry policy's waits, computed with the lowest and the highest random values. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { AttemptFailure, Policy } from "../../layers/call/index.ts"
import { waitsOf } from "../../src/testing/index.ts"

/** The range of a wait, in milliseconds. */
export interface PossibleWait {
  readonly least: number
  readonly most: number
}

const without = { endpoint: "", status: 0, code: undefined, retryAfterMillis: undefined }

const examples = {
  "too many requests (429)": { ...without, kind: "RateLimited", status: 429, idempotent: false },
  "connection lost, idempotent request": { ...without, kind: "ConnectionFailed", idempotent: true },
  "connection lost, other request": { ...without, kind: "ConnectionFailed", idempotent: false },
  "infinite loop (508)": { ...without, kind: "Loop", status: 508, idempotent: false },
  "server fault (500)": { ...without, kind: "Refused", status: 500, idempotent: true }
} as const satisfies { readonly [name: string]: AttemptFailure }

/** A kind of failed attempt, as shown in the panel. */
export type FailureChoice = keyof typeof examples

/** All kinds of failed attempts. */
export const failureChoices = Object.keys(examples) as ReadonlyArray<FailureChoice>

/** Maximum number of waits to compute, because a policy may never end. */
const maxShown = 20

/** Computes the waits between attempts that all fail in the same way. Doesn't wait itself. */
export const possibleWaits = (policy: Policy, choice: FailureChoice): Effect.Effect<ReadonlyArray<PossibleWait>> =>
  Effect.gen(function*() {
    const least = yield* waits(policy, examples[choice], 0)
    const most = yield* waits(policy, examples[choice], 1)
    return least.map((millis, index) => ({ least: millis, most: most[index] ?? millis }))
  })

/** `chance` replaces every random number, from 0 to 1. */
const waits = (policy: Policy, failure: AttemptFailure, chance: number): Effect.Effect<ReadonlyArray<number>> =>
  Effect.provideService(
    waitsOf(policy, Array.from({ length: maxShown }, () => failure)),
    Random.Random,
    { nextDoubleUnsafe: () => chance, nextIntUnsafe: () => 0 }
  )
