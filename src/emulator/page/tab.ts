/**
 * A browser's tab in memory: history, cookies and storage of one site, separate from those of the page that runs it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import {
  Browser,
  Navigation,
  PageHistory,
  PageStorage,
  Passkeys,
  redirectWait,
  Tabs,
  type TextStorage
} from "../../../layers/browser/index.ts"
import { Listeners, makePageWrites, PageWrites } from "../../../layers/call/index.ts"
import { CookiePage, MfaAttempt } from "../../../layers/session/index.ts"

/** A page in the history. */
interface Entry {
  url: URL
  state: unknown
}

export interface Tab {
  /** URL of the current page. */
  readonly url: () => URL
  /** Goes to a page of the site. */
  readonly go: (url: URL, options: { readonly replace: boolean }) => void
  /** Returns to the previous page, if there is one. */
  readonly back: () => void
  readonly listeners: Listeners
  /** The settings of a program that runs in the tab. `open` opens the URL of any site. */
  readonly settings: (
    open: (url: URL, options: { readonly replace: boolean }) => void
  ) => Context.Context<never>
}

/** Creates a tab with one page. Cookies expire by the given clock. */
export const makeTab = (start: URL, now: () => number): Tab => {
  const entries: [Entry, ...Array<Entry>] = [{ url: start, state: null }]
  const listeners = new Listeners()
  const changed = () => void listeners.notify()
  const entry = () => entries.at(-1)!
  const cookies = cookieJar(now)
  const rewrite = (url: string) => {
    entry().url = new URL(url, entry().url)
    changed()
  }
  const storages = { local: memoryStorage(), session: memoryStorage() }
  return {
    url: () => entry().url,
    go: (url, { replace }) => {
      if (replace) entries.pop()
      entries.push({ url, state: null })
      changed()
    },
    back: () => {
      if (entries.length > 1) entries.pop()
      changed()
    },
    listeners,
    settings: (open) =>
      Context.empty().pipe(
        Context.add(Navigation, {
          here: () => new URL(entry().url),
          go: (url, { replace = false } = {}) =>
            Effect.suspend(() => {
              open(new URL(url, entry().url), { replace })
              return Effect.sleep(redirectWait)
            })
        }),
        Context.add(Browser, {
          leave: (url) => Effect.sync(() => open(new URL(url, entry().url), { replace: false })),
          rewrite,
          cookies
        }),
        Context.add(PageHistory, {
          href: () => entry().url.href,
          go: (url, { replace = false } = {}) => open(new URL(url, entry().url), { replace }),
          rewrite,
          state: {
            read: () => entry().state,
            write: (state) => {
              entry().state = state
            }
          },
          onNavigation: (listener) => listeners.subscribe(listener)
        }),
        Context.add(PageStorage, (kind) => storages[kind]),
        Context.add(MfaAttempt, makeMfaAttempt()),
        Context.add(CookiePage, {
          ...cookies,
          secure: start.protocol === "https:",
          host: start.hostname,
          framed: false,
          events: undefined
        }),
        Context.add(Tabs, makeTabs()),
        Context.add(PageWrites, makePageWrites()),
        Context.add(Passkeys, prompting(Passkeys.defaultValue()))
      ) as Context.Context<never>
  }
}

/** Implements `document.cookie` of one site. */
const cookieJar = (now: () => number): Browser["cookies"] => {
  const jar = new Map<string, { readonly value: string; readonly until: number }>()
  return {
    read: () =>
      [...jar].filter(([, { until }]) => until > now()).map(([name, { value }]) => `${name}=${value}`).join("; "),
    write: (cookie) => {
      const [, name, value] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? []
      const seconds = Number(/;\s*max-age=(\d+)/i.exec(cookie)?.[1] ?? Infinity)
      if (name !== undefined) jar.set(name, { value: value!, until: now() + seconds * 1000 })
    }
  }
}

const memoryStorage = (): TextStorage => {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key)
  }
}

const makeMfaAttempt = (): MfaAttempt => {
  let kept = Option.none<Redacted.Redacted>()
  return {
    keep: (code) => Effect.sync(() => void (kept = Option.some(code))),
    peek: Effect.sync(() => kept),
    clear: Effect.sync(() => void (kept = Option.none()))
  }
}

/** Connects the clients of one tab. */
const makeTabs = (): Tabs => {
  const topics = new Map<string, { readonly joined: Set<() => void>; readonly lock: Semaphore.Semaphore }>()
  const topicOf = (name: string) => {
    const topic = topics.get(name) ?? { joined: new Set(), lock: Semaphore.makeUnsafe(1) }
    topics.set(name, topic)
    return topic
  }
  return {
    join: (topic, listener) => {
      const { joined } = topicOf(topic)
      joined.add(listener)
      return {
        notify: () => joined.forEach((each) => each === listener || each()),
        leave: () => void joined.delete(listener)
      }
    },
    withLock: (topic) => topicOf(topic).lock.withPermits(1)
  }
}

/** Passkeys of the page that runs the tab, without autofill and automatic upgrades. */
const prompting = (passkeys: Passkeys): Passkeys => ({
  ...passkeys,
  support: Effect.map(passkeys.support, (support) => ({ ...support, autofill: false, conditionalCreate: false }))
})
