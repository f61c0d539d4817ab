/**
 * Reports the app's foreground state and connection like the visibility and connection of a page in a browser.
 * docs/laws.md Y5.
 */
import * as Layer from "effect/Layer"
import { Visibility } from "../../layers/browser/index.ts"

/** `AppState` of `react-native`. */
export interface AppState {
  /** `active`, `background`, or on iOS `inactive` during transitions. */
  readonly currentState: string | null
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void }
}

/** The state that `NetInfo` reports. */
export interface ConnectionState {
  readonly isConnected?: boolean | null | undefined
  readonly isInternetReachable?: boolean | null | undefined
}

/** `@react-native-community/netinfo`. */
export interface NetInfo {
  addEventListener(listener: (state: ConnectionState) => void): () => void
}

/** Modules for {@link layerAppState}. */
export interface AppStateOptions {
  readonly AppState: AppState
  readonly NetInfo?: NetInfo | undefined
}

/**
 * Refreshes outdated reads when the app returns to the foreground, and when the connection returns. In the background,
 * polling and `refreshAhead` pause. A connection that returns in the background is reported when the app returns to the
 * foreground.
 */
export const layerAppState = (options: AppStateOptions): Layer.Layer<never> =>
  Layer.succeed(Visibility, visibilityOf(options))

/** Whether the internet is reachable; `undefined` if `NetInfo` doesn't know yet. */
const isOnline = ({ isConnected, isInternetReachable }: ConnectionState): boolean | undefined =>
  isConnected === false || isInternetReachable === false
    ? false
    : isConnected === true && isInternetReachable !== null
    ? true
    : undefined

const visibilityOf = ({ AppState, NetInfo }: AppStateOptions): Visibility => {
  const isHidden = () => AppState.currentState === "background"
  return {
    isHidden,
    onReturn: (listener) => {
      let wasOffline = false
      let returnedHidden = false
      const app = AppState.addEventListener("change", (state) => {
        if (state !== "active") return
        const why = returnedHidden ? "online" : "focus"
        returnedHidden = false
        listener(why)
      })
      const stop = NetInfo?.addEventListener((state) => {
        const online = isOnline(state)
        if (online === false) {
          wasOffline = true
          returnedHidden = false
        } else if (online === true && wasOffline) {
          wasOffline = false
          if (isHidden()) returnedHidden = true
          else listener("online")
        }
      })
      return () => {
        app.remove()
        stop?.()
      }
    }
  }
}
