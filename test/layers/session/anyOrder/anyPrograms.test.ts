import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { runs } from "../../../support/suite/properties.ts"
import { Event, programsOverOneFile } from "../model/programsOverOneFile.ts"

describe("any events in any programs that share one file", () => {
  const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

  it.effect.prop(
    "D16 D6 F2: programs that share one file have the session that the model expects after any sequence of events",
    {
      setting: Arbitrary.schema(Schema.Struct({ offset: int(-7_200_000, 7_200_000), programs: int(1, 3) })),
      events: Arbitrary.array(Arbitrary.schema(Event), { minLength: 1, maxLength: 40 })
    },
    ({ events, setting }) =>
      Effect.gen(function*() {
        const programs = yield* programsOverOneFile(setting)
        for (const each of events) {
          yield* programs.apply(each)
          yield* programs.rest
        }
        yield* programs.end
      }).pipe(Effect.scoped, Random.withSeed("any programs")),
    { arbitrary: { runs: runs(30), size: 40 } }
  )
})
