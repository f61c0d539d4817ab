/** A tRPC client that sends the tokens of a session. */
import { createTRPCClient, httpBatchLink } from "@trpc/client"
import type { LatchkeyClient } from "latchkey/promise"
import type { AppRouter } from "./router.ts"

// #region client
export const trpcClientOf = (client: LatchkeyClient, url: string) =>
  createTRPCClient<AppRouter>({
    // a page of the same origin needs no headers, because the browser sends the session's cookies
    links: [httpBatchLink({ url, headers: () => client.authHeaders() })]
  })
// #endregion
