/**
 * Errors about items, offers, products, purchases and refunds. Errors marked "Not in the 2025-08 release" came later.
 */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { KnownError } from "../KnownError.ts"
import { named } from "./words.ts"

const CustomerType = openEnum("user", "team", "custom")

const mismatch = (what: string, expected: string | null | undefined, actual: string | undefined): string =>
  `The ${what} is for ${expected ? `customers of type ${expected}` : "another type of customer"}` +
  `${actual ? `, not ${actual}` : ""}. Use a customer of the right type, or change its type in the dashboard.`

/**
 * The project has no such item.
 *
 * @cause The id is mistyped, or the item was never created in this project.
 * @fix Create the item in the dashboard, or correct its id.
 */
export class ItemNotFound extends KnownError("ItemNotFound", {
  code: "ITEM_NOT_FOUND",
  status: 404,
  details: { itemId: Schema.String },
  message: ({ itemId }) => `The ${named("item", itemId)} was not found. Create it in the dashboard, or check its id.`
}) {}

/**
 * The item is for another type of customer; `itemCustomerType` is `null` if the item has no type.
 *
 * @cause The call has a user id for a team item, or the reverse.
 * @fix Pass a customer of the item's type, or change the type in the dashboard.
 */
export class ItemCustomerTypeDoesNotMatch extends KnownError("ItemCustomerTypeDoesNotMatch", {
  code: "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH",
  status: 400,
  details: {
    itemId: Schema.String,
    customerId: Schema.String,
    itemCustomerType: Schema.NullOr(CustomerType),
    actualCustomerType: CustomerType
  },
  message: ({ actualCustomerType, itemCustomerType, itemId }) =>
    mismatch(named("item", itemId), itemCustomerType, actualCustomerType)
}) {}

/**
 * The customer does not exist. The platform declares this error but never sends it.
 *
 * @cause The id is mistyped, or belongs to a deleted user or team.
 * @fix Check the id of the user or team.
 */
export class CustomerDoesNotExist extends KnownError("CustomerDoesNotExist", {
  code: "CUSTOMER_DOES_NOT_EXIST",
  status: 400,
  details: { customerId: Schema.String },
  message: ({ customerId }) => `The ${named("customer", customerId)} does not exist. Check the id of the user or team.`
}) {}

/**
 * No offer with this id is available at the access level `accessType`. Only the 2025-08 release sends this error; later
 * releases send {@link ProductDoesNotExist}.
 *
 * @cause The id is mistyped, or the offer was never created in this project.
 * @cause The offer is for servers only, and a client made the call.
 * @fix Create the offer in the dashboard, or make the call in the back end.
 */
export class OfferDoesNotExist extends KnownError("OfferDoesNotExist", {
  code: "OFFER_DOES_NOT_EXIST",
  status: 400,
  details: { offerId: Schema.String, accessType: openEnum("client", "server", "admin") },
  message: ({ accessType, offerId }) =>
    `The ${named("offer", offerId)} does not exist${accessType ? ` for calls at the ${accessType} level` : ""}. ` +
    "Check its id, and whether it is reserved for servers."
}) {}

/**
 * The offer is for another type of customer. `offerId` is `null` for an offer that the request defines inline. Only the
 * 2025-08 release sends this error; later releases send {@link ProductCustomerTypeDoesNotMatch}.
 *
 * @cause The call has a user id for a team offer, or the reverse.
 * @fix Pass a customer of the offer's type, or change the type in the dashboard.
 */
export class OfferCustomerTypeDoesNotMatch extends KnownError("OfferCustomerTypeDoesNotMatch", {
  code: "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
  status: 400,
  details: {
    offerId: Schema.NullOr(Schema.String),
    customerId: Schema.String,
    offerCustomerType: Schema.NullOr(CustomerType),
    actualCustomerType: CustomerType
  },
  message: ({ actualCustomerType, offerCustomerType, offerId }) =>
    mismatch(named("offer", offerId), offerCustomerType, actualCustomerType)
}) {}

