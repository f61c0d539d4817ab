/**
 * The browser's side of passkeys, implemented with `@simplewebauthn/browser`, which is loaded on first use.
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

/** Signals to the browser about passkeys that no longer exist. */
export type PasskeySignal =
  /** No user has this passkey. */
  | { readonly signalName: "unknownCredential"; readonly rpID: string; readonly credentialID: string }
  /** The user has only these passkeys. The user id is base64url-encoded, as in the passkey. */
  | {
    readonly signalName: "allAcceptedCredentials"
    readonly rpID: string
    readonly userID: string
    readonly allAcceptedCredentialIDs: Array<string>
  }

/**
 * A browser, or a replacement for one. The flows of `passkeys` run one prompt at a time. Interrupting a prompt closes it,
 * and waits up to one second for the browser to finish.
 */
export interface Passkeys {
  /** The host of the page; `undefined` without a page. */
  readonly hostname: () => string | undefined
  /**
   * Whether passkeys can be used, whether they can be offered in a field, and whether one can be created without a prompt.
   * Never fails.
   */
  readonly support: Effect.Effect<{
    readonly button: boolean
    readonly autofill: boolean
    readonly conditionalCreate: boolean
  }>
  /** Fails if passkeys can't work here. Called before the first request of a flow. */
  readonly ready: (step: "register" | "signIn" | "autofill") => Effect.Effect<void, PasskeyNotPossible>
  /**
   * Creates a passkey: `navigator.credentials.create`. With `conditional`, creates it without a prompt if the browser
   * allows that (`mediation: "conditional"`), and otherwise fails.
   */
  readonly create: (
    options: PublicKeyCredentialCreationOptionsJSON,
    how?: { readonly conditional: boolean }
  ) => Effect.Effect<RegistrationResponseJSON, PasskeyFailure | PasskeyNotPossible>
  /**
   * Gets a passkey: `navigator.credentials.get`. With autofill, waits until the user chooses a passkey or leaves the
   * page.
   */
  readonly get: (
    options: PublicKeyCredentialRequestOptionsJSON,
    how: { readonly autofill: boolean }
  ) => Effect.Effect<AuthenticationResponseJSON, PasskeyFailure | PasskeyNotPossible>
  /** Sends a signal about passkeys that no longer exist. Does nothing in browsers that don't support these signals. */
  readonly signal: (signal: PasskeySignal) => Effect.Effect<void, PasskeyWebAuthnError | PasskeyNotPossible>
  /** Waits until the page is visible and has the focus. A page has no focus while a prompt is open. */
  readonly attended: Effect.Effect<void>
}

type Library = typeof import("@simplewebauthn/browser")

/** Browser APIs that may be missing. */
const surroundings = globalThis as {
  readonly PublicKeyCredential?: Partial<typeof PublicKeyCredential> | undefined
  readonly isSecureContext?: boolean | undefined
  readonly location?: Location | undefined
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

/** Browser extensions may replace these APIs, and throw where the browser wouldn't. */
const autofillSupported = Effect.promise(async () => {
  try {
    return await surroundings.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
  } catch {
    return false
  }
})

/** Whether a passkey can be created without a prompt. Browser extensions may replace these APIs too. */
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
      const ended = Deferred.makeUnsafe<void>()
      const end = (outcome: Effect.Effect<A, PasskeyFailure>) => {
        Deferred.doneUnsafe(ended, Effect.void)
        resume(outcome)
      }
      begin(library).then(
        (response) => end(Effect.succeed(response)),
        (thrown) => end(Effect.fail(passkeyFailure(step, thrown)))
      )
      return stop(library, ended)
    }))

/** Aborts every 50 ms, for up to one second, because the library ignores aborts until it has called the browser. */
const stop = (library: Library, ended: Deferred.Deferred<void>) =>
  Effect.sync(() => library.WebAuthnAbortService.cancelCeremony()).pipe(
    Effect.andThen(Effect.timeoutOption(Effect.interruptible(Deferred.await(ended)), "50 millis")),
    Effect.repeat({ while: Option.isNone, times: 19 })
  )

/** Additional wait in milliseconds, so that the browser's own timeout comes first. */
const graceMillis = 1000

/** Default timeout in milliseconds, if the platform sends none. */
const usualTimeout = 60_000

const within = (step: PasskeyCancelled["step"], { timeout = usualTimeout }: { readonly timeout?: number }) =>
  Effect.timeoutOrElse({
    duration: timeout + graceMillis,
    orElse: () => Effect.fail(new PasskeyCancelled({ step, reason: "TimedOut" }))
  })

const ofBrowser: Passkeys = {
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

/** The browser that the program runs in, unless it is replaced, for example in a native shell or a test. */
export const Passkeys = Context.Reference<Passkeys>("latchkey/setting/Passkeys", {
  defaultValue: () => ofBrowser
})
