/** Errors about analytics events, and queries on them. Not in the 2025-08 release. */
import * as Schema from "effect/Schema"
import { KnownError } from "../KnownError.ts"
import { because } from "./words.ts"

/**
 * The query ran longer than `timeoutMs` milliseconds. The platform declares this error but never sends it.
 *
 * @cause The query reads too many rows.
 * @fix Query a shorter time span or fewer rows.
 */
export class AnalyticsQueryTimeout extends KnownError("AnalyticsQueryTimeout", {
  code: "ANALYTICS_QUERY_TIMEOUT",
  status: 400,
  details: { timeoutMs: Schema.Finite },
  message: ({ timeoutMs }) =>
    `The query took longer than ${timeoutMs === undefined ? "allowed" : `${timeoutMs} ms`}. ` +
    "Query a shorter time range or fewer rows."
}) {}

/**
 * The database rejected the query; `details.error` has the database's message. Not in the 2025-08 release.
 *
 * @cause The query has a syntax error, or names a table or column that doesn't exist.
 * @fix Correct the query as `details.error` describes.
 */
export class AnalyticsQueryError extends KnownError("AnalyticsQueryError", {
  code: "ANALYTICS_QUERY_ERROR",
  status: 400,
  details: { error: Schema.String },
  message: ({ error }) => `The query could not be run${because(error)} Correct it and run it again.`
}) {}

/**
 * Analytics are off for the project, so it accepts no events and no session replays. You can ignore this error. Not in
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
 * Too many session replay videos are being rendered; `limit` is the maximum at a time. Not in the 2026-04 revision.
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
