/** Decodes the claims of access tokens. The build replaces this module by what it compiles from the schema. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AccessTokenClaims } from "../entities/AccessTokenClaims.ts"

/** Decodes the payload of a token; `None` if it isn't one of the platform's. */
export const decodeClaims: (payload: unknown) => Option.Option<AccessTokenClaims> = Schema.decodeUnknownOption(
  AccessTokenClaims
)
