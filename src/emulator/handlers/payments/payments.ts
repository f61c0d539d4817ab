/** The owner's side of payments: the account at the payment provider, its methods, and transactions. */
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import { nonce } from "../../../../layers/call/index.ts"
import * as Payments from "../../../../schemas/endpoints/payments.ts"
import * as Transactions from "../../../../schemas/endpoints/transactions.ts"
import { isAmount } from "../../../../schemas/entities/PaymentsConfig.ts"
import type { Transaction } from "../../../../schemas/entities/Transaction.ts"
import {
  OneTimePurchaseAlreadyRefunded,
  OneTimePurchaseNotFound,
  StripeAccountInfoNotFound,
  SubscriptionAlreadyRefunded,
  SubscriptionInvoiceNotFound,
  TestModePurchaseNonRefundable
} from "../../../../schemas/errors/payments.ts"
import { configLayers, connectAccount } from "../../model/index.ts"
import { centsFor, centsOf, checkout, offers, provider, transactions as ledger } from "../../payments/index.ts"
import { type ApiRequest, handle, schemaError } from "../../request/index.ts"
import { type PaymentAccount, type Purchase, Refusal, success } from "../../state/index.ts"
import { played, sellsOffers } from "./playedPayments.ts"

const accountOf = ({ project }: ApiRequest): Effect.Effect<PaymentAccount, StripeAccountInfoNotFound> =>
  project.paymentAccount === null
    ? Effect.fail(new StripeAccountInfoNotFound())
    : Effect.succeed(project.paymentAccount)

const configId = ({ id }: PaymentAccount): string => id.replace(/^acct/, "pmc")

/** `/internal/payments` */
export const handlers = handle(Payments, {
  setup: (_, request) =>
    played(
      request,
      Effect.sync(() => {
        const { id } = connectAccount(request.project)
        if (sellsOffers(request)) configLayers.write(request.project, { "payments.stripeAccountId": id })
        return { url: `${request.platform.baseUrl}${checkout.accountPath}${id}` }
      })
    ),

  createAccountSession: (_, request) =>
    played(
      request,
      Effect.map(
        provider.account(request.project),
        ({ id }) => ({ clientSecret: Redacted.make(`${id}_secret_${nonce()}`) })
      )
    ),

  testModePurchase: ({ fullCode, priceId, quantity = 1 }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const opened = yield* checkout.open(request.platform, Redacted.value(fullCode))
        if (sellsOffers(request) && opened.project !== request.project) {
          return yield* Refusal.fail(400, "The code belongs to another project")
        }
        const choice = { priceId, quantity }
        if (sellsOffers(request)) yield* offers.completeInTestMode(request.platform, opened, choice)
        else yield* checkout.completeInTestMode(request.platform, opened, choice)
        return success
      })
    ),

  getAccountInfo: (_, request) =>
    played(
      request,
      Effect.map(accountOf(request), ({ chargesEnabled, detailsSubmitted, id, payoutsEnabled }) => ({
        accountId: id,
        chargesEnabled,
        detailsSubmitted,
        payoutsEnabled
      }))
    ),

  listMethodConfigs: (_, request) =>
    played(
      request,
      Effect.map(accountOf(request), (account) => ({
        configId: configId(account),
        methods: Object.entries(provider.methods).map(([id, { available, name }]) => ({
          id,
          name,
          available,
          enabled: available && provider.isOn(account, id),
          overridable: true
        }))
      }))
    ),

  updateMethodConfigs: ({ updates }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const unknown = Object.keys(updates).filter((id) => !Object.hasOwn(provider.methods, id))
        if (unknown.length > 0) {
          return yield* Effect.fail(
            schemaError(request.spec, unknown.map((id) => ({ path: `body.updates.${id}`, problem: "unknown method" })))
          )
        }
        if (Object.keys(updates).length === 0) return success
        const { methods } = yield* accountOf(request)
        for (const [id, state] of Object.entries(updates)) methods.set(id, state)
        return success
      })
    )
})

/** Reads the cursor of a list of transactions. */
const placeOf = (cursor: string): Effect.Effect<string, Refusal> =>
  Effect.suspend(() => {
    try {
      const { txnId } = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))) as {
        readonly txnId: unknown
      }
      if (typeof txnId === "string") return Effect.succeed(txnId.replace(/^[a-z-]+:/, ""))
    } catch {
      // reported by the error below
    }
    return Refusal.fail(400, "The cursor is not from this list")
  })

