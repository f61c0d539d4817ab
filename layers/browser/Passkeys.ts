/**
 * The browser's side of passkeys, by `@simplewebauthn/browser`, which is loaded when it is needed.
 * docs/protocol.md §15.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON
} from "@simplewebauthn/browser"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PasskeyWebAuthnError } from "../../schemas/errors/passkeys.ts"
import { PasskeyCancelled } from "./PasskeyCancelled.ts"
import { type PasskeyFailure, passkeyFailure, webAuthnError } from "./passkeyFailure.ts"
import { PasskeyNotPossible } from "./PasskeyNotPossible.ts"

/** What the browser is told about passkeys that it offers and that are no good any more. */
export type PasskeySignal =
  /** Nobody has this one. */
  | { readonly signalName: "unknownCredential"; readonly rpID: string; readonly credentialID: string }
  /** The user has these and no others. The user id in base64url, as in the passkey. */
  | {
    readonly signalName: "allAcceptedCredentials"
    readonly rpID: string
    readonly userID: string
    readonly allAcceptedCredentialIDs: Array<string>
  }

/**
 * A browser, or whatever stands in for one. Its steps take turns: the flows of `passkeys` see to that. Interrupting a
 * step closes the prompt and waits for the browser to be done with it, for a second at most.
 */
export interface PasskeysService {
  /** The host of the page; `undefined` where there is no page. */
  readonly hostname: () => string | undefined
  /**
   * Whether a passkey can be used, whether it can be offered while people type, and whether one can be made without asking
   * the person. Never fails.
   */
  readonly support: Effect.Effect<{
    readonly button: boolean
    readonly autofill: boolean
    readonly conditionalCreate: boolean
  }>
  /** Fails when the step cannot work here. Goes before its first request. */
  readonly ready: (step: "register" | "signIn" | "autofill") => Effect.Effect<void, PasskeyNotPossible>
  /**
   * Makes a passkey: `navigator.credentials.create`. `conditional`: without a prompt, or not at all, with
   * `mediation: "conditional"`.
   */
  readonly create: (
    options: PublicKeyCredentialCreationOptionsJSON,
    how?: { readonly conditional: boolean }
  ) => Effect.Effect<RegistrationResponseJSON, PasskeyFailure | PasskeyNotPossible>
  /** Asks for a passkey: `navigator.credentials.get`. By autofill it takes as long as people stay on the page. */
  readonly get: (
    options: PublicKeyCredentialRequestOptionsJSON,
    how: { readonly autofill: boolean }
  ) => Effect.Effect<AuthenticationResponseJSON, PasskeyFailure | PasskeyNotPossible>
  /** Tells the browser what is no good any more. Nothing happens in one that cannot be told. */
  readonly signal: (signal: PasskeySignal) => Effect.Effect<void, PasskeyWebAuthnError | PasskeyNotPossible>
  /** Waits until people look at the page: it is visible and has the focus, so no prompt is in front of it. */
  readonly attended: Effect.Effect<void>
}

type Library = typeof import("@simplewebauthn/browser")

/** What of the browser may be missing. */
const surroundings = globalThis as {
  readonly PublicKeyCredential?: Partial<typeof PublicKeyCredential>
  readonly isSecureContext?: boolean
  readonly location?: Location
}

const load: Effect.Effect<Library, PasskeyNotPossible> = Effect.tryPromise({
  try: () => import("@simplewebauthn/browser"),
  catch: () => new PasskeyNotPossible({ reason: "NotLoaded" })
})

const problem = (): PasskeyNotPossible["reason"] | undefined =>
  !("document" in globalThis)
    ? "NoBrowser"
    : typeof surroundings.PublicKeyCredential === "function"
    ? undefined
    : surroundings.isSecureContext === false
    ? "InsecureContext"
    : "Unsupported"

/** An extension that stands in for the browser may fail where the browser cannot. */
const autofillSupported = Effect.promise(async () => {
  try {
    return await surroundings.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
  } catch {
    return false
  }
})

/** The same may do so here. */
const conditionalCreateSupported = Effect.promise(async () => {
  try {
    const { getClientCapabilities } = surroundings.PublicKeyCredential ?? {}
    return (await getClientCapabilities?.call(PublicKeyCredential))?.["conditionalCreate"] === true
  } catch {
    return false
  }
})

