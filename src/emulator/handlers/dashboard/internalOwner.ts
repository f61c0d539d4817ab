/** The signed-in project owner, for routes that only programs of project `internal` can use. */
import * as Effect from "effect/Effect"
import type { SchemaError } from "../../../../schemas/errors/general.ts"
import { type ApiRequest, requiredUser, schemaError } from "../../request/index.ts"
import type { User } from "../../state/index.ts"

/** Returns the signed-in project owner. Any other request fails like a malformed one. docs/platform.md §1.1. */
export const internalOwner = (request: ApiRequest): Effect.Effect<User, SchemaError> =>
  request.project.id === "internal"
    ? requiredUser(request)
    : Effect.fail(schemaError(request.spec, [{ path: "auth.project", problem: "expected the internal project" }]))
