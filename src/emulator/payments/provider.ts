/** The payment provider, which the emulator stands in for: accounts, cards, charges and invoices. */
import * as Effect from "effect/Effect"
import { nonce } from "../../../layers/call/index.ts"
import type { PaymentMethod } from "../../../schemas/entities/Billing.ts"
import {
  type Customer,
  type Invoice,
  type PaymentAccount,
  type PaymentIntent,
  type Platform,
  type Project,
  type Purchase,
  Refusal
} from "../state/index.ts"
import { keyOf } from "./customers.ts"

/** Fails unless the project has an account. */
export const account = ({ paymentAccount }: Project): Effect.Effect<PaymentAccount, Refusal> =>
  paymentAccount === null
    ? Refusal.fail(400, "The project has no account at the payment provider. Set up payments first")
    : Effect.succeed(paymentAccount)

/** Creates a payment that waits for a card. */
export const intentOf = (bought: Omit<PaymentIntent, "id" | "secret" | "isPaid">): PaymentIntent => {
  const id = `pi_${nonce()}`
  return { id, secret: `${id}_secret_${nonce()}`, ...bought, isPaid: false }
}

/** Names of the payment methods by id, and whether the account can use them. */
export const methods: { readonly [id: string]: { readonly name: string; readonly available: boolean } } = {
  card: { name: "Cards", available: true },
  cashapp: { name: "Cash App Pay", available: true },
  link: { name: "Link", available: true },
  us_bank_account: { name: "ACH Direct Debit", available: true },
  ideal: { name: "iDEAL", available: false },
  klarna: { name: "Klarna", available: false },
  sepa_debit: { name: "SEPA Direct Debit", available: false }
}

/** Whether a payment method of the account is enabled. Cards are enabled by default. */
export const isOn = ({ methods }: PaymentAccount, id: string): boolean =>
  (methods.get(id) ?? (id === "card" ? "on" : "off")) === "on"

/** The card that is stored by default, as on the platform's own test servers. */
export const testCard: Omit<PaymentMethod, "id"> = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 }

/** Registers a customer at the provider. */
export const addCustomer = ({ payments }: Project, customer: Customer): void => {
  if (!payments.cards.has(keyOf(customer))) payments.cards.set(keyOf(customer), null)
}

/** Stores a card as the customer's default. */
export const storeCard = (
  { payments }: Project,
  customer: Customer,
  card: Omit<PaymentMethod, "id"> = testCard
): PaymentMethod => {
  const stored = { id: `pm_${nonce()}`, ...card }
  payments.cards.set(keyOf(customer), stored)
  return stored
}

export const cardOf = ({ payments }: Project, customer: Customer): PaymentMethod | null =>
  payments.cards.get(keyOf(customer)) ?? null

/** Whether a card can be charged: until the end of the month in which it expires. */
const isValid = ({ expMonth, expYear }: PaymentMethod, now: number): boolean =>
  expMonth === null || expYear === null || now < Date.UTC(expYear, expMonth, 1)

/** Charges the customer's card. Returns whether it was accepted. An amount of 0 is always accepted. */
export const charge = (platform: Platform, project: Project, customer: Customer, cents: number): boolean => {
  if (cents <= 0) return true
  const card = cardOf(project, customer)
  return card !== null && isValid(card, platform.now()) && !platform.declinesCard()
}

/** Writes an invoice of a subscription. */
export const invoice = (
  { payments }: Project,
  { customer, id: purchaseId }: Purchase,
  details: Pick<Invoice, "cents" | "createdAt" | "isRenewal" | "status">
): Invoice => {
  const written: Invoice = { id: `in_${nonce()}`, customer, purchaseId, ...details }
  payments.invoices.push(written)
  return written
}
