/** Passkeys: adding one to the account, signing in with it, taking it away. docs/protocol.md §15. */
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
 * What this browser can do: leave the button out where `button` is `false`. Where `autofill` is `true`, passkeys are
 * offered in fields whose `autocomplete` ends with `webauthn` while `signInByAutofill` runs. Where `conditionalCreate` is
 * `true`, `upgrade` can make one without asking.
 */
export const support = Effect.fn("passkeys.support")(function*() {
  return yield* (yield* Passkeys).support
})

/**
 * Signs in with a passkey that the person picks in the browser's prompt. Call it from a click. `signInByAutofill` makes
 * way for it. Interrupting closes the prompt, and nothing is sent.
 *
 * Fails, before anything is sent, with `PasskeyNotPossible`, with `CookiesBlocked` where the browser would not keep the
 * session, and with `PasskeyWebAuthnError` where passkeys cannot belong to the address. Then with `PasskeyCancelled`, which is no reason for alarm; with `PasskeyWebAuthnError` for
 * everything else that browsers report; with `PasskeyAuthenticationFailed` when the platform refuses the passkey, which
 * the browser stops offering when nobody has it; with the family `VerificationCodeError` when it took longer than 65
 * seconds; and with `MultiFactorAuthenticationRequired`: go on with `signIn.withTotp`.
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
 * Offers passkeys in the page's fields, and signs in with the one that the person picks: run it as long as the sign-in
 * page is shown, and interrupt it then. Until somebody picks one it does not end. It makes way for `signIn` and
 * `register` and goes on after them, and while people look at the page it asks for a new challenge every 45 seconds.
 *
 * A platform that cannot be reached when a challenge is asked for is asked again after 45 seconds, without an error.
 *
 * Fails as `signIn` does; with `PasskeyNotPossible` also where the browser has no autofill of passkeys or the page no
 * field for it. After `PasskeyCancelled` run it again, and passkeys are offered as before.
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
  const begun = Effect.retry(Passkey.initiateAuthentication(), {
    while: (error) => error._tag === "CallError" && transient.includes(error.reason._tag),
    schedule: Schedule.spaced(freshFor)
  })
  const round = Effect.gen(function*() {
    const { code, optionsJson } = yield* begun
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

/** A challenge lives for 65 seconds. The rest is for the person who has picked a passkey and is at the prompt. */
const freshFor = "45 seconds"

/** What a page that is left open outlasts. */
const transient: ReadonlyArray<CallReason["_tag"]> = ["Offline", "ConnectionFailed", "TimedOut", "RateLimited"]

/** The prompt has just closed when the page has the focus again, and its answer may be on the way. */
const attendedFor = "1 second"

/**
 * Takes the signed-in user's passkey away. The browser is told to offer it no more. Whether there is one tells the
 * user's `passkeyAuthEnabled`. Answers with the user. Fails with `CannotGetOwnUserWithoutUser` when nobody is signed in.
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
      isOfNobody(error)
        ? tell({ signalName: "unknownCredential", rpID, credentialID: response.id })
        : Effect.void)
  )

/** Only the platform's sentence tells it from a bad signature or an untrusted domain, which are no fault of a passkey. */
const isOfNobody = ({ platformText = "" }: PasskeyAuthenticationFailed): boolean =>
  /^passkey not found/i.test(platformText)

const requestOptions = (json: unknown, host: string) =>
  (Object(json) as Fields).rpId === sentinel
    ? Effect.succeed({ ...json as object, rpId: host } as PublicKeyCredentialRequestOptionsJSON)
    : unreadable(Passkey.initiateAuthentication.spec.name, `options_json.rpId is not ${sentinel}`)
