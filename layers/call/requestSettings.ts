/** How a caller wants its requests sent. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Answers longer than this are cut off with `ResponseTooLarge`. @default 5,000,000 bytes */
export const MaxResponseBytes = Context.Reference<number>("latchkey/MaxResponseBytes", {
  defaultValue: () => 5_000_000
})

/**
 * `true`: a browser goes on sending a request when its page is left. For short ones that nobody there waits for, such as
 * the end of a session: all of them together may hold 64 KiB. @default false
 */
export const OutlivesPage = Context.Reference<boolean>("latchkey/OutlivesPage", { defaultValue: () => false })

/** What of it the transports over HTTP ask. */
export interface RequestSettings {
  readonly limit: number
  readonly keepalive: boolean
}

/** As the caller wants it in whose context this runs. */
export const requestSettings: Effect.Effect<RequestSettings> = Effect.flatMap(
  MaxResponseBytes,
  (limit) => Effect.map(OutlivesPage, (keepalive) => ({ limit, keepalive }))
)
