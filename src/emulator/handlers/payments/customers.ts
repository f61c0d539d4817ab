/** Payments of customers: products, purchases, invoices and cards. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { nonce } from "../../../../layers/call/index.ts"
import * as Billing from "../../../../schemas/endpoints/billing.ts"
import * as Invoices from "../../../../schemas/endpoints/invoices.ts"
import * as Products from "../../../../schemas/endpoints/products.ts"
import * as Purchases from "../../../../schemas/endpoints/purchases.ts"
import { type InlineProduct, PaymentProduct } from "../../../../schemas/entities/PaymentProduct.ts"
import { DefaultPaymentMethodRequired, ProductAlreadyGranted } from "../../../../schemas/errors/payments.ts"
import { VerificationCodeNotFound } from "../../../../schemas/errors/verificationCodes.ts"
import { connectAccount, trusted } from "../../model/index.ts"
import {
  cancel,
  centsFor,
  change,
  checkout,
  type CustomerFields,
  customerOf,
  customers,
  offers,
  priceOf,
  products as owned,
  provider,
  retryUnpaid,
  start
} from "../../payments/index.ts"
import { type ApiRequest, handle } from "../../request/index.ts"
import { Refusal, Reply, success } from "../../state/index.ts"
import { played, sellsOffers } from "./playedPayments.ts"

const { accessible, existing } = customers

interface Paging {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const sizeOf = ({ limit = 10 }: Paging): Effect.Effect<number, Refusal> =>
  limit < 1 || limit > 100 ? Refusal.fail(500, "The limit must be between 1 and 100") : Effect.succeed(limit)

const unknownCursor = Refusal.fail(400, "The cursor is not in the list")

const listProducts = ({ level, platform, project }: ApiRequest, input: CustomerFields & Paging) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    yield* existing(project, customer)
    const size = yield* sizeOf(input)
    const all = owned.listOf(project, customer, platform.now(), level === "client")
    const idOf = ({ id }: { readonly id: string | null } = { id: null }) => id ?? owned.inlineCursor
    const at = input.cursor === undefined ? 0 : all.findIndex((product) => idOf(product) === input.cursor)
    if (at === -1) return yield* unknownCursor
    const next = all[at + size]
    return {
      items: all.slice(at, at + size),
      isPaginated: true,
      pagination: { nextCursor: next === undefined ? null : idOf(next) }
    }
  })

/** Returns the product that a request names or defines. */
const wanted = (
  { level, project }: ApiRequest,
  { offerId, offerInline, productId = offerId, productInline = offerInline }: {
    readonly productId?: string | undefined
    readonly productInline?: InlineProduct | undefined
    /** Names of the earlier revision, which are still accepted. */
    readonly offerId?: string | undefined
    readonly offerInline?: InlineProduct | undefined
  }
) =>
  Effect.gen(function*() {
    if (productInline !== undefined && productId === undefined) {
      return { productId: null, product: owned.inlineProduct(productInline) }
    }
    if (productId === undefined || productInline !== undefined) {
      return yield* Refusal.fail(400, "Give either product_id or product_inline")
    }
    return { productId, product: yield* owned.productOf(project, productId, level === "client") }
  })

interface Canceled extends CustomerFields {
  readonly productId: string
  readonly subscriptionId?: string | undefined
}

const cancelProduct = ({ level, platform, project }: ApiRequest, input: Canceled) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    yield* existing(project, customer)
    const purchases = owned.purchasesOf(project, customer).filter(owned.isActive)
    if (input.subscriptionId !== undefined) {
      const named = purchases.find(({ id }) => id === input.subscriptionId)
      if (named === undefined) return yield* Refusal.fail(400, "The customer has no such active subscription")
      cancel(platform, named)
      return success
    }
    const { productId } = input
    const product = yield* owned.productOf(project, productId, level === "client")
    yield* owned.forCustomer({ productId, product }, customer)
    const active = purchases.filter((purchase) => owned.currentOf(purchase).productId === productId)
    if (active.length === 0) {
      return yield* Refusal.fail(
        400,
        owned.ownedBy(project, customer, platform.now()).has(productId)
          ? "The customer owns the product through a one-time purchase, which cannot be canceled"
          : "The customer does not own the product"
      )
    }
    for (const purchase of active) cancel(platform, purchase)
    return success
  })