const cursorOf = ({ createdAt, entries: [entry], id, type }: Transaction): string => {
  const isPurchase = type === "purchase" && entry?.type === "product_grant"
  const kind = isPurchase && entry.oneTimePurchaseId !== undefined ? "otp" : type === "purchase" ? "sub" : type
  return Base64Url.encode(JSON.stringify({ createdAtMillis: createdAt.getTime(), txnId: `${kind}:${id}` }))
}

interface Refund {
  readonly entryIndex: number
  readonly quantity: number
  readonly amountUsd: string
}

/** Checks the entries of a refund against the purchase, and records it. */
const refund = ({ platform, spec }: ApiRequest, purchase: Purchase, entries: ReadonlyArray<Refund>) =>
  Effect.suspend(() => {
    const [{ priceId, product, quantity: bought }] = purchase.phases
    const price = priceId === null ? undefined : product.prices[priceId]
    const fail = (path: string, problem: string) => Effect.fail(schemaError(spec, [{ path, problem }]))
    if (price?.USD === undefined) return fail("body.refund_entries", "the purchase has no price in US dollars")
    const [entry, ...others] = entries
    if (entry === undefined || others.length > 0 || entry.entryIndex !== 0) {
      return fail("body.refund_entries", "only the product grant can be refunded, which is entry 0")
    }
    if (entry.quantity < 0 || entry.quantity > bought) {
      return fail("body.refund_entries[0].quantity", `must be between 0 and ${bought}`)
    }
    if (centsOf(entry.amountUsd) > centsFor({ price, quantity: bought })) {
      return fail("body.refund_entries[0].amount_usd", "must not exceed the price")
    }
    purchase.refunded = { quantity: entry.quantity, cents: centsOf(entry.amountUsd), at: platform.now() }
    if (purchase.subscription !== null && entry.quantity === bought) purchase.subscription.cancelAtPeriodEnd = true
    return Effect.void
  })

/** `/internal/payments/transactions` */
export const transactions = handle(Transactions, {
  list: ({ cursor, customerType, limit = 50, type }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const all = ledger.listOf(request.project, { type, customerType })
        const last = cursor === undefined ? undefined : yield* placeOf(cursor)
        const start = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1
        if (last !== undefined && start === 0) return yield* Refusal.fail(400, "The cursor is not from this list")
        const size = Math.min(200, Math.max(1, limit))
        const page = all.slice(start, start + size)
        const end = page.at(-1)
        return {
          transactions: page,
          nextCursor: end === undefined || start + size >= all.length
            ? null
            : cursorOf(end)
        }
      })
    ),

  refund: ({ id, refundEntries, type }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const { project, spec } = request
        const invalid = refundEntries.findIndex(({ amountUsd }) => !isAmount(amountUsd, 2))
        if (invalid !== -1) {
          const path = `body.refund_entries[${invalid}].amount_usd`
          return yield* Effect.fail(schemaError(spec, [{ path, problem: "must be an amount of money" }]))
        }
        const isSubscription = type === "subscription"
        const purchase = project.payments.purchases.find((purchase) =>
          purchase.id === id && (purchase.subscription !== null) === isSubscription
        )
        const notFound = isSubscription
          ? new SubscriptionInvoiceNotFound({ subscriptionInvoiceId: id })
          : new OneTimePurchaseNotFound({ oneTimePurchaseId: id })
        if (purchase === undefined) return yield* Effect.fail(notFound)
        if (purchase.refunded !== null) {
          return yield* Effect.fail(
            isSubscription
              ? new SubscriptionAlreadyRefunded({ subscriptionId: id })
              : new OneTimePurchaseAlreadyRefunded({ oneTimePurchaseId: id })
          )
        }
        if (!isSubscription && purchase.source === "testMode") {
          return yield* Effect.fail(new TestModePurchaseNonRefundable())
        }
        if (!isSubscription) yield* provider.account(project)
        if (purchase.source !== "payment") return yield* Effect.fail(notFound)
        if (isSubscription) yield* provider.account(project)
        yield* refund(request, purchase, refundEntries)
        return success
      })
    )
})
