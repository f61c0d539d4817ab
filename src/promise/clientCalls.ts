/**
 * All calls of an end user's program, by resource. The build writes them out one by one (`.ci/clientCalls.mjs`), so that
 * a browser's bundle contains no server calls.
 */
import { type CallsOf, callsOf } from "./calls.ts"
import { paymentResources } from "./paymentResources.ts"

const elsewhere: ReadonlyArray<string> = ["agents", ...paymentResources]

/** The calls of the client level. */
export const clientCalls: CallsOf<"client"> = Object.fromEntries(
  Object.entries(callsOf("client")).filter(([resource]) => !elsewhere.includes(resource))
) as never
