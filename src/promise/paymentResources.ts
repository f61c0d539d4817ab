/** Resources whose client calls are in `latchkey/payments`, so that other apps load none of them. */
export const paymentResources = ["billing", "invoices", "items", "products", "purchases"] as const

export type PaymentResource = (typeof paymentResources)[number]
