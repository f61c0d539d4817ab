/** Records of analytics events and session replays, and of feature requests. */
import type * as Schema from "effect/Schema"

/** Part of a session replay, as the browser sent it. */
export interface ReplayChunk {
  readonly id: string
  readonly batchId: string
  readonly segmentId: string
  readonly browserSessionId: string
  readonly events: ReadonlyArray<Schema.Json>
  readonly byteLength: number
  readonly firstEventAt: number
  readonly lastEventAt: number
  readonly createdAt: number
}

export interface Replay {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly createdAt: number
  /** Time of the latest batch. */
  updatedAt: number
  readonly chunks: Array<ReplayChunk>
}

export interface AnalyticsEvent {
  readonly type: string
  readonly at: number
  readonly data: Schema.Json
  readonly userId: string
  readonly sessionId: string
  readonly replayId: string | null
  readonly segmentId: string
  readonly createdAt: number
}

/** Analytics of a project. */
export interface Analytics {
  /** Replays by id, oldest first. */
  readonly replays: Map<string, Replay>
  /** Events in order of arrival. */
  readonly events: Array<AnalyticsEvent>
  /** Ids of the queries so far. */
  readonly queryIds: Set<string>
}

export const noAnalytics = (): Analytics => ({ replays: new Map(), events: [], queryIds: new Set() })

/** A query with its parameters. */
export interface AnalyticsQuery {
  readonly query: string
  readonly params: { readonly [name: string]: Schema.Json }
  /** Time of the emulator's clock. */
  readonly now: number
  readonly timeoutMillis: number
}

/** A row of a result. */
export type AnalyticsRow = { readonly [column: string]: Schema.Json }

/** Saved AI conversation of a project owner. Only project `internal` has any. */
export interface AiConversation {
  readonly id: string
  readonly userId: string
  readonly projectId: string
  title: string
  updatedAt: number
  messages: ReadonlyArray<{
    readonly id: string
    readonly role: "user" | "assistant"
    readonly content: Schema.Json
  }>
}

/** Feature request of a project owner. Only project `internal` has any. */
export interface FeatureRequest {
  readonly id: string
  readonly title: string
  readonly content: string | null
  readonly createdAt: number
  /** Ids of the users who voted for the request. */
  readonly upvotes: Set<string>
}
