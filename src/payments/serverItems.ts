/** Items of any customer, and changes of their quantities. docs/platform.md §21.3. */
import * as Effect from "effect/Effect"
import * as Items from "../../schemas/endpoints/items.ts"
import { invalidInput } from "../errors/index.ts"
import { type Customer, fieldsOf } from "./customer.ts"

/** An item of a customer. */
export type ItemOf = Customer & { readonly itemId: string }

/** Returns an item. The quantity of an item that the customer never received is 0. */
export const get = Effect.fn("serverPayments.items.get")(function*(item: ItemOf) {
  return yield* Items.getAny({ ...fieldsOf(item), itemId: item.itemId })
})

/** Change of a quantity. */
export type QuantityChange = ItemOf & {
  /** A positive integer. */
  readonly by: number
  /** Note for the list of transactions. */
  readonly description?: string | undefined
}

const changed = (call: string, change: QuantityChange, sign: 1 | -1, allowNegative: boolean, expiresAt?: Date) =>
  Effect.gen(function*() {
    const { by, description, itemId } = change
    if (!Number.isSafeInteger(by) || by < 1) {
      return yield* Effect.fail(invalidInput(call, "by", "Expected a positive integer"))
    }
    yield* Items.updateQuantity({
      ...fieldsOf(change),
      itemId,
      allowNegative,
      delta: sign * by,
      description,
      expiresAt
    })
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
 * Takes from the quantity of an item, or fails with `ItemQuantityInsufficientAmount` and takes nothing. Concurrent calls
 * never make the quantity negative. Not repeated after a lost response.
 */
export const tryDecrease = Effect.fn("serverPayments.items.tryDecrease")(function*(change: QuantityChange) {
  yield* changed("serverPayments.items.tryDecrease", change, -1, false)
})
