/** Three small endpoints: idempotent, not idempotent, and a deletion. */
import * as Schema from "effect/Schema"
import { endpoint } from "../../../schemas/Endpoint.ts"
import { UserNotFound } from "../../../schemas/errors/users.ts"
import { Secret } from "../../../schemas/fields.ts"

const Thing = Schema.Struct({ name: Schema.String })

/** Body of a response to a successful request. */
export const thing = { name: "lamp" }

/** GET: idempotent. */
export const read = endpoint("client", "things.read", "GET /things", { output: Thing, errors: [UserNotFound] })

/** POST, with a secret in its body: not idempotent. */
export const write = endpoint("client", "things.write", "POST /things", {
  input: { secret: Schema.optional(Secret) },
  output: Thing,
  errors: [UserNotFound]
})

/** DELETE: idempotent, and successful if the object doesn't exist. */
export const remove = endpoint("client", "things.remove", "DELETE /things/{id}", {
  input: { id: Schema.String },
  output: Schema.Struct({ success: Schema.Literal(true) }),
  errors: [UserNotFound],
  gone: [UserNotFound]
})
