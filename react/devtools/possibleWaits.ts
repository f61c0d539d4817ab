/** The waits that a retry policy may come to, found out by asking it with the least and the most of chance. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { AttemptFailure, Policy } from "../../layers/call/index.ts"
import { waitsOf } from "../../src/testing/index.ts"

/** A wait, in milliseconds. */
export interface PossibleWait {
  readonly least: number
  readonly most: number
}

const without = { endpoint: "", status: 0, code: undefined, retryAfterMillis: undefined }

const examples = {
  "too many requests (429)": { ...without, kind: "RateLimited", status: 429, idempotent: false },
  "connection lost, idempotent request": { ...without, kind: "Lost", idempotent: true },
  "connection lost, other request": { ...without, kind: "Lost", idempotent: false },
  "infinite loop (508)": { ...without, kind: "Loop", status: 508, idempotent: false },
  "server fault (500)": { ...without, kind: "Refused", status: 500, idempotent: true }
} as const satisfies { readonly [name: string]: AttemptFailure }

/** What an attempt may meet, in words. */
export type FailureChoice = keyof typeof examples

/** What an attempt may meet. */
export const failureChoices = Object.keys(examples) as ReadonlyArray<FailureChoice>

/** More than anybody looks at. A policy may go on for ever. */
const mostShown = 20

/** The waits between the attempts, when each meets the same. Nothing waits for them. */
export const possibleWaits = (policy: Policy, choice: FailureChoice): Effect.Effect<ReadonlyArray<PossibleWait>> =>
  Effect.gen(function*() {
    const least = yield* waits(policy, examples[choice], 0)
    const most = yield* waits(policy, examples[choice], 1)
    return least.map((millis, index) => ({ least: millis, most: most[index] ?? millis }))
  })

/** `chance`: what every throw of the dice gives, 0 to 1. */
const waits = (policy: Policy, failure: AttemptFailure, chance: number): Effect.Effect<ReadonlyArray<number>> =>
  Effect.provideService(
    waitsOf(policy, Array.from({ length: mostShown }, () => failure)),
    Random.Random,
    { nextDoubleUnsafe: () => chance, nextIntUnsafe: () => 0 }
  )
