/** The runners of `examples/workflow` over PostgreSQL. */
import { afterAll, beforeAll, describe } from "@effect/vitest"
import { deliveredOnce } from "../support/platform/deliveredOnce.ts"
import { killedAtEveryStep } from "../support/platform/killedAtEveryStep.ts"
import { startRunners } from "../support/platform/runners.ts"
import { needsPostgres, postgresFolder, startPostgres } from "../support/processes/postgres.ts"

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

    killedAtEveryStep(() => fleet)
    deliveredOnce(() => fleet)
  }
)
