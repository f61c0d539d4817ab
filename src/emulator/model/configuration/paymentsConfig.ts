/** What a project sells, and its account at the payment provider. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ConfiguredProduct, PaymentsConfig } from "../../../../schemas/entities/PaymentsConfig.ts"
import type { PaymentAccount, Project } from "../../state/index.ts"

const decode = Schema.decodeUnknownSync(PaymentsConfig)

/** Returns the configuration of a project's payments. */
export const paymentsOf = ({ configRest }: Project): PaymentsConfig => decode(configRest["payments"] ?? {})

const decodeOffers = Schema.decodeUnknownOption(Schema.Record(Schema.String, ConfiguredProduct))

/** Returns the offers in a project's configuration, which is what revision 2025-08 calls products. */
export const offersOf = (project: Project): { readonly [id: string]: ConfiguredProduct } =>
  Option.getOrElse(decodeOffers(paymentsOf(project).offers ?? {}), () => ({}))

/** Returns a configuration of payments with the names of revision 2025-08. */
export const withOffers = ({ items, productLines, products, ...others }: PaymentsConfig): PaymentsConfig => ({
  ...others,
  ...(items && { items }),
  ...(products && { offers: products as unknown as Schema.Json }),
  ...(productLines && { groups: productLines as unknown as Schema.Json })
})

const accountWith = (id: string, isReady: boolean): PaymentAccount => ({
  id,
  methods: new Map(),
  chargesEnabled: isReady,
  payoutsEnabled: isReady,
  detailsSubmitted: isReady
})

/**
 * Returns the account at the payment provider. Creates it on first use. A new account isn't ready until the provider
 * reports that, unless it is seeded.
 */
export const connectAccount = (project: Project, { isReady = false } = {}): PaymentAccount =>
  project.paymentAccount ??= accountWith(`acct_${project.tenancyId.replaceAll("-", "").slice(0, 16)}`, isReady)

/** Connects the account with this id, which revision 2025-08 reads from the configuration. */
export const connectAccountAs = (project: Project, id: string | undefined): void => {
  if (id !== undefined && project.paymentAccount?.id !== id) project.paymentAccount = accountWith(id, false)
}
