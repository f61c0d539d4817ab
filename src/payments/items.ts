/** Items of the signed-in user and of teams: credits, seats and other countable things. docs/platform.md §21.3. */
import * as Effect from "effect/Effect"
import * as Items from "../../schemas/endpoints/items.ts"
import { type OwnCustomer, ownFields } from "./customer.ts"

/** Returns an item. The quantity of an item that the customer never received is 0. */
export const get = Effect.fn("items.get")(function*(item: OwnCustomer & { readonly itemId: string }) {
  return yield* Items.get({ ...(yield* ownFields("items.get", item)), itemId: item.itemId })
})
