/** The parts of React Native's and Expo's modules that deep links need. The app passes the modules in. */

/** `Linking` of `react-native` or `expo-linking`. */
export interface Linking {
  /** Returns the link that started the app. */
  getInitialURL(): Promise<string | null>
  addEventListener(type: "url", listener: (event: { readonly url: string }) => void): { remove(): void }
  /** Opens a link of another app or site. */
  openURL?(url: string): unknown
}

/** Result of a browser session. */
export interface AuthSessionResult {
  /** `success`, or the reason why there is no URL: `cancel`, `dismiss`, `locked`. */
  readonly type: string
  /** The link that ended the session. */
  readonly url?: string | null | undefined
}

/**
 * Opens a URL in a browser session, and waits until the browser opens a link that begins with `redirectUrl`, or until
 * the user closes it: `openAuthSessionAsync` of `expo-web-browser`.
 */
export type OpenAuthSession = (url: string, redirectUrl: string) => Promise<AuthSessionResult>

/** Receives the app's links. Each arrival of a link is reported once. */
export interface Links {
  /**
   * Reports the link that started the app, and every later link, until the returned function is called. Links that end
   * a browser session are reported by {@link Links.session} instead.
   */
  readonly listen: (onLink: (url: string) => void) => () => void
  /** Runs a browser session, and resolves with the link that ended it, or with `undefined` without one. */
  readonly session: (open: () => Promise<AuthSessionResult>) => Promise<string | undefined>
}

/** Modules whose initial link was reported, because a client that is built again must not handle it again. */
const started = new WeakSet<Linking>()

/**
 * Creates the links of a module. `isEnd`: whether a link ends a browser session. On Android, such a link arrives as an
 * event and as the session's result, in any order.
 */
export const makeLinks = (linking: Linking | undefined, isEnd: (url: string) => boolean): Links => {
  let running: { ended: (url: string) => void } | undefined
  let lastEnd: string | undefined
  return {
    listen: (onLink) => {
      if (linking === undefined) return () => {}
      let isOver = false
      let early: Array<string> | undefined = []
      const report = (url: string) => {
        if (url === lastEnd) lastEnd = undefined
        else if (running !== undefined && isEnd(url)) running.ended(url)
        else onLink(url)
      }
      const subscription = linking.addEventListener("url", ({ url }) => {
        early?.push(url)
        report(url)
      })
      linking.getInitialURL().then((url) => {
        const isReported = url === null || started.has(linking) || early?.includes(url) === true
        early = undefined
        if (isOver) return
        started.add(linking)
        if (!isReported) report(url)
      }, () => void (early = undefined))
      return () => {
        isOver = true
        subscription.remove()
      }
    },
    session: (open) =>
      new Promise((resolve, reject) => {
        const session = {
          ended: (url: string) => {
            if (running === session) running = undefined
            resolve(url)
          }
        }
        running = session
        open().then(({ type, url }) => {
          // the event may have been first
          if (running !== session) return
          running = undefined
          if (type !== "success" || typeof url !== "string") return resolve(undefined)
          lastEnd = url
          resolve(url)
        }, (error) => {
          if (running === session) running = undefined
          reject(error)
        })
      })
  }
}
