/** Work that costs credits: the credits are taken before the work, and given back if it doesn't succeed. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { log } from "../../layers/call/index.ts"
import type { SharedRecordsFailed } from "../../layers/fleet/index.ts"
import type { ServerAccess } from "../../schemas/access.ts"
import type { CallError } from "../../schemas/errors/CallError.ts"
import type {
  ItemCustomerTypeDoesNotMatch,
  ItemNotFound,
  ItemQuantityInsufficientAmount
} from "../../schemas/errors/payments.ts"
import type { TeamNotFound } from "../../schemas/errors/teams.ts"
import type { UserNotFound } from "../../schemas/errors/users.ts"
import { CreditsNotGivenBack } from "./CreditsNotGivenBack.ts"
import { fieldsOf } from "./customer.ts"
import { changed, checkedChange, type ItemOf, type QuantityChange, sent } from "./itemChanges.ts"

/** Errors of taking credits. After such an error, the work doesn't start. */
export type CreditsRefused =
  | ItemQuantityInsufficientAmount
  | ItemNotFound
  | ItemCustomerTypeDoesNotMatch
  | UserNotFound
  | TeamNotFound
  | CallError
  | SharedRecordsFailed

const name = "withCredits"

/**
 * Runs work that costs credits: `withCredits({ userId, itemId: "credits" }, 2)(work)`. The credits are taken before the work
 * starts, and given back if it fails, dies or is interrupted. If there aren't enough, fails with
 * `ItemQuantityInsufficientAmount`, and the work doesn't start.
 *
 * Changes of one customer's item take turns, as in `serverPayments.items.tryDecrease`, so that callers never take more
 * than the available quantity: in one process, and among servers with `SharedTurns.layer`. The work itself doesn't hold
 * a turn. An interruption waits for a request that is already changing the quantity, so the amount is always known.
 *
 * If giving back fails, `CreditsNotGivenBack` is added to the work's own failure, and a warning is logged.
 *
 * Two things can't be known, because the platform has no key that identifies a change. If the response to the first request
 * is lost, the call fails and the credits may have been taken. If the process is killed between taking and giving back,
 * the credits are not given back: the customer loses at most `amount`, and never gains. For work that must survive restarts,
 * take and give back in a `Workflow`, as in the guide "Effect back ends".
 *
 * @param amount A positive integer.
 */
export const withCredits = (item: ItemOf, amount: number) =>
<A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | CreditsRefused | CreditsNotGivenBack, R | ServerAccess> => {
  const change: QuantityChange = { ...item, by: amount, description: name }
  return Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const customer = yield* checkedChange(name, change)
      let taken = false
      // the wait for a turn can be interrupted; after that, waits until it is known whether the credits were taken
      const takes = sent(customer, change, -amount, false, undefined, (request) =>
        Effect.uninterruptible(Effect.tap(
          request,
          Effect.sync(() => void (taken = true))
        )))
      const took = yield* Effect.exit(restore(takes))
      const exit: Exit.Exit<A, E | CreditsRefused> = Exit.isSuccess(took)
        ? yield* Effect.exit(restore(work))
        : Exit.failCause(took.cause)
      if (Exit.isFailure(exit) && taken) {
        return yield* givenBack(change, exit.cause)
      }
      return yield* exit
    })
  ).pipe(Effect.withSpan(name, {}, { captureStackTrace: false }))
}

/** Gives the credits back and fails with the cause. */
const givenBack = <E>(change: QuantityChange, cause: Cause.Cause<E>) =>
  Effect.matchCauseEffect(changed(name, change, 1, true), {
    onSuccess: () => Effect.failCause(cause),
    onFailure: (problem) => {
      const { by: amount, itemId } = change
      const error = new CreditsNotGivenBack({ itemId, amount, ...fieldsOf(change), cause: Cause.squash(problem) })
      return Effect.andThen(
        // ids of custom customers may be addresses
        log.warn(
          error.customerType === "custom"
            ? error.message
            : `${error.message} The customer is the ${error.customerType} ${error.customerId}.`
        ),
        Effect.failCause(Cause.combine<E | CreditsNotGivenBack, never>(cause, Cause.fail(error) as never))
      )
    }
  })
