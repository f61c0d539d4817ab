/** What a project sells: products, items and product lines in its configuration. docs/platform.md §21.2. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as ProjectConfig from "../../schemas/endpoints/projectConfig.ts"
import { PaymentsConfig } from "../../schemas/entities/PaymentsConfig.ts"
import { CallError, DecodeError } from "../../schemas/errors/CallError.ts"
import { projectConfig } from "../admin/index.ts"

const Payments = Schema.Struct({ payments: Schema.optionalKey(PaymentsConfig) })

/** Returns what the project sells. */
export const get = Effect.fn("adminPayments.catalog.get")(function*() {
  const config = yield* projectConfig.get()
  const { payments = {} } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Payments)(Redacted.value(config)),
    ({ message }) =>
      new CallError({
        endpoint: ProjectConfig.get.spec.name,
        reason: new DecodeError({ status: 200, problem: `configString: ${message}`, excerpt: "" })
      })
  )
  return payments
})

type Entries<Name extends "items" | "products" | "productLines"> = {
  readonly [Id in keyof NonNullable<PaymentsConfig[Name]>]: NonNullable<PaymentsConfig[Name]>[Id] | null
}

/** Changes to what a project sells. `null` removes an entry. */
export interface CatalogChanges {
  readonly items?: Entries<"items"> | undefined
  readonly products?: Entries<"products"> | undefined
  readonly productLines?: Entries<"productLines"> | undefined
  /** Rejects purchases and switches. */
  readonly blockNewPurchases?: boolean | undefined
  /** Offers purchases without payment on the payment page. */
  readonly testMode?: boolean | undefined
}

/**
 * Changes what the project sells. Omitted entries stay, and each given entry replaces the whole entry. Customers keep
 * products as they bought them. An invalid catalog fails with `HttpFailure` (400).
 */
export const update = Effect.fn("adminPayments.catalog.update")(function*(changes: CatalogChanges) {
  const { blockNewPurchases, items, productLines, products, testMode } = changes
  const entries = Object.entries({ items, products, productLines }).flatMap(([name, record]) =>
    Object.entries(record ?? {}).map(([id, entry]) => [`payments.${name}.${id}`, entry])
  )
  const settings = Object.entries({ blockNewPurchases, testMode }).filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`payments.${name}`, value])
  yield* projectConfig.update(Object.fromEntries([...entries, ...settings]))
})
