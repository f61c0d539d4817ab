/** Errors about the shape of a request, which any endpoint can return. */
import * as Schema from "effect/Schema"
import { Json } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { wire } from "../wireNames.ts"
import { because } from "./words.ts"

/**
 * The platform failed with an error unknown to this client version; `originalErrorCode` has its code. The platform
 * declares this error but never sends it.
 *
 * @cause This version of Latchkey is older than the platform.
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
 * The platform could not parse the request body. `message` is the platform's own and explains why; the details are
 * empty.
 *
 * @cause The body is malformed JSON, or empty with a JSON content type.
 * @cause A proxy or other software changed the body or its content type in transit.
 * @fix This package sends well-formed requests: check what a proxy or your own `fetch` changes in them.
 * @fix If you wrote the request yourself, send valid JSON with the content type `application/json`.
 */
export class BodyParsingError extends KnownError("BodyParsingError", {
  code: "BODY_PARSING_ERROR",
  status: 400,
  textOnly: true,
  message: "The platform could not read the body of the request. Send valid JSON with the content type " +
    "application/json."
}) {}

/**
 * A field of the path, query, headers or body is missing, unknown or of the wrong type. `details.message` lists all
 * invalid fields, one per line, in the platform's words. It may quote a rejected value; the error's own `message` omits
 * those values. This error is rare, because input is validated before it is sent.
 *
 * @cause The platform is older than the field, or newer and no longer accepts it.
 * @cause The combination of fields is not allowed, such as both a user and a team as the owner of an API key.
 * @cause You wrote the request yourself.
 * @fix Read which field `details.message` names. Remove or correct that field.
 * @fix Compare the platform's revision with the revision in the endpoint's documentation. `latchkey doctor` shows the
 *   platform's revision.
 */
export class SchemaError extends KnownError("SchemaError", {
  code: "SCHEMA_ERROR",
  status: 400,
  details: { message: Schema.String },
  message: ({ message }) =>
    `The platform rejected the request${because(message?.split(", but the final value was")[0])} ` +
    "Correct it and send the request again."
}) {}

/**
 * The endpoint accepts requests of several shapes, and this request matches none of them. `overloadErrors` has one
 * error for each shape, in the endpoint's order.
 *
 * @cause A field that the intended shape requires is missing.
 * @cause The request mixes fields of two shapes.
 * @fix Find the intended shape in `details.overloadErrors`, and correct what its error describes.
 */
export class AllOverloadsFailed extends KnownError("AllOverloadsFailed", {
  code: "ALL_OVERLOADS_FAILED",
  status: 400,
  details: { overloadErrors: Schema.Array(Json) },
  message:
    "The request matches none of the shapes that this endpoint accepts. See details.overloadErrors for the problem with each."
}) {}
