/** Setting webhooks up. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { TestResult } from "../entities/SendEmail.ts"
import { WebhookPortalToken } from "../entities/Webhook.ts"

/** Gives access to the page of the delivering vendor where the project's webhooks are set up and looked at. */
export const createPortalToken = endpoint("admin", "webhooks.createPortalToken", "POST /webhooks/svix-token", {
  output: WebhookPortalToken,
  status: 201
})

/** Has a test event delivered to a URL that is set up; `endpointId` is its id there. For later platforms. */
export const sendTest = endpoint("admin", "webhooks.sendTest", "POST /internal/send-test-webhook", {
  since: "2026-04",
  input: { endpointId: Schema.String },
  output: TestResult
})