/**
 * The customer has too little of the item for the (negative) change `quantity`, and the balance may not become
 * negative. Nothing was deducted. In the internal project, this error means that no seat is free for another
 * administrator.
 *
 * @cause The customer has used up the item.
 * @cause Two requests deducted from the same balance.
 * @fix Offer to buy more of the item. If the balance may become negative, allow that in the call.
 */
export class ItemQuantityInsufficientAmount extends KnownError("ItemQuantityInsufficientAmount", {
  code: "ITEM_QUANTITY_INSUFFICIENT_AMOUNT",
  status: 400,
  details: { itemId: Schema.String, customerId: Schema.String, quantity: Schema.Finite },
  message: ({ itemId }) => `There is not enough left of the ${named("item", itemId)}. Get more of it, then try again.`
}) {}

/**
 * No invoice has this id. Not in the 2025-08 release.
 *
 * @cause The id is mistyped, or belongs to another project or environment.
 * @fix Use an id from the list of transactions.
 */
export class SubscriptionInvoiceNotFound extends KnownError("SubscriptionInvoiceNotFound", {
  code: "SUBSCRIPTION_INVOICE_NOT_FOUND",
  status: 404,
  details: { subscriptionInvoiceId: Schema.String },
  message: ({ subscriptionInvoiceId }) =>
    `The ${named("invoice", subscriptionInvoiceId)} was not found. Check its id in the list of transactions.`
}) {}

/**
 * No one-time purchase has this id. Not in the 2025-08 release.
 *
 * @cause The id is mistyped, or belongs to another project or environment.
 * @fix Use an id from the list of transactions.
 */
export class OneTimePurchaseNotFound extends KnownError("OneTimePurchaseNotFound", {
  code: "ONE_TIME_PURCHASE_NOT_FOUND",
  status: 404,
  details: { oneTimePurchaseId: Schema.String },
  message: ({ oneTimePurchaseId }) =>
    `The ${named("purchase", oneTimePurchaseId)} was not found. Check its id in the list of transactions.`
}) {}

/**
 * The subscription was already refunded; no money was refunded twice. Not in the 2025-08 release.
 *
 * @cause The refund was requested twice.
 * @fix Treat the error as a success.
 */
export class SubscriptionAlreadyRefunded extends KnownError("SubscriptionAlreadyRefunded", {
  code: "SUBSCRIPTION_ALREADY_REFUNDED",
  status: 400,
  details: { subscriptionId: Schema.String },
  message: ({ subscriptionId }) =>
    `The ${named("subscription", subscriptionId)} was already refunded. There is nothing more to do.`
}) {}

/**
 * The purchase was already refunded; no money was refunded twice. Not in the 2025-08 release.
 *
 * @cause The refund was requested twice.
 * @fix Treat the error as a success.
 */
export class OneTimePurchaseAlreadyRefunded extends KnownError("OneTimePurchaseAlreadyRefunded", {
  code: "ONE_TIME_PURCHASE_ALREADY_REFUNDED",
  status: 400,
  details: { oneTimePurchaseId: Schema.String },
  message: ({ oneTimePurchaseId }) =>
    `The ${named("purchase", oneTimePurchaseId)} was already refunded. There is nothing more to do.`
}) {}

/**
 * The purchase was made in test mode: no money was paid, so none can be refunded. Not in the 2025-08 release.
 *
 * @cause The project was in test mode when the purchase was made.
 * @fix No action is needed, because no money was paid.
 */
export class TestModePurchaseNonRefundable extends KnownError("TestModePurchaseNonRefundable", {
  code: "TEST_MODE_PURCHASE_NON_REFUNDABLE",
  status: 400,
  message: "This purchase was made in test mode: no money was paid, so there is none to refund."
}) {}

