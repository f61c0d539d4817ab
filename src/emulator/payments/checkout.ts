/** Purchases through the payment page: codes, payments, and completion in test mode. */
import * as Effect from "effect/Effect"
import type { PaymentMethod, PurchaseCodeInfo } from "../../../schemas/entities/Billing.ts"
import { NewPurchasesBlocked, type ProductAlreadyGranted } from "../../../schemas/errors/payments.ts"
import { VerificationCodeNotFound } from "../../../schemas/errors/verificationCodes.ts"
import { codes, connectAccount, paymentsOf } from "../model/index.ts"
import {
  type Code,
  type CodeData,
  type Customer,
  type Invoice,
  type PaymentIntent,
  type Platform,
  type Project,
  Refusal
} from "../state/index.ts"
import { centsFor, change, end, replace, settle, start } from "./buying.ts"
import { dollars } from "./money.ts"
import { buyable, conflictsOf, isOwnedOnce, type Sold } from "./products.ts"
import { addCustomer, charge, intentOf, invoice, storeCard, testCard } from "./provider.ts"

/** Path of the pages of accounts and invoices. */
export const accountPath = "/emulator/payments/"

/** Path of the payment page, which ends with the purchase's code. */
export const pagePath = "/purchase/"

/** Fails while the project blocks purchases. */
export const unblocked = (project: Project): Effect.Effect<void, NewPurchasesBlocked> =>
  Effect.suspend(() =>
    paymentsOf(project).blockNewPurchases === true ? Effect.fail(new NewPurchasesBlocked()) : Effect.void
  )

export const isTestMode = (project: Project): boolean => paymentsOf(project).testMode ?? true

/** Creates the URL of the payment page. */
export const createUrl = (
  platform: Platform,
  project: Project,
  customer: Customer,
  sold: Sold,
  returnUrl: string | undefined
): string => {
  addCustomer(project, customer)
  const code = codes.issue(platform, project, "purchase", {
    customer,
    ...sold,
    chargesEnabled: project.paymentAccount?.chargesEnabled ?? false
  })
  const url = new URL(`${pagePath}${project.tenancyId}_${code.value}`, platform.baseUrl)
  if (returnUrl !== undefined) url.searchParams.set("return_url", returnUrl)
  return url.href
}

/** Splits a full code, and finds its project. */
export const projectOf = (
  { store }: Platform,
  fullCode: string
): { readonly project: Project; readonly code: string } | undefined => {
  const at = fullCode.indexOf("_")
  const tenancyId = at === -1 ? fullCode : fullCode.slice(0, at)
  const project = [...store.projects.values()].find((project) => project.tenancyId === tenancyId)
  return project === undefined ? undefined : { project, code: at === -1 ? "" : fullCode.slice(at + 1) }
}

