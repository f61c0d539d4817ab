/** Payment setup, through the platform's internal endpoints. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PaymentMethodConfig, StripeAccountInfo } from "../entities/Payments.ts"
import { Success } from "../entities/responses.ts"
import { NewPurchasesBlocked, ProductAlreadyGranted, StripeAccountInfoNotFound } from "../errors/payments.ts"
import { VerificationCodeMaxAttemptsReached, VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Returns the project's account at the payment provider. Since revision 2026-04. */
export const getAccountInfo = endpoint(
  "admin",
  "payments.getAccountInfo",
  "GET /internal/payments/stripe/account-info",
  { since: "2026-04", output: StripeAccountInfo, errors: [StripeAccountInfoNotFound] }
)

/** Creates an account at the payment provider, and returns the URL where the owner completes it. */
export const setup = endpoint("admin", "payments.setup", "POST /internal/payments/setup", {
  output: wireStruct({ url: Schema.String }),
  body: "none",
  invalidates: [getAccountInfo]
})

/**
 * Creates a session in which the payment provider's components show the project's account. Without an account, fails
 * with `HttpFailure` (400).
 */
export const createAccountSession = endpoint(
  "admin",
  "payments.createAccountSession",
  "POST /internal/payments/stripe-widgets/account-session",
  { output: wireStruct({ clientSecret: Secret }), body: "none" }
)

/** Completes a purchase without payment, in test mode. `fullCode` is the purchase's code. */
export const testModePurchase = endpoint(
  "admin",
  "payments.testModePurchase",
  "POST /internal/payments/test-mode-purchase-session",
  {
    input: {
      fullCode: Secret,
      priceId: Schema.String,
      /** Since revision 2026-04. @default 1 */
      quantity: Schema.optional(Schema.Int)
    },
    output: Success,
    errors: [
      VerificationCodeNotFound,
      VerificationCodeMaxAttemptsReached,
      NewPurchasesBlocked,
      ProductAlreadyGranted
    ],
    invalidates: ["products", "items", "transactions"]
  }
)

/** Lists the payment methods that the project offers or can offer. Since revision 2026-04. */
export const listMethodConfigs = endpoint(
  "admin",
  "payments.listMethodConfigs",
  "GET /internal/payments/method-configs",
  {
    since: "2026-04",
    output: wireStruct({ configId: Schema.String, methods: Schema.Array(PaymentMethodConfig) }),
    errors: [StripeAccountInfoNotFound]
  }
)

/** Turns payment methods on or off, by their ids. Since revision 2026-04. */
export const updateMethodConfigs = endpoint(
  "admin",
  "payments.updateMethodConfigs",
  "PATCH /internal/payments/method-configs",
  {
    since: "2026-04",
    input: { configId: Schema.String, updates: Schema.Record(Schema.String, Schema.Literals(["on", "off"])) },
    output: wireStruct({ success: Schema.Boolean }),
    errors: [StripeAccountInfoNotFound],
    idempotent: true,
    invalidates: [listMethodConfigs]
  }
)
