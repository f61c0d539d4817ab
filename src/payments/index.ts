/**
 * Customer payments: items, products, purchases, invoices and stored cards. For the signed-in user and their teams, for
 * any customer on the back end (`serverPayments`), and for project owners (`adminPayments`). This is a separate entry, so
 * apps without payments don't load its code.
 */
export * as adminPayments from "./adminPayments.ts"
export * as billing from "./billing.ts"
export type { CatalogChanges } from "./catalog.ts"
export * as checkout from "./checkout.ts"
export type { NewPurchase } from "./checkout.ts"
export { CreditsNotGivenBack } from "./CreditsNotGivenBack.ts"
export type { Customer, OwnCustomer } from "./customer.ts"
export * as invoices from "./invoices.ts"
export type { ItemOf, QuantityChange } from "./itemChanges.ts"
export * as items from "./items.ts"
export * as paymentReads from "./paymentReads.ts"
export * as products from "./products.ts"
export type { Cancellation, Switch } from "./products.ts"
export {
  adminPaymentsOf,
  type LatchkeyAdminPayments,
  type LatchkeyPayments,
  type LatchkeyServerPayments,
  paymentsOf,
  serverPaymentsOf
} from "./promises.ts"
export * as serverPayments from "./serverPayments.ts"
export type { GrantedProduct } from "./serverProducts.ts"
export type { PurchaseRefund, TransactionQuery } from "./transactions.ts"
export { type CreditsRefused, withCredits } from "./withCredits.ts"

// types in the signatures above
export type { ReadDefinition } from "../../layers/reads/read.ts"
export type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
export type {
  CustomerBilling,
  CustomerInvoice,
  PaymentMethod,
  PaymentMethodSetup
} from "../../schemas/entities/Billing.ts"
export type { PaymentItem } from "../../schemas/entities/PaymentItem.ts"
export type { CustomerProduct } from "../../schemas/entities/PaymentProduct.ts"
export type { RedirectUrlNotWhitelisted } from "../../schemas/errors/authConfiguration.ts"
export type { CallError } from "../../schemas/errors/CallError.ts"
export type {
  DefaultPaymentMethodRequired,
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  NewPurchasesBlocked,
  OfferCustomerTypeDoesNotMatch,
  OfferDoesNotExist,
  ProductAlreadyGranted,
  ProductCustomerTypeDoesNotMatch,
  ProductDoesNotExist
} from "../../schemas/errors/payments.ts"
export type { TeamPermissionRequired } from "../../schemas/errors/permissions.ts"
export type { TeamMembershipNotFound, TeamNotFound } from "../../schemas/errors/teams.ts"
export type {
  CannotGetOwnUserWithoutUser,
  UserAuthenticationRequired,
  UserNotFound
} from "../../schemas/errors/users.ts"
export type { NotSignedIn } from "../errors/NotSignedIn.ts"
export type { LatchkeyAdmin } from "../promise/createAdmin.ts"
export type { LatchkeyClient } from "../promise/createClient.ts"
export type { LatchkeyServer } from "../promise/createServer.ts"
