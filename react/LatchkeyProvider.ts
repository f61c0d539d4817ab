/** The provider of `latchkey/react`. */
"use client"
import type { ReactNode } from "react"
import { type CookieOptions, layerDefaultTokenStore } from "../layers/session/index.ts"
import type { InvalidConfiguration } from "../schemas/errors/CallError.ts"
import { Client } from "../src/programs/index.ts"
import { ready } from "./clientHooks.ts"
import type { ClientProviderProps, LayerProviderProps, ProviderProps } from "./createLatchkeyReact.ts"
import type { ClientServices } from "./layerOfClient.ts"

/** Options for the client and its session cookies. */
export interface ProviderProject extends Client.ClientOptions {
  /** Set `readOlderCookies` when you migrate from the platform's own SDK, to keep users signed in. */
  readonly cookies?: CookieOptions | undefined
}

/**
 * Props of the provider: the app's client, the project's options, or a layer with a client's services. Pass a `client`
 * if code outside components needs the session too, such as `fetch` wrappers and loaders. With project options, sessions
 * are kept in cookies unless `tokenStore` is set.
 */
export type LatchkeyProviderProps =
  & ProviderProps
  & (
    | {
      readonly project?: ProviderProject | undefined
      readonly client?: undefined
      readonly layer?: undefined
      readonly sessionInBrowser?: undefined
    }
    | ClientProviderProps & { readonly project?: undefined }
    | LayerProviderProps<ClientServices, InvalidConfiguration> & {
      readonly client?: undefined
      readonly project?: undefined
    }
  )

/**
 * Provides a session to the components below. Reads its options once: to apply new options, change the `key`.
 *
 * @example
 * ```tsx
 * import { LatchkeyProvider, useSession } from "latchkey/react"
 *
 * const State = () => <p>{useSession()._tag}</p>
 * const App = () => (
 *   <LatchkeyProvider project={{ ...project, tokenStore: "memory" }}>
 *     <State />
 *   </LatchkeyProvider>
 * )
 * <App /> // <p>SignedOut</p>
 * ```
 */
export const LatchkeyProvider = ({ project, ...props }: LatchkeyProviderProps): ReactNode =>
  ready.LatchkeyProvider(
    props.client !== undefined || props.layer !== undefined ? props : {
      ...props,
      sessionInBrowser: project?.tokenStore === undefined,
      layer: Client.layer({
        ...project,
        tokenStore: project?.tokenStore ?? layerDefaultTokenStore(project?.cookies)
      })
    }
  )
