/**
 * Declares the platform's known errors. A class holds everything about its error (tag, code, status, details, message),
 * so a search for any of these finds the class. docs/protocol.md §7.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { DetailsReader } from "./compiled/codec.ts"
import { snakeCase, wireName } from "./compiled/wireName.ts"
import { type Documented, errorPage, pointToDocs } from "./site.ts"
import { show } from "./TaggedError.ts"

/** Brands the members of a family, so that the compiler can remove a whole family from an error channel. */
const FamilyId = "~latchkey/family"

/** The decoded details of an error. A detail that the platform omitted or sent in an unexpected form is `undefined`. */
export type KnownErrorDetails<Fields extends Schema.Struct.Fields> = {
  readonly [K in keyof Fields]: Fields[K]["Type"] | undefined
}

/** The brand that members inherit from their family. */
type Branded<FamilyInstance> = FamilyInstance extends { readonly [FamilyId]: infer Names }
  ? { readonly [FamilyId]: Names }
  : {}

/** Any known error. `error instanceof KnownError` distinguishes known errors from all other failures. */
export interface KnownError extends Cause.YieldableError, Documented {
  readonly _tag: string
  /** The platform's code, as in the `x-stack-known-error` header. */
  readonly code: string
  /** The HTTP status of the response. Without a response, the status of the code: `spec.status` of the class. */
  readonly status: number
  /** The data that the platform sends with the code. */
  readonly details: { readonly [name: string]: unknown }
  /** The form field that the error is about, as the user knows it: `email`, `password`, `code`, … */
  readonly field: string | undefined
  /** The platform's own message, unchanged. `message` is Latchkey's own wording. */
  readonly platformText: string | undefined
}

/** An instance of a declared class. An interface, because a mapped type would lose the error type of `yield*`. */
export interface DeclaredKnownError<Tag, Code, Fields extends Schema.Struct.Fields> extends KnownError {
  readonly _tag: Tag & string
  readonly code: Code & string
  readonly details: KnownErrorDetails<Fields>
}

/** The request that failed with the error, if there was one. */
export interface RequestContext {
  readonly projectId: string
  readonly input: { readonly [name: string]: unknown }
}

/** The class of a known error. An endpoint's `errors` are classes of this kind. */
export interface KnownErrorClass<Instance extends KnownError = KnownError> {
  new(details?: never, platformText?: string, request?: RequestContext, status?: number): Instance
  readonly spec: ErrorSpec
}

/** Describes a known error. Plain data, read by the client, the emulator and the docs. */
export interface ErrorSpec {
  readonly tag: string
  readonly code: string
  /** The status of the code in the platform's catalogue. */
  readonly status: number
  /** The schemas of the details, or the reader compiled from them. `detailsOf` returns the schemas. */
  readonly details: Schema.Struct.Fields | DetailsReader
  /** Whether the platform sends the information in its message instead of in details. */
  readonly textOnly: boolean
  readonly field: string | undefined
  /** The platform's message if it is the same for every request; `undefined` if that isn't known. */
  readonly sentence: string | RegExp | undefined
  /** Derives the details from a `SchemaError`, for platforms that reject the field with a schema error instead. */
  readonly fromSchemaError: ((message: string) => object | undefined) | undefined
}

/** A family of errors: an abstract parent class in the platform's catalogue, which the platform itself never sends. */
export interface FamilyClass<Instance = unknown> {
  new(...args: ReadonlyArray<never>): Instance
  readonly family: { readonly tag: string; readonly code: string }
}

/** The brand of a family's members. */
export interface FamilyMember<Name extends string> {
  readonly [FamilyId]: { readonly [K in Name]: true }
}

/** The known errors among `E`, directly or as the reason of a `CallError`, that {@link catchFamily} handles. */
type Within<E, Instance> = Extract<E, Instance> | Extract<ReasonOf<E>, Instance>
type ReasonOf<E> = E extends { readonly _tag: "CallError"; readonly reason: infer Reason } ? Reason : never

class Base extends Data.Error<{}> {
  get docs(): string {
    return errorPage((this as unknown as KnownError).code)
  }
  override toJSON(): object {
    const { _tag, code, details, message, status } = this as unknown as KnownError
    return { _tag, code, status, message, details }
  }
  /** Node prints the message, the stack and the details. */
  [Symbol.for("nodejs.util.inspect.custom")](_depth: number, options: object, inspect: Inspect): string {
    const { code, details, status } = this as unknown as KnownError
    return show(this, { code, status, details }, options, inspect)
  }
}

type Inspect = (value: unknown, options: object) => string

/**
 * The code of most tags: `USER_NOT_FOUND` of `UserNotFound`. The published classes hold only codes that differ, because
 * every page loads them.
 */
export const codeOf = (tag: string): string => snakeCase(tag).slice(1).toUpperCase()

const define = (target: object, properties: { readonly [name: string]: unknown }) => {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, enumerable: false, configurable: true, writable: true })
  }
}

/**
 * Declares a known error.
 *
 * ```ts
 * export class PasswordTooShort extends KnownError("PasswordTooShort", {
 *   code: "PASSWORD_TOO_SHORT", status: 400, family: PasswordRequirementsNotMet,
 *   details: { minLength: Schema.Int },
 *   field: "password",
 *   message: ({ minLength }) => `Choose a password with at least ${minLength ?? 8} characters.`
 * }) {}
 * ```
 */
