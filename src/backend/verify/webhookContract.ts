/** What verifying a webhook needs of the contract, loaded when the first one comes. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { WebhookEvent } from "../../../schemas/entities/Webhook.ts"
import { WebhookRejected } from "./errors.ts"

export { secretText } from "../../../schemas/secrets.ts"

const decode = Schema.decodeUnknownOption(WebhookEvent)

/** The event that a body tells of. Throws `WebhookRejected` for what is none. */
export const eventOf = (value: unknown): WebhookEvent => {
  const event = decode(value)
  if (Option.isNone(event)) throw new WebhookRejected("contents")
  return event.value
}
