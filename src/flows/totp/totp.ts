/** MFA of the signed-in user, with an authenticator app. docs/protocol.md §14. Sign in with `signIn.withTotp`. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Digest, randomBytes } from "../../../layers/call/index.ts"
import { type IsWriter, Session, Writer } from "../../../layers/session/index.ts"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import { visibleName } from "../../../schemas/entities/names.ts"
import { CallError, type InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { InvalidTotpCode } from "../../../schemas/errors/multiFactor.ts"
import { type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { typedCode } from "../../../schemas/typed.ts"
import { invalidInput } from "../../errors/index.ts"
import { currentUser } from "../account/index.ts"
import * as base32 from "./base32.ts"
import { keyUri } from "./keyUri.ts"
import * as oneTimePassword from "./oneTimePassword.ts"

/** Values to show for setting up an authenticator app. */
export interface TotpEnrolment {
  /** Secret to type: 32 characters of base32. Keep it until `enable`. */
  readonly secret: Redacted.Redacted
  /** URI to scan, as a QR code. It contains the secret. */
  readonly uri: Redacted.Redacted
}

/** Length of the secret: that of the SHA-1 hash. RFC 4226 §4. */
const secretBytes = 20

/**
 * Creates a new secret and its URI. Nothing is stored before `enable`. If no names are given, requests the project's
 * name and the user's address.
 */
export const begin = Effect.fn("totp.begin")(function*(names: {
  /** Issuer that the app shows. @default the project's name */
  readonly issuer?: string | undefined
  /** Account that the app shows. @default the user's primary address, else the display name, else the id */
  readonly account?: string | undefined
} = {}) {
  const session = yield* Effect.serviceOption(Session)
  const isWriter = Option.getOrUndefined(session)?.writer()
  const issuer = names.issuer ?? (yield* Projects.getCurrent()).displayName
  const account = names.account ?? (yield* accountName)
  const secret = base32.encode(yield* withCrypto("totp.begin", async (digest) => randomBytes(secretBytes, digest)))
  const enrolment: TotpEnrolment = {
    secret: Redacted.make(secret),
    uri: Redacted.make(keyUri(issuer, account, secret))
  }
  enrolmentOwners.set(enrolment.secret, isWriter)
  return enrolment
})

/** User who started an enrolment, by its secret. */
const enrolmentOwners = new WeakMap<Redacted.Redacted, IsWriter | undefined>()

const accountName = Effect.map(
  Effect.suspend(() => currentUser.get({ or: "throw" })),
  ({ displayName, id, primaryEmail }) => primaryEmail ?? visibleName(displayName) ?? id
)

/** Secret of an enrolment, and the code that the app shows. */
export interface Typed {
  /** Base32, in any case. Spaces, dashes and invisible characters are ignored. */
  readonly secret: SecretInput
  /** Six digits, in any script. Spaces, dashes and invisible characters are ignored. */
  readonly totp: SecretInput
}

/**
 * Whether the app shows this code now. Checked without a request, to detect a secret that was copied wrongly. The
 * previous and the next code are accepted too.
 */
export const matches = Effect.fn("totp.matches")(function*(typed: Typed) {
  return yield* isMatch(yield* bytesOf(typed.secret), typed.totp)
})

/**
 * Turns MFA on if the code is correct. Otherwise it fails with `InvalidTotpCode` without a request. Every later sign-in
 * requires a code; other sessions stay valid. Returns the user.
 *
 * If `secret` is the value from `begin`, fails with the reason `UserChanged` if another user is signed in now.
 */
export const enable = Effect.fn("totp.enable")(function*(typed: Typed) {
  const bytes = yield* bytesOf(typed.secret)
  if (!(yield* isMatch(bytes, typed.totp))) return yield* new InvalidTotpCode()
  const isWriter = Redacted.isRedacted(typed.secret) ? enrolmentOwners.get(typed.secret) : undefined
  const enabling = currentUser.update({ totpSecretBase64: Redacted.make(Base64.encode(bytes)) })
  return yield* isWriter === undefined ? enabling : Effect.provideService(enabling, Writer, isWriter)
})

/** Turns MFA off. Returns the user. */
export const disable = Effect.fn("totp.disable")(function*() {
  return yield* currentUser.update({ totpSecretBase64: null })
})

const bytesOf = (secret: SecretInput) => {
  const bytes = base32.decode(secretText(secret) ?? "")
  return bytes === undefined || bytes.length === 0
    ? Effect.fail(invalidInput("totp.enable", "secret", "Expected the secret of an enrolment, in base32"))
    : Effect.succeed(bytes)
}

const isMatch = (secret: Uint8Array<ArrayBuffer>, totp: SecretInput) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const digits = secretText(totp)
    if (digits === undefined) {
      return Effect.fail(invalidInput("totp.enable", "totp", "Expected the digits that the app shows"))
    }
    return withCrypto("totp.enable", (digest) => oneTimePassword.matches(digest, secret, typedCode(digits), now))
  })

/** Fails if the runtime or page lacks the cryptography that `use` needs. */
const withCrypto = <A>(endpoint: string, use: (digest: Digest) => Promise<A>): Effect.Effect<A, CallError> =>
  Effect.flatMap(Digest, (digest) =>
    Effect.tryPromise({
      try: () => use(digest),
      catch: (reason) => new CallError({ endpoint, reason: reason as InvalidConfiguration })
    }))
