/** Problem details (RFC 9457), the form in which a program sends errors to another program. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import type { Documented } from "../site.ts"
import { problemType } from "./problemType.ts"

/** The members of problem details that every error has. */
export interface ErrorProblem {
  /** The docs page of the error. */
  readonly type: string
  /** The tag of the error in words: `Team not found`. */
  readonly title: string
  /** The HTTP status for a back end's own response. */
  readonly status: number
  /** The message of the error. */
  readonly detail: string
  readonly _tag: string
}

/** The schema of an error. Its value is an instance of the error's class, and its encoded form is problem details. */
export interface ErrorSchema<out Instance> extends Schema.Codec<Instance, ErrorProblem> {}

/** `TeamNotFound` → `Team not found`. */
const inWords = (tag: string): string =>
  tag.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase())

/** The schemas of the members. Decoding uses only the message, because the class determines the other members. */
export const membersOf = <const Tag extends string>(tag: Tag, status: number) => ({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Literal(status),
  detail: Schema.String,
  _tag: Schema.Literal(tag)
})

/** Returns the members of an error. */
export const problemFrom = (
  error: Documented & { readonly _tag: string; readonly message: string },
  status: number
): ErrorProblem => ({
  type: error.docs,
  title: inWords(error._tag),
  status,
  detail: error.message,
  _tag: error._tag
})

/** Adds the status and the media type that `HttpApi` sends with the error. */
export const withStatus = <Instance>(
  schema: Schema.Codec<Instance, unknown>,
  status: number
): ErrorSchema<Instance> =>
  schema.annotate({ httpApiStatus: status }).pipe(
    HttpApiSchema.asJson({ contentType: problemType })
  ) as ErrorSchema<Instance>

/** Gives a decoded error the original message, because the sender may use another version of the package. */
export const withMessage = <E extends Error>(error: E, message: string): E => {
  if (error.message !== message) {
    Object.defineProperty(error, "message", { value: message, enumerable: false, configurable: true, writable: true })
  }
  return error
}
