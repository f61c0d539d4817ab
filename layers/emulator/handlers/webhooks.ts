/** Setting webhooks up. Platform rules §17. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Webhooks from "../../../schemas/endpoints/webhooks.ts"
import { nonce } from "../../nonce.ts"
import { handle } from "../handle.ts"

/** `/webhooks`. There is no vendor behind the emulator: its token opens nothing, and nothing is delivered to a URL. */
export const handlers = handle(Webhooks, {
  createPortalToken: () => Effect.sync(() => ({ token: Redacted.make(`appsk_${nonce().slice(0, 32)}`) })),

  sendTest: ({ endpointId }) =>
    Effect.succeed({ success: false, errorMessage: `There is no webhook endpoint ${endpointId}.` })
})
