/** Decodes the claims of access tokens. The build replaces this module with code compiled from the schema. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../entities/AccessTokenClaims.ts"

/** Decodes the payload of a token; `None` if the payload doesn't have the platform's claims. */
export const decodeClaims: (payload: unknown) => Option.Option<AccessTokenClaims> = Schema.decodeUnknownOption(
  AccessTokenClaims
)
