/** Flows of the accounts that are interrupted at any time, over a store whose operations take time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import type { Session } from "../../../layers/session/Session.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { turns } from "../../support/suite/fibers.ts"
import { slowTabs } from "./model/slowTabs.ts"

const flows: ReadonlyArray<
  readonly [name: string, flow: Effect.Effect<unknown, unknown, ClientAccess | Session>, after: ReadonlyArray<string>]
> = [
  ["Accounts.switchTo", Accounts.switchTo({ userId: "Ada" }), ["Ada, active", "Ben"]],
  ["Accounts.add", Accounts.add(), ["Ben", "Ada"]],
  ["Accounts.signOut of an inactive account", Accounts.signOut({ userId: "Ada" }), ["Ben, active"]],
  ["Accounts.signOut of the active account", Accounts.signOut({ userId: "Ben" }), ["Ada"]]
]

describe("an interrupted flow of the accounts", () => {
  for (const [name, flow, after] of flows) {
    it.effect(`accounts-2: ${name}, interrupted at any time, leaves the accounts as before or as after the flow, and can be repeated`, () =>
      Effect.gen(function*() {
        const seen = new Set<string>()
        for (let millis = 0; millis <= 400; millis += 20) {
          yield* Effect.gen(function*() {
            const { inTab, lists, platform, revived, sessions } = yield* slowTabs(2, "one process")
            const settled = Effect.andThen(TestClock.adjust("10 seconds"), turns)
            const signIn = (sub: string) =>
              Effect.andThen(inTab(0, sessions[0]!.keep(platform.signIn({ sub }))), settled)
            yield* signIn("Ada")
            yield* Effect.andThen(inTab(0, Accounts.add()), settled)
            yield* signIn("Ben")

            const fiber = yield* inTab(0, flow)
            yield* TestClock.adjust(millis)
            yield* Effect.forkScoped(Fiber.interrupt(fiber), { startImmediately: true })
            yield* settled
            const left = yield* lists
            yield* Effect.andThen(inTab(0, flow), settled)
            const repeated = yield* lists

            const before = ["Ben, active", "Ada"]
            assert.includeDeepMembers([before, after], [left[0]!])
            assert.deepStrictEqual(left[1], left[0])
            assert.deepStrictEqual(repeated, [after, after])
            assert.deepStrictEqual(revived(), [])
            seen.add(left[0]!.join())
          }).pipe(Effect.scoped, Random.withSeed(millis))
        }

        assert.isTrue(seen.has(after.join()), "every interruption came before the flow's end")
      }))
  }
})
