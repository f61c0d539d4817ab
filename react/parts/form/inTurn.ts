/** Sends changes to the same thing one after the other. docs/laws.md N14. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { untilPersonChanges } from "../../../layers/access/index.ts"
import { makeMutex, Session } from "../../../layers/session/index.ts"
import { ProviderScope } from "../../providerScope.ts"

/** The thing that a change writes. Changes to different things run at the same time. */
export type Thing =
  /** The user, including name, picture, addresses, password, MFA and selected team. */
  | "user"
  | "api keys"
  | "billing"
  | "connections"
  | "notifications"
  /** Separate from "user", because creating a passkey waits for the browser's prompt. */
  | "passkey"
  | "sessions"
  /** A team, including its members, invitations, keys and the user's profile in it. */
  | `team ${string}`

const turns = new WeakMap<Session["Service"], Map<Thing, ReturnType<typeof makeMutex>>>()

const turnOf = (session: Session["Service"], thing: Thing) => {
  let all = turns.get(session)
  if (all === undefined) turns.set(session, all = new Map())
  let turn = all.get(thing)
  if (turn === undefined) all.set(thing, turn = makeMutex())
  return turn
}

/**
 * Runs a change after all earlier changes to the same thing have ended, whether they succeeded or not.
 *
 * If the caller is interrupted because its component unmounts, the change still runs, as long as the provider is
 * mounted and the person stays the same. With `interruptible`, the change stops instead; use this for changes that show
 * a prompt.
 */
export const inTurn =
  (thing: Thing, { interruptible = false }: { readonly interruptible?: boolean } = {}) =>
  <A, E, R>(change: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Session> =>
    Effect.gen(function*() {
      const own = turnOf(yield* Session, thing)(untilPersonChanges(change))
      const scope = yield* ProviderScope
      if (interruptible || scope === undefined) return yield* own
      const fiber = yield* Effect.forkIn(own, scope, { startImmediately: true })
      return yield* Fiber.join(fiber)
    })
