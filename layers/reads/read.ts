/** What programs and pages read together. */
import type * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import type * as Schema from "effect/Schema"
import type * as ReadPolicy from "./ReadPolicy.ts"

/** Any read, for what looks at its key alone. */
export type AnyRead = ReadDefinition<any, unknown, any>

/** Something worth sharing: an effect that reads, and the name under which its value is kept. */
export interface ReadDefinition<out A, out E = never, out R = never> {
  /** Reads with the same key share one value. */
  readonly key: string
  readonly effect: Effect.Effect<A, E, R>
  /** `user`: forgotten when somebody else signs in. `everyone`: the same whoever is signed in, or nobody. */
  readonly of: "user" | "everyone"
  /** Read again by it while somebody watches: see `reads.every`. */
  readonly schedule?: Schedule.Schedule<unknown, any> | undefined
  /** What its values are encoded by where they are kept beyond the program: `layerPersistedReads`. */
  readonly schema?: Schema.Codec<A, unknown> | undefined
  /** Policy of the program that requests it. @default the policy that the reads were built with */
  readonly policy?: ReadPolicy.Policy | undefined
  /** Shows what another read shows as long as that will do. Its own effect runs to get there. */
  readonly follows?: {
    readonly read: ReadDefinition<any, unknown, any>
    readonly accepts: (value: any) => boolean
    /** Shows the value of its own effect while the other will not do. @default false: waits for the other */
    readonly orOwn?: boolean
  } | undefined
}

/**
 * A read, to be watched through `ReadCache` or the hooks of `latchkey/react`:
 *
 * ```ts
 * const invitations = (teamId: string) => read(`invitations ${teamId}`, teamInvitations.list({ teamId }))
 * ```
 *
 * The calls it makes tell which writes refresh it: there is nothing to invalidate by hand.
 */
export const read = <A, E, R>(
  key: string,
  effect: Effect.Effect<A, E, R>,
  options?: {
    /** Whose value it is. @default "user" */
    readonly of?: ReadDefinition<A>["of"]
    /**
     * What its values are encoded by where they are kept beyond the program, such as the `output` of an endpoint's `spec`.
     * Without one, or where it has a secret, they are not kept.
     */
    readonly schema?: Schema.Codec<A, unknown> | undefined
  }
): ReadDefinition<A, E, R> => ({ key, effect, of: options?.of ?? "user", schema: options?.schema })

/** What is known of a read. */
export type ReadState<A, E = never> =
  | { readonly _tag: "Pending" }
  | {
    readonly _tag: "Success"
    readonly value: A
    /** It is being read again; meanwhile the value stays. */
    readonly refreshing: boolean
    /** Why the last refresh failed. The value is the one from before. */
    readonly cause: Cause.Cause<E> | undefined
  }
  | { readonly _tag: "Failure"; readonly cause: Cause.Cause<E>; readonly refreshing: boolean }

/** What one page hands the next: values that were read on the server. They survive what structured clone survives. */
export interface InitialReads {
  /** Whose values they are: the user's id, `null` for nobody. In a browser where somebody else is signed in they are dropped. */
  readonly person: string | null
  /** By the key of each read. */
  readonly values: { readonly [key: string]: unknown }
}
