/** Completes purchases without a browser, and sends the payment provider's signed events, each in one call. */
import * as Effect from "effect/Effect"
import { centsFor, centsOf, checkout, providerEvents, settle } from "../payments/index.ts"
import type { Platform, Project, Purchase } from "../state/index.ts"
import type { Functions, operations } from "./operations.ts"
import { ControlError, projectOf } from "./selectors.ts"

/** Controls purchases in tests. */
export interface PaymentControl extends Functions<typeof operations.payments> {}

interface Wanted {
  readonly purchase?: string
  readonly customerId?: string
  readonly projectId?: string
}

const summaryOf = (purchase: Purchase) => {
  const { customer, disputedAt, id, phases, refunded, source, subscription } = purchase
  return {
    id,
    customerType: customer.type,
    customerId: customer.id,
    productId: phases.at(-1)!.productId,
    status: subscription?.status ?? ("one-time" as const),
    periodEnd: subscription === null ? null : new Date(subscription.periodEnd),
    isPaid: source === "payment",
    isRefunded: refunded !== null,
    isDisputed: disputedAt !== undefined
  }
}

/** Signs an event of the provider, and lets the emulator receive it. */
const deliver = (platform: Platform, { paymentAccount }: Project, type: string, object: object) =>
  Effect.gen(function*() {
    const account = paymentAccount === null ? {} : { account: paymentAccount.id }
    const body = JSON.stringify({ id: `evt_${crypto.randomUUID()}`, type, ...account, data: { object } })
    const seconds = Math.floor(platform.now() / 1000)
    const signature = yield* providerEvents.signature(platform.paymentWebhookSecret, seconds, body)
    yield* providerEvents.receive(platform, body, signature)
  }).pipe(Effect.mapError(({ text }) => new ControlError({ message: `${text}.` })))

/** Creates the controls of an emulator. */
export const make = (
  platform: Platform,
  firstProjectId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): PaymentControl => {
  const project = (id = firstProjectId) =>
    Effect.tap(projectOf(platform, id), (project) => Effect.sync(() => settle(platform, project)))
  const found = ({ customerId, projectId, purchase: id }: Wanted) =>
    Effect.flatMap(project(projectId), (project) => {
      const purchase = project.payments.purchases.findLast((purchase) =>
        id !== undefined
          ? purchase.id === id
          : purchase.source === "payment" && (customerId === undefined || purchase.customer.id === customerId)
      )
      return purchase === undefined
        ? Effect.fail(
          new ControlError({
            message:
              `Project ${project.id} has no such purchase. Complete one with payments.complete, outside test mode, `
              + "and select it by its id or its customer."
          })
        )
        : Effect.succeed({ project, purchase })
    })
  const report = (type: string, objectOf: (purchase: Purchase) => object) => (wanted: Wanted) =>
    run(Effect.flatMap(found(wanted), ({ project, purchase }) => deliver(platform, project, type, objectOf(purchase))))
  const subscription = ({ id }: Purchase) => ({ subscription: id })
  const charge = ({ id }: Purchase) => ({ metadata: { purchase: id } })
  return {
    complete: ({ card, priceId, quantity, url }) => {
      const { pathname } = new URL(url, platform.baseUrl)
      return run(checkout.complete(platform, pathname.slice(checkout.pagePath.length), {
        priceId,
        quantity,
        card: card === undefined ? undefined : checkout.cardOf(card.replace(/\D/g, ""))
      }))
    },
    list: ({ projectId } = {}) =>
      run(Effect.map(project(projectId), ({ payments }) => payments.purchases.map(summaryOf))),
    reportAccount: ({ chargesEnabled, detailsSubmitted, payoutsEnabled, projectId }) =>
      run(Effect.flatMap(project(projectId), (project) =>
        project.paymentAccount === null
          ? Effect.fail(new ControlError({ message: `Set up the payments of project ${project.id} first.` }))
          : deliver(platform, project, "account.updated", {
            id: project.paymentAccount.id,
            charges_enabled: chargesEnabled,
            payouts_enabled: payoutsEnabled,
            details_submitted: detailsSubmitted
          }))),
    renew: report("invoice.paid", subscription),
    failRenewal: report("invoice.payment_failed", subscription),
    endSubscription: report("customer.subscription.deleted", ({ id }) => ({ id })),
    refund: ({ amountUsd, ...wanted }) =>
      report("charge.refunded", (purchase) => ({
        ...charge(purchase),
        amount_refunded: amountUsd === undefined ? priceOfPurchase(purchase) : centsOf(amountUsd)
      }))(wanted),
    dispute: report("charge.dispute.created", charge),
    expireCard: ({ customerId, projectId }) =>
      run(Effect.flatMap(project(projectId), (project) => {
        const card = ["user", "team", "custom"].map((type) => project.payments.cards.get(`${type} ${customerId}`))
          .find((card) => card !== undefined && card !== null)
        if (card === undefined || card === null) {
          return Effect.fail(new ControlError({ message: `The customer ${customerId} has no stored card.` }))
        }
        // the month before the current one
        const expired = new Date(platform.now())
        expired.setUTCDate(0)
        const expiry = { exp_month: expired.getUTCMonth() + 1, exp_year: expired.getUTCFullYear() }
        return deliver(platform, project, "payment_method.updated", { id: card.id, card: expiry })
      }))
  }
}

/** Price of a purchase in cents. */
const priceOfPurchase = ({ phases: [{ priceId, product, quantity }] }: Purchase): number => {
  const price = priceId === null ? undefined : product.prices[priceId]
  return price === undefined ? 0 : centsFor({ price, quantity })
}
