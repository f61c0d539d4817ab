/** Queries on a project's events, and the events themselves. Later than the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { because } from "./words.ts"

/**
 * The query ran longer than `timeoutMs` milliseconds. Declared by the platform, never sent.
 *
 * @cause The query reads many rows.
 * @fix Ask for a shorter span of time, or for fewer rows.
 */
export class AnalyticsQueryTimeout extends KnownError("AnalyticsQueryTimeout", {
  code: "ANALYTICS_QUERY_TIMEOUT",
  status: 400,
  details: { timeoutMs: Schema.Finite },
  message: ({ timeoutMs }) =>
    `The query took longer than ${timeoutMs === undefined ? "allowed" : `${timeoutMs} ms`}. ` +
    "Ask for a shorter span of time or fewer rows."
}) {}

/**
 * The database refused the query; `details.error` is its complaint. Later than the 2025-08 release.
 *
 * @cause The query has a mistake, or names a table or column that is not there.
 * @fix Correct what `details.error` names.
 */
export class AnalyticsQueryError extends KnownError("AnalyticsQueryError", {
  code: "ANALYTICS_QUERY_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The query could not be run${because(error)} Correct it and run it again.`
}) {}

/**
 * The project keeps no analytics, so events and replays are not taken. Nothing is lost by leaving them out. Later than
 * the 2025-08 release.
 *
 * @cause Analytics are switched off in the project's settings.
 * @fix Switch them on in the dashboard, or stop sending events.
 */
export class AnalyticsNotEnabled extends KnownError("AnalyticsNotEnabled", {
  code: "ANALYTICS_NOT_ENABLED",
  status: 400,
  message: "Analytics are not switched on for this project. Switch them on in the dashboard, or stop sending events."
}) {}

/**
 * Too many videos of session replays are being rendered; `limit` is the maximum at a time. Later than the 2026-04
 * revision.
 *
 * @cause Several videos were requested at once.
 * @fix Wait until a video is finished, then request the next one.
 */
export class SessionReplayRenderLimitReached extends KnownError("SessionReplayRenderLimitReached", {
  code: "SESSION_REPLAY_RENDER_LIMIT_REACHED",
  status: 409,
  details: { limit: Schema.Int },
  message: "Too many videos are being rendered at the moment. Wait until one is finished, then try again."
}) {}
