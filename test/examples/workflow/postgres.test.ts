/** The runners of `examples/workflow` over PostgreSQL. */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { deliveredOften, killedAfterReceipt } from "../../support/platform/deliveredOnce.ts"
import { everythingOnce, nothingLeft } from "../../support/platform/killedAtEveryStep.ts"
import { startRunners } from "../../support/platform/runners.ts"
import { needsPostgres, postgresFolder, startPostgres } from "../../support/processes/postgres.ts"

describe.skipIf(postgresFolder === undefined)(
  postgresFolder === undefined ? `three runners over PostgreSQL (${needsPostgres})` : "three runners over PostgreSQL",
  () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>>
    let fleet: Awaited<ReturnType<typeof startRunners>>
    beforeAll(async () => {
      postgres = await startPostgres()
      fleet = await startRunners(3, postgres.url)
    })
    afterAll(async () => {
      await fleet?.stop()
      await postgres?.stop()
    })

    it.each(["user", "team", "grant", "product", "mail"] as const)(
      "over PostgreSQL, each customer has everything once if runners are killed at the step %s",
      (step) => everythingOnce(fleet, step)
    )

    it("over PostgreSQL, nothing is left if runners are killed while they undo a failed onboarding", () =>
      nothingLeft(fleet))

    it("over PostgreSQL, an event that is delivered several times takes effect once", () => deliveredOften(fleet))

    it.each(["before", "after"] as const)(
      "over PostgreSQL, a delivery takes effect once even if its runner is killed %s the platform receives its request",
      (when) => killedAfterReceipt(fleet, when)
    )
  }
)
