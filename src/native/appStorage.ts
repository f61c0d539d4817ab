/** Strings that browsers keep in storage and cookies. None of them contains a token of the session. */
import type { Browser, PageStorage } from "../../layers/browser/index.ts"

/** Storage whose functions return at once, such as an instance of `react-native-mmkv` with these names. */
export interface AppStorage {
  getItem(key: string): string | null | undefined
  setItem(key: string, value: string): unknown
  removeItem(key: string): unknown
}

/** Creates storage in memory. Its contents are lost when the app closes. */
export const inMemory = (): AppStorage => {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key),
    setItem: (key, value) => texts.set(key, value),
    removeItem: (key) => texts.delete(key)
  }
}

/** The storages of a page: `local` is the app's, and `session` is lost when the app closes. */
export const pageStorage = (storage: AppStorage): PageStorage => {
  const storages = { local: storage, session: inMemory() }
  return (kind) => {
    const { [kind]: chosen } = storages
    return {
      getItem: (key) => chosen.getItem(key) ?? null,
      setItem: (key, value) => void chosen.setItem(key, value),
      removeItem: (key) => void chosen.removeItem(key)
    }
  }
}

/** Value of a cookie, and its expiry in milliseconds. */
type Cookie = readonly [value: string, until: number]

const key = "latchkey-cookies"

/**
 * Keeps cookies in a storage, for the PKCE verifier of an OAuth sign-in while the browser session is open. `now`
 * returns the time in milliseconds. A storage that throws keeps no cookies.
 */
export const cookieJar = (storage: AppStorage, now: () => number): Browser["cookies"] => {
  const unexpired = () => [...stored(storage)].filter(([, [, until]]) => until > now())
  return {
    read: () => unexpired().map(([name, [value]]) => `${name}=${value}`).join("; "),
    write: (cookie) => {
      const [, name, value, seconds] = /^([^=;]+)=([^;]*);.*\bmax-age=(\d+)/i.exec(cookie) ?? []
      if (name === undefined) return
      const jar = new Map(unexpired())
      if (seconds === "0") jar.delete(name)
      else jar.set(name, [value!, now() + Number(seconds) * 1000])
      attempt(() => jar.size === 0 ? storage.removeItem(key) : storage.setItem(key, JSON.stringify([...jar])))
    }
  }
}

const stored = (storage: AppStorage): ReadonlyMap<string, Cookie> =>
  attempt(() => new Map<string, Cookie>(JSON.parse(String(storage.getItem(key))))) ?? new Map()

const attempt = <A>(use: () => A): A | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}
