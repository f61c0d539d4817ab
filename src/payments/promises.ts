/** Payments with promises, over an existing client. */
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { LatchkeyAdmin, LatchkeyClient, LatchkeyServer, Promised } from "../promise/index.ts"
import * as admin from "./adminPayments.ts"
import * as client from "./clientPayments.ts"
import * as server from "./serverPayments.ts"

type Runs = (flow: (...args: ReadonlyArray<unknown>) => unknown, ...args: ReadonlyArray<unknown>) => unknown

/**
 * Converts flows to promises. A client's `call` runs any function that returns an effect, and provides the client's
 * services.
 */
const over = (flows: object, call: Runs, within = ""): object =>
  Object.fromEntries(
    Object.entries(flows).map(([name, flow]: [string, unknown]) => {
      if (typeof flow !== "function") return [name, over(flow as object, call, `${within}${name}.`)]
      const named = Object.assign((...args: ReadonlyArray<unknown>) => flow(...args), {
        spec: { name: `${within}${name}` }
      })
      return [name, (...args: ReadonlyArray<unknown>) => call(named, ...args)]
    })
  )

/** Payments of the signed-in user, with promises. */
export interface LatchkeyPayments extends Promised<typeof client, InvalidConfiguration> {}

/** Payments of any customer, with promises. */
export interface LatchkeyServerPayments extends Promised<typeof server, InvalidConfiguration> {}

/** Payments of a project, with promises. */
export interface LatchkeyAdminPayments extends Promised<typeof admin, InvalidConfiguration> {}

/**
 * Returns the payments of the signed-in user. They share the client's session and cached reads:
 *
 * ```ts
 * const payments = paymentsOf(client)
 * const { quantity } = await payments.items.get({ itemId: "credits" })
 * ```
 */
export const paymentsOf = ({ call }: Pick<LatchkeyClient, "call">): LatchkeyPayments =>
  over(client, call as unknown as Runs) as LatchkeyPayments

/**
 * Returns the payments of any customer, for back ends:
 *
 * ```ts
 * const payments = serverPaymentsOf(createServer())
 * await payments.items.tryDecrease({ userId, itemId: "credits", by: 1 })
 * ```
 */
export const serverPaymentsOf = ({ call }: Pick<LatchkeyServer, "call">): LatchkeyServerPayments =>
  over(server, call as unknown as Runs) as LatchkeyServerPayments

/** Returns the payments of a project, for dashboards and deployment scripts. */
export const adminPaymentsOf = ({ call }: Pick<LatchkeyAdmin, "call">): LatchkeyAdminPayments =>
  over(admin, call as unknown as Runs) as LatchkeyAdminPayments
