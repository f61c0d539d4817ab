/** The part of the contract that webhooks need, loaded with the first webhook. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { WebhookEvent } from "../../../schemas/entities/Webhook.ts"
import { WebhookRejected } from "./errors.ts"

export { secretText } from "../../../schemas/secrets.ts"

const decode = Schema.decodeUnknownOption(WebhookEvent)

/** Decodes the event of a body. Throws `WebhookRejected` for anything else. */
export const eventOf = (value: unknown): WebhookEvent => {
  const event = decode(value)
  if (Option.isNone(event)) throw new WebhookRejected("contents")
  return event.value
}
