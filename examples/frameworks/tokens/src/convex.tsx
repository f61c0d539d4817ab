/** Convex with the session of Latchkey. */
import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react"
import type { LatchkeyClient } from "latchkey/promise"
import { useClient, useUser } from "latchkey/react"
import { type ReactNode, useMemo } from "react"

// #region fetchToken
/** Convex calls it for its first token, before a token expires, and after it rejected one. */
export const fetchTokenOf =
  (client: Pick<LatchkeyClient, "accessToken">) => ({ forceRefreshToken }: { forceRefreshToken: boolean }) =>
    client.accessToken({ forceRefresh: forceRefreshToken })
// #endregion

// #region provider
const useAuth = () => {
  const client = useClient()
  const userId = useUser()?.id
  return useMemo(
    // a new function for each user makes Convex authenticate again
    () => ({ isLoading: false, isAuthenticated: userId !== undefined, fetchAccessToken: fetchTokenOf(client) }),
    [client, userId]
  )
}

/** Put it below `LatchkeyProvider`. */
export const ConvexWithLatchkey = ({ children, convex }: { children: ReactNode; convex: ConvexReactClient }) => (
  // oxlint-disable-next-line react/hooks -- Convex calls the hook itself
  <ConvexProviderWithAuth client={convex} useAuth={useAuth}>{children}</ConvexProviderWithAuth>
)
// #endregion