interface Switched extends CustomerFields {
  readonly fromProductId: string
  readonly toProductId: string
  readonly priceId?: string | undefined
  readonly quantity?: number | undefined
}

const switchTo = ({ platform, project }: ApiRequest, input: Switched) =>
  Effect.gen(function*() {
    const refuse = (why: string) => Refusal.fail(400, why)
    const customer = customerOf(input)
    const { fromProductId, toProductId } = input
    yield* existing(project, customer)
    const from = owned.switchable(project, fromProductId)
    const to = owned.switchable(project, toProductId)
    if (from === undefined || to === undefined) return yield* refuse("One of the products does not exist")
    if ([from, to].some(({ product }) => product.customerType !== customer.type)) {
      return yield* refuse("One of the products is for another type of customer")
    }
    if (from.line === undefined || from.line !== to.line) {
      return yield* refuse("The products are not in the same product line")
    }
    if (fromProductId === toProductId) return yield* refuse("The customer already owns this product")
    if (to.isAddOn || to.isDefault) return yield* refuse("The new product is an add-on, or given to all customers")
    const now = platform.now()
    const subscription = owned.purchasesOf(project, customer).find((purchase) =>
      owned.isActive(purchase) && purchase.source === "payment" && owned.currentOf(purchase).productId === fromProductId
    )
    if (subscription === undefined) return yield* refuse("The customer has no paid subscription of the old product")
    const others = owned.conflictsOf(project, customer, toProductId, now)
    if (others.some(({ purchases }) => purchases.some((purchase) => purchase.subscription === null))) {
      return yield* refuse("The customer owns a product of the line through a one-time purchase")
    }
    const priceId = input.priceId ?? Object.keys(to.prices)[0]
    const price = priceId !== undefined && Object.hasOwn(to.prices, priceId) ? to.prices[priceId] : undefined
    if (priceId === undefined || price === undefined) return yield* refuse("The new product has no such price")
    if (price.USD === undefined) return yield* refuse("The price has no amount in US dollars")
    const running = owned.currentOf(subscription).quantity
    if (input.quantity !== undefined && input.quantity !== 1 && !to.product.stackable) {
      return yield* refuse("The new product is not stackable, so its quantity must be 1")
    }
    const quantity = input.quantity ?? running
    yield* provider.account(project)
    if (provider.cardOf(project, customer) === null) {
      return yield* Effect.fail(
        new DefaultPaymentMethodRequired({ customerType: customer.type as "user" | "team", customerId: customer.id })
      )
    }
    const before = priceOf(subscription)
    const paid = before === undefined ? 0 : centsFor({ price: before, quantity: running })
    const cents = Math.max(0, centsFor({ price, quantity }) - paid)
    if (!provider.charge(platform, project, customer, cents)) {
      return yield* Refusal.fail(500, "The payment provider declined the card")
    }
    change(platform, subscription, { productId: toProductId, product: to.product, priceId, price, quantity })
    provider.invoice(project, subscription, { cents, createdAt: now, isRenewal: false, status: "paid" })
    return success
  })

/** `/payments/products` */
export const products = handle(Products, {
  list: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), listProducts(request, input))),
  listAny: (input, request) => played(request, listProducts(request, input)),

  grant: ({ quantity = 1, ...input }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const { platform, project } = request
        const customer = customerOf(input)
        yield* existing(project, customer)
        const sold = yield* wanted(request, input)
        yield* owned.forCustomer(sold, customer)
        const replaced = yield* owned.buyable(platform, project, customer, { ...sold, priceId: undefined, quantity })
        const [price] = Object.values(sold.product.prices)
        if (price === undefined) return success
        const purchase = start(
          platform,
          project,
          customer,
          "grant",
          { ...sold, priceId: null, price, quantity },
          replaced
        )
        return { ...success, ...(purchase.subscription === null ? {} : { subscriptionId: purchase.id }) }
      })
    ),

  cancel: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), cancelProduct(request, input))),
  cancelAny: (input, request) => played(request, cancelProduct(request, input)),

  switchProduct: (input, request) =>
    played(
      request,
      Effect.gen(function*() {
        yield* checkout.unblocked(request.project)
        yield* accessible(request, customerOf(input))
        return yield* switchTo(request, input)
      })
    ),
  switchAnyProduct: (input, request) =>
    played(request, Effect.andThen(checkout.unblocked(request.project), switchTo(request, input)))
})

