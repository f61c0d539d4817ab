/** Queries on the project's analytics. Since revision 2026-04, at server level since 2026-10. docs/platform.md §23. */
import * as Effect from "effect/Effect"
import * as Analytics from "../../schemas/endpoints/analytics.ts"
import { isUnknownRoute, orAsAdmin } from "./viaAdmin.ts"

/** A read-only query in SQL, with its parameters and maximum duration. */
export type AnalyticsQuery = Omit<Parameters<typeof Analytics.queryAsServer>[0], "includeAllBranches">

/**
 * Runs a query and returns its rows: at most 10,000, and at most 10 MiB. Platforms before revision 2026-10 have queries
 * for admins only. There an admin client makes a second request, and a server client fails with `AdminAccessRequired`.
 *
 * Fails with `AnalyticsQueryError` if the database rejects the query, and with `ItemQuantityInsufficientAmount` if the
 * project's plan has no time left for queries.
 */
export const query = Effect.fn("server.analytics.query")((input: AnalyticsQuery) =>
  orAsAdmin(Analytics.queryAsServer(input), Analytics.query(input), "analytics")
)

/**
 * Returns how long a query took. The platform logs queries some seconds late, and fails with `ItemNotFound` until then.
 */
export const getQueryTiming = Effect.fn("server.analytics.getQueryTiming")((
  input: Parameters<typeof Analytics.getQueryTiming>[0]
) =>
  Effect.catch(
    Analytics.getQueryTimingAsServer(input),
    (error) => isUnknownRoute(error) ? Analytics.getQueryTiming(input) : Effect.fail(error)
  )
)
