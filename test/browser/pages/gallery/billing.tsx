/** Every state of the billing section. */
import { BillingView } from "../../../../react/screens/account/billing/Billing.tsx"
import type { CustomerInvoice } from "../../../../schemas/entities/Billing.ts"
import type { CustomerProduct, PaymentProduct } from "../../../../schemas/entities/PaymentProduct.ts"
import { each, failed, loading, offline, page } from "./section.tsx"

const product = (displayName: string, price: string): PaymentProduct => ({
  displayName,
  customerType: "user",
  serverOnly: false,
  stackable: false,
  prices: { monthly: { USD: price, interval: [1, "month"] } },
  includedItems: {},
  clientMetadata: null,
  clientReadOnlyMetadata: null,
  serverMetadata: null
})

const subscription = {
  subscriptionId: "sub",
  currentPeriodEnd: new Date("2026-08-14T12:00:00Z"),
  cancelAtPeriodEnd: false,
  isCancelable: true
}

const pro: CustomerProduct = {
  id: "pro",
  quantity: 1,
  product: product("Pro", "20"),
  type: "subscription",
  subscription,
  switchOptions: [
    { productId: "free", product: product("Free", "0") },
    { productId: "max", product: product("Max with priority support", "50.50") }
  ]
}

const pack: CustomerProduct = {
  id: "pack",
  quantity: 3,
  product: { ...product("Pack of 50 credits", "5"), prices: { once: { USD: "5" } } },
  type: "one_time",
  subscription: null
}

const invoice = (day: string, amountTotal: number, status: string | null): CustomerInvoice => ({
  createdAt: new Date(`2026-${day}T12:00:00Z`),
  status: status as CustomerInvoice["status"],
  amountTotal,
  hostedInvoiceUrl: status === "draft" ? null : `https://invoices.example.com/${day}`
})

const card = { id: "pm", brand: "visa", last4: "4242", expMonth: 8, expYear: 2030 }

const ready = {
  step: "ready",
  products: [pro, pack],
  invoices: [
    invoice("07-14", 2000, "open"),
    invoice("06-14", 2000, "paid"),
    invoice("05-20", 1234567, "void"),
    invoice("05-14", 1500, "draft")
  ],
  card,
  cancel: each<[string?]>(),
  switchTo: each<[string]>(),
  problem: undefined
} as const

export const accountBilling = {
  loading: page("billing", <BillingView {...loading} />),
  failed: page("billing", <BillingView {...failed} />),
  empty: page("billing", <BillingView {...ready} products={[]} invoices={[]} card={null} />),
  ready: page("billing", <BillingView {...ready} />),
  "free plan": page(
    "billing",
    <BillingView
      {...ready}
      products={[{ ...pro, id: "free", product: product("Free", "0") }]}
      invoices={[]}
      card={null}
    />
  ),
  "ends soon": page(
    "billing",
    <BillingView {...ready} products={[{ ...pro, subscription: { ...subscription, cancelAtPeriodEnd: true } }]} />
  ),
  switching: page("billing", <BillingView {...ready} switchTo={each({ busy: "pro" })} />),
  error: page("billing", <BillingView {...ready} problem={offline} />)
}
