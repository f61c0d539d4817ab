/** The layers of a native app, and clients that use them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Project } from "../../layers/call/index.ts"
import { type Session, tokenStoreOf } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import { parseUrl } from "../../schemas/address.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { Client } from "../programs/index.ts"
import { clientOfRuntime, type ClientOptions, type LatchkeyClient } from "../promise/index.ts"
import { type AppState, layerAppState, type NetInfo } from "./appState.ts"
import { type CryptoModule, layerCrypto } from "./crypto.ts"
import { type DeepLinkOptions, layerDeepLink } from "./deepLink.ts"
import { layerPasskeys, type PasskeyModule } from "./passkeys.ts"

/** Modules of the app, and its addresses. */
export interface NativeOptions extends DeepLinkOptions {
  /** `AppState` of `react-native`: see `layerAppState`. */
  readonly AppState?: AppState | undefined
  /** `@react-native-community/netinfo`: see `layerAppState`. */
  readonly NetInfo?: NetInfo | undefined
  /** `expo-crypto`: see `layerCrypto`. @default Web Crypto, which React Native lacks without a polyfill */
  readonly crypto?: CryptoModule | undefined
  /** `react-native-passkeys`, or `Passkey` of `react-native-passkey`: see `layerPasskeys`. Requires `site`. */
  readonly passkeys?: PasskeyModule | undefined
}

/** Layers for deep links, and for the foreground, connection, cryptography and passkeys if their modules are passed. */
export const layerNative = (options: NativeOptions): Layer.Layer<never, InvalidConfiguration> => {
  const { AppState, NetInfo, crypto, passkeys, site } = options
  return Layer.mergeAll(
    layerDeepLink(options),
    AppState === undefined ? Layer.empty : layerAppState({ AppState, NetInfo }),
    crypto === undefined ? Layer.empty : layerCrypto(crypto),
    passkeys === undefined ? Layer.empty : passkeysOfSite(passkeys, site)
  )
}

const passkeysOfSite = (module: PasskeyModule, site: string | undefined): Layer.Layer<never, InvalidConfiguration> => {
  const hostname = site === undefined ? undefined : parseUrl(site)?.hostname
  if (hostname !== undefined) return layerPasskeys(module, { hostname })
  const problem = "is missing or malformed, and passkeys need its domain"
  const next = "Write it like \"https://app.example.com\"."
  return Layer.unwrap(Effect.fail(new InvalidConfiguration({ setting: "site", problem, next })))
}

/** Options for a native app's client. */
export interface NativeClientOptions extends ClientOptions {
  /**
   * Result of `layerNative`, or layers of your own. `layerNative` opens pages by its own `navigate`, so that the client's
   * `redirectMethod` has no effect.
   */
  readonly native: Layer.Layer<never, InvalidConfiguration>
}

/**
 * The layer of a native app's client, for `LatchkeyProvider` and for programs with Effect. Without a `tokenStore`, the
 * session ends with the app.
 *
 * ```tsx
 * const layer = layerClient({ ...project, tokenStore: layerSecureStore(SecureStore), native })
 * const App = () => <LatchkeyProvider layer={layer}>…</LatchkeyProvider>
 * ```
 */
export const layerClient = (
  { cookies, native, tokenStore, ...options }: NativeClientOptions
): Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration> =>
  Layer.provide(Client.layer({ ...options, tokenStore: tokenStoreOf(tokenStore, cookies) }), native)

/**
 * Creates the client of a native app, as `createClient` from `latchkey/promise` does for other programs.
 *
 * ```ts
 * const client = createClient({
 *   ...project,
 *   tokenStore: layerSecureStore(SecureStore),
 *   native: layerNative({ scheme: "myapp", site, openAuthSession: WebBrowser.openAuthSessionAsync, linking: Linking, AppState })
 * })
 * await client.oauth.signIn({ provider: "google" })
 * await client.oauth.callback()
 * ```
 */
export const createClient = (options: NativeClientOptions): LatchkeyClient => {
  const runtime = ManagedRuntime.make(layerClient(options))
  const dispose = () => runtime.dispose()
  return Object.assign(clientOfRuntime(() => runtime), { dispose, [Symbol.asyncDispose]: dispose })
}
