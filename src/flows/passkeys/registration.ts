/** Registration of passkeys, on request or automatically. docs/protocol.md §15. */
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { bindToUser, sameUser } from "../../../layers/access/index.ts"
import { PasskeyCancelled, Passkeys } from "../../../layers/browser/index.ts"
import { Session } from "../../../layers/session/index.ts"
import * as Passkey from "../../../schemas/endpoints/passkey.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import { PasskeyWebAuthnError } from "../../../schemas/errors/passkeys.ts"
import { UserAuthenticationRequired } from "../../../schemas/errors/users.ts"
import { currentUser } from "../account/index.ts"
import { backgroundCeremony, requestedCeremony } from "./passkeyCeremonies.ts"
import { type Fields, type PasskeyOptions, relyingParty, sentinel, tell, unreadable } from "./relyingParty.ts"

/**
 * Adds a passkey to the signed-in user's account, replacing the existing one: users have at most one. Signals the
 * browser to stop offering the previous one. Interrupting it closes the prompt, and nothing is stored. If the signed-in
 * user changed during the prompt, the browser is signaled to delete the new passkey, nothing is stored, and the flow
 * fails with `PasskeyCancelled` and the reason `UserChanged`.
 *
 * Fails before anything is sent with `PasskeyNotPossible`, with `PasskeyWebAuthnError` if the host doesn't support
 * passkeys, and with `UserAuthenticationRequired` if no user is signed in. Later it fails with `PasskeyCancelled`,
 * which is a normal outcome, with `PasskeyWebAuthnError` for all other errors of the browser, such as a device that
 * already has the account's passkey, and with `PasskeyRegistrationFailed` if the platform rejects the passkey, for
 * example because the page's domain is not trusted.
 */
export const register = Effect.fn("passkeys.register")(function*(options: PasskeyOptions = {}) {
  const passkeys = yield* Passkeys
  yield* passkeys.ready("register")
  const rpId = yield* relyingParty(options)
  yield* requireUser
  return yield* requestedCeremony(passkeys, "register", newPasskey(rpId, { conditional: false }))
}, (registering, _options?: PasskeyOptions) => bindToUser(registering))

/**
 * Lets the browser create a passkey after a sign-in with a password, without a prompt: an automatic passkey upgrade, or
 * conditional create (WebAuthn L3 §5.1.3). Browsers create it if their password manager has just filled in the
 * password, and notify the user. Run it in parallel with the next step after a sign-in, once per user and browser, and
 * interrupt it at any time.
 *
 * Returns `None` if no passkey was created, which is a normal outcome: the browser doesn't support it or declines; the
 * project has passkeys disabled; no user is signed in; the user already has a passkey, which would be replaced; or the
 * signed-in user has changed in the meantime, in which case the browser is signaled to delete the passkey.
 *
 * Fails with `PasskeyRegistrationFailed` if the platform rejects the passkey, for example because it requires user
 * presence. The browser is then signaled to delete it. Fails with `PasskeyWebAuthnError` and `PasskeyNotPossible` like
 * `register`.
 */
export const upgrade = Effect.fn("passkeys.upgrade")(function*(options: PasskeyOptions = {}) {
  const passkeys = yield* Passkeys
  const { conditionalCreate } = yield* passkeys.support
  if (!conditionalCreate) return Option.none()
  const rpId = yield* relyingParty(options)
  return yield* backgroundCeremony(
    passkeys,
    Effect.gen(function*() {
      // read again after a requested ceremony, which may have added one
      const user = yield* currentUser.get()
      if (user === null || user.passkeyAuthEnabled) return Option.none()
      return Option.some(yield* newPasskey(rpId, { conditional: true }))
    })
  ).pipe(
    Effect.catchTags({
      PasskeyCancelled: () => Effect.succeedNone,
      PasskeyAuthenticationNotEnabled: () => Effect.succeedNone
    }),
    Effect.catchReasons("CallError", {
      PersonChanged: () => Effect.succeedNone,
      UserChanged: () => Effect.succeedNone
    })
  )
}, (registering, _options?: PasskeyOptions) => bindToUser(registering))

/**
 * Creates and stores a passkey. Storing it can't be interrupted once the browser has created it. If the passkey can't
 * be stored, because the platform rejects it or the signed-in user changed, the browser is signaled to delete it.
 */
const newPasskey = (rpId: string, how: { readonly conditional: boolean }) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const passkeys = yield* Passkeys
      const { code, optionsJson } = yield* cancelIfUserChanged(
        restore(Effect.andThen(sameUser, Passkey.initiateRegistration()))
      )
      const publicKey = yield* creationOptions(optionsJson, rpId)
      const credential = yield* restore(passkeys.create(publicKey, how))
      const forget = tell({ signalName: "unknownCredential", rpID: rpId, credentialID: credential.id })
      const { userHandle: credentialId } = yield* Effect.andThen(sameUser, Passkey.register({ credential, code })).pipe(
        cancelIfUserChanged,
        Effect.tapErrorTag(["PasskeyRegistrationFailed", "PasskeyCancelled"], () => forget)
      )
      yield* tell({
        signalName: "allAcceptedCredentials",
        rpID: rpId,
        userID: publicKey.user.id,
        allAcceptedCredentialIDs: [credentialId]
      })
      return { credentialId }
    })
  )

const cancelIfUserChanged = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | PasskeyCancelled, R> =>
  Effect.mapError(
    self,
    (error) =>
      error instanceof CallError && (error.reason._tag === "UserChanged" || error.reason._tag === "PersonChanged")
        ? new PasskeyCancelled({ step: "register", reason: "UserChanged" })
        : error
  )

const requireUser = Effect.flatMap(
  Session,
  (session) => session.state()._tag === "SignedOut" ? Effect.fail(new UserAuthenticationRequired()) : Effect.void
)

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
