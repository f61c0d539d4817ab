/** A device with the modules that an app passes to `latchkey/native`, controlled by a test. */
import type { AuthSessionResult, Linking } from "../../../src/native/index.ts"

export interface ScriptedDevice {
  readonly linking: Linking
  readonly openAuthSession: (url: string, redirectUrl: string) => Promise<AuthSessionResult>
  readonly dismissAuthSession: () => void
  readonly navigate: (path: string, options: { readonly replace: boolean }) => void
  readonly onLink: (path: string) => void
  /** Opens a link while the app runs. */
  readonly open: (url: string) => void
  /** Sets what the user does in browser sessions. */
  readonly user: (act: (url: string) => Promise<AuthSessionResult>) => void
  /** URLs that browser sessions were opened with, and the beginning of the link that ends them. */
  readonly sessions: Array<readonly [url: string, redirectUrl: string]>
  /** Pages of the app that were opened, in order, such as `/` or `replace /`. */
  readonly pages: Array<string>
  /** Paths of links that arrived. */
  readonly links: Array<string>
  /** Links of other apps and sites that were opened. */
  readonly opened: Array<string>
  /** Number of browser sessions that were closed by the app. */
  readonly dismissed: () => number
  /** Number of current listeners. */
  readonly listeners: () => number
}

/** Creates the device. `initial`: the link that started the app. */
export const scriptedDevice = (initial: string | null = null): ScriptedDevice => {
  const listeners = new Set<(event: { readonly url: string }) => void>()
  let act: (url: string) => Promise<AuthSessionResult> = async () => ({ type: "cancel" })
  let dismissed = 0
  const device: ScriptedDevice = {
    linking: {
      getInitialURL: async () => initial,
      addEventListener: (_type, listener) => {
        listeners.add(listener)
        return { remove: () => void listeners.delete(listener) }
      },
      openURL: async (url) => void device.opened.push(url)
    },
    openAuthSession: (url, redirectUrl) => {
      device.sessions.push([url, redirectUrl])
      return act(url)
    },
    dismissAuthSession: () => void dismissed++,
    navigate: (path, { replace }) => void device.pages.push(replace ? `replace ${path}` : path),
    onLink: (path) => void device.links.push(path),
    open: (url) => [...listeners].forEach((listener) => listener({ url })),
    user: (does) => void (act = does),
    sessions: [],
    pages: [],
    links: [],
    opened: [],
    dismissed: () => dismissed,
    listeners: () => listeners.size
  }
  return device
}
