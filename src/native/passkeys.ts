/** Passkeys of the device, through a module that the app passes in. docs/laws.md Y6. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PasskeyCancelled, type PasskeyFailure, PasskeyNotPossible, Passkeys } from "../../layers/browser/index.ts"
import { PasskeyWebAuthnError } from "../../schemas/errors/passkeys.ts"

/**
 * `react-native-passkeys`, or `Passkey` of `react-native-passkey`. Both take WebAuthn options and return WebAuthn
 * responses as JSON, with slightly different types.
 */
export interface PasskeyModule {
  isSupported(): boolean | Promise<boolean>
  create(options: never): Promise<unknown>
  get(options: never): Promise<unknown>
}

/** Options for {@link layerPasskeys}. */
export interface NativePasskeyOptions {
  /**
   * Domain that the passkeys belong to, such as `app.example.com`: a trusted domain of the project, whose site names the
   * app in `apple-app-site-association`.
   */
  readonly hostname: string
}

/**
 * Passkeys of the device. `passkeys.register` and `passkeys.signIn` open its prompt. Autofill and passkeys without a
 * prompt are not available. Interrupting a flow doesn't close the prompt, and its result is ignored.
 *
 * On iOS, passkeys have the origin of the site, as in browsers. On Android, they have the origin of the app, which
 * isn't a trusted domain. The platform then rejects them, and the flows fail with `PasskeyRegistrationFailed` and
 * `PasskeyAuthenticationFailed`.
 */
export const layerPasskeys = (module: PasskeyModule, { hostname }: NativePasskeyOptions): Layer.Layer<never> =>
  Layer.succeed(Passkeys, passkeysOf(module, hostname))

type Step = PasskeyCancelled["step"]

/** Additional wait in milliseconds, so that the device's own timeout comes first. */
const graceMillis = 1000

/** Default timeout in milliseconds, if the platform sends none. */
const usualTimeout = 60_000

const passkeysOf = (module: PasskeyModule, hostname: string): Passkeys => {
  const isSupported = Effect.promise(async () => {
    try {
      return await module.isSupported() === true
    } catch {
      return false
    }
  })
  const prompt = <A>(step: Step, timeout: number | undefined, open: () => Promise<unknown>) =>
    Effect.tryPromise({ try: open, catch: (thrown) => failureOf(step, thrown) }).pipe(
      // some modules return nothing instead of throwing
      Effect.filterOrFail(
        (response): response is A => typeof response === "object" && response !== null,
        () => new PasskeyCancelled({ step, reason: "Declined" })
      ),
      Effect.timeoutOrElse({
        duration: (timeout ?? usualTimeout) + graceMillis,
        orElse: () => Effect.fail(new PasskeyCancelled({ step, reason: "TimedOut" }))
      })
    )
  return {
    hostname: () => hostname,
    support: Effect.map(isSupported, (button) => ({ button, autofill: false, conditionalCreate: false })),
    ready: (step) =>
      Effect.gen(function*() {
        if (!(yield* isSupported)) return yield* new PasskeyNotPossible({ reason: "Unsupported" })
        if (step === "autofill") return yield* new PasskeyNotPossible({ reason: "AutofillUnsupported" })
      }),
    create: (options) =>
      prompt<RegistrationResponseJSON>("register", options.timeout, () => module.create(options as never)),
    get: (options) => prompt<AuthenticationResponseJSON>("signIn", options.timeout, () => module.get(options as never)),
    signal: () => Effect.void,
    attended: Effect.void
  }
}

/** Maximum length of an error's message. */
const longest = 1000

/** Reads the error of a module: each has its own names, in `error`, `code`, `name` or `message`. */
const failureOf = (step: Step, thrown: unknown): PasskeyFailure | PasskeyNotPossible => {
  const { code, error, message, name } = Object(thrown) as { readonly [key: string]: unknown }
  const names = [error, code, name].filter((each) => typeof each === "string").join(" ")
  if (/not_?supported|not_?configured/i.test(names)) return new PasskeyNotPossible({ reason: "Unsupported" })
  const cancelled = (reason: PasskeyCancelled["reason"]) => new PasskeyCancelled({ step, reason })
  if (/time_?d?_?out/i.test(names)) return cancelled("TimedOut")
  if (/interrupted/i.test(names)) return cancelled("Aborted")
  if (/cancel|no_?credential|not_?allowed/i.test(names)) return cancelled("Declined")
  const found = [error, code, name].find((each) => typeof each === "string" && each !== "")
  return new PasskeyWebAuthnError({
    code: found === undefined || found === "Error" ? "UnknownError" : String(found),
    message: typeof message === "string" ? message.slice(0, longest) : undefined
  })
}
