/** One session, for the router's loaders and for the components below `LatchkeyProvider`. */
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, reads } from "latchkey"
import { layerDefaultTokenStore, type RedirectMethod } from "latchkey/layers"

/** The page's session. `redirectMethod`: how the router goes to another page. */
export const createSession = (redirectMethod: RedirectMethod) => {
  const runtime = ManagedRuntime.make(
    reads.over(Client.layer({
      projectId: import.meta.env.VITE_STACK_PROJECT_ID,
      publishableClientKey: import.meta.env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
      baseUrl: import.meta.env.VITE_STACK_API_URL,
      tokenStore: layerDefaultTokenStore,
      redirectMethod
    }))
  )
  return {
    /** For `LatchkeyProvider`: what loaders have read is there for hooks, without another request. */
    layer: Layer.effectContext(runtime.contextEffect),
    /** The signed-in user; `null` for nobody. */
    user: () => runtime.runPromise(reads.get(reads.currentUser))
  }
}

/** The sign-in page, which leads on to `path`. */
export const signInTo = (path: string): string =>
  `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: path })}`
