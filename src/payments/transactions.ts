/** Transactions of a project, and refunds. docs/platform.md §21.4. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pageSize } from "../../layers/reads/index.ts"
import type { AdminAccess } from "../../schemas/access.ts"
import * as Transactions from "../../schemas/endpoints/transactions.ts"
import type { Transaction } from "../../schemas/entities/Transaction.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"

/** Filters for transactions. `limit` is the number of transactions per request. */
export type TransactionQuery = Omit<NonNullable<Parameters<typeof Transactions.list>[0]>, "cursor">

/** Streams transactions, newest first, holding one page in memory. @param query `limit` @default 100 */
export const stream = (query: TransactionQuery = {}): Stream.Stream<Transaction, CallError, AdminAccess> =>
  Stream.paginate<string | undefined, Transaction, CallError, AdminAccess>(
    undefined,
    (cursor) =>
      Effect.map(
        Transactions.list({ ...query, limit: query.limit ?? pageSize, cursor }),
        ({ nextCursor, transactions }) => [
          transactions,
          nextCursor === null || nextCursor === cursor ? Option.none() : Option.some(nextCursor)
        ]
      )
  )

/** A refund of a purchase. */
export interface PurchaseRefund {
  /** Id of the transaction, which is the id of the subscription or the one-time purchase. */
  readonly id: string
  readonly type: "subscription" | "one-time-purchase"
  /** Quantity to take back. 0 refunds only money. */
  readonly quantity: number
  /** Amount in US dollars, such as `"4.50"`. */
  readonly amountUsd: string
}

/**
 * Refunds a purchase, completely or in part. Items that the customer received stay. A purchase can be refunded once:
 * afterwards the call fails with `OneTimePurchaseAlreadyRefunded` or `SubscriptionAlreadyRefunded`.
 */
export const refund = Effect.fn("adminPayments.transactions.refund")(
  function*({ amountUsd, id, quantity, type }: PurchaseRefund) {
    yield* Transactions.refund({ type, id, refundEntries: [{ entryIndex: 0, quantity, amountUsd }] })
  }
)
