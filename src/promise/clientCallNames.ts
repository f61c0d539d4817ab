/**
 * The names of the client's calls, which are known before the calls are loaded. The build writes the names out
 * (`.ci/clientCalls.mjs`), so that a page starts without the calls.
 */
import type { CallsOf } from "./calls.ts"
import { clientCalls } from "./clientCalls.ts"
import type { Names } from "./later.ts"

type Calls = CallsOf<"client">

/** The names of the client's calls, by resource. */
export const clientCallNames: { readonly [Resource in keyof Calls]: Names<Calls[Resource]> } = Object.fromEntries(
  Object.entries(clientCalls).map(([resource, calls]) => [
    resource,
    Object.fromEntries(Object.keys(calls).map((name) => [name, true]))
  ])
) as never
