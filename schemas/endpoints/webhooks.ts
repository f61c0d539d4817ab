/** Webhook setup. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { TestResult } from "../entities/SendEmail.ts"
import { WebhookPortalToken } from "../entities/Webhook.ts"

/** Returns access to the webhook provider's page, where the project's webhooks are configured and inspected. */
export const createPortalToken = endpoint("admin", "webhooks.createPortalToken", "POST /webhooks/svix-token", {
  output: WebhookPortalToken,
  status: 201
})

/** Sends a test event to a configured URL; `endpointId` is the URL's id. Since revision 2026-04. */
export const sendTest = endpoint("admin", "webhooks.sendTest", "POST /internal/send-test-webhook", {
  since: "2026-04",
  input: { endpointId: Schema.String },
  output: TestResult
})
