/** Items of customers. docs/platform.md §21.3. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Items from "../../../../schemas/endpoints/items.ts"
import {
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount
} from "../../../../schemas/errors/payments.ts"
import { paymentsOf } from "../../model/index.ts"
import { type CustomerFields, customerOf, customers, offers, quantityOf } from "../../payments/index.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { type Customer, type Platform, type Project, Reply } from "../../state/index.ts"
import { played, sellsOffers } from "./playedPayments.ts"

const { accessible, existing } = customers

/**
 * Returns the project's item. Fails if the item or the customer doesn't exist, or if the item is for another type of
 * customer.
 */
const itemOf = (project: Project, customer: Customer, itemId: string) =>
  Effect.gen(function*() {
    const { items = {} } = paymentsOf(project)
    const item = Object.hasOwn(items, itemId) ? items[itemId] : undefined
    if (item === undefined) return yield* Effect.fail(new ItemNotFound({ itemId }))
    const { customerType: itemCustomerType = "user", displayName = itemId } = item
    if (itemCustomerType !== customer.type) {
      return yield* Effect.fail(
        new ItemCustomerTypeDoesNotMatch({
          itemId,
          customerId: customer.id,
          itemCustomerType,
          actualCustomerType: customer.type
        })
      )
    }
    yield* existing(project, customer)
    return { id: itemId, displayName }
  })

/**
 * Time between the check and the change of a quantity. Requests that arrive in the meantime are checked against the
 * quantity before the change. A fault can make it longer.
 */
const writing = ({ clock, writesLate }: Platform): Effect.Effect<void> =>
  Effect.suspend(() => {
    const duration = writesLate()
    return duration === undefined
      ? Effect.forEach(Array(turns), () => Effect.yieldNow, { discard: true })
      : Effect.provideService(Effect.sleep(duration), Clock.Clock, clock)
  })

/** Number of event-loop turns within which requests that were sent together arrive. */
const turns = 3

interface ItemFields extends CustomerFields {
  readonly itemId: string
}

/** Returns a customer's quantity of an item by the rules of the revision. */
const quantityIn = (request: ApiRequest, customer: Customer, itemId: string): number => {
  const { platform, project } = request
  return sellsOffers(request)
    ? offers.quantityOf(project, customer, itemId, platform.now())
    : quantityOf(project, customer, itemId, platform.now())
}

const getItem = (request: ApiRequest, input: ItemFields) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    const item = yield* itemOf(request.project, customer, input.itemId)
    return { ...item, quantity: quantityIn(request, customer, input.itemId) }
  })

/** `/payments/items` */
export const handlers = handle(Items, {
  get: (input, request) =>
    played(
      request,
      // 2025-08 lets every client read the items of every customer
      sellsOffers(request)
        ? getItem(request, input)
        : Effect.andThen(accessible(request, customerOf(input)), getItem(request, input))
    ),
  getAny: (input, request) => played(request, getItem(request, input)),

  updateQuantity: ({ allowNegative, delta, expiresAt, ...input }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const { platform, project } = request
        const customer = customerOf(input)
        const { id: itemId } = yield* itemOf(project, customer, input.itemId)
        if (!allowNegative && quantityIn(request, customer, itemId) + delta < 0) {
          return yield* Effect.fail(
            new ItemQuantityInsufficientAmount({ itemId, customerId: customer.id, quantity: delta })
          )
        }
        if (!sellsOffers(request)) yield* writing(platform)
        const id = crypto.randomUUID()
        project.payments.itemChanges.push({
          id,
          customer,
          itemId,
          delta,
          expiresAt: expiresAt?.getTime() ?? null,
          createdAt: platform.now(),
          sequence: project.payments.sequence++
        })
        return sellsOffers(request) ? new Reply(200, { id }) : {}
      })
    )
})
