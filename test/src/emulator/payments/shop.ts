/** A project that sells plans, credits and packs. */
import * as Effect from "effect/Effect"
import * as Items from "../../../../schemas/endpoints/items.ts"
import type { CustomerType } from "../../../../schemas/entities/PaymentProduct.ts"
import type { Seed } from "../../../../src/emulator/index.ts"
import { asServer, signUp } from "../support/support.ts"

const credits = (quantity: number) => ({
  credits: { quantity, repeat: [1, "month"] as const, expires: "when-repeated" as const }
})

export const payments: NonNullable<Seed["payments"]> = {
  items: {
    credits: { displayName: "Credits" },
    seats: { displayName: "Seats", customerType: "team" },
    tokens: { customerType: "custom" }
  },
  productLines: { plans: { displayName: "Plans" } },
  products: {
    free: {
      displayName: "Free",
      productLineId: "plans",
      prices: { always: { USD: "0", interval: [1, "month"] } },
      includedItems: credits(10)
    },
    pro: {
      displayName: "Pro",
      productLineId: "plans",
      prices: { monthly: { USD: "20", EUR: "18.50", interval: [1, "month"] } },
      includedItems: credits(100)
    },
    max: {
      displayName: "Max",
      productLineId: "plans",
      prices: { monthly: { USD: "50.50", interval: [1, "month"] } },
      includedItems: credits(1000)
    },
    support: {
      displayName: "Support",
      productLineId: "plans",
      isAddOnTo: { pro: true },
      prices: { monthly: { USD: "5", interval: [1, "month"] } }
    },
    pack: {
      displayName: "Pack",
      stackable: true,
      prices: { once: { USD: "5" } },
      includedItems: { credits: { quantity: 50, expires: "never" } }
    },
    secret: { displayName: "Secret", serverOnly: true, prices: { once: { USD: "1" } } },
    team: {
      displayName: "Team",
      customerType: "team",
      prices: { monthly: { USD: "9", interval: [1, "month"] } },
      includedItems: { seats: { quantity: 5, expires: "when-purchase-expires" } }
    },
    priceless: { displayName: "Priceless" }
  }
}

/** Signs up, and returns the user as a customer. */
export const customer = Effect.map(
  signUp(),
  ({ userId }) => ({ customerType: "user" as const, customerId: userId })
)

type Customer = { readonly customerType: CustomerType; readonly customerId: string }

export const quantityOf = (of: Customer, itemId = "credits") =>
  Effect.map(asServer(Items.getAny({ ...of, itemId })), ({ quantity }) => quantity)

export const update = (of: Customer, delta: number, options: {
  readonly itemId?: string
  readonly allowNegative?: boolean
  readonly expiresAt?: Date
} = {}) => asServer(Items.updateQuantity({ ...of, itemId: "credits", allowNegative: false, delta, ...options }))

/** Returns the tag of an error or, if the error has a reason, the tag of the reason. */
export const tagOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

/** Returns the status of a rejection with a plain-text body. */
export const statusOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error as { reason?: { status?: number } }).reason?.status)
