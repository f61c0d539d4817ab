/** Passkeys: adding one to the account, signing in with it, taking it away. docs/protocol.md §15. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON
} from "@simplewebauthn/browser"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { Passkeys, type PasskeySignal } from "../../../layers/browser/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Passkey from "../../../schemas/endpoints/passkey.ts"
import { CallError, type CallReason, DecodeError } from "../../../schemas/errors/CallError.ts"
import { type PasskeyAuthenticationFailed, PasskeyWebAuthnError } from "../../../schemas/errors/passkeys.ts"
import { UserAuthenticationRequired } from "../../../schemas/errors/users.ts"
import { currentUser } from "../account/index.ts"
import { keepable, openSession, rememberMfaAttempt } from "../authentication/index.ts"
import { redirectAfter, type Redirecting } from "../redirects/index.ts"
import { backgroundCeremony, requestedCeremony } from "./passkeyCeremonies.ts"

/** Where a passkey belongs. */
export interface PasskeyOptions {
  /**
   * The host that the passkey is bound to. Browsers take the page's own and the domains above it; the platform takes
   * the page's own alone, and answers to another one that registering or signing in failed.
   *
   * @default the host of the page
   */
  readonly hostname?: string | undefined
}

/**
 * What this browser can do: leave the button out where `button` is `false`. Where `autofill` is `true`, passkeys are
 * offered in fields whose `autocomplete` ends with `webauthn` while `signInByAutofill` runs.
 */
export const support = Effect.fn("passkeys.support")(function*() {
  return yield* (yield* Passkeys).support
})

/**
 * Adds a passkey to the signed-in user's account, in place of the one there may be: users have one. The browser is told
 * to offer the former one no more. Interrupting closes the prompt, and nothing is stored.
 *
 * Fails, before anything is sent, with `PasskeyNotPossible`, with `PasskeyWebAuthnError` where passkeys cannot belong to
 * the address, and with `UserAuthenticationRequired` when nobody is signed in. Then with `PasskeyCancelled`, which is no
 * reason for alarm; with `PasskeyWebAuthnError` for everything else that browsers report, such as a device that has the
 * account's passkey already; and with `PasskeyRegistrationFailed` when the platform refuses it, for example because the
 * page's domain is not trusted.
 */
export const register = Effect.fn("passkeys.register")(function*(options: PasskeyOptions = {}) {
  const passkeys = yield* Passkeys
  yield* passkeys.ready("register")
  const rpId = yield* relyingParty(options)
  yield* somebody
  return yield* requestedCeremony(
    passkeys,
    "register",
    Effect.gen(function*() {
      const { code, optionsJson } = yield* Passkey.initiateRegistration()
      const publicKey = yield* creationOptions(optionsJson, rpId)
      const credential = yield* passkeys.create(publicKey)
      yield* somebody // signed out meanwhile, the platform would fail and use the code up
      const { userHandle: credentialId } = yield* Passkey.register({ credential, code })
      yield* tell({
        signalName: "allAcceptedCredentials",
        rpID: rpId,
        userID: publicKey.user.id,
        allAcceptedCredentialIDs: [credentialId]
      })
      return { credentialId }
    })
  )
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
export const signIn = Effect.fn("passkeys.signIn")(function*(options: PasskeyOptions & Redirecting = {}) {
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
  options: PasskeyOptions & Redirecting = {}
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

/** A courtesy: what became of the sign-in does not hang on it. */
const tell = (signal: PasskeySignal) => Effect.result(Passkeys.use((passkeys) => passkeys.signal(signal)))

const somebody = Effect.flatMap(
  Session,
  (session) => session.state()._tag === "SignedOut" ? Effect.fail(new UserAuthenticationRequired()) : Effect.void
)

/** Passkeys belong to names, not to addresses of machines. WebAuthn L3 §5.1.3 step 7. */
const relyingParty = ({ hostname }: PasskeyOptions) =>
  Effect.flatMap(Passkeys, (passkeys) => {
    const given = hostname ?? passkeys.hostname() ?? ""
    const url = `https://${given}/`
    const host = /^[^\s/:@?#\\[\]]+$/.test(given) && URL.canParse(url) ? new URL(url).hostname : ""
    return host === "" || /(^|\.)\d+\.?$/.test(host)
      ? Effect.fail(
        new PasskeyWebAuthnError({ code: "ERROR_INVALID_DOMAIN", message: `${given} is an invalid domain` })
      )
      : Effect.succeed(host)
  })

/** Stands where the page's host belongs. */
const sentinel = "THIS_VALUE_WILL_BE_REPLACED.example.com"

type Fields = { readonly [name: string]: unknown }

const creationOptions = (json: unknown, host: string) =>
  Effect.gen(function*() {
    const { name } = Passkey.initiateRegistration.spec
    const options = Object(json) as { readonly rp?: Fields | null; readonly user?: Fields | null }
    if (options.rp?.id !== sentinel) return yield* unreadable(name, `options_json.rp.id is not ${sentinel}`)
    const id = Base64Url.decode(String(options.user?.id))
    if (Result.isFailure(id)) return yield* unreadable(name, "options_json.user.id is not in base64url")
    const { length } = id.success
    if (length < 1 || length > 64) {
      return yield* new PasskeyWebAuthnError({
        code: "ERROR_INVALID_USER_ID_LENGTH",
        message: `The user id has ${length} bytes; 1 to 64 are allowed`
      })
    }
    return { ...options, rp: { ...options.rp, id: host } } as unknown as PublicKeyCredentialCreationOptionsJSON
  })

const requestOptions = (json: unknown, host: string) =>
  (Object(json) as Fields).rpId === sentinel
    ? Effect.succeed({ ...json as object, rpId: host } as PublicKeyCredentialRequestOptionsJSON)
    : unreadable(Passkey.initiateAuthentication.spec.name, `options_json.rpId is not ${sentinel}`)

const unreadable = (endpoint: string, problem: string) =>
  Effect.fail(new CallError({ endpoint, reason: new DecodeError({ status: 200, problem, excerpt: "" }) }))
