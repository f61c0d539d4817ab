/** What a project sells: products, items and product lines in its configuration. docs/platform.md §21.2. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as ProjectConfig from "../../schemas/endpoints/projectConfig.ts"
import { PaymentsConfig } from "../../schemas/entities/PaymentsConfig.ts"
import { CallError, DecodeError, InvalidInput } from "../../schemas/errors/CallError.ts"
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

/** Returns the entries of a record after changes to it. */
const changed = <Entry>(
  now: { readonly [id: string]: Entry } = {},
  changes: { readonly [id: string]: Entry | null } = {}
): { readonly [id: string]: Entry } =>
  Object.fromEntries(
    Object.entries({ ...now, ...changes }).filter((entry): entry is [string, Entry] => entry[1] !== null)
  )

/** Describes the products whose product line doesn't exist, or is for other customers. */
const problemsOf = (
  productLines: NonNullable<PaymentsConfig["productLines"]>,
  products: NonNullable<PaymentsConfig["products"]>
): ReadonlyArray<{ readonly id: string; readonly problem: string }> =>
  Object.entries(products).flatMap(([id, { customerType = "user", productLineId }]) => {
    if (productLineId === undefined) return []
    const line = Object.hasOwn(productLines, productLineId) ? productLines[productLineId] : undefined
    const problem = line === undefined
      ? `there is no product line "${productLineId}"`
      : (line.customerType ?? "user") === customerType
      ? undefined
      : `the product line "${productLineId}" is for customers of type ${
        line.customerType ?? "user"
      }, not ${customerType}`
    return problem === undefined ? [] : [{ id, problem }]
  })

/** Fails if the changes leave a product in a product line that doesn't exist. The platform doesn't check that. */
const checkLines = ({ productLines, products }: CatalogChanges) =>
  Effect.gen(function*() {
    if (productLines === undefined && products === undefined) return
    const now = yield* get()
    const [lines, all] = [changed(now.productLines, productLines), changed(now.products, products)]
    // problems that existed before aren't caused by this update
    const before = new Set(problemsOf(now.productLines ?? {}, now.products ?? {}).map(({ id }) => id))
    const problems = problemsOf(lines, all).filter(({ id }) => !before.has(id) || Object.hasOwn(products ?? {}, id))
    if (problems.length > 0) {
      const issues = problems.map(({ id, problem }) => ({ path: `products.${id}.productLineId`, problem }))
      const reason = new InvalidInput({ issues })
      return yield* Effect.fail(new CallError({ endpoint: "adminPayments.catalog.update", reason }))
    }
  })

/**
 * Changes what the project sells. Omitted entries stay, and each given entry is replaced as a whole. Customers keep
 * products as they bought them. A product whose product line doesn't exist, or is for another type of customer, fails
 * with `InvalidInput`, and nothing changes: the platform would accept it, and then the line excludes nothing. Other
 * invalid entries fail with `HttpFailure` (400).
 */
export const update = Effect.fn("adminPayments.catalog.update")(function*(changes: CatalogChanges) {
  yield* checkLines(changes)
  const { blockNewPurchases, items, productLines, products, testMode } = changes
  const entries = Object.entries({ items, products, productLines }).flatMap(([name, record]) =>
    Object.entries(record ?? {}).map(([id, entry]) => [`payments.${name}.${id}`, entry])
  )
  const settings = Object.entries({ blockNewPurchases, testMode }).map(([name, value]) => [`payments.${name}`, value])
  yield* projectConfig.update(Object.fromEntries([...entries, ...settings]))
})
