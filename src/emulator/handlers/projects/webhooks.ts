/** Webhook configuration. docs/platform.md §17. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { nonce } from "../../../../layers/call/index.ts"
import * as Webhooks from "../../../../schemas/endpoints/webhooks.ts"
import { webhooks } from "../../model/index.ts"
import { handle } from "../../request/index.ts"
import { success } from "../../state/index.ts"

/**
 * `/webhooks`. The emulator has no webhook vendor, so the portal token is useless. Endpoints are configured by the
 * seed, by `latchkey emulator --webhook` and in-process.
 */
export const handlers = handle(Webhooks, {
  createPortalToken: () => Effect.sync(() => ({ token: Redacted.make(`appsk_${nonce().slice(0, 32)}`) })),

  sendTest: ({ endpointId }, { platform }) =>
    Effect.gen(function*() {
      const endpoint = platform.webhooks.get(endpointId)
      const errorMessage = endpoint === undefined
        ? `There is no webhook endpoint ${endpointId}.`
        : yield* webhooks.test(platform, endpoint)
      return errorMessage === undefined ? success : { success: false, errorMessage }
    })
})
