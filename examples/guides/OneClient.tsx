/** One client for components and for the code beside them. */
import { createClient } from "latchkey/promise"
import { LatchkeyProvider } from "latchkey/react"
import { type ReactNode } from "react"
import { useNavigate } from "react-router"

// #region client
/** The app's client. Project and keys are read from the environment. */
export const client = createClient()

/** Calls the app's own API as the signed-in user, from loaders, stores and components. */
export const api = async (path: string): Promise<Response> => fetch(path, { headers: await client.authHeaders() })
// #endregion

// #region provider
export const Root = ({ children }: { readonly children: ReactNode }) => (
  <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
)
// #endregion

// #region router
/** A client for an app below `BrowserRouter`. Render `LatchkeyProvider` below the router too. */
export const routedClient = createClient({ redirectMethod: { useNavigate } })
// #endregion
