/** One-time codes, most of them sent by email. docs/platform.md §5. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { nonce } from "../../../../layers/call/index.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../../../schemas/errors/verificationCodes.ts"
import type { Code, CodeData, CodeKind, Platform, Project } from "../../state/index.ts"

/** Lifetime of each kind of code. */
export const lifetimes: { readonly [Kind in CodeKind]: Duration.Duration } = {
  signIn: Duration.days(7),
  passwordReset: Duration.days(7),
  emailVerification: Duration.days(7),
  mfaAttempt: Duration.minutes(5),
  passkeyRegistration: Duration.seconds(65),
  passkeyAuthentication: Duration.seconds(65),
  teamInvitation: Duration.days(7),
  unsubscribe: Duration.days(7),
  purchase: Duration.days(1)
}

const lifetimeOf = ({ rules }: Platform, kind: CodeKind): Duration.Duration =>
  kind === "unsubscribe" ? Duration.days(rules.unsubscribeDays) : lifetimes[kind]

/** Maximum number of attempts shared by all codes with the same last 39 characters. */
export const maxAttempts = 20

/** Number of characters that users type. */
export const otpLength = 6

/** Returns the last 39 characters, which all codes of one email share. */
export const nonceOf = (code: string): string => code.slice(otpLength)

/** Creates a code. */
export const issue = <Kind extends CodeKind>(
  platform: Platform,
  project: Project,
  kind: Kind,
  data: CodeData[Kind]
): Code<Kind> => {
  const now = platform.now()
  const code: Code<Kind> = {
    value: nonce(),
    kind,
    data,
    createdAt: now,
    expiresAt: now + Duration.toMillis(lifetimeOf(platform, kind)),
    usedAt: null,
    attempts: 0
  }
  project.codes.set(code.value, code as Code)
  const family = project.codeFamilies.get(nonceOf(code.value))
  if (family === undefined) project.codeFamilies.set(nonceOf(code.value), [code as Code])
  else family.push(code as Code)
  return code
}

/** Errors of an invalid code. */
export type CodeError =
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached

/** Finds a valid code. Counts as an attempt, even if it fails. */
export const check = <Kind extends CodeKind>(
  platform: Platform,
  project: Project,
  kind: Kind,
  submitted: Redacted.Redacted
): Effect.Effect<Code<Kind>, CodeError> =>
  Effect.suspend((): Effect.Effect<Code<Kind>, CodeError> => {
    const value = Redacted.value(submitted).toLowerCase()
    const code = project.codes.get(value)
    const attempts = code?.attempts ?? 0
    for (const relative of project.codeFamilies.get(nonceOf(value)) ?? []) relative.attempts++
    if (code === undefined || code.kind !== kind) return Effect.fail(new VerificationCodeNotFound())
    if (platform.now() > code.expiresAt) return Effect.fail(new VerificationCodeExpired())
    if (code.usedAt !== null) return Effect.fail(new VerificationCodeAlreadyUsed())
    if (attempts >= maxAttempts) return Effect.fail(new VerificationCodeMaxAttemptsReached())
    return Effect.succeed(code as Code<Kind>)
  })

/** Errors of a code that is no longer looked up once it is used or expired. */
export type LookUpError = VerificationCodeNotFound | VerificationCodeMaxAttemptsReached

/** Finds a valid code of the kinds that are not found once they are used or expired. Doesn't count as an attempt. */
export const lookUp = <Kind extends CodeKind>(
  platform: Platform,
  project: Project,
  kind: Kind,
  submitted: string
): Effect.Effect<Code<Kind>, LookUpError> =>
  Effect.suspend((): Effect.Effect<Code<Kind>, LookUpError> => {
    const code = project.codes.get(submitted.toLowerCase())
    if (code === undefined || code.kind !== kind || platform.now() > code.expiresAt || code.usedAt !== null) {
      return Effect.fail(new VerificationCodeNotFound())
    }
    if (code.attempts >= maxAttempts) return Effect.fail(new VerificationCodeMaxAttemptsReached())
    return Effect.succeed(code as Code<Kind>)
  })

/** Marks a code as used. */
export const markUsed = (platform: Platform, code: { usedAt: number | null }): void => {
  code.usedAt = platform.now()
}

/** Finds a valid code and marks it as used. */
export const redeem = <Kind extends CodeKind>(
  platform: Platform,
  project: Project,
  kind: Kind,
  submitted: Redacted.Redacted
): Effect.Effect<CodeData[Kind], CodeError> =>
  Effect.map(check(platform, project, kind, submitted), (code) => {
    markUsed(platform, code)
    return code.data
  })

/** Deletes a code. */
export const revoke = (project: Project, { value }: Pick<Code, "value">): void => {
  project.codes.delete(value)
  const others = project.codeFamilies.get(nonceOf(value))?.filter((code) => code.value !== value) ?? []
  if (others.length === 0) project.codeFamilies.delete(nonceOf(value))
  else project.codeFamilies.set(nonceOf(value), others)
}

/** Returns all codes that share their attempts with this one, or `undefined` if the code doesn't exist. */
const familyOf = (project: Project, value: string) =>
  project.codes.has(value) ? project.codeFamilies.get(nonceOf(value)) : undefined

/** Expires a code. Returns whether the code exists. */
export const expire = (platform: Platform, project: Project, value: string): boolean => {
  const code = project.codes.get(value.toLowerCase())
  if (code !== undefined) code.expiresAt = platform.now() - 1
  return code !== undefined
}

/** Uses up all attempts of a code. Returns whether the code exists. */
export const exhaustAttempts = (project: Project, value: string): boolean => {
  const family = familyOf(project, value.toLowerCase())
  for (const code of family ?? []) code.attempts = maxAttempts
  return family !== undefined
}
