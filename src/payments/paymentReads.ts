/**
 * Cached reads of payments, for `ReadCache` and the hooks of `latchkey/react/payments`. When signed out, lists are
 * empty and other values `null`, without a request. Never persisted.
 */
import * as Effect from "effect/Effect"
import { read, type ReadDefinition } from "../../layers/reads/index.ts"
import { Session } from "../../layers/session/index.ts"
import * as card from "./billing.ts"
import type { OwnCustomer } from "./customer.ts"
import * as bills from "./invoices.ts"
import * as countable from "./items.ts"
import * as owned from "./products.ts"

const own = <A, E, R, Empty>(
  name: string,
  { teamId }: OwnCustomer,
  empty: Empty,
  effect: Effect.Effect<A, E, R>
): ReadDefinition<A | Empty, E, R | Session> =>
  read(
    `${name} ${teamId ?? ""}`,
    Session.use((session): Effect.Effect<A | Empty, E, R> =>
      session.state()._tag === "SignedOut" ? Effect.succeed(empty) : effect
    )
  )

/** An item of the user, or of a team. */
export const item = (of: OwnCustomer & { readonly itemId: string }) =>
  own(`payments.item ${JSON.stringify(of.itemId)}`, of, null, countable.get(of))

/** The products of the user, or of a team. */
export const products = (of: OwnCustomer = {}) => own("payments.products", of, [], owned.list(of))

/** The invoices of the user, or of a team, newest first. */
export const invoices = (of: OwnCustomer = {}) => own("payments.invoices", of, [], bills.list(of))

/** The stored card of the user, or of a team. */
export const billing = (of: OwnCustomer = {}) => own("payments.billing", of, null, card.get(of))
