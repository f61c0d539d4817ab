/**
 * Stores the attempt code of a sign-in that requires MFA, so that the next page can complete the sign-in.
 * docs/protocol.md §14.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Session } from "./Session.ts"

/** Keeps the attempt code. The platform accepts it for 5 minutes. */
export interface MfaAttempt {
  /** Stores the attempt code of a `MultiFactorAuthenticationRequired` and replaces the previous one. */
  readonly keep: (attemptCode: Redacted.Redacted) => Effect.Effect<void>
  /** Returns the stored attempt code. It isn't removed, because it remains usable after a wrong TOTP code. */
  readonly peek: Effect.Effect<Option.Option<Redacted.Redacted>>
  /** Deletes the attempt code when the sign-in completes or is abandoned. */
  readonly clear: Effect.Effect<void>
}

/**
 * Storage keys of the attempt code: the key of revision 2025-08, and the key of later clients. Both are read and
 * deleted.
 */
const names = ["stack_mfa_attempt_code", "hexclave_mfa_attempt_code"]

/** Catches browser storage errors: the storage may be full or inaccessible. */
const inStorage = <A>(use: (storage: Storage) => A): Effect.Effect<A | undefined> =>
  Effect.sync(() => {
    try {
      return "document" in globalThis ? use(sessionStorage) : undefined
    } catch {
      return undefined
    }
  })

/** Lifetime of an attempt code on the platform. */
const lifeMillis = 300_000

/** Fallback storage, for tabs without accessible storage and for programs outside a browser. */
const inMemory = new WeakMap<Session["Service"], { readonly code: Redacted.Redacted; readonly until: number }>()

const withSession = <A>(
  use: (session: Session["Service"], now: number) => A
): Effect.Effect<A | undefined> =>
  Effect.flatMap(
    Effect.serviceOption(Session),
    (session) =>
      Option.isNone(session)
        ? Effect.succeed(undefined)
        : Effect.map(Clock.currentTimeMillis, (now) => use(session.value, now))
  )

/** Stores the code in the tab's session storage, which outlives the page, and in the client's memory. */
const ofClient: MfaAttempt = {
  keep: (code) =>
    Effect.andThen(
      inStorage((storage) => storage.setItem(names[0]!, Redacted.value(code))),
      Effect.asVoid(withSession((session, now) => inMemory.set(session, { code, until: now + lifeMillis })))
    ),
  peek: Effect.flatMap(
    inStorage((storage) => names.map((name) => storage.getItem(name)).find((code) => code !== null)),
    (stored) =>
      typeof stored === "string"
        ? Effect.succeedSome(Redacted.make(stored))
        : Effect.map(
          withSession((session, now) => {
            const kept = inMemory.get(session)
            return kept !== undefined && now < kept.until ? kept.code : undefined
          }),
          Option.fromNullishOr
        )
  ),
  clear: Effect.andThen(
    inStorage((storage) => names.forEach((name) => storage.removeItem(name))),
    Effect.asVoid(withSession((session) => inMemory.delete(session)))
  )
}

/** Keeps the pending attempt code in the tab's session storage and in the client's memory. */
export const MfaAttempt = Context.Reference<MfaAttempt>("latchkey/setting/MfaAttempt", {
  defaultValue: () => ofClient
})
