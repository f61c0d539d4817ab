/** Completes purchases on the payment page without a browser, in one call. */
import * as Effect from "effect/Effect"
import { checkout } from "../payments/index.ts"
import type { Platform } from "../state/index.ts"
import type { Functions, operations } from "./operations.ts"

/** Controls purchases in tests. */
export interface PaymentControl extends Functions<typeof operations.payments> {}

/** Creates the controls of an emulator. */
export const make = (
  platform: Platform,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): PaymentControl => ({
  complete: ({ card, priceId, quantity, url }) => {
    const { pathname } = new URL(url, platform.baseUrl)
    return run(checkout.complete(platform, pathname.slice(checkout.pagePath.length), {
      priceId,
      quantity,
      card: card === undefined ? undefined : checkout.cardOf(card.replace(/\D/g, ""))
    }))
  }
})
