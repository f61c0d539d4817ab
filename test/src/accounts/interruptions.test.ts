/** Flows of the accounts that are interrupted at any time, over a store whose operations take time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { project } from "../../support/contract/project.ts"
import { json } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"
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

/** A store that writes at once, and confirms its writes 20 ms later. */
const confirmingLate = Effect.sync(() => {
  const texts = new Map<string, string>()
  const confirmed = (use: () => unknown) => Effect.andThen(Effect.sync(use), Effect.sleep(20))
  return KeyValueStore.makeStringOnly({
    get: (key) => Effect.sync(() => texts.get(key)),
    set: (key, value) => confirmed(() => texts.set(key, value)),
    remove: (key) => confirmed(() => texts.delete(key)),
    clear: Effect.sync(() => texts.clear()),
    clearPrefix: () => Effect.void,
    size: Effect.sync(() => texts.size),
    keys: Effect.sync(() => [...texts.keys()])
  })
})

describe("an interrupted sign-out of an inactive account", () => {
  it.effect("D27: a session that was removed from the device is revoked, even if Accounts.signOut is interrupted while the store confirms the removal", () =>
    Effect.gen(function*() {
      const removed: Array<boolean> = []
      for (let millis = 0; millis <= 40; millis += 5) {
        yield* Effect.gen(function*() {
          const platform = yield* tokenPlatform
          platform.others(json({}))
          const context = yield* Layer.build(Layer.fresh(
            layerClient().pipe(
              Layer.provideMerge(layerSession()),
              Layer.provide(Accounts.layerKeyValue()),
              Layer.provide([platform.layer, project, Layer.effect(KeyValueStore.KeyValueStore, confirmingLate)])
            )
          ))
          const run = <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) => Effect.provideContext(self, context)
          const settled = <A, E>(self: Effect.Effect<A, E>) =>
            Effect.flatMap(
              Effect.forkChild(self, { startImmediately: true }),
              (fiber) => Effect.andThen(TestClock.adjust("10 seconds"), Fiber.await(fiber))
            )
          const ada = platform.signIn({ sub: "Ada" })
          yield* settled(run(Session.use(({ keep }) => keep(ada))))
          yield* settled(run(Accounts.add()))
          yield* settled(run(Session.use(({ keep }) => keep(platform.signIn({ sub: "Ben" })))))

          const fiber = yield* Effect.forkChild(run(Accounts.signOut({ userId: "Ada" })), { startImmediately: true })
          yield* TestClock.adjust(millis)
          yield* settled(Fiber.interrupt(fiber))

          const isRemoved = !(yield* run(Accounts.list())).some(({ userId }) => userId === "Ada")
          const revoked = platform.requests.filter(({ headers, method }) =>
            method === "DELETE" && headers["x-stack-refresh-token"] === Redacted.value(ada.refreshToken)
          )
          assert.lengthOf(revoked, isRemoved ? 1 : 0, `after ${millis} ms`)
          removed.push(isRemoved)
        }).pipe(Effect.scoped)
      }
      assert.include(removed, true)
    }))
})
