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
  /**
   * Runs a browser session, and resolves with the link that ended it, or with `undefined` if no link did. After an
   * abort, links are reported as usual.
   */
  readonly session: (open: () => Promise<AuthSessionResult>, signal: AbortSignal) => Promise<string | undefined>
}

/** Links that started apps. A client that is built again must not handle the link again. */
const started = new WeakMap<Linking, { readonly link: string | null; readonly at: number }>()

/** Time in milliseconds in which a device may report the link that started the app as an event, too. */
const repeats = 5000

/**
 * Effect of a link on a running browser session: the link ends the session, ends it only if it is also the session's
 * result, or is unrelated to it.
 */
export type Ending = "ends" | "may end" | "other"

/** A browser session. */
interface Session {
  readonly ended: (url: string) => void
  /** Links that may end the session. They are reported after the session, except for its result. */
  readonly held: Array<string>
}

/**
 * Creates the links of a module. On Android, a link that ends a browser session arrives as an event and as the session's
 * result, in any order. `now` returns the time in milliseconds.
 */
export const makeLinks = (
  linking: Linking | undefined,
  endingOf: (url: string) => Ending,
  now: () => number
): Links => {
  let running: Session | undefined
  let lastEnd: string | undefined
  let report: ((url: string) => void) | undefined
  const arrived = (url: string) => {
    if (url === lastEnd) {
      lastEnd = undefined
      return
    }
    const ending = running === undefined ? "other" : endingOf(url)
    if (ending === "ends") running!.ended(url)
    else if (ending === "may end") running!.held.push(url)
    else report?.(url)
  }
  /** Reports the links that the running session held back, except for the one that ended it. */
  const endRunning = (url?: string) => {
    const held = running?.held ?? []
    running = undefined
    for (const link of held) if (link !== url) report?.(link)
  }
  return {
    listen: (onLink) => {
      if (linking === undefined) return () => {}
      report = onLink
      // links that arrived before the app knows which link started it
      let early: Array<string> | undefined = []
      const subscription = linking.addEventListener("url", ({ url }) => {
        const start = started.get(linking)
        const isRepeated = early?.includes(url) === true ||
          (start !== undefined && start.link === url && Math.abs(now() - start.at) < repeats)
        early?.push(url)
        if (!isRepeated) arrived(url)
      })
      linking.getInitialURL().then((url) => {
        const isReported = url === null || started.has(linking) || early?.includes(url) === true
        early = undefined
        if (report !== onLink) return
        if (!started.has(linking)) started.set(linking, { link: url, at: now() })
        if (!isReported) arrived(url)
      }, () => void (early = undefined))
      return () => {
        report = undefined
        subscription.remove()
      }
    },
    session: (open, signal) =>
      new Promise((resolve, reject) => {
        endRunning()
        const session: Session = {
          ended: (url) => {
            endRunning(url)
            resolve(url)
          },
          held: []
        }
        running = session
        // the event may have arrived first
        const ifRunning = (then: () => void) => running === session ? then() : undefined
        signal.addEventListener("abort", () => ifRunning(endRunning), { once: true })
        open().then(({ type, url }) =>
          ifRunning(() => {
            const link = type === "success" && typeof url === "string" ? url : undefined
            if (link !== undefined && !session.held.includes(link)) lastEnd = link
            endRunning(link)
            resolve(link)
          }), (error) => {
          ifRunning(endRunning)
          reject(error)
        })
      })
  }
}
