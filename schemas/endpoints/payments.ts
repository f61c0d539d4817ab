/** Setting payments up. The platform's internal routes. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { Success } from "../entities/answers.ts"
import { PaymentMethodConfig, StripeAccountInfo } from "../entities/Payments.ts"
import { NewPurchasesBlocked, StripeAccountInfoNotFound } from "../errors/payments.ts"
import { VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Opens an account at the payment vendor. The answer is the page where its owner goes on. */
export const setup = endpoint("admin", "payments.setup", "POST /internal/payments/setup", {
  output: wireStruct({ url: Schema.String }),
  body: "none",
  invalidates: ["payments.getAccountInfo"]
})

/** Lets the vendor's own components show the project's account. Without an account it is a plain 400. */
export const createAccountSession = endpoint(
  "admin",
  "payments.createAccountSession",
  "POST /internal/payments/stripe-widgets/account-session",
  { output: wireStruct({ clientSecret: Secret }), body: "none" }
)

/** Completes a purchase without money, in test mode. `fullCode` is the purchase's code. */
export const testModePurchase = endpoint(
  "admin",
  "payments.testModePurchase",
  "POST /internal/payments/test-mode-purchase-session",
  {
    input: { fullCode: Secret, priceId: Schema.String },
    output: Success,
    errors: [VerificationCodeNotFound, NewPurchasesBlocked]
  }
)

/** The project's account at the payment vendor. For later revisions of the platform. */
export const getAccountInfo = endpoint(
  "admin",
  "payments.getAccountInfo",
  "GET /internal/payments/stripe/account-info",
  { since: "2026-04", output: StripeAccountInfo, errors: [StripeAccountInfoNotFound] }
)

/** The ways to pay that the project offers or could offer. For later revisions of the platform. */
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

/** Switches ways to pay on or off, by their ids. For later revisions of the platform. */
export const updateMethodConfigs = endpoint(
  "admin",
  "payments.updateMethodConfigs",
  "PATCH /internal/payments/method-configs",
  {
    since: "2026-04",
    input: { configId: Schema.String, updates: Schema.Record(Schema.String, Schema.Literals(["on", "off"])) },
    output: wireStruct({ success: Schema.Boolean }),
    errors: [StripeAccountInfoNotFound],
    invalidates: ["payments.listMethodConfigs"]
  }
)
