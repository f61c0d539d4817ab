/**
 * The second factor of the signed-in user: an authenticator app. docs/protocol.md §14. Signing in is `signIn.withTotp`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes, subtleCrypto } from "../../../layers/call/index.ts"
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

/** What to show to somebody who sets an authenticator app up. */
export interface TotpEnrolment {
  /** To type in: 32 characters of base32. Keep it until `enable`. */
  readonly secret: Redacted.Redacted
  /** To scan: show it as a QR code. It contains the secret. */
  readonly uri: Redacted.Redacted
}

/** As many bytes as the app's hash has, from the runtime's cryptographic source. RFC 4226 §4. */
const secretBytes = 20

/**
 * Makes a new secret and says how an authenticator app gets it. Nothing is stored before `enable`. What the app is to
 * show, and is not given, is asked for: the project's name, and the user's address.
 */
export const begin = Effect.fn("totp.begin")(function*(names: {
  /** Who asks for the code. @default the project's name */
  readonly issuer?: string | undefined
  /** Whose code it is. @default the user's primary address, or else name */
  readonly account?: string | undefined
} = {}) {
  const session = yield* Effect.serviceOption(Session)
  const isWriter = Option.getOrUndefined(session)?.writer()
  const issuer = names.issuer ?? (yield* Projects.getCurrent()).displayName
  const account = names.account ?? (yield* accountName)
  const secret = base32.encode(yield* withCrypto("totp.begin", () => randomBytes(secretBytes)))
  const enrolment: TotpEnrolment = {
    secret: Redacted.make(secret),
    uri: Redacted.make(keyUri(issuer, account, secret))
  }
  begun.set(enrolment.secret, isWriter)
  return enrolment
})

/** The user that began an enrolment, by its secret. */
const begun = new WeakMap<Redacted.Redacted, IsWriter | undefined>()

const accountName = Effect.map(
  Effect.suspend(() => currentUser.get({ or: "throw" })),
  ({ displayName, id, primaryEmail }) => primaryEmail ?? visibleName(displayName) ?? id
)

/** The secret of an enrolment, and the digits the app shows for it. */
export interface Typed {
  /** Base32, in any case. Spaces, dashes and invisible characters are ignored. */
  readonly secret: SecretInput
  /** Six digits, in any script. Spaces, dashes and invisible characters are ignored. */
  readonly totp: SecretInput
}

/**
 * Whether the app shows these digits now: a check without the platform, to tell a secret that was copied right from one
 * that was not. The half minutes before and after count too.
 */
export const matches = Effect.fn("totp.matches")(function*(typed: Typed) {
  return yield* isMatch(yield* bytesOf(typed.secret), typed.totp)
})

/**
 * Turns the second factor on, once the digits show that the app has the secret; otherwise `InvalidTotpCode`, and nothing
 * was sent. Every later sign-in takes the digits; the other sessions go on. Answers with the user.
 *
 * Given the `secret` as `begin` made it, fails with the reason `UserChanged` when another user is signed in by now.
 */
export const enable = Effect.fn("totp.enable")(function*(typed: Typed) {
  const bytes = yield* bytesOf(typed.secret)
  if (!(yield* isMatch(bytes, typed.totp))) return yield* new InvalidTotpCode()
  const isWriter = Redacted.isRedacted(typed.secret) ? begun.get(typed.secret) : undefined
  const enabling = currentUser.update({ totpSecretBase64: Redacted.make(Base64.encode(bytes)) })
  return yield* isWriter === undefined ? enabling : Effect.provideService(enabling, Writer, isWriter)
})

/** Turns the second factor off. Answers with the user. */
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
    if (digits === undefined) return Effect.fail(invalidInput("totp.enable", "totp", "Expected the digits of the app"))
    return Effect.flatMap(
      withCrypto("totp.enable", subtleCrypto),
      (subtle) => Effect.promise(() => oneTimePassword.matches(subtle, secret, typedCode(digits), now))
    )
  })

/** Fails where the runtime or page lacks the part of WebCrypto that `use` needs. */
const withCrypto = <A>(endpoint: string, use: () => A): Effect.Effect<A, CallError> =>
  Effect.try({ try: use, catch: (reason) => new CallError({ endpoint, reason: reason as InvalidConfiguration }) })
