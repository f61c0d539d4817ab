/** The session of a project owner, from a function that returns the owner's access token. docs/platform.md §2.1. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { asSecret, type SecretInput, secretText } from "../../schemas/secrets.ts"
import { isTokenText } from "../session/index.ts"
import type { OwnerSession } from "./access.ts"

/**
 * Returns an access token of a user of the `internal` project, or `null` if no user is signed in there. Called once per
 * request, and once more when the platform has rejected the token.
 */
export type OwnerToken = () => Promise<SecretInput | null> | SecretInput | null

type OwnerTokens = { readonly accessToken: Redacted.Redacted; readonly refreshToken: undefined }

/** Makes the service from a function that returns the owner's access token. */
export const make = (ask: OwnerToken): OwnerSession["Service"] => {
  /** Replacements for rejected tokens, keyed by the fiber that repeats the call. */
  const replacements = new WeakMap<object, { readonly tokens: OwnerTokens; sent: boolean }>()
  const asked = Effect.flatMap(
    Effect.tryPromise({ try: async () => await ask(), catch: () => refused("threw") }),
    (given): Effect.Effect<Option.Option<OwnerTokens>, CallError> =>
      given === null
        ? Effect.succeedNone
        : isSecret(given)
        ? Effect.succeedSome({ accessToken: asSecret(given), refreshToken: undefined })
        : Effect.fail(refused("returned something other than a token"))
  )
  return {
    tokens: () =>
      Effect.withFiber((fiber) => {
        const replacement = replacements.get(fiber)
        if (replacement !== undefined && !replacement.sent) {
          replacement.sent = true
          return Effect.succeedSome(replacement.tokens)
        }
        replacements.delete(fiber)
        return asked
      }),
    rejected: (rejected) =>
      Effect.withFiber((fiber) =>
        // A call is repeated once, so a third token would not be sent.
        replacements.delete(fiber) ? Effect.succeed(false) : asked.pipe(
          Effect.map(Option.exists((tokens) => {
            const differs = Redacted.value(tokens.accessToken) !== Redacted.value(rejected)
            if (differs) replacements.set(fiber, { tokens, sent: false })
            return differs
          })),
          Effect.orElseSucceed(() => false)
        )
      )
  }
}

const isSecret = (given: unknown): given is SecretInput => isTokenText(secretText(given))

/** Omits the thrown value, because it may contain the token. */
const refused = (problem: string): CallError =>
  new CallError({
    endpoint: "ownerSession",
    reason: new InvalidConfiguration({
      setting: "ownerSession",
      problem,
      next: "Return an access token of an owner on the internal project, or null if no owner is signed in."
    })
  })
