/** What any endpoint can answer about the shape of a request. */
import * as Schema from "effect/Schema"
import { Json } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { because } from "./words.ts"

/**
 * The platform has an error for this that the client's version is too old to know; `originalErrorCode` names it.
 * Declared by the platform, never sent.
 *
 * @cause The version of this package is older than the platform.
 * @fix Update latchkey.
 */
export class UnsupportedError extends KnownError("UnsupportedError", {
  code: "UNSUPPORTED_ERROR",
  status: 500,
  details: { originalErrorCode: wire("originalErrorCode", Schema.String) },
  message: ({ originalErrorCode }) =>
    `The platform reported an error this version does not know${originalErrorCode ? ` (${originalErrorCode})` : ""}. ` +
    "Update the app and try again."
}) {}

/**
 * The body of a request could not be read. The platform's own sentence says why; the details are empty.
 *
 * @cause The body is malformed JSON, or empty with a JSON content type.
 * @cause Something between the program and the platform changed the body or its content type.
 * @fix Requests of this package are well formed: compare what a proxy or your own `fetch` makes of them.
 * @fix For a request made by hand, send valid JSON with the content type `application/json`.
 */
export class BodyParsingError extends KnownError("BodyParsingError", {
  code: "BODY_PARSING_ERROR",
  status: 400,
  textOnly: true,
  message: "The platform could not read the body of the request. Send valid JSON with the content type " +
    "application/json."
}) {}

/**
 * A field of the path, query, headers or body is missing, unknown or of the wrong type. `details.message` lists them
 * all, one per line, as the platform words it; it may quote a value of the wrong type, which the error's own `message`
 * leaves out. Seldom met from here, because input is checked before it is sent.
 *
 * @cause The platform is older than the field, or newer and no longer takes it.
 * @cause The combination of fields is not allowed, such as a user and a team as owner of one API key.
 * @cause The request was made by hand.
 * @fix Read `details.message`: it names the field. Leave the field out, or correct it.
 * @fix Compare the platform's revision with the one that the endpoint's documentation names: `latchkey doctor` says
 *   which one answers.
 */
export class SchemaError extends KnownError("SchemaError", {
  code: "SCHEMA_ERROR",
  status: 400,
  details: { message: Schema.String },
  message: ({ message }) =>
    `The platform refused the request as it stands${because(message?.split(", but the final value was")[0])} ` +
    "Correct what it names and send the request again."
}) {}

/**
 * The endpoint takes requests of several shapes and this one fits none of them. `overloadErrors` has the refusal of
 * each shape in the endpoint's order.
 *
 * @cause A field is missing that the shape you meant needs.
 * @cause Fields of two shapes are mixed.
 * @fix Read in `details.overloadErrors` what the shape you meant lacks, and correct that.
 */
export class AllOverloadsFailed extends KnownError("AllOverloadsFailed", {
  code: "ALL_OVERLOADS_FAILED",
  status: 400,
  details: { overloadErrors: Schema.Array(Json) },
  message: "The request fits none of the shapes this endpoint takes. See details.overloadErrors for what each lacks."
}) {}
