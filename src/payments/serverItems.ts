/** Items of any customer, and changes of their quantities. docs/platform.md §21.3. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Project } from "../../layers/call/index.ts"
import { Turns } from "../../layers/turns/index.ts"
import * as Items from "../../schemas/endpoints/items.ts"
import { CallError, ConnectionFailed, TimedOut } from "../../schemas/errors/CallError.ts"
import { invalidInput } from "../errors/index.ts"
import { type Customer, type CustomerFields, fieldsOf } from "./customer.ts"

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
    const customer = fieldsOf(change)
    const turns = yield* Turns
    yield* turns.take({
      name: yield* turnOf({ ...customer, itemId }),
      run: Items.updateQuantity({ ...customer, itemId, allowNegative, delta: sign * by, description, expiresAt }),
      isDone
    })
  })

/** Returns the name of the turns of one customer's item. */
const turnOf = ({ customerId, customerType, itemId }: CustomerFields & { readonly itemId: string }) =>
  Effect.map(Effect.serviceOption(Project), (project) => {
    const { apiUrl, id } = Option.getOrUndefined(project) ?? {}
    return JSON.stringify(["item", apiUrl, id, customerType, customerId, itemId])
  })

/** Whether the platform is done with a change. Without a response, it may still be making the change. */
const isDone = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || (Cause.hasFails(exit.cause) && !isWithoutResponse(Cause.squash(exit.cause)))

const isWithoutResponse = (error: unknown): boolean =>
  error instanceof CallError && (error.reason instanceof TimedOut
    || (error.reason instanceof ConnectionFailed && !neverSent.has(error.reason.code ?? "")))

/** Codes of connections that were never made. */
const neverSent: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH"
])

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
 * The platform checks the quantity before it writes the change, so requests that overlap can take more than there is.
 * Therefore the changes of one customer's item are sent one after the other: by all clients of a process, and by all
 * servers of a fleet with `SharedTurns.layer` of `latchkey/fleet`. Then they never make the quantity negative. Other
 * programs that change the item at the same time still can.
 */
export const tryDecrease = Effect.fn("serverPayments.items.tryDecrease")(function*(change: QuantityChange) {
  yield* changed("serverPayments.items.tryDecrease", change, -1, false)
})
