/** One session, which the router's loaders and the components below `LatchkeyProvider` share. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, reads } from "latchkey"
import { type Navigation, TokenStore } from "latchkey/layers"

/** Creates the page's session. As `redirectMethod`, pass a function that navigates with the router. */
export const createSession = (redirectMethod: Navigation.RedirectMethod) => {
  const runtime = ManagedRuntime.make(
    reads.over(Client.layer({
      projectId: import.meta.env.VITE_HEXCLAVE_PROJECT_ID,
      publishableClientKey: import.meta.env.VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
      baseUrl: import.meta.env.VITE_HEXCLAVE_API_URL,
      tokenStore: TokenStore.layerDefault(),
      redirectMethod
    }))
  )
  return {
    /** Services for `LatchkeyProvider`. Hooks use the data that loaders have read, without another request. */
    layer: Layer.effectContext(runtime.contextEffect),
    /** The signed-in user, or `null`. */
    user: () => runtime.runPromise(reads.get(reads.currentUser))
  }
}

/** Address of the sign-in page, which returns to `path`. */
export const signInTo = (path: string): string =>
  `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: path })}`
