/** Metrics of a project. docs/platform.md §17. */
import * as Effect from "effect/Effect"
import * as Metrics from "../../../../schemas/endpoints/metrics.ts"
import { metrics } from "../../model/index.ts"
import { metrics as paymentMetrics } from "../../payments/index.ts"
import { handle } from "../../request/index.ts"

/** Handlers for `/internal/metrics` and `/internal/user-activity`. */
export const handlers = handle(Metrics, {
  get: ({ includeAnonymous = false }, { platform, project }) =>
    Effect.sync(() =>
      metrics.of(platform, project, { includeAnonymous, payments: paymentMetrics.of(platform, project) })
    ),

  getUserCounts: (_, { project }) =>
    Effect.sync(() => ({
      totalUsers: project.users.size,
      anonymousUsers: project.usersInOrder.filter(({ isAnonymous }) => isAnonymous).length
    })),

  getUserActivity: ({ userId }, { platform, project }) =>
    Effect.sync(() => ({ dataPoints: metrics.ofUser(project, userId, platform.now()) }))
})
