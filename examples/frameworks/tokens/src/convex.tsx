/** Convex with Latchkey's session. */
import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react"
import type { LatchkeyClient } from "latchkey/promise"
import { useClient, useUser } from "latchkey/react"
import { type ReactNode, useMemo } from "react"

// #region fetchToken
/**
 * Returns the function with which Convex gets tokens. Convex calls it when it needs its first token, before a token
 * expires, and after it has rejected one.
 */
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

/** The provider of Convex. Render it below `LatchkeyProvider`. */
export const ConvexWithLatchkey = ({ children, convex }: { children: ReactNode; convex: ConvexReactClient }) => (
  // oxlint-disable-next-line react/hooks -- Convex calls the hook itself
  <ConvexProviderWithAuth client={convex} useAuth={useAuth}>{children}</ConvexProviderWithAuth>
)
// #endregion