/** A valid code, with its project. */
export interface Opened {
  readonly project: Project
  readonly code: Code<"purchase">
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Finds a valid code. A code that is used or expired isn't found. */
export const open = (platform: Platform, fullCode: string): Effect.Effect<Opened, codes.LookUpError | Refusal> =>
  Effect.suspend((): Effect.Effect<Opened, codes.LookUpError | Refusal> => {
    const [tenancyId, , ...rest] = fullCode.split("_")
    if (tenancyId !== fullCode && rest.length === 0 && !uuid.test(tenancyId!)) {
      return Refusal.fail(500, "The first part of a purchase code must be a UUID")
    }
    const found = rest.length === 0 ? projectOf(platform, fullCode) : undefined
    if (found === undefined) return Effect.fail(new VerificationCodeNotFound())
    settle(platform, found.project)
    return Effect.map(
      codes.lookUp(platform, found.project, "purchase", found.code),
      (code) => ({ project: found.project, code })
    )
  })

/** Returns the details of the purchase that a code is for. */
export const infoOf = (platform: Platform, project: Project, data: CodeData["purchase"]): PurchaseCodeInfo => {
  const { customer, product, productId } = data
  const now = platform.now()
  const isSubscription = Object.values(product.prices).some(({ interval }) => interval !== undefined)
  return {
    product,
    stripeAccountId: connectAccount(project).id,
    projectId: project.id,
    projectLogoUrl: project.logoUrl,
    alreadyBoughtNonStackable: isOwnedOnce(project, customer, data, now),
    conflictingProducts: isSubscription
      ? conflictsOf(project, customer, productId, now).map(({ id, purchases }) => ({
        productId: id,
        displayName: purchases.at(-1)!.phases.at(-1)!.product.displayName
      }))
      : [],
    testMode: isTestMode(project),
    chargesEnabled: data.chargesEnabled
  }
}

/** Price and quantity that the customer chose. */
export interface Choice {
  readonly priceId: string
  readonly quantity: number
}

/** Amount of an invoice. */
export const dollarsOf = ({ cents }: Invoice): string => dollars(cents)

type Buying<A> = Effect.Effect<A, NewPurchasesBlocked | ProductAlreadyGranted | Refusal>

/** Completes a purchase without payment. */
export const completeInTestMode = (
  platform: Platform,
  { code, project }: Opened,
  { priceId, quantity }: Choice
): Buying<void> =>
  Effect.gen(function*() {
    const { customer, product, productId } = code.data
    yield* unblocked(project)
    if (!isTestMode(project)) return yield* Refusal.fail(403, "The project is not in test mode")
    const replaced = yield* buyable(platform, project, customer, { productId, product, priceId, quantity })
    const chosen = { productId, product, priceId, price: product.prices[priceId]!, quantity }
    start(platform, project, customer, "testMode", chosen, replaced)
    codes.markUsed(platform, code)
  })

/**
 * Starts the payment of a purchase, and uses up the code. Ends a granted subscription of the same product line, by
 * default as a request for another product does.
 */
export const startPayment = (
  platform: Platform,
  { code, project }: Opened,
  { priceId, quantity }: Choice,
  endGranted: typeof replace = replace
): Buying<PaymentIntent> =>
  Effect.gen(function*() {
    const { customer, product, productId } = code.data
    yield* unblocked(project)
    const replaced = yield* buyable(platform, project, customer, { productId, product, priceId, quantity })
    if (product.prices[priceId]!.USD === undefined) {
      return yield* Refusal.fail(500, "The payment provider cannot charge a price without an amount in US dollars")
    }
    const isPaid = replaced?.source === "payment"
    if (replaced !== undefined && !isPaid) endGranted(platform, replaced)
    const intent = intentOf({
      customer,
      productId,
      product,
      priceId,
      quantity,
      replaces: isPaid ? replaced.id : null
    })
    project.payments.intents.set(code.value, intent)
    codes.markUsed(platform, code)
    return intent
  })

/** Pays with a card. Returns whether the card was accepted; a declined payment can be tried again. */
export const pay = (
  platform: Platform,
  project: Project,
  intent: PaymentIntent,
  card?: Omit<PaymentMethod, "id">
): boolean => {
  if (intent.isPaid) return true
  const { customer, priceId, product, productId, quantity } = intent
  const price = product.prices[priceId]!
  const before = project.payments.cards.get(`${customer.type} ${customer.id}`) ?? null
  storeCard(project, customer, card)
  const cents = centsFor({ price, quantity })
  if (!charge(platform, project, customer, cents)) {
    project.payments.cards.set(`${customer.type} ${customer.id}`, before)
    return false
  }
  intent.isPaid = true
  const chosen = { productId, product, priceId, price, quantity }
  const replaced = project.payments.purchases.find(({ id }) => id === intent.replaces)
  if (replaced !== undefined && price.interval !== undefined && replaced.subscription?.endedAt === null) {
    change(platform, replaced, chosen)
    invoice(project, replaced, { cents, createdAt: platform.now(), isRenewal: false, status: "paid" })
    return true
  }
  const purchase = start(platform, project, customer, "payment", chosen, replaced)
  if (purchase.subscription !== null) {
    invoice(project, purchase, { cents, createdAt: platform.now(), isRenewal: false, status: "paid" })
  }
  return true
}

/** Returns the pending payment of a code. Its first card was declined, so it waits for another card. */
export const pendingOf = ({ payments }: Project, code: string): PaymentIntent | undefined => {
  const intent = payments.intents.get(code)
  return intent?.isPaid === false ? intent : undefined
}

/** Returns the card with a number. */
export const cardOf = (digits: string): Omit<PaymentMethod, "id"> => ({
  ...testCard,
  brand: digits.startsWith("5") ? "mastercard" : digits.startsWith("3") ? "amex" : "visa",
  last4: digits.slice(-4)
})

/** Completes a purchase as the payment page does. By default, chooses the first price. */
export const complete = (
  platform: Platform,
  fullCode: string,
  { card, priceId, quantity = 1 }: {
    readonly priceId?: string | undefined
    readonly quantity?: number | undefined
    readonly card?: Omit<PaymentMethod, "id"> | undefined
  }
): Effect.Effect<
  "completed" | "declined",
  codes.LookUpError | NewPurchasesBlocked | ProductAlreadyGranted | Refusal
> =>
  Effect.gen(function*() {
    const found = projectOf(platform, fullCode)
    const pending = found && pendingOf(found.project, found.code)
    if (found !== undefined && pending !== undefined) {
      return pay(platform, found.project, pending, card) ? "completed" : "declined"
    }
    const opened = yield* open(platform, fullCode)
    const { code, project } = opened
    const choice = { priceId: priceId ?? Object.keys(code.data.product.prices)[0] ?? "", quantity }
    if (isTestMode(project)) {
      yield* completeInTestMode(platform, opened, choice)
      return "completed"
    }
    // filling in the card takes longer than the platform needs to end the granted plan
    const intent = yield* startPayment(platform, opened, choice, end)
    return pay(platform, project, intent, card) ? "completed" : "declined"
  })
