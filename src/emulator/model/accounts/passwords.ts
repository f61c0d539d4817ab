/** Passwords, hashed with bcrypt as on the platform. docs/platform.md §3. */
import { compare, getRounds, hash } from "bcryptjs"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PasswordTooShort } from "../../../../schemas/errors/authConfiguration.ts"
import { type Platform, Refusal, type User } from "../../state/index.ts"

/** Minimum number of characters of a password, where the platform enforces one. */
export const minLength = 8

/** Maximum number of characters of a password. */
export const maxLength = 70

/** Maximum bcrypt rounds of an imported hash. */
const maxRounds = 16

/** Fails if a password is too short. */
export const checkMinLength = (password: Redacted.Redacted): Effect.Effect<void, PasswordTooShort> =>
  Redacted.value(password).length < minLength ? Effect.fail(new PasswordTooShort({ minLength })) : Effect.void

/** Maximum number of bytes that bcrypt hashes, without the terminator. */
const maxBytes = 71

/** Hashes a password. Fails as on the platform if bcrypt would truncate it. */
export const hashed = (platform: Platform, password: Redacted.Redacted): Effect.Effect<string, Refusal> =>
  Effect.andThen(
    checkMaxBytes(password),
    Effect.promise(() => hash(Redacted.value(password), platform.passwordRounds))
  )

/**
 * Hashes a seeded password. Cached for the process, because tests seed the same few passwords for many emulators, and
 * hashing would dominate their start time.
 */
export const hashedSeed = (platform: Platform, password: Redacted.Redacted): Effect.Effect<string, Refusal> =>
  Effect.andThen(checkMaxBytes(password), Cache.get(seededHashes, [password, platform.passwordRounds]))

/** Cache of hashes. Hashing is uninterruptible, because another emulator may be waiting for the same hash. */
const seededHashes = Effect.runSync(Cache.make({
  capacity: 1000,
  lookup: ([password, rounds]: readonly [Redacted.Redacted, number]) =>
    Effect.uninterruptible(Effect.promise(() => hash(Redacted.value(password), rounds)))
}))

const checkMaxBytes = (password: Redacted.Redacted): Effect.Effect<void, Refusal> =>
  new TextEncoder().encode(Redacted.value(password)).length > maxBytes
    ? Refusal.fail(500, `The password has more than ${maxBytes} bytes in UTF-8`)
    : Effect.void

/** Whether this is the user's password. */
export const matches = (user: User, password: Redacted.Redacted): Effect.Effect<boolean> => {
  const { passwordHash } = user
  return passwordHash === null
    ? Effect.succeed(false)
    : Effect.promise(() => compare(Redacted.value(password), passwordHash))
}

/** Whether a hash can be imported: bcrypt with at most 16 rounds. */
export const isHash = (text: string): boolean =>
  /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text) && getRounds(text) <= maxRounds
