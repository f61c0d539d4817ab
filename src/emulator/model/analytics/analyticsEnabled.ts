/** Whether a project collects events and session replays. docs/platform.md §17. */
import * as Effect from "effect/Effect"
import { AnalyticsNotEnabled } from "../../../../schemas/errors/analytics.ts"
import type { Project } from "../../state/index.ts"

interface Apps {
  readonly installed?: { readonly analytics?: { readonly enabled?: unknown } }
}

/** Fails unless the app `analytics` is enabled, which is off by default. */
export const analyticsEnabled = ({ configRest }: Project): Effect.Effect<void, AnalyticsNotEnabled> =>
  Effect.suspend(() =>
    (configRest["apps"] as Apps | undefined)?.installed?.analytics?.enabled === true
      ? Effect.void
      : Effect.fail(new AnalyticsNotEnabled())
  )
