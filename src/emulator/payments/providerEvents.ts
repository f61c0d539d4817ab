/**
 * Signed events with which the payment provider reports changes of accounts, subscriptions, charges and cards. They
 * have the provider's form: a JSON event, signed in the header `stripe-signature`. docs/platform.md §21.4.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Platform, type Project, type Purchase, Refusal } from "../state/index.ts"
import { end, renewNow } from "./buying.ts"

/** Path that receives events. */
export const path = "/emulator/payments/webhooks"

/** Header with the time and the signature of an event. */
export const signatureHeader = "stripe-signature"

const optional = Schema.optionalKey

const ofType = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({
    id: Schema.String,
    type: Schema.Literal(type),
    /** Account of the project. @default the account with the purchase, card or id of the object */
    account: optional(Schema.String),
    data: Schema.Struct({ object: Schema.Struct(fields) })
  })

/** Purchase of a charge, which the provider keeps in the metadata. */
const metadata = Schema.Struct({ purchase: Schema.String })

const Invoice = { subscription: Schema.String }

/** Events that change something. Others are accepted and ignored. */
const ProviderEvent = Schema.Union([
  ofType("account.updated", {
    id: Schema.String,
    charges_enabled: optional(Schema.Boolean),
    payouts_enabled: optional(Schema.Boolean),
    details_submitted: optional(Schema.Boolean)
  }),
  ofType("invoice.paid", Invoice),
  ofType("invoice.payment_failed", Invoice),
  ofType("customer.subscription.deleted", { id: Schema.String }),
  ofType("charge.refunded", { metadata, amount_refunded: Schema.Int }),
  ofType("charge.dispute.created", { metadata, amount: optional(Schema.Int) }),
  ofType("payment_method.updated", {
    id: Schema.String,
    card: Schema.Struct({ exp_month: Schema.Int, exp_year: Schema.Int })
  })
])

export type ProviderEvent = typeof ProviderEvent.Type

const types: ReadonlySet<string> = new Set(ProviderEvent.members.map(({ fields }) => fields.type.literal))

const hmac = async (secret: string, text: string): Promise<string> => {
  const bytes = (value: string) => new TextEncoder().encode(value)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"])
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)))
  return [...signature].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Returns the signature of an event at a time in seconds. */
export const signature = (secret: string, seconds: number, body: string): Effect.Effect<string> =>
  Effect.map(Effect.promise(() => hmac(secret, `${seconds}.${body}`)), (v1) => `t=${seconds},v1=${v1}`)

/**
 * Whether a signature belongs to an event. The age of a signature isn't checked, because tests move the emulator's
 * clock, but not the clock of the event's sender.
 */
const isSigned = (secret: string, header: string, body: string): Effect.Effect<boolean> => {
  const parts = header.split(",").map((part) => part.split("=", 2))
  const seconds = parts.find(([name]) => name === "t")?.[1] ?? ""
  const signatures = parts.filter(([name]) => name === "v1").map(([, value]) => value)
  return Effect.map(
    Effect.promise(() => hmac(secret, `${seconds}.${body}`)),
    (expected) => signatures.includes(expected)
  )
}

/** Finds the project of an event, and the purchase if the event is about one. */
const subjectOf = (
  { store }: Platform,
  { account, data: { object } }: ProviderEvent
): { readonly project: Project; readonly purchase: Purchase | undefined } | undefined => {
  const about = "metadata" in object
    ? object.metadata.purchase
    : "subscription" in object
    ? object.subscription
    : object.id
  for (const project of store.projects.values()) {
    const { paymentAccount, payments } = project
    if (account !== undefined && paymentAccount?.id !== account) continue
    const purchase = payments.purchases.find(({ id }) => id === about)
    const hasCard = () => [...payments.cards.values()].some((card) => card?.id === about)
    if (purchase !== undefined || paymentAccount?.id === about || hasCard()) return { project, purchase }
  }
  return undefined
}

const unknown = (what: string) => Refusal.fail(404, `The emulator has no ${what} of this event`)

/** Returns a purchase that the provider knows: one with a payment. */
const paid = (purchase: Purchase | undefined): Effect.Effect<Purchase, Refusal> =>
  purchase === undefined
    ? unknown("purchase")
    : purchase.source === "payment"
    ? Effect.succeed(purchase)
    : Refusal.fail(409, "The payment provider has no record of granted and test-mode purchases")

const renewed = (platform: Platform, project: Project, purchase: Purchase | undefined, isPaid: boolean) =>
  Effect.flatMap(paid(purchase), (known) =>
    renewNow(platform, project, known, isPaid)
      ? Effect.void
      : Refusal.fail(409, "The purchase has no subscription, or its subscription has ended"))

/** Applies an event. */
const apply = (platform: Platform, event: ProviderEvent): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    const subject = subjectOf(platform, event)
    if (subject === undefined) return yield* unknown("account, purchase or card")
    const { project, purchase } = subject
    switch (event.type) {
      case "account.updated": {
        const { charges_enabled, details_submitted, payouts_enabled } = event.data.object
        const account = project.paymentAccount
        if (account === null) return yield* unknown("account")
        account.chargesEnabled = charges_enabled ?? account.chargesEnabled
        account.payoutsEnabled = payouts_enabled ?? account.payoutsEnabled
        account.detailsSubmitted = details_submitted ?? account.detailsSubmitted
        return
      }
      case "invoice.paid":
        return yield* renewed(platform, project, purchase, true)
      case "invoice.payment_failed":
        return yield* renewed(platform, project, purchase, false)
      case "customer.subscription.deleted":
        return end(platform, yield* paid(purchase))
      case "charge.refunded": {
        const known = yield* paid(purchase)
        if (known.refunded !== null) return yield* Refusal.fail(409, "The purchase was already refunded")
        known.refunded = { quantity: 0, cents: event.data.object.amount_refunded, at: platform.now() }
        return
      }
      case "charge.dispute.created": {
        const known = yield* paid(purchase)
        known.disputedAt = platform.now()
        return
      }
      case "payment_method.updated": {
        const { card: { exp_month: expMonth, exp_year: expYear }, id } = event.data.object
        for (const [customer, card] of project.payments.cards) {
          if (card?.id === id) project.payments.cards.set(customer, { ...card, expMonth, expYear })
        }
      }
    }
  })

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(ProviderEvent))

const typeOf = (body: string): unknown => {
  try {
    return (JSON.parse(body) as { readonly type?: unknown } | null)?.type
  } catch {
    return undefined
  }
}

/** Receives an event with its signature. */
export const receive = (
  platform: Platform,
  body: string,
  header: string | undefined
): Effect.Effect<void, Refusal> =>
  Effect.gen(function*() {
    if (!(yield* isSigned(platform.paymentWebhookSecret, header ?? "", body))) {
      return yield* Refusal.fail(400, `The header ${signatureHeader} has no valid signature of the event`)
    }
    const type = typeOf(body)
    if (typeof type === "string" && !types.has(type)) return
    const event = yield* Effect.catch(decode(body), ({ message }) =>
      Refusal.fail(400, `The event is malformed: ${message}`))
    yield* apply(platform, event)
  })
