/** Effects that belong to the person who is signed in at their start, and the laws about them. docs/laws.md D20, D21. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import { forPerson } from "../../../../layers/access/forPerson.ts"
import { Session } from "../../../../layers/session/Session.ts"
import type { PersonChanged } from "../../../../schemas/errors/CallError.ts"
import type { ExpectedSession } from "./expectedSession.ts"
import type { Network } from "./network.ts"
import type { Program } from "./program.ts"

interface Work {
  readonly program: Program
  readonly person: string
  readonly fiber: Fiber.Fiber<never, PersonChanged>
  readonly calls: Queue.Queue<void>
  /** Whether the effect's child is running. */
  readonly hasChild: () => boolean
  /** Whether the program has had any state other than the person's session since the start. */
  readonly hasChanged: () => boolean
}

export interface Works {
  /** Starts an effect for the person in this program, if the program knows one. */
  readonly start: (program: Program) => Effect.Effect<void>
  /** Makes every effect in this program call the platform once. */
  readonly call: (program: Program) => void
  /** Checks the laws that hold when the program is at rest. */
  readonly check: (program: Program) => void
  /** Checks that nothing of a closed program is left. */
  readonly closed: (program: Program) => void
}

export const worksOf = (network: Network, expected: ExpectedSession): Works => {
  const works = new Set<Work>()
  const personOf = (refreshToken: string | undefined) =>
    refreshToken === undefined ? undefined : expected.person(refreshToken)
  const of = (program: Program) => [...works].filter((work) => work.program === program)

  /** Gets tokens, which must belong to the effect's person. */
  const callAs = (person: string, { session }: Program) =>
    Effect.map(Effect.option(session.tokens()), (found) => {
      for (const { accessToken } of Option.toArray(Option.flatten(found))) {
        const owner = personOf(network.issued(Redacted.value(accessToken))!.refreshToken)
        assert.strictEqual(owner, person, "an effect of one person got the tokens of another")
      }
    })

  return {
    start: (program) =>
      Effect.gen(function*() {
        const { state, subscribe } = program.session
        /** Whether this person is signed in. A session without claims counts as another person's. */
        const has = (sub: string) => {
          const now = state()
          return now._tag !== "SignedOut" && Option.exists(now.claims, (claims) => claims.sub === sub)
        }
        const person = personOf(program.holds())
        if (person === undefined || !has(person)) return
        const calls = yield* Queue.unbounded<void>()
        let hasChild = false
        let hasChanged = false
        subscribe(() => {
          hasChanged ||= !has(person)
        })
        const child = Effect.ensuring(
          Effect.andThen(Effect.sync(() => hasChild = true), Effect.never),
          Effect.sync(() => hasChild = false)
        )
        const fiber = yield* program.run(
          Effect.andThen(
            Effect.forkChild(child, { startImmediately: true }),
            Effect.forever(Effect.andThen(Queue.take(calls), callAs(person, program)))
          ).pipe(forPerson, Effect.provideService(Session, program.session))
        )
        works.add({
          program,
          person,
          fiber,
          calls,
          hasChild: () => hasChild,
          hasChanged: () => hasChanged
        })
      }),
    call: (program) => {
      for (const { calls } of of(program)) Queue.offerUnsafe(calls, undefined)
    },
    check: (program) => {
      for (const work of of(program)) {
        const exit = work.fiber.pollUnsafe()
        assert.strictEqual(exit !== undefined, work.hasChanged(), "an effect ends exactly if its person leaves")
        assert.strictEqual(work.hasChild(), exit === undefined, "an effect and its child")
        if (exit === undefined) {
          assert.strictEqual(personOf(expected.now()), work.person, "an effect runs after its person has left")
          continue
        }
        works.delete(work)
        assert.strictEqual(Option.getOrThrow(Exit.findErrorOption(exit))._tag, "PersonChanged")
      }
    },
    closed: (program) => {
      for (const work of of(program)) {
        works.delete(work)
        assert.isFalse(work.hasChild(), "a child runs in a closed program")
      }
    }
  }
}
