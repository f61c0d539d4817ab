/** Purchases: the URL of the payment page, and the calls that the page itself makes. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { PurchaseCodeInfo } from "../entities/Billing.ts"
import { CustomerType, InlineProduct } from "../entities/PaymentProduct.ts"
import { Success } from "../entities/responses.ts"
import { RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import {
  NewPurchasesBlocked,
  OfferCustomerTypeDoesNotMatch,
  OfferDoesNotExist,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../errors/payments.ts"
import { TeamPermissionRequired } from "../errors/permissions.ts"
import { TeamMembershipNotFound } from "../errors/teams.ts"
import { UserAuthenticationRequired } from "../errors/users.ts"
import { VerificationCodeMaxAttemptsReached, VerificationCodeNotFound } from "../errors/verificationCodes.ts"
import { Secret, Url } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

const purchase = {
  customerType: CustomerType,
  customerId: Schema.String,
  productId: Schema.optional(Schema.String),
  /** Replaces `productId` on the 2025-08 platform, which calls products offers. */
  offerId: Schema.optional(Schema.String),
  /** URL of the page to return to, on a trusted domain of the project. */
  returnUrl: Schema.optional(Url)
}

const output = wireStruct({ url: Schema.String })

/**
 * Creates the URL of the page where the signed-in user, or a team that the user administers, buys a product. The URL is
 * valid for 24 hours. Projects without an account at the payment provider fail with `HttpFailure` (400).
 */
export const createUrl = endpoint("client", "purchases.createUrl", "POST /payments/purchases/create-purchase-url", {
  input: purchase,
  output,
  errors: [
    NewPurchasesBlocked,
    UserAuthenticationRequired,
    TeamMembershipNotFound,
    TeamPermissionRequired,
    ProductDoesNotExist,
    ProductCustomerTypeDoesNotMatch,
    ProductAlreadyGranted,
    OfferDoesNotExist,
    OfferCustomerTypeDoesNotMatch,
    RedirectUrlNotWhitelisted
  ]
})

/** Creates the URL of the page where any customer buys one of the project's products or an inline product. */
export const createAnyUrl = endpoint(
  "server",
  "purchases.createAnyUrl",
  "POST /payments/purchases/create-purchase-url",
  {
    input: { ...purchase, productInline: Schema.optional(InlineProduct), offerInline: Schema.optional(InlineProduct) },
    output,
    errors: [
      NewPurchasesBlocked,
      ProductDoesNotExist,
      ProductCustomerTypeDoesNotMatch,
      ProductAlreadyGranted,
      OfferDoesNotExist,
      OfferCustomerTypeDoesNotMatch,
      RedirectUrlNotWhitelisted
    ]
  }
)

/** Code of a purchase: the last part of the payment page's path. */
const fullCode = Secret

/** A used or expired code is not found: the platform does not distinguish it from a code that never existed. */
const codeErrors = [VerificationCodeNotFound, VerificationCodeMaxAttemptsReached] as const

/**
 * Returns the details of a code's purchase. Can be called any number of times. The 2025-08 platform's response has a
 * different format, so the call fails there with `DecodeError`.
 */
export const readCode = endpoint("client", "purchases.readCode", "POST /payments/purchases/validate-code", {
  input: { fullCode, returnUrl: Schema.optional(Url) },
  output: PurchaseCodeInfo,
  errors: [...codeErrors, RedirectUrlNotWhitelisted],
  credentials: "none",
  subject: "fullCode"
})

/** Checks that a purchase code belongs to a project. Does not check the code itself. */
export const checkCode = endpoint("client", "purchases.checkCode", "GET /payments/purchases/validate-code", {
  since: "2026-04",
  input: { fullCode, returnUrl: Schema.optional(Url) },
  output: wireStruct({ valid: Schema.Boolean }),
  errors: [VerificationCodeNotFound, RedirectUrlNotWhitelisted],
  credentials: "none",
  subject: "fullCode"
})

const chosen = {
  fullCode,
  priceId: Schema.String,
  /** @default 1 */
  quantity: Schema.optional(Schema.Int)
}

/**
 * Starts the payment of a purchase, for the payment provider's form. Uses up the code. The customer owns the product
 * once the payment succeeds.
 */
export const startPayment = endpoint("client", "purchases.startPayment", "POST /payments/purchases/purchase-session", {
  input: chosen,
  output: wireStruct({ clientSecret: Secret }),
  errors: [...codeErrors, NewPurchasesBlocked, ProductAlreadyGranted],
  credentials: "none",
  subject: "fullCode",
  invalidates: ["products", "items", "invoices", "billing", "transactions"]
})

/**
 * Completes a purchase without payment. Projects that aren't in test mode fail with `HttpFailure` (403). Before revision
 * 2026-04, only `payments.testModePurchase` can do that.
 */
export const completeInTestMode = endpoint(
  "client",
  "purchases.completeInTestMode",
  "POST /internal/payments/test-mode-purchase-session",
  {
    input: chosen,
    output: Success,
    errors: [...codeErrors, NewPurchasesBlocked, ProductAlreadyGranted],
    credentials: "none",
    subject: "fullCode",
    invalidates: ["products", "items", "transactions"]
  }
)
