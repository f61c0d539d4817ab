/** An oRPC client that sends the tokens of a session. */
import { createORPCClient } from "@orpc/client"
import { RPCLink } from "@orpc/client/fetch"
import type { LatchkeyClient } from "latchkey/promise"
import type { Router } from "./router.ts"

// #region client
export const orpcClientOf = (client: LatchkeyClient, url: string): Router =>
  // a page of the same origin needs no headers, because the browser sends the session's cookies
  createORPCClient(new RPCLink({ url, headers: () => client.authHeaders() }))
// #endregion
