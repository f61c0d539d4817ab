/** Registers passkeys and signs in with them. docs/protocol.md §15. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as PasskeyEndpoints from "../../../../schemas/endpoints/passkey.ts"
import { PasskeyAuthenticationNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "../../../../schemas/errors/passkeys.ts"
import { codes, contactChannels, passkeys } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { handle, requiredUser } from "../../request/index.ts"
import { type Project, Refusal } from "../../state/index.ts"

const enabled = ({ config }: Project) =>
  config.passkeyEnabled ? Effect.void : Effect.fail(new PasskeyAuthenticationNotEnabled())

const defaultName = "Your account"

/** Handlers for `/auth/passkey`. */
export const handlers = handle(PasskeyEndpoints, {
  initiateRegistration: (_, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const user = yield* requiredUser(request)
      yield* enabled(project)
      const name = user.displayName ?? contactChannels.primaryOf(project, user)?.value ?? defaultName
      const { challenge, json } = yield* passkeys.registrationOptions(platform, project, user, name)
      const code = codes.issue(platform, project, "passkeyRegistration", { userId: user.id, challenge })
      return { optionsJson: json, code: Redacted.make(code.value) }
    }),

  register: ({ code, credential }, { platform, project, user }) =>
    Effect.gen(function*() {
      const { challenge } = yield* codes.redeem(platform, project, "passkeyRegistration", code)
      yield* enabled(project)
      if (user === undefined) {
        return yield* Refusal.fail(500, "There is no signed-in user to register the passkey for")
      }
      const passkey = yield* Effect.mapError(
        passkeys.register(project, credential, challenge),
        (sentence) => new PasskeyRegistrationFailed({}, sentence)
      )
      passkeys.keep(project, user, passkey)
      return { userHandle: passkey.credentialId }
    }),

  initiateAuthentication: (_, { platform, project }) =>
    Effect.gen(function*() {
      yield* enabled(project)
      const { challenge, json } = yield* passkeys.authenticationOptions(platform)
      const code = codes.issue(platform, project, "passkeyAuthentication", { challenge })
      return { optionsJson: json, code: Redacted.make(code.value) }
    }),

  signIn: ({ authenticationResponse, code }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const { challenge } = yield* codes.redeem(platform, project, "passkeyAuthentication", code)
      yield* enabled(project)
      const user = passkeys.ownerOf(project, String((authenticationResponse as { readonly id?: unknown }).id))
      if (user?.passkey == null) {
        // clients compare this exact message of the platform to decide whether the browser may delete the passkey
        return yield* Effect.fail(new PasskeyAuthenticationFailed({}, "Passkey not found"))
      }
      yield* Effect.mapError(
        passkeys.authenticate(project, user.passkey, authenticationResponse, challenge),
        (sentence) => new PasskeyAuthenticationFailed({}, sentence)
      )
      return { ...(yield* accounts.afterFirstFactor(request, user, false)), isNewUser: false }
    })
})