interface UrlFields extends CustomerFields {
  readonly productId?: string | undefined
  readonly productInline?: InlineProduct | undefined
  readonly returnUrl?: string | undefined
}

const createUrl = (request: ApiRequest, input: UrlFields) =>
  Effect.gen(function*() {
    const { platform, project } = request
    const customer = customerOf(input)
    yield* provider.account(project)
    const sold = yield* wanted(request, input)
    yield* owned.forCustomer(sold, customer)
    if (owned.isOwnedOnce(project, customer, sold, platform.now())) {
      return yield* Effect.fail(
        new ProductAlreadyGranted({ productId: sold.productId!, customerId: customer.id })
      )
    }
    if (input.returnUrl !== undefined) yield* trusted(project, input.returnUrl)
    return { url: checkout.createUrl(platform, project, customer, sold, input.returnUrl) }
  })

type Offered = CustomerFields & Pick<Parameters<typeof wanted>[1], "offerId" | "offerInline">

/** Creates the URL of an offer: for any customer, and even if the customer already owns the offer. */
const createOfferUrl = ({ level, platform, project }: ApiRequest, { offerId, offerInline, ...input }: Offered) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    yield* provider.account(project)
    if ((offerId === undefined) === (offerInline === undefined)) {
      return yield* Refusal.fail(400, "Give either offer_id or offer_inline")
    }
    const sold = offerInline === undefined
      ? { productId: offerId!, product: yield* offers.offerOf(project, offerId!, level) }
      : { productId: null, product: owned.inlineProduct(offerInline) }
    yield* offers.forCustomer(sold, customer)
    return { url: checkout.createUrl(platform, project, customer, sold, undefined) }
  })

const encodeProduct = Schema.encodeUnknownSync(PaymentProduct) as (product: unknown) => { readonly prices: object }

/** Returns the product that a checkout code offers, in the format of revision 2025-08. */
const offerInfo = ({ code: { data }, project }: checkout.Opened) => {
  const { product } = data
  return new Reply(200, {
    offer: {
      display_name: product.displayName,
      customer_type: product.customerType,
      prices: encodeProduct(product).prices
    },
    stripe_account_id: connectAccount(project).id,
    project_id: project.id
  })
}

/** `/payments/purchases` */
export const purchases = handle(Purchases, {
  createUrl: (input, request) =>
    played(
      request,
      Effect.gen(function*() {
        if (sellsOffers(request)) return yield* createOfferUrl(request, input)
        yield* checkout.unblocked(request.project)
        yield* accessible(request, customerOf(input))
        return yield* createUrl(request, input)
      })
    ),
  createAnyUrl: (input, request) =>
    played(
      request,
      Effect.gen(function*() {
        if (sellsOffers(request)) return yield* createOfferUrl(request, input)
        yield* checkout.unblocked(request.project)
        return yield* createUrl(request, input)
      })
    ),

  readCode: ({ fullCode, returnUrl }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const opened = yield* checkout.open(request.platform, Redacted.value(fullCode))
        const { code, project } = opened
        if (returnUrl !== undefined) yield* trusted(project, returnUrl)
        if (sellsOffers(request)) return offerInfo(opened)
        return checkout.infoOf(request.platform, project, code.data)
      })
    ),

  checkCode: ({ fullCode, returnUrl }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const found = checkout.projectOf(request.platform, Redacted.value(fullCode))
        if (found === undefined) return yield* Effect.fail(new VerificationCodeNotFound())
        if (returnUrl !== undefined) yield* trusted(found.project, returnUrl)
        return { valid: true }
      })
    ),

  startPayment: ({ fullCode, priceId, quantity = 1 }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const opened = yield* checkout.open(request.platform, Redacted.value(fullCode))
        const choice = { priceId, quantity }
        const { secret } = yield* sellsOffers(request)
          ? offers.startPayment(request.platform, opened, choice)
          : checkout.startPayment(request.platform, opened, choice)
        return { clientSecret: Redacted.make(secret) }
      })
    ),

  completeInTestMode: ({ fullCode, priceId, quantity = 1 }, request) =>
    played(
      request,
      Effect.gen(function*() {
        const opened = yield* checkout.open(request.platform, Redacted.value(fullCode))
        yield* checkout.completeInTestMode(request.platform, opened, { priceId, quantity })
        return success
      })
    )
})

