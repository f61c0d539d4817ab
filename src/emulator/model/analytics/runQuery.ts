/** Loads the code for queries on first use. docs/platform.md §23. */
import * as Effect from "effect/Effect"
import type { AnalyticsQueryError } from "../../../../schemas/errors/analytics.ts"
import type { AnalyticsQuery, AnalyticsRow, Project } from "../../state/index.ts"

/** Runs a query on the project's rows. */
export const runQuery = (
  project: Project,
  query: AnalyticsQuery
): Effect.Effect<ReadonlyArray<AnalyticsRow>, AnalyticsQueryError> =>
  Effect.flatMap(
    Effect.promise(() => import("./analyticsQuery.ts")),
    ({ runAnalyticsQuery }) => runAnalyticsQuery(project, query)
  )
