/** Passwords: bcrypt, as the platform stores them. docs/platform.md §3. */
import { compare, getRounds, hash } from "bcryptjs"
import * as Cache from "effect/Cache"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PasswordTooShort } from "../../../schemas/errors/authConfiguration.ts"
import { type Platform, Refusal, type User } from "../state/index.ts"

/** Characters a password has at least, where the platform asks for any. */
export const minLength = 8

/** Characters a password has at most. */
export const maxLength = 70

/** Rounds beyond which an imported hash is refused. */
const mostRounds = 16

/** Fails for a password that is too short. */
export const longEnough = (password: Redacted.Redacted): Effect.Effect<void, PasswordTooShort> =>
  Redacted.value(password).length < minLength ? Effect.fail(new PasswordTooShort({ minLength })) : Effect.void

/** Bytes that bcrypt looks at, less the one that ends them. */
const mostBytes = 71

/** Hashes a password. One that bcrypt would cut short fails as it does on the platform. */
export const hashed = (platform: Platform, password: Redacted.Redacted): Effect.Effect<string, Refusal> =>
  Effect.andThen(
    shortEnough(password),
    Effect.promise(() => hash(Redacted.value(password), platform.passwordRounds))
  )

/**
 * The same for a seeded password. Tests seed the same few for one platform after the other, and hashing took all of the
 * time that a platform takes to start: each is hashed once a process.
 */
export const hashedSeed = (platform: Platform, password: Redacted.Redacted): Effect.Effect<string, Refusal> =>
  Effect.andThen(shortEnough(password), Cache.get(seededHashes, [password, platform.passwordRounds]))

/** Not to be interrupted: a platform that is, as it starts, takes no hash away from another that waits for it. */
const seededHashes = Effect.runSync(Cache.make({
  capacity: 1000,
  lookup: ([password, rounds]: readonly [Redacted.Redacted, number]) =>
    Effect.uninterruptible(Effect.promise(() => hash(Redacted.value(password), rounds)))
}))

const shortEnough = (password: Redacted.Redacted): Effect.Effect<void, Refusal> =>
  new TextEncoder().encode(Redacted.value(password)).length > mostBytes
    ? Refusal.fail(500, `The password has more than ${mostBytes} bytes in UTF-8`)
    : Effect.void

/** Whether it is the user's password. */
export const matches = (user: User, password: Redacted.Redacted): Effect.Effect<boolean> => {
  const { passwordHash } = user
  return passwordHash === null
    ? Effect.succeed(false)
    : Effect.promise(() => compare(Redacted.value(password), passwordHash))
}

/** Whether a hash can be imported: bcrypt with at most 16 rounds. */
export const isHash = (text: string): boolean =>
  /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text) && getRounds(text) <= mostRounds
