/** Requests that cost credits of the signed-in user. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Project, providedSettings, throttled } from "../../../layers/call/index.ts"
import { ServerAccess } from "../../../schemas/access.ts"
import { forDevelopers } from "../../../schemas/site.ts"
import { CreditsNotGivenBack, type CreditsRefused, withCredits } from "../../payments/index.ts"
import { CurrentUser } from "../identity/index.ts"
import { CreditsUnavailable, NotEnoughCredits } from "./errors.ts"

/** What a request costs. */
export interface PriceOf {
  /** Id of an item for users. */
  readonly itemId: string
  /** A positive integer. */
  readonly amount: number
}

/**
 * What an endpoint or a remote procedure costs the signed-in user:
 * `Rpc.make("draw").annotate(Price, { itemId: "credits", amount: 2 })`.
 */
export class Price extends Context.Service<Price, PriceOf>()("latchkey/Price") {}

const unavailable = new CreditsUnavailable({
  message: "The credits for this could not be taken. Nothing was done. Try again in a moment."
})

/** Refuses a request, and logs the reason for the server's developers. */
const refuse = (
  error: CreditsRefused,
  { amount, itemId }: PriceOf
): Effect.Effect<never, NotEnoughCredits | CreditsUnavailable> =>
  error._tag === "ItemQuantityInsufficientAmount"
    ? Effect.fail(
      new NotEnoughCredits({
        itemId,
        amount,
        message: `This costs ${amount}, which is more than you have. Get more, then try again.`
      })
    )
    : Effect.andThen(
      throttled("credits unavailable", (more) => Effect.logError(forDevelopers(error) + more)),
      Effect.fail(unavailable)
    )

/** Runs handlers for a price. */
export type Spending = <A, E, R>(
  price: PriceOf,
  handler: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | NotEnoughCredits | CreditsUnavailable, R | CurrentUser>

/**
 * Creates {@link Spending} with the access and the settings of the layer that is being built, such as the turns of a fleet. Only
 * errors of the handler itself, and the two of this module, reach its caller.
 */
export const makeSpending: Effect.Effect<Spending, never, ServerAccess> = Effect.gen(function*() {
  const project = yield* Effect.serviceOption(Project)
  const built = Context.merge(
    yield* providedSettings,
    Context.pick(ServerAccess)(yield* Effect.context<ServerAccess>())
  )
  const services = Option.match(project, {
    onNone: () => built,
    onSome: (found) => Context.add(built, Project, found) as typeof built
  })
  return <A, E, R>(price: PriceOf, handler: Effect.Effect<A, E, R>) =>
    Effect.contextWith((own: Context.Context<R | CurrentUser>) => {
      let began = false
      const work = Effect.suspend(() => {
        began = true
        return Effect.provideContext(handler, own as Context.Context<R>)
      })
      const { userId } = Context.get(own as Context.Context<CurrentUser>, CurrentUser)
      const paid = withCredits({ userId, itemId: price.itemId }, price.amount)(work)
      return Effect.matchCauseEffect(Effect.provideContext(paid, services), {
        onSuccess: Effect.succeed<A>,
        onFailure: (cause): Effect.Effect<never, E | NotEnoughCredits | CreditsUnavailable> =>
          !began && Cause.hasFails(cause)
            ? refuse(Cause.squash(cause) as CreditsRefused, price)
            : Effect.failCause(withoutGivingBack(cause) as Cause.Cause<E>)
      })
    })
})

/** Removes a failed refund from a cause, because `withCredits` has already logged it. */
const withoutGivingBack = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.filter((reason) => !(Cause.isFailReason(reason) && reason.error instanceof CreditsNotGivenBack))
  )

/** Returns the price of an endpoint or a procedure. If the {@link Price} is missing, every request is rejected. */
export const priceOf = (
  name: string,
  annotations: Context.Context<never>
): Effect.Effect<PriceOf, CreditsUnavailable> => {
  const price = Context.getOrUndefined(annotations, Price)
  return price !== undefined ? Effect.succeed(price) : Effect.andThen(
    throttled(
      `${name} price`,
      (more) => Effect.logError(`${name} has middleware for credits but no Price, so all requests are rejected.${more}`)
    ),
    Effect.fail(unavailable)
  )
}
