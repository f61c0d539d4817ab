/** Model of one browser: cookies, locks and channels, and the pages that use them. */
import * as Effect from "effect/Effect"
import { type Tabs, tabsOf, type TabsPlatform } from "../../../../layers/browser/Tabs.ts"
import type { CookiePage } from "../../../../layers/session/browserCookies.ts"
import { type Realm, realmOf } from "../../../../src/testing/simulate/realm.ts"
import type { VirtualTime } from "../../../../src/testing/simulate/virtualTime.ts"
import { cookieJar, type TestJar } from "../../../support/platform/cookieJar.ts"

const url = "https://app.example.com/"

/** Interval at which a page polls its cookies. The model triggers each poll explicitly instead of waiting for it. */
const pollMillis = 100

/** A page, as the program in the page sees it. */
export interface Page extends Realm {
  readonly tabs: Tabs
  readonly cookies: CookiePage
}

/** Features that a browser may lack. */
export interface BrowserParts {
  readonly channel: boolean
  readonly locks: boolean
}

export interface Browser {
  readonly cookies: () => string
  readonly open: (offset: number) => Page
  /** Polls the cookies in each page that isn't frozen. */
  readonly poll: () => void
  readonly locksHeld: () => number
  readonly channelsOpen: () => number
}

export const browserOf = (time: VirtualTime, parts: BrowserParts): Browser => {
  const jar = cookieJar()
  const locks = lockManager()
  const channels = broadcastChannels()
  const polls = new Set<() => void>()

  const open = (offset: number): Page => {
    const polled = Effect.callback<void>((resume) => {
      const poll = () => {
        if (!realm.isAwake()) return
        polls.delete(poll)
        resume(Effect.void)
      }
      polls.add(poll)
      return Effect.sync(() => polls.delete(poll))
    })
    const realm = realmOf(time, offset, (millis, usual) => millis === pollMillis ? polled : usual)
    const page: Page = {
      ...realm,
      tabs: tabsOf({
        ...(parts.channel ? { BroadcastChannel: channels.of(realm) } : {}),
        ...(parts.locks ? { navigator: { locks: locks.of(realm) } } : {})
      }),
      cookies: cookiesOf(jar, realm),
      // the browser releases the page's locks and channels
      kill: () => {
        realm.kill()
        locks.forget(realm)
        channels.forget(realm)
      }
    }
    return page
  }

  return {
    cookies: () => jar.read(url),
    open,
    poll: () => {
      for (const poll of [...polls]) poll()
    },
    locksHeld: locks.held,
    channelsOpen: channels.open
  }
}

const cookiesOf = (jar: TestJar, { isAlive }: Realm): CookiePage => ({
  read: () => jar.read(url),
  write: (cookie) => isAlive() ? jar.set(cookie, url) : undefined,
  secure: true,
  host: new URL(url).hostname,
  framed: false,
  events: undefined
})

/** Delivers messages asynchronously, in the order in which they were sent. */
const broadcastChannels = () => {
  const open = new Set<{ readonly name: string; readonly page: Realm; readonly receive: (data: unknown) => void }>()
  return {
    open: () => open.size,
    forget: (page: Realm) => {
      for (const channel of open) if (channel.page === page) open.delete(channel)
    },
    of: (page: Realm): NonNullable<TabsPlatform["BroadcastChannel"]> =>
      class {
        readonly #listeners: Array<(event: { readonly data: unknown }) => void> = []
        readonly #self
        constructor(name: string) {
          const receive = (data: unknown) => {
            for (const listener of this.#listeners) listener({ data })
          }
          open.add(this.#self = { name, page, receive })
        }
        addEventListener(_type: "message", listener: (event: { readonly data: unknown }) => void) {
          this.#listeners.push(listener)
        }
        postMessage(message: unknown) {
          if (!open.has(this.#self)) return
          for (const channel of open) {
            if (channel === this.#self || channel.name !== this.#self.name) continue
            queueMicrotask(() =>
              channel.page.whenAwake(() => {
                if (open.has(channel)) channel.receive(message)
              })
            )
          }
        }
        close() {
          open.delete(this.#self)
        }
      }
  }
}

/**
 * Web Locks with one name. The browser may grant a lock to a frozen page, which doesn't know this yet. A closed page
 * holds no lock.
 */
const lockManager = () => {
  type Request = { readonly page: Realm; readonly grant: () => void }
  const queue: Array<Request> = []
  let held: Request | undefined
  const next = () => {
    if (held !== undefined) return
    held = queue.shift()
    held?.grant()
  }
  const release = (request: Request) => {
    if (held !== request) return
    held = undefined
    next()
  }
  return {
    held: () => (held === undefined ? 0 : 1) + queue.length,
    forget: (page: Realm) => {
      for (const request of queue.filter((each) => each.page === page)) queue.splice(queue.indexOf(request), 1)
      if (held?.page === page) release(held)
    },
    of: (page: Realm): NonNullable<NonNullable<TabsPlatform["navigator"]>["locks"]> => ({
      request: (_name, { signal }, callback) =>
        new Promise((resolve, reject) => {
          const request: Request = {
            page,
            grant: () =>
              queueMicrotask(() =>
                page.whenAwake(() =>
                  void Promise.resolve(callback()).then(() => {
                    release(request)
                    resolve(undefined)
                  })
                )
              )
          }
          signal.addEventListener("abort", () => {
            const at = queue.indexOf(request)
            if (at < 0) return
            queue.splice(at, 1)
            reject(signal.reason)
          })
          queue.push(request)
          next()
        })
    })
  }
}
