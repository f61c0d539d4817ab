/** The session of a project owner that the program gets the access token of elsewhere. docs/platform.md §2.1. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { asSecret, type SecretInput, secretText } from "../../schemas/fields.ts"
import { isTokenText } from "../session/index.ts"
import type { OwnerSession } from "./access.ts"

/**
 * Gives an access token of a user of the `internal` project, or `null` when nobody is signed in there. Asked for every
 * request, and once more when the platform rejects the token.
 */
export type OwnerToken = () => Promise<SecretInput | null> | SecretInput | null

/** The session for {@link OwnerSession}. */
export const ownerSessionOf = (ask: OwnerToken): OwnerSession["Service"] => {
  const tokens = () =>
    Effect.flatMap(
      Effect.tryPromise({ try: async () => await ask(), catch: () => refused("threw") }),
      (given): Effect.Effect<Option.Option<{ accessToken: Redacted.Redacted; refreshToken: undefined }>, CallError> =>
        given === null
          ? Effect.succeedNone
          : isSecret(given)
          ? Effect.succeedSome({ accessToken: asSecret(given), refreshToken: undefined })
          : Effect.fail(refused("gave something else than a token"))
    )
  return {
    tokens,
    rejected: (sent) =>
      tokens().pipe(
        Effect.map(Option.exists(({ accessToken }) => Redacted.value(accessToken) !== Redacted.value(sent))),
        Effect.orElseSucceed(() => false)
      )
  }
}

const isSecret = (given: unknown): given is SecretInput => isTokenText(secretText(given))

/** What it threw is not shown: it may name the token. */
const refused = (problem: string): CallError =>
  new CallError({
    endpoint: "ownerSession",
    reason: new InvalidConfiguration({
      setting: "ownerSession",
      problem,
      next: "Let it give an access token of an owner on the internal project, or null when nobody is signed in."
    })
  })
