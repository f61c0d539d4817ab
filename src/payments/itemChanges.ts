/** Changes of quantities, which run one at a time. docs/platform.md §21.3. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Project } from "../../layers/call/index.ts"
import { Turns } from "../../layers/turns/index.ts"
import * as Items from "../../schemas/endpoints/items.ts"
import { CallError, ConnectionFailed, TimedOut } from "../../schemas/errors/CallError.ts"
import { invalidInput } from "../errors/index.ts"
import { type Customer, type CustomerFields, fieldsOf } from "./customer.ts"

/** An item of a customer. */
export type ItemOf = Customer & { readonly itemId: string }

/** Change of a quantity. */
export type QuantityChange = ItemOf & {
  /** A positive integer. */
  readonly by: number
  /** Note for the list of transactions. */
  readonly description?: string | undefined
}

/** Changes a quantity in its turn. */
export const changed = (call: string, change: QuantityChange, sign: 1 | -1, allowNegative: boolean, expiresAt?: Date) =>
  Effect.flatMap(
    checkedChange(call, change),
    (customer) => sent(customer, change, sign * change.by, allowNegative, expiresAt)
  )

/** Returns the customer of a valid change. */
export const checkedChange = (call: string, change: QuantityChange) =>
  Number.isSafeInteger(change.by) && change.by >= 1
    ? Effect.succeed(fieldsOf(change))
    : Effect.fail(invalidInput(call, "by", "Expected a positive integer"))

/** Changes a quantity in its turn. @param sending changes how the request is sent, once its turn has come */
export const sent = (
  customer: CustomerFields,
  { description, itemId }: QuantityChange,
  delta: number,
  allowNegative: boolean,
  expiresAt?: Date,
  sending: <A, E, R>(request: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = (request) => request
) =>
  Effect.gen(function*() {
    const turns = yield* Turns
    yield* turns.take({
      name: yield* turnOf({ ...customer, itemId }),
      run: sending(Items.updateQuantity({ ...customer, itemId, allowNegative, delta, description, expiresAt })),
      isDone
    })
  })

/** Returns the name of the turns of one customer's item. */
const turnOf = ({ customerId, customerType, itemId }: CustomerFields & { readonly itemId: string }) =>
  Effect.map(Effect.serviceOption(Project), (project) => {
    const { apiUrl, id } = Option.getOrUndefined(project) ?? {}
    return JSON.stringify(["item", apiUrl, id, customerType, customerId, itemId])
  })

/** Whether the platform is done with a change. Without a response, it may still be making the change. */
const isDone = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || (Cause.hasFails(exit.cause) && !isWithoutResponse(Cause.squash(exit.cause)))

const isWithoutResponse = (error: unknown): boolean =>
  error instanceof CallError && (error.reason instanceof TimedOut
    || (error.reason instanceof ConnectionFailed && !neverSent.has(error.reason.code)))

/** Error codes of connections that were never established. */
const neverSent: ReadonlySet<string | undefined> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH"
])
