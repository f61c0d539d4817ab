/** The attempt code of a sign-in that waits for its second factor, from one page to the next. Wire protocol §14. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Where the attempt code waits. The platform takes it for 5 minutes. */
export interface MfaAttemptService {
  /** Remembers the attempt code of a `MultiFactorAuthenticationRequired`, in place of another one. */
  readonly keep: (attemptCode: Redacted.Redacted) => Effect.Effect<void>
  /** The attempt code that was kept last. It stays, because a wrong TOTP leaves it usable. */
  readonly peek: Effect.Effect<Option.Option<Redacted.Redacted>>
  /** Forgets it: the sign-in is complete, or given up. */
  readonly clear: Effect.Effect<void>
}

/** The name of 2025-08, and that of later clients, which is read and cleared too. */
const names = ["stack_mfa_attempt_code", "hexclave_mfa_attempt_code"]

/** A browser may forbid its storage, or have none left: then the code is with the error alone. */
const inStorage = <A>(use: (storage: Storage) => A): Effect.Effect<A | undefined> =>
  Effect.sync(() => {
    try {
      return "sessionStorage" in globalThis && "document" in globalThis ? use(globalThis.sessionStorage) : undefined
    } catch {
      return undefined
    }
  })

/** The tab's session storage. A server keeps nothing, for it would be anyone's: hand the code on yourself there. */
const ofTab: MfaAttemptService = {
  keep: (attemptCode) => Effect.asVoid(inStorage((storage) => storage.setItem(names[0]!, Redacted.value(attemptCode)))),
  peek: Effect.map(
    inStorage((storage) => names.map((name) => storage.getItem(name)).find((code) => code !== null)),
    (code) => Option.map(Option.fromNullishOr(code), (code) => Redacted.make(code))
  ),
  clear: Effect.asVoid(inStorage((storage) => names.forEach((name) => storage.removeItem(name))))
}

/** The attempt code that waits, in the session storage of the browser's tab. */
export const MfaAttempt = Context.Reference<MfaAttemptService>("latchkey/MfaAttempt", { defaultValue: () => ofTab })
