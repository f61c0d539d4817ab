/** Adding a passkey to the account, on request or by itself. docs/protocol.md §15. */
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
 * Adds a passkey to the signed-in user's account, in place of the one there may be: users have one. The browser is told
 * to offer the former one no more. Interrupting closes the prompt, and nothing is stored. If another user, or none, is
 * signed in after the prompt, the browser is told to forget the new passkey and nothing is stored: `PasskeyCancelled` with
 * the reason `UserChanged`.
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
  return yield* requestedCeremony(passkeys, "register", newPasskey(rpId, { conditional: false }))
}, (registering, _options?: PasskeyOptions) => bindToUser(registering))

/**
 * Asks the browser to make a passkey for somebody who has just signed in with a password, without asking them: an automatic
 * passkey upgrade, or conditional create (WebAuthn L3 §5.1.3). Browsers do it where their password manager filled the
 * password in a moment ago, and tell the person. Nobody is asked, and nothing waits for it: run it beside what comes after a
 * sign-in, once per user and browser, and interrupt it whenever you like.
 *
 * `None`: none was made, and that is no reason for alarm. The browser cannot, or does not want to; the project has passkeys
 * switched off; nobody is signed in, or somebody who has a passkey, which a new one would take the place of; or the
 * signed-in user changed meanwhile, and the browser is told to forget the passkey.
 *
 * Fails with `PasskeyRegistrationFailed` when the platform refuses the passkey, for example because a platform insists on
 * somebody being present: the browser is told to forget it. With `PasskeyWebAuthnError` and `PasskeyNotPossible` as `register`.
 */
export const upgrade = Effect.fn("passkeys.upgrade")(function*(options: PasskeyOptions = {}) {
  const passkeys = yield* Passkeys
  const { conditionalCreate } = yield* passkeys.support
  if (!conditionalCreate) return Option.none()
  const rpId = yield* relyingParty(options)
  return yield* backgroundCeremony(
    passkeys,
    Effect.gen(function*() {
      // asked anew after a step that was requested, which may have added one
      const user = yield* currentUser.get()
      if (user === null || user.passkeyAuthEnabled) return Option.none()
      return Option.some(yield* newPasskey(rpId, { conditional: true }))
    })
  ).pipe(
    Effect.catchTags({
      PasskeyCancelled: () => Effect.succeedNone,
      PasskeyAuthenticationNotEnabled: () => Effect.succeedNone
    }),
    Effect.catchReason("CallError", "UserChanged", () => Effect.succeedNone)
  )
}, (registering, _options?: PasskeyOptions) => bindToUser(registering))

/**
 * Makes a passkey and stores it. Once the browser has made it, storing it is not interrupted. The browser forgets a passkey
 * that is not stored, because the platform refuses it or the signed-in user changed.
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
      error instanceof CallError && error.reason._tag === "UserChanged"
        ? new PasskeyCancelled({ step: "register", reason: "UserChanged" })
        : error
  )

const somebody = Effect.flatMap(
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
