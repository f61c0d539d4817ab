import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { Event, Setting, tabsOfOneBrowser } from "../model/tabsOfOneBrowser.ts"

describe("any events in any tabs", () => {
  /** Groups of events. All events of a group happen before other tabs are notified of any of them. */
  const groups = Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 3 })

  it.effect.prop(
    "D16 D20 D21 E3 E4 E7 F2: the tabs of one browser have the session and run the effects that the model expects after any sequence of events",
    {
      setting: Arbitrary.schema(Setting),
      events: Arbitrary.array(groups, { minLength: 15, maxLength: 45 })
    },
    ({ events, setting }) =>
      Effect.gen(function*() {
        const tabs = yield* tabsOfOneBrowser(setting)
        for (const group of events) {
          for (const each of group) yield* tabs.apply(each)
          yield* tabs.rest
        }
        yield* tabs.end
      }).pipe(Effect.scoped, Random.withSeed("any tabs")),
    { arbitrary: { size: 45 } }
  )
})
