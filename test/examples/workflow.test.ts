/** The runners of `examples/workflow` are killed at every step, and the work is done once, or not at all. */
import { afterAll, beforeAll, describe } from "@effect/vitest"
import { deliveredOnce } from "../support/platform/deliveredOnce.ts"
import { killedAtEveryStep } from "../support/platform/killedAtEveryStep.ts"
import { startRunners } from "../support/platform/runners.ts"

describe("three runners over one database", () => {
  let fleet: Awaited<ReturnType<typeof startRunners>>
  beforeAll(async () => {
    fleet = await startRunners(3)
  })
  afterAll(() => fleet?.stop())

  killedAtEveryStep(() => fleet)
  deliveredOnce(() => fleet)
})
