/** Errors as problem details, for endpoints and their OpenAPI document. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type Problem, type ProblemName, problemOf, problemType } from "../verify/index.ts"

/** The members of problem details, in addition to the error's own fields. */
const members = { type: Schema.String, title: Schema.String, status: Schema.Number, detail: Schema.String }

/** An error of this module, as a schema. */
export interface ErrorSchema<Type, Encoded> extends Schema.Codec<Type, Encoded> {
  readonly fields: Schema.Struct.Fields
}

/**
 * Encodes an error as problem details (RFC 9457), as the middleware does. For an endpoint that declares the error itself:
 * `HttpApiEndpoint.get("notes", "/notes", { error: asProblem(NotPermitted) })`.
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { asProblem, NotPermitted } from "latchkey/http-api"
 *
 * const problem = Schema.encodeSync(asProblem(NotPermitted))(
 *   new NotPermitted({ permissionId: "read_all", message: "You may not read all notes." })
 * )
 * console.log(problem.status, problem.title, problem.detail) // 403 … You may not read all notes.
 * ```
 */
export const asProblem = <
  Type extends { readonly _tag: ProblemName },
  Encoded extends { readonly _tag: ProblemName; readonly message: string }
>(error: ErrorSchema<Type, Encoded>): Schema.Codec<Type, Encoded & Problem> =>
  (Schema.Struct({ ...error.fields, ...members }) as Schema.Codec<any>).pipe(
    Schema.decodeTo(
      error as Schema.Codec<Type, any>,
      SchemaTransformation.transform({
        decode: (problem: any) => problem,
        encode: (fields: Encoded) => problemOf(fields._tag, fields)
      })
    ),
    HttpApiSchema.asJson({ contentType: problemType })
  )