const autofillProblem = Effect.map(
  autofillSupported,
  (supported): PasskeyNotPossible["reason"] | undefined =>
    !supported
      ? "AutofillUnsupported"
      : document.querySelector("input[autocomplete$='webauthn']") === null
      ? "NoAutofillField"
      : undefined
)

const ceremony = <A>(step: PasskeyCancelled["step"], begin: (library: Library) => Promise<A>) =>
  Effect.flatMap(load, (library) =>
    Effect.callback<A, PasskeyFailure>((resume) => {
      const over = Deferred.makeUnsafe<void>()
      const end = (outcome: Effect.Effect<A, PasskeyFailure>) => {
        Deferred.doneUnsafe(over, Effect.void)
        resume(outcome)
      }
      begin(library).then(
        (answer) => end(Effect.succeed(answer)),
        (thrown) => end(Effect.fail(passkeyFailure(step, thrown)))
      )
      return stop(library, over)
    }))

/** Told every 50 ms, because the library first hears of it some moments after it began; for a second at most. */
const stop = (library: Library, over: Deferred.Deferred<void>) =>
  Effect.sync(() => library.WebAuthnAbortService.cancelCeremony()).pipe(
    Effect.andThen(Effect.timeoutOption(Effect.interruptible(Deferred.await(over)), "50 millis")),
    Effect.repeat({ while: Option.isNone, times: 19 })
  )

/** The browser's own time-out is to come first. */
const graceMillis = 1000

/** Milliseconds, when the platform does not say. */
const usualTimeout = 60_000

const within = (step: PasskeyCancelled["step"], { timeout = usualTimeout }: { readonly timeout?: number }) =>
  Effect.timeoutOrElse({
    duration: timeout + graceMillis,
    orElse: () => Effect.fail(new PasskeyCancelled({ step, reason: "TimedOut" }))
  })

const ofBrowser: PasskeysService = {
  hostname: () => surroundings.location?.hostname,

  support: Effect.gen(function*() {
    const button = problem() === undefined
    return {
      button,
      autofill: button && (yield* autofillSupported),
      conditionalCreate: button && (yield* conditionalCreateSupported)
    }
  }),

  ready: (step) =>
    Effect.gen(function*() {
      const reason = problem() ?? (step === "autofill" ? yield* autofillProblem : undefined)
      if (reason !== undefined) return yield* new PasskeyNotPossible({ reason })
      yield* load
    }),

  create: (optionsJSON, { conditional } = { conditional: false }) =>
    ceremony(
      "register",
      ({ startRegistration }) => startRegistration({ optionsJSON, useAutoRegister: conditional })
    ).pipe(within("register", optionsJSON)),

  get: (optionsJSON, { autofill }) => {
    const step = ceremony(
      "signIn",
      ({ startAuthentication }) =>
        startAuthentication({ optionsJSON, useBrowserAutofill: autofill, verifyBrowserAutofillInput: false })
    )
    return autofill ? step : within("signIn", optionsJSON)(step)
  },

  signal: (signal) => {
    const method = `signal${signal.signalName[0]!.toUpperCase()}${signal.signalName.slice(1)}`
    return typeof (surroundings.PublicKeyCredential as { readonly [name: string]: unknown } | undefined)?.[method]
        === "function"
      ? Effect.flatMap(
        load,
        ({ sendSignal }) => Effect.tryPromise({ try: () => sendSignal(signal), catch: webAuthnError })
      )
      : Effect.void
  },

  attended: Effect.callback<void>((resume) => {
    const forget = () => {
      globalThis.removeEventListener("focus", look)
      document.removeEventListener("visibilitychange", look)
    }
    const look = () => {
      if (document.visibilityState !== "visible" || !document.hasFocus()) return
      forget()
      resume(Effect.void)
    }
    globalThis.addEventListener("focus", look)
    document.addEventListener("visibilitychange", look)
    look()
    return Effect.sync(forget)
  })
}

/** The browser around the program, unless something else can do what it does: a native shell, or a test. */
export const Passkeys = Context.Reference<PasskeysService>("latchkey/setting/Passkeys", {
  defaultValue: () => ofBrowser
})