const listInvoices = ({ platform, project }: ApiRequest, input: CustomerFields & Paging) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    const size = yield* sizeOf(input)
    const all = project.payments.invoices.filter((invoice) => customers.isSame(invoice.customer, customer))
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    const at = input.cursor === undefined ? 0 : all.findIndex(({ id }) => id === input.cursor) + 1
    if (input.cursor !== undefined && at === 0) return yield* unknownCursor
    const page = all.slice(at, at + size)
    return {
      items: page.map(({ cents, createdAt, id, status }) => ({
        createdAt: new Date(createdAt),
        status,
        amountTotal: cents,
        hostedInvoiceUrl: `${platform.baseUrl}${checkout.accountPath}invoices/${id}`
      })),
      isPaginated: true,
      pagination: { nextCursor: page.length === size ? page.at(-1)!.id : null }
    }
  })

/** `/payments/invoices` */
export const invoices = handle(Invoices, {
  list: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), listInvoices(request, input))),
  listAny: (input, request) => played(request, listInvoices(request, input))
})

const getBilling = ({ project }: ApiRequest, input: CustomerFields) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    if (project.paymentAccount === null) return { hasCustomer: false, defaultPaymentMethod: null }
    yield* existing(project, customer)
    return {
      hasCustomer: project.payments.cards.has(customers.keyOf(customer)),
      defaultPaymentMethod: provider.cardOf(project, customer)
    }
  })

const startSetup = ({ project }: ApiRequest, input: CustomerFields) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    yield* existing(project, customer)
    const { id: stripeAccountId } = yield* provider.account(project)
    provider.addCustomer(project, customer)
    const id = `seti_${nonce()}`
    project.payments.setupIntents.set(id, { id, customer })
    return { clientSecret: Redacted.make(`${id}_secret_${nonce()}`), stripeAccountId }
  })

const setDefault = ({ platform, project }: ApiRequest, input: CustomerFields & { readonly setupIntentId: string }) =>
  Effect.gen(function*() {
    const customer = customerOf(input)
    yield* existing(project, customer)
    yield* provider.account(project)
    const intent = project.payments.setupIntents.get(input.setupIntentId)
    if (intent === undefined) return yield* Refusal.fail(500, "The payment provider has no such setup intent")
    if (!customers.isSame(intent.customer, customer)) {
      return yield* Refusal.fail(403, "The setup intent belongs to another customer")
    }
    const defaultPaymentMethod = provider.storeCard(project, customer)
    retryUnpaid(platform, owned.purchasesOf(project, customer))
    return { success: true as const, defaultPaymentMethod }
  })

/** `/payments/billing` and `/payments/payment-method` */
export const billing = handle(Billing, {
  get: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), getBilling(request, input))),
  getAny: (input, request) => played(request, getBilling(request, input)),
  startPaymentMethodSetup: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), startSetup(request, input))),
  startAnyPaymentMethodSetup: (input, request) => played(request, startSetup(request, input)),
  setDefaultPaymentMethod: (input, request) =>
    played(request, Effect.andThen(accessible(request, customerOf(input)), setDefault(request, input))),
  setAnyDefaultPaymentMethod: (input, request) => played(request, setDefault(request, input))
})
