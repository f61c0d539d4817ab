/** Passkeys: registration, sign-in and removal. docs/protocol.md §15. */
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { Passkeys } from "../../../layers/browser/index.ts"
import * as Passkey from "../../../schemas/endpoints/passkey.ts"
import type { CallReason } from "../../../schemas/errors/CallError.ts"
import type { PasskeyAuthenticationFailed } from "../../../schemas/errors/passkeys.ts"
import { currentUser } from "../account/index.ts"
import { keepable, openSession, rememberMfaAttempt } from "../authentication/index.ts"
import { redirectAfter, type RedirectAfterOptions } from "../redirects/index.ts"
import { backgroundCeremony, requestedCeremony } from "./passkeyCeremonies.ts"
import { type Fields, type PasskeyOptions, relyingParty, sentinel, tell, unreadable } from "./relyingParty.ts"

export { register, upgrade } from "./registration.ts"
export type { PasskeyOptions } from "./relyingParty.ts"

/**
 * Returns the passkey features that the browser supports. Hide the passkey button if `button` is `false`. If `autofill`
 * is `true`, passkeys are offered in fields whose `autocomplete` ends with `webauthn` while `signInByAutofill` runs. If
 * `conditionalCreate` is `true`, `upgrade` can create a passkey without a prompt.
 */
export const support = Effect.fn("passkeys.support")(function*() {
  return yield* (yield* Passkeys).support
})

/**
 * Signs in with a passkey that the user selects in the browser's prompt. Call it from a click. It takes precedence
 * over `signInByAutofill`. Interrupting it closes the prompt, and nothing is sent.
 *
 * Fails before anything is sent with `PasskeyNotPossible`, with `CookiesBlocked` if the browser can't store the
 * session, and with `PasskeyWebAuthnError` if the host doesn't support passkeys. Later it fails with
 * `PasskeyCancelled`, which is a normal outcome, and with `PasskeyWebAuthnError` for all other errors of the browser.
 * It fails with `PasskeyAuthenticationFailed` if the platform rejects the passkey; if the passkey is unknown, the
 * browser stops offering it. It fails with the family `VerificationCodeError` after 65 seconds, and with
 * `MultiFactorAuthenticationRequired`: continue with `signIn.withTotp`.
 */
export const signIn = Effect.fn("passkeys.signIn")(function*(options: PasskeyOptions & RedirectAfterOptions = {}) {
  const passkeys = yield* Passkeys
  yield* passkeys.ready("signIn")
  yield* keepable
  const rpId = yield* relyingParty(options)
  return yield* requestedCeremony(
    passkeys,
    "signIn",
    Effect.gen(function*() {
      const { code, optionsJson } = yield* Passkey.initiateAuthentication()
      const publicKey = yield* requestOptions(optionsJson, rpId)
      return yield* finish(rpId, code, yield* passkeys.get(publicKey, { autofill: false }))
    })
  )
}, redirectAfter)

/**
 * Offers passkeys in the page's fields, and signs in with the one that the user selects. Run it while the sign-in
 * page is shown, and interrupt it afterwards. It doesn't end until a passkey is selected. `signIn` and `register` take
 * precedence, and it continues after them. While the page is visible, it requests a new challenge every 45 seconds.
 *
 * If the platform is unreachable, the request for a challenge is retried after 45 seconds, without an error.
 *
 * Fails like `signIn`, and with `PasskeyNotPossible` if the browser doesn't support passkey autofill or the page has no
 * field for it. Run it again after `PasskeyCancelled` to offer passkeys again.
 */
export const signInByAutofill = Effect.fn("passkeys.signInByAutofill")(function*(
  options: PasskeyOptions & RedirectAfterOptions = {}
) {
  const passkeys = yield* Passkeys
  yield* passkeys.ready("autofill")
  yield* keepable
  const rpId = yield* relyingParty(options)
  const untilOld = Effect.sleep(freshFor).pipe(
    Effect.andThen(passkeys.attended),
    Effect.andThen(Effect.sleep(attendedFor)),
    Effect.as(Option.none())
  )
  const challenge = Effect.retry(Passkey.initiateAuthentication(), {
    while: (error) => error._tag === "CallError" && transient.includes(error.reason._tag),
    schedule: Schedule.spaced(freshFor)
  })
  const round = Effect.gen(function*() {
    const { code, optionsJson } = yield* challenge
    const publicKey = yield* requestOptions(optionsJson, rpId)
    const picked = yield* Effect.raceFirst(
      Effect.map(passkeys.get(publicKey, { autofill: true }), Option.some),
      untilOld
    )
    return Option.isSome(picked) ? Option.some(yield* finish(rpId, code, picked.value)) : Option.none()
  })
  const signedIn = yield* backgroundCeremony(passkeys, Effect.repeat(round, { until: Option.isSome }))
  return Option.getOrThrow(signedIn)
}, redirectAfter)

/**
 * Interval of new challenges. A challenge expires after 65 seconds; the remaining time is for the prompt after a
 * passkey has been selected.
 */
const freshFor = "45 seconds"

/** Errors that an open page retries. */
const transient: ReadonlyArray<CallReason["_tag"]> = ["Offline", "ConnectionFailed", "TimedOut", "RateLimited"]

/** Time to wait after the page regains focus: the prompt has just closed, and its result may still arrive. */
const attendedFor = "1 second"

/**
 * Removes the signed-in user's passkey, and signals the browser to stop offering it. The user's `passkeyAuthEnabled`
 * shows whether there is a passkey. Returns the user. Fails with `CannotGetOwnUserWithoutUser` if no user is signed in.
 */
export const remove = Effect.fn("passkeys.remove")(function*(options: PasskeyOptions = {}) {
  const user = yield* currentUser.update({ passkeyAuthEnabled: false })
  const userID = Base64Url.encode(user.id)
  yield* Effect.result(Effect.flatMap(
    relyingParty(options),
    (rpID) => tell({ signalName: "allAcceptedCredentials", rpID, userID, allAcceptedCredentialIDs: [] })
  ))
  return user
})

const finish = (rpID: string, code: Parameters<typeof Passkey.signIn>[0]["code"], response: { readonly id: string }) =>
  Effect.gen(function*() {
    const { isNewUser, restrictedReason, userId } = yield* openSession(
      Passkey.signIn({ authenticationResponse: response, code })
    )
    return { userId, isNewUser, restrictedReason }
  }).pipe(
    rememberMfaAttempt,
    Effect.tapErrorTag("PasskeyAuthenticationFailed", (error) =>
      isUnknownPasskey(error)
        ? tell({ signalName: "unknownCredential", rpID, credentialID: response.id })
        : Effect.void)
  )

/**
 * Whether the passkey is unknown. Only the platform's message distinguishes this from a bad signature or an untrusted
 * domain.
 */
const isUnknownPasskey = ({ platformText = "" }: PasskeyAuthenticationFailed): boolean =>
  /^passkey not found/i.test(platformText)

const requestOptions = (json: unknown, host: string) =>
  (Object(json) as Fields).rpId === sentinel
    ? Effect.succeed({ ...json as object, rpId: host } as PublicKeyCredentialRequestOptionsJSON)
    : unreadable(Passkey.initiateAuthentication.spec.name, `options_json.rpId is not ${sentinel}`)
