/** Entries of a session ledger. They contain names, ids, codes and times: no tokens, addresses, inputs or responses. */
import * as Schema from "effect/Schema"

const common = {
  /** Number of the entry. Numbers increase by 1. */
  id: Schema.Int,
  /** Time by this machine's clock, in milliseconds. */
  at: Schema.Finite,
  /** Id of the session; absent while it is unknown. It identifies the session, but grants no access. */
  sessionId: Schema.optionalKey(Schema.String),
  userId: Schema.optionalKey(Schema.String),
  /** Number of the entry that caused this one. */
  because: Schema.optionalKey(Schema.Int)
}

const optional = Schema.optionalKey

/**
 * Origin of a change: this program, another program that shares the token store, such as another tab or the site's
 * server, or a deletion of the stored tokens without a notification from another tab.
 */
const Origin = Schema.Literals(["here", "elsewhere"])

/** Milliseconds by which this machine's clock was ahead of the platform's, as measured with this change. */
const clockSkewMillis = optional(Schema.Finite)

/** The program began with a session that was already stored. */
const Found = Schema.TaggedStruct("Found", { ...common, storage: Schema.String })

/** A session began. `flow` is the function that began it, such as `signIn.withPassword`. */
const SignedIn = Schema.TaggedStruct("SignedIn", {
  ...common,
  by: Origin,
  flow: optional(Schema.String),
  isAnonymous: Schema.Boolean,
  clockSkewMillis
})

/** An anonymous user became an account. */
const Upgraded = Schema.TaggedStruct("Upgraded", { ...common, by: Origin, flow: optional(Schema.String) })

/** The access token was replaced. */
const Refreshed = Schema.TaggedStruct("Refreshed", {
  ...common,
  by: Origin,
  /** Function or endpoint that needed the token first. */
  flow: optional(Schema.String),
  /** Number of callers that waited for this refresh. */
  callers: optional(Schema.Int),
  attempts: optional(Schema.Int),
  tookMillis: optional(Schema.Finite),
  clockSkewMillis
})

/** A refresh failed, and the session continues. */
const RefreshFailed = Schema.TaggedStruct("RefreshFailed", {
  ...common,
  /** Tag of the error, such as `ConnectionFailed`. */
  reason: Schema.String,
  callers: Schema.Int,
  attempts: Schema.Int
})

/** The platform rejected the access token of a call. */
const TokenRejected = Schema.TaggedStruct("TokenRejected", {
  ...common,
  endpoint: optional(Schema.String),
  code: optional(Schema.String),
  status: optional(Schema.Int)
})

/** The platform rejected the refresh token: the session has ended there. */
const RefreshRejected = Schema.TaggedStruct("RefreshRejected", {
  ...common,
  code: optional(Schema.String),
  status: optional(Schema.Int),
  callers: Schema.Int
})

/** The platform reported that the user no longer exists. */
const UserMissing = Schema.TaggedStruct("UserMissing", {
  ...common,
  endpoint: optional(Schema.String),
  code: optional(Schema.String),
  status: optional(Schema.Int)
})

/**
 * The session ended.
 *
 * - `here`: this program signed out. `flow` is the function, such as `signOut`.
 * - `anotherTab`: another tab signed out.
 * - `platform`: the platform no longer accepts the session. `because` refers to its response.
 * - `vanished`: the stored tokens disappeared without a notification: the site's server, the browser, the user or
 *   another script deleted them.
 * - `expired`: the access token of a session without a refresh token expired.
 * - `replaced`: another session took its place. `because` refers to that session.
 */
const Ended = Schema.TaggedStruct("Ended", {
  ...common,
  by: Schema.Literals(["here", "anotherTab", "platform", "vanished", "expired", "replaced"]),
  flow: optional(Schema.String)
})

/** An entry of a session ledger. */
export const LedgerEntry = Schema.Union([
  Found,
  SignedIn,
  Upgraded,
  Refreshed,
  RefreshFailed,
  TokenRejected,
  RefreshRejected,
  UserMissing,
  Ended
])

/** An entry of a session ledger. */
export type LedgerEntry = typeof LedgerEntry.Type

/** A saved ledger. A file saved by `latchkey/react/devtools` has other members too. */
export const LedgerFile = Schema.Struct({ ledger: Schema.Array(LedgerEntry) })