export const KnownError: {
  <
    const Tag extends string,
    const Code extends string,
    const Status extends number,
    const Fields extends Schema.Struct.Fields = {},
    FamilyInstance = {}
  >(tag: Tag, options: {
    readonly code: Code
    readonly status: Status
    readonly family?: FamilyClass<FamilyInstance>
    readonly details?: Fields
    /** Message for the end user: what happened, why, and what to do next. */
    readonly message: string | ((details: KnownErrorDetails<Fields>, request: RequestContext | undefined) => string)
    readonly textOnly?: boolean
    readonly field?: string
    /**
     * The platform's fixed message, in which at most three digits vary. Only for errors of requests that contain a
     * password or a short code.
     */
    readonly sentence?: string | RegExp
    /** Derives the details from the message of a `SchemaError`; `undefined` if the message is about something else. */
    readonly fromSchemaError?: (message: string) => Partial<KnownErrorDetails<Fields>> | undefined
  }): {
    new(
      details?: Partial<KnownErrorDetails<Fields>>,
      platformText?: string,
      request?: RequestContext,
      status?: number
    ): DeclaredKnownError<Tag, Code, Fields> & Branded<FamilyInstance>
    readonly spec: ErrorSpec & { readonly status: Status }
  }
  readonly prototype: KnownError
} = Object.assign((tag: string, options: {
  readonly code?: string
  readonly status: number
  readonly family?: FamilyClass
  readonly details?: ErrorSpec["details"]
  readonly message: string | ((details: any, request: RequestContext | undefined) => string)
  readonly textOnly?: boolean
  readonly field?: string
  readonly sentence?: string | RegExp
  readonly fromSchemaError?: (message: string) => object | undefined
}): any => {
  const { code = codeOf(tag), family = Base } = options
  const parent = family as unknown as new() => Error
  class Declared extends parent {
    readonly details: object
    constructor(
      details: object = {},
      platformText?: string,
      request?: RequestContext,
      status: number = options.status
    ) {
      super()
      this.details = details
      const message = options.textOnly === true && platformText !== undefined && platformText !== ""
        ? platformText
        : typeof options.message === "string"
        ? options.message
        : options.message(details, request)
      define(this, { message, platformText, status })
      pointToDocs(this as never)
    }
  }
  Object.assign(Declared.prototype, {
    name: tag,
    _tag: tag,
    code,
    field: options.field
  })
  const spec: ErrorSpec = {
    tag,
    code,
    status: options.status,
    details: options.details ?? {},
    textOnly: options.textOnly === true,
    field: options.field,
    sentence: options.sentence,
    fromSchemaError: options.fromSchemaError
  }
  return Object.assign(Declared, { spec })
}, { prototype: Base.prototype as unknown as KnownError })

/** Declares a family. `parent` is the family above it. */
export const Family = <const Tag extends string, ParentInstance = {}>(tag: Tag, options: {
  readonly code: string
  readonly parent?: FamilyClass<ParentInstance>
}): {
  new(...args: ReadonlyArray<never>): KnownError & ParentInstance & FamilyMember<Tag>
  readonly family: { readonly tag: Tag; readonly code: string }
} => {
  const parent = (options.parent ?? Base) as unknown as new() => Error
  class Declared extends parent {}
  const code = (options.code as string | undefined) ?? codeOf(tag)
  return Object.assign(Declared, { family: { tag, code } }) as never
}

type DecodeField = (field: Schema.Constraint, value: unknown) => unknown

let decodeField: DecodeField | undefined

/**
 * Sets the decoder of details that aren't compiled. `endpoint` calls this function, so `Schema` is loaded only with
 * `endpoint`.
 */
export const readDetailsWith = (decode: DecodeField): void => {
  decodeField = decode
}

/** Decodes the details of an error field by field. An invalid field becomes `undefined`; nothing fails. */
export const readDetails = (fields: ErrorSpec["details"], raw: unknown): { readonly [name: string]: unknown } => {
  const source = Object(raw) as { readonly [name: string]: unknown }
  if (typeof fields === "function") return fields(source)
  const details: Record<string, unknown> = {}
  for (const key of Object.keys(fields)) {
    const name = wireName(key, fields[key]!)
    details[key] = Object.hasOwn(source, name) ? decodeField?.(fields[key]!, source[name]) : undefined
  }
  return details
}

/**
 * Handles all errors of a family, including those that are the reason of a `CallError`. Removes the handled errors from
 * the error channel. A `CallError` with any other reason stays in the channel.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { catchFamily, signIn, VerificationCodeError } from "latchkey"
 *
 * const outcome = yield* signIn.withCode({ code: "ABC123", nonce: "unknown" }).pipe(
 *   Effect.as("signed in"),
 *   catchFamily(VerificationCodeError, ({ _tag }) => Effect.succeed(_tag))
 * )
 * console.log(outcome) // VerificationCodeNotFound
 * ```
 */
export const catchFamily = <Instance, E, B, E2, R2>(
  family: FamilyClass<Instance>,
  recover: (error: NoInfer<Within<E, Instance>>) => Effect.Effect<B, E2, R2>
) =>
<A, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | B, Exclude<E, Instance> | E2, R | R2> =>
  Effect.catch(self, (error): Effect.Effect<B, Exclude<E, Instance> | E2, R2> => {
    const candidate = isCallError(error) ? error.reason : error
    return candidate instanceof family
      ? recover(candidate as Within<E, Instance>)
      : Effect.fail(error as Exclude<E, Instance>)
  })

const isCallError = (error: unknown): error is { readonly reason: unknown } =>
  typeof error === "object" && error !== null && (error as { readonly _tag?: unknown })._tag === "CallError"
