/** The runners of `examples/workflow` are killed at every step, and the work is done once, or not at all. */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { deliveredOften, killedAfterReceipt } from "../../support/platform/deliveredOnce.ts"
import { everythingOnce, nothingLeft } from "../../support/platform/killedAtEveryStep.ts"
import { startRunners } from "../../support/platform/runners.ts"

describe("three runners over one database", () => {
  let fleet: Awaited<ReturnType<typeof startRunners>>
  beforeAll(async () => {
    fleet = await startRunners(3)
  })
  afterAll(() => fleet?.stop())

  it.each(["user", "team", "grant", "product", "mail"] as const)(
    "workflow-1: if runners are killed at the step %s, before and after the platform receives the request, each customer has one user, one team, one grant, one product and one email",
    (step) => everythingOnce(fleet, step)
  )

  it(
    "workflow-2: if the last step fails and runners are killed at every step that is undone, before and after the platform receives the request, nothing is left, and the callers get the error",
    () => nothingLeft(fleet)
  )

  it(
    "workflow-3: an event that is delivered to every runner at once, and again afterwards, takes effect once",
    () => deliveredOften(fleet)
  )

  it.each(["before", "after"] as const)(
    "workflow-3: a delivery takes effect once even if its runner is killed %s the platform receives its request",
    (when) => killedAfterReceipt(fleet, when)
  )
})
