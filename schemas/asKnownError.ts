/** The way from a code that an endpoint does not list to its class. What imports it carries the whole catalogue. */
import * as Redacted from "effect/Redacted"
import { CallError, UnexpectedKnownError } from "./errors/CallError.ts"
import * as everyError from "./errors/index.ts"
import { KnownError, type KnownErrorClass, readDetails } from "./KnownError.ts"

type InstanceOf<Class> = Class extends KnownErrorClass<infer Instance> ? Instance : never

/** Any known error of the catalogue, told apart by its tag. */
export type AnyKnownError = {
  readonly [Name in keyof typeof everyError]: InstanceOf<(typeof everyError)[Name]>
}[keyof typeof everyError]

const classes = new Map(
  Object.values<unknown>(everyError)
    .filter((it): it is KnownErrorClass => typeof it === "function" && "spec" in it)
    .map((Known) => [Known.spec.code, Known])
)

/**
 * The known error that a failure is, whether its endpoint lists it or not: with its details, secrets wrapped, and an
 * instance of its family. `undefined` for what is no known error, and for one that is newer than this version.
 *
 * ```ts
 * Effect.catchTag("CallError", (error) => asKnownError(error)?._tag === "TeamNotFound" ? choose : Effect.fail(error))
 * ```
 *
 * @param failure What a call failed with, or the reason of its `CallError`.
 */
export const asKnownError = (failure: unknown): AnyKnownError | undefined => {
  const reason: unknown = failure instanceof CallError ? failure.reason : failure
  if (reason instanceof KnownError) return reason as AnyKnownError
  if (!(reason instanceof UnexpectedKnownError)) return undefined
  const Known = classes.get(reason.code)
  if (Known === undefined) return undefined
  const details = readDetails(Known.spec.details, Redacted.value(reason.details))
  return new Known(details as never, reason.text, undefined, reason.status) as AnyKnownError
}
