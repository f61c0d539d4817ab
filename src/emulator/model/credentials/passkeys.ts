/**
 * Passkeys: options for WebAuthn ceremonies and verification of their results. docs/protocol.md §15. The WebAuthn
 * library is loaded on first use.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Passkey, Platform, Project, User } from "../../state/index.ts"
import { isTrusted } from "../configuration/index.ts"

/** Placeholder for the relying party id, which the page replaces with its own hostname. */
export const sentinel = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** Time limit of a ceremony in milliseconds. */
const timeout = 60_000

const library = Effect.promise(() => import("@simplewebauthn/server"))

const helpers = Effect.promise(() => import("@simplewebauthn/server/helpers"))

/** Creates the options for registering a passkey. */
export const registrationOptions = (platform: Platform, project: Project, user: User, name: string) =>
  Effect.gen(function*() {
    const { generateRegistrationOptions } = yield* library
    const { hints: _, ...options } = yield* Effect.promise(() =>
      generateRegistrationOptions({
        rpName: project.displayName,
        rpID: sentinel,
        userID: new TextEncoder().encode(user.id),
        userName: name,
        userDisplayName: name,
        ...fixed(platform),
        timeout,
        attestationType: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        supportedAlgorithmIDs: [-8, -7, -257]
      })
    )
    return { challenge: options.challenge, json: options as unknown as Schema.Json }
  })

/** Creates the options for signing in with a passkey. The passkey identifies the user. */
export const authenticationOptions = (platform: Platform) =>
  Effect.gen(function*() {
    const { generateAuthenticationOptions } = yield* library
    const options = yield* Effect.promise(() =>
      generateAuthenticationOptions({
        rpID: sentinel,
        userVerification: "preferred",
        allowCredentials: [],
        ...fixed(platform),
        timeout
      })
    )
    return { challenge: options.challenge, json: options as unknown as Schema.Json }
  })

/** Returns the emulator's fixed challenge, if it has one. */
const fixed = ({ passkeyChallenge }: Platform) =>
  passkeyChallenge === undefined ? {} : {
    challenge: Uint8Array.from(
      atob(passkeyChallenge.replace(/-/g, "+").replace(/_/g, "/")),
      (char) => char.charCodeAt(0)
    )
  }

/** Reads the origin of the ceremony from the browser's response. */
const originIn = (response: object): Effect.Effect<string, string> =>
  Effect.flatMap(helpers, ({ decodeClientDataJSON }) =>
    Effect.try({
      try: () => decodeClientDataJSON((response as RegistrationResponse).response.clientDataJSON).origin,
      catch: () => "The browser's response cannot be decoded."
    }))

/** Returns the expected origin and relying party id. Fails if the project doesn't trust the page. */
const placeOf = (project: Project, response: object) =>
  Effect.flatMap(originIn(response), (origin) =>
    isTrusted(project, origin)
      ? Effect.succeed({ expectedOrigin: origin, expectedRPID: new URL(origin).hostname })
      : Effect.fail("The project does not trust the domain of the page."))

type Library = typeof import("@simplewebauthn/server")

type RegistrationResponse = Parameters<Library["verifyRegistrationResponse"]>[0]["response"]

type AuthenticationResponse = Parameters<Library["verifyAuthenticationResponse"]>[0]["response"]

const sentenceOf = (thrown: unknown): string => `${(thrown as Error).message.replace(/\.?$/, ".")}`

/** Verifies a new passkey. Fails with a sentence that states the reason. */
export const register = (project: Project, credential: object, challenge: string): Effect.Effect<Passkey, string> =>
  Effect.gen(function*() {
    const { verifyRegistrationResponse } = yield* library
    const { isoBase64URL } = yield* helpers
    const place = yield* placeOf(project, credential)
    const { registrationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        verifyRegistrationResponse({
          response: credential as RegistrationResponse,
          expectedChallenge: challenge,
          requireUserVerification: false,
          ...place
        }),
      catch: sentenceOf
    })
    if (!verified) return yield* Effect.fail("The new passkey could not be verified.")
    const { counter, id, publicKey } = registrationInfo.credential
    return { credentialId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter }
  })

/** Verifies a signed challenge and updates the passkey's counter. Fails with a sentence that states the reason. */
export const authenticate = (
  project: Project,
  passkey: Passkey,
  response: object,
  challenge: string
): Effect.Effect<void, string> =>
  Effect.gen(function*() {
    const { verifyAuthenticationResponse } = yield* library
    const { isoBase64URL } = yield* helpers
    const place = yield* placeOf(project, response)
    const { authenticationInfo, verified } = yield* Effect.tryPromise({
      try: () =>
        verifyAuthenticationResponse({
          response: response as AuthenticationResponse,
          expectedChallenge: challenge,
          requireUserVerification: false,
          credential: {
            id: passkey.credentialId,
            publicKey: isoBase64URL.toBuffer(passkey.publicKey),
            counter: passkey.counter
          },
          ...place
        }),
      catch: sentenceOf
    })
    if (!verified) return yield* Effect.fail("The signature does not match the passkey.")
    passkey.counter = authenticationInfo.newCounter
  })

/** Finds a user by the credential of the user's current passkey. */
export const ownerOf = (project: Project, credentialId: string): User | undefined => {
  const user = project.users.get(project.passkeyOwners.get(credentialId) ?? "")
  return user?.passkey?.credentialId === credentialId ? user : undefined
}

/** Stores a user's passkey in place of the previous one. */
export const keep = (project: Project, user: User, passkey: Passkey): void => {
  if (user.passkey !== null) project.passkeyOwners.delete(user.passkey.credentialId)
  user.passkey = passkey
  project.passkeyOwners.set(passkey.credentialId, user.id)
}