/**
 * No product with this id is available to the caller. `context` has details: `item_exists` means that the id belongs to
 * an item, `server_only` that clients cannot use the product. Not in the 2025-08 release.
 *
 * @cause The id is mistyped, or the product was never created in this project.
 * @cause The id belongs to an item.
 * @cause The product is for servers only, and a client made the call.
 * @fix Pass the id of an existing product, create the product in the dashboard, or make the call in the back end.
 */
export class ProductDoesNotExist extends KnownError("ProductDoesNotExist", {
  code: "PRODUCT_DOES_NOT_EXIST",
  status: 400,
  details: { productId: Schema.String, context: Schema.NullOr(openEnum("item_exists", "server_only")) },
  message: ({ context, productId }) => {
    const product = named("product", productId)
    switch (context) {
      case "item_exists":
        return `There is no ${product}, only an item with that id. Pass the id of a product that contains the item.`
      case "server_only":
        return `The ${product} is reserved for servers. Make the call from the back end, or open it to clients.`
      default:
        return `The ${product} does not exist. Create it in the dashboard, or check its id.`
    }
  }
}) {}

/**
 * The product is for another type of customer. `productId` is `null` for a product that the request defines inline. Not
 * in the 2025-08 release.
 *
 * @cause The call has a user id for a team product, or the reverse.
 * @fix Pass a customer of the product's type, or change the type in the dashboard.
 */
export class ProductCustomerTypeDoesNotMatch extends KnownError("ProductCustomerTypeDoesNotMatch", {
  code: "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH",
  status: 400,
  details: {
    productId: Schema.NullOr(Schema.String),
    customerId: Schema.String,
    productCustomerType: Schema.NullOr(CustomerType),
    actualCustomerType: CustomerType
  },
  message: ({ actualCustomerType, productCustomerType, productId }) =>
    mismatch(named("product", productId), productCustomerType, actualCustomerType)
}) {}

/**
 * The customer already owns this product, which can be owned only once. Nothing was charged. Not in the 2025-08
 * release.
 *
 * @cause The purchase was already made, perhaps in another tab.
 * @cause The product should be stackable, but is not configured that way.
 * @fix Treat the error as a success, or make the product stackable in the dashboard.
 */
export class ProductAlreadyGranted extends KnownError("ProductAlreadyGranted", {
  code: "PRODUCT_ALREADY_GRANTED",
  status: 400,
  details: { productId: Schema.String, customerId: Schema.String },
  message: ({ productId }) =>
    `The ${named("product", productId)} is already owned and can be owned only once. There is nothing more to do.`
}) {}

/**
 * The project has no Stripe account yet. Not in the 2025-08 release.
 *
 * @cause Payments are not set up.
 * @fix Set up payments in the dashboard.
 */
export class StripeAccountInfoNotFound extends KnownError("StripeAccountInfoNotFound", {
  code: "STRIPE_ACCOUNT_INFO_NOT_FOUND",
  status: 404,
  message: "This project has no Stripe account yet. Set up payments in the dashboard first."
}) {}

/**
 * The customer has no stored payment method, which switching products requires. Not in the 2025-08 release.
 *
 * @cause The customer never paid, or removed the payment method.
 * @fix Ask the customer to add a payment method and make it the default, then switch again.
 */
export class DefaultPaymentMethodRequired extends KnownError("DefaultPaymentMethodRequired", {
  code: "DEFAULT_PAYMENT_METHOD_REQUIRED",
  status: 400,
  details: { customerType: openEnum("user", "team"), customerId: Schema.String },
  message: "A payment method is needed for this change. Add one and make it the default, then try again."
}) {}

/**
 * The project accepts no purchases at the moment. Earlier purchases stay valid. Not in the 2025-08 release.
 *
 * @cause An administrator blocked new purchases in the project's settings.
 * @fix Remove the block in the dashboard, and hide the button until then.
 */
export class NewPurchasesBlocked extends KnownError("NewPurchasesBlocked", {
  code: "NEW_PURCHASES_BLOCKED",
  status: 403,
  message: "Nothing can be bought here at the moment. Try again later, or ask the owner of the app."
}) {}
