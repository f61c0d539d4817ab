import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { accountsInTabs, Event } from "./model/accountsInTabs.ts"

describe("any events with several accounts", () => {
  it.effect.prop(
    "D25 D26 D27: two tabs have the accounts that the model expects after any sequence of sign-ins, switches, refreshes and sign-outs",
    { events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 5, maxLength: 60 }) },
    ({ events }) =>
      Effect.gen(function*() {
        const { apply, rest } = yield* accountsInTabs
        for (const event of events) {
          yield* apply(event)
          yield* rest
        }
        yield* apply({ do: "pass" })
        yield* rest
      }).pipe(Effect.scoped, Random.withSeed("any accounts")),
    { arbitrary: { size: 60 } }
  )
})
