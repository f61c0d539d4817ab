/** A browser's passkey support that a test controls: each prompt waits until the test responds to it. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { PasskeyCancelled } from "../../../layers/browser/PasskeyCancelled.ts"
import type { PasskeyFailure } from "../../../layers/browser/passkeyFailure.ts"
import type { Passkeys, PasskeySignal } from "../../../layers/browser/Passkeys.ts"
import { authenticator } from "../../src/emulator/support/authenticator.ts"

type Kind = "create" | "conditionalCreate" | "get" | "autofill"

/** A prompt, which is open or closed. */
export interface Prompt {
  readonly kind: Kind
  readonly options: any
  readonly isOpen: () => boolean
  /** Confirms the prompt. `as`: id of another passkey to use. */
  readonly agree: (as?: string) => Effect.Effect<void>
  readonly fail: (error?: PasskeyFailure) => Effect.Effect<void>
}

export interface ScriptedPasskeys {
  readonly service: Passkeys
  /** Waits for the next prompt. */
  readonly prompt: Effect.Effect<Prompt>
  /** Kinds of all prompts so far: `create`, `get`, `autofill`. */
  readonly prompts: ReadonlyArray<Kind>
  readonly signals: ReadonlyArray<PasskeySignal>
  /** Id of the passkey. */
  readonly id: string
  /** Sets whether the page is visible and focused. */
  readonly attend: (does: boolean) => void
  /** Sets the work that the browser has to complete after a prompt is closed, before it can open another prompt. */
  readonly letGo: (when: Effect.Effect<void>) => void
}

/** Creates the browser of a page. Its device has one passkey. */
export const scriptedPasskeys = (page = "http://localhost:3000"): Effect.Effect<ScriptedPasskeys> =>
  Effect.gen(function*() {
    const device = yield* Effect.promise(() => authenticator())
    const queue = yield* Queue.unbounded<Prompt>()
    const prompts: Array<Kind> = []
    const signals: Array<PasskeySignal> = []
    let attended = Deferred.makeUnsafe<void>()
    let letGo: Effect.Effect<void> = Effect.void
    Deferred.doneUnsafe(attended, Effect.void)

    const show = <A>(kind: Kind, options: any, answer: (as?: string) => Promise<A>) =>
      Effect.callback<A, PasskeyFailure>((resume) => {
        let open = true
        const close = (outcome: Effect.Effect<A, PasskeyFailure>) =>
          Effect.sync(() => {
            open = false
            resume(outcome)
          })
        const step = kind === "create" || kind === "conditionalCreate" ? "register" : "signIn"
        prompts.push(kind)
        Queue.offerUnsafe(queue, {
          kind,
          options,
          isOpen: () => open,
          agree: (as) => Effect.flatMap(Effect.promise(() => answer(as)), (value) => close(Effect.succeed(value))),
          fail: (error = new PasskeyCancelled({ step, reason: "Declined" })) => close(Effect.fail(error))
        })
        return Effect.andThen(Effect.sync(() => void (open = false)), Effect.suspend(() => letGo))
      })

    return {
      id: device.id,
      prompt: Queue.take(queue),
      prompts,
      signals,
      attend: (does) => {
        if (does) Deferred.doneUnsafe(attended, Effect.void)
        else attended = Deferred.makeUnsafe()
      },
      letGo: (when) => void (letGo = when),
      service: {
        hostname: () => new URL(page).hostname,
        support: Effect.succeed({ button: true, autofill: true, conditionalCreate: true }),
        ready: () => Effect.void,
        // the device returns WebAuthn's JSON
        create: (options, how) =>
          show(
            how?.conditional ? "conditionalCreate" : "create",
            options,
            () => device.create(options.challenge, page) as Promise<any>
          ),
        get: (options, { autofill }) =>
          show(
            autofill ? "autofill" : "get",
            options,
            (as) => device.get(options.challenge, page, as) as Promise<any>
          ),
        signal: (signal) => Effect.sync(() => void signals.push(signal)),
        attended: Effect.suspend(() => Deferred.await(attended))
      }
    }
  })
