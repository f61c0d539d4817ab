/** One session for the router's loaders and for the components below `LatchkeyProvider`. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, reads } from "latchkey"
import { type Navigation, TokenStore } from "latchkey/layers"

/** Creates the page's session. Pass a function that navigates with the router as `redirectMethod`. */
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
    /** Services for `LatchkeyProvider`. Hooks reuse what loaders have read, without another request. */
    layer: Layer.effectContext(runtime.contextEffect),
    /** The signed-in user, or `null`. */
    user: () => runtime.runPromise(reads.get(reads.currentUser))
  }
}

/** Address of the sign-in page, which returns to `path`. */
export const signInTo = (path: string): string =>
  `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: path })}`
