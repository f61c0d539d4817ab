import type * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import type * as Schema from "effect/Schema"
import type * as ReadPolicy from "./ReadPolicy.ts"

/** Any read, for code that only uses its key. */
export type AnyRead = ReadDefinition<any, unknown, any>

/** The predefined reads that may be persisted. */
export type Kept = "contactChannels" | "notificationPreferences" | "permissions" | "project" | "teams" | "user"

/** A read: an effect, and the key that its value is cached under. */
export interface ReadDefinition<out A, out E = never, out R = never> {
  /** Reads with the same key share a value. */
  readonly key: string
  readonly effect: Effect.Effect<A, E, R>
  /**
   * `user`: the value is dropped when another user signs in. `everyone`: the value is independent of the signed-in
   * user.
   */
  readonly of: "user" | "everyone"
  /** Polls the read while it has subscribers: see `reads.every`. */
  readonly schedule?: Schedule.Schedule<unknown, any> | undefined
  /** Encodes the values that `PersistedReadCache` persists. */
  readonly schema?: Schema.Codec<A, unknown> | undefined
  /** Which of the predefined reads it is, if `PersistedReadCache` may persist it. */
  readonly kept?: Kept | undefined
  /** Policy of the program that requests it. @default the policy that the reads were built with */
  readonly policy?: ReadPolicy.Policy | undefined
  /**
   * Shows the value of another read if `accepts` returns `true` for it. The effect of this read must change the other
   * value so that `accepts` returns `true`.
   */
  readonly follows?: {
    readonly read: ReadDefinition<any, unknown, any>
    readonly accepts: (value: any) => boolean
    /**
     * Shows the value of its own effect while the other value isn't accepted. @default false: waits for the other value
     */
    readonly orOwn?: boolean | undefined
  } | undefined
}

/**
 * Declares a read for `ReadCache` or the hooks of `latchkey/react`.
 *
 * The calls that a read makes determine which writes refresh it, so you don't have to invalidate anything by hand.
 *
 * @example
 * ```ts
 * import { permissions, read, reads } from "latchkey"
 *
 * const rolesIn = (teamId: string) => read(`roles ${teamId}`, permissions.list({ teamId, recursive: false }))
 * const roles = yield* reads.get(rolesIn(teamId))
 * console.log(roles.map(({ id }) => id)) // [ 'edit_notes', 'team_admin' ]
 * ```
 */
export const read = <A, E, R>(
  key: string,
  effect: Effect.Effect<A, E, R>,
  options?: {
    /** Owner of the value. @default "user" */
    readonly of?: ReadDefinition<A>["of"] | undefined
    /**
     * Encodes values that are persisted, such as the `output` of `schemasOf(endpoint)`. Values aren't persisted without
     * a schema, or if the schema has a secret.
     */
    readonly schema?: Schema.Codec<A, unknown> | undefined
  }
): ReadDefinition<A, E, R> => ({ key, effect, of: options?.of ?? "user", schema: options?.schema })

/** State of a read. */
export type ReadState<A, E = never> =
  | { readonly _tag: "Pending" }
  | {
    readonly _tag: "Success"
    readonly value: A
    /** Whether the read is being refreshed; its value stays in the meantime. */
    readonly refreshing: boolean
    /** Cause of the last refresh's failure. The previous value stays. */
    readonly cause: Cause.Cause<E> | undefined
  }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E>; readonly refreshing: boolean }

/** Values that were read on the server, for the browser. They can be structured-cloned. */
export interface InitialReads {
  /** The user's id, or `null` if signed out. A browser with another user drops the values. */
  readonly person: string | null
  /** Values by the key of each read. */
  readonly values: { readonly [key: string]: unknown }
}
