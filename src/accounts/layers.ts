/** Token stores with several accounts. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { KeyValueStore, layerMemory as layerTexts, layerStorage } from "effect/persistence/KeyValueStore"
import type { Project } from "../../layers/call/index.ts"
import {
  type CookieOptions,
  layerDefaultTokenStore,
  layerKeyValueTokenStore,
  layerMemory as layerMemoryTokenStore,
  TokenStore
} from "../../layers/session/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type AccountsOptions, makeAccountsStore } from "./accountsStore.ts"

/**
 * Adds accounts to any token store. The active account's session stays in that store, so that servers that read its
 * cookies know the active account. The other sessions are stored in the `KeyValueStore`. Programs
 * that share the `KeyValueStore`, and tabs with Web Locks, change the accounts one at a time. Other processes that write
 * to the same data aren't synchronized: if two change the accounts at the same time, the later write wins.
 *
 * ```ts
 * const store = Accounts.layer().pipe(Layer.provide([TokenStore.layerCookies(), BrowserKeyValueStore.layerLocalStorage]))
 * ```
 */
export const layer = (
  options: AccountsOptions = {}
): Layer.Layer<TokenStore, never, TokenStore | KeyValueStore | Project> =>
  Layer.effect(TokenStore, Effect.flatMap(TokenStore, (current) => makeAccountsStore(current, options)))

/** Options of `Accounts.layerBrowser`. */
export interface BrowserAccountsOptions extends AccountsOptions {
  /** Options for the cookies that keep the active account's session. */
  readonly cookies?: CookieOptions | undefined
}

/**
 * Keeps the active account's session in the browser's cookies, and the sessions of the other accounts in local storage.
 * If local storage is blocked, the other accounts are lost when the page closes. Outside a browser, all accounts are
 * kept in memory.
 */
export const layerBrowser = (
  { cookies, ...options }: BrowserAccountsOptions = {}
): Layer.Layer<TokenStore, InvalidConfiguration, Project> =>
  Layer.provide(layer(options), [layerDefaultTokenStore(cookies), layerLocalTexts])

/** Keeps the sessions of all accounts in the `KeyValueStore`, for native apps and command-line tools. */
export const layerKeyValue = (
  options: AccountsOptions = {}
): Layer.Layer<TokenStore, never, KeyValueStore | Project> => Layer.provide(layer(options), layerKeyValueTokenStore())

/** Keeps all accounts in memory until the process ends, for tests and scripts. */
export const layerMemory = (): Layer.Layer<TokenStore, never, Project> =>
  Layer.provide(layer(), [Layer.fresh(layerMemoryTokenStore()), Layer.fresh(layerTexts)])

const layerLocalTexts: Layer.Layer<KeyValueStore> = Layer.suspend(() => {
  const storage = localStorageIfAny()
  return storage === undefined ? Layer.fresh(layerTexts) : Layer.fresh(layerStorage(() => storage))
})

/** `null` in Android's WebView without DOM storage. */
const localStorageIfAny = (): Storage | undefined => {
  if (!("document" in globalThis)) return undefined
  try {
    return globalThis.localStorage ?? undefined
  } catch {
    // the browser blocks storage
    return undefined
  }
}
