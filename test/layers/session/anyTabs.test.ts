import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { limit } from "../../support/properties.ts"
import { Happening, Setting, tabsOfOneBrowser } from "./model/tabsOfOneBrowser.ts"

describe("any events in any tabs", () => {
  /** What comes together comes before any tab has heard of the other. */
  const together = Arbitrary.array(Arbitrary.schema(Happening), { minLength: 1, maxLength: 3 })

  it.effect.prop(
    "D16 E3 E4 E7 F2 any events in any tabs of a browser: who is signed in is what the model says",
    {
      setting: Arbitrary.schema(Setting),
      events: Arbitrary.array(together, { minLength: 15, maxLength: 45 })
    },
    ({ events, setting }) =>
      Effect.gen(function*() {
        const tabs = yield* tabsOfOneBrowser(setting)
        for (const those of events) {
          for (const each of those) yield* tabs.happen(each)
          yield* tabs.rest
        }
        yield* tabs.end
      }).pipe(Effect.scoped, Random.withSeed("any tabs")),
    { arbitrary: { size: 45 }, timeout: limit(600_000) }
  )
})
