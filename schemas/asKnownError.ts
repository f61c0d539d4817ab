/** Finds the class of an error that the endpoint doesn't list. Importing this bundles the whole catalogue. */
import * as Redacted from "effect/Redacted"
import { CallError, UnexpectedKnownError } from "./errors/CallError.ts"
import * as everyError from "./errors/index.ts"
import { KnownError, type KnownErrorClass, readDetails } from "./KnownError.ts"

type InstanceOf<Class> = Class extends KnownErrorClass<infer Instance> ? Instance : never

/** Any known error of the catalogue, as a union discriminated by tag. */
export type AnyKnownError = {
  readonly [Name in keyof typeof everyError]: InstanceOf<(typeof everyError)[Name]>
}[keyof typeof everyError]

const classes = new Map(
  Object.values<unknown>(everyError)
    .filter((it): it is KnownErrorClass => typeof it === "function" && "spec" in it)
    .map((Known) => [Known.spec.code, Known])
)

/**
 * Converts a failure to its known error, even if the endpoint doesn't list the error. The result has decoded details,
 * with secrets as `Redacted`, and is an instance of its family. Returns `undefined` for other failures, and for errors
 * newer than this version.
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
