/** Items of any customer, and changes of their quantities. docs/platform.md §21.3. */
import * as Effect from "effect/Effect"
import * as Items from "../../schemas/endpoints/items.ts"
import { fieldsOf } from "./customer.ts"
import { changed, type ItemOf, type QuantityChange } from "./itemChanges.ts"

/** Returns an item. The quantity of an item that the customer never received is 0. */
export const get = Effect.fn("serverPayments.items.get")(function*(item: ItemOf) {
  return yield* Items.getAny({ ...fieldsOf(item), itemId: item.itemId })
})

/**
 * Adds to the quantity of an item. Not repeated after a lost response: read the quantity, then decide.
 */
export const increase = Effect.fn("serverPayments.items.increase")(function*(
  change: QuantityChange & {
    /** When the added quantity lapses. @default never */
    readonly expiresAt?: Date | undefined
  }
) {
  yield* changed("serverPayments.items.increase", change, 1, true, change.expiresAt)
})

/** Takes from the quantity of an item, which may become negative. Not repeated after a lost response. */
export const decrease = Effect.fn("serverPayments.items.decrease")(function*(change: QuantityChange) {
  yield* changed("serverPayments.items.decrease", change, -1, true)
})

/**
 * Takes from the quantity of an item, or fails with `ItemQuantityInsufficientAmount` and takes nothing. Not repeated after
 * a lost response.
 *
 * The platform checks the quantity before it writes the change, so overlapping requests can take more than the
 * available quantity. Therefore the changes of one customer's item are sent one after the other: by all clients of a
 * process, and by all servers of a fleet with `SharedTurns.layer` from `latchkey/fleet`. Then they never make the
 * quantity negative. Other programs that change the item at the same time still can.
 */
export const tryDecrease = Effect.fn("serverPayments.items.tryDecrease")(function*(change: QuantityChange) {
  yield* changed("serverPayments.items.tryDecrease", change, -1, false)
})
