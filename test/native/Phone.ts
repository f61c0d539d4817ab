/** A phone that runs an app's bundle. Its native side is `device.js`; tests press, type and read its screen. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { stepMillis } from "../support/suite/hangMillis.ts"
import type { Realm, Receive } from "./realms.ts"

/** A view on the screen. */
interface View {
  readonly tag: number
  readonly view: string
  readonly text?: string
  readonly label?: string
  readonly value?: string
  readonly disabled?: true
  readonly children: ReadonlyArray<View>
}

/** Options of a phone and its app. */
export interface PhoneOptions {
  readonly realm: (receive: Receive) => Realm
  readonly bundle: string
  /** Whether Expo's native modules exist. */
  readonly expo?: boolean
  /** Follows the pages from a URL, and returns the URL of the app that they lead to, or `null` if the user cancels. */
  readonly browse?: (url: string, redirectUrl: string) => Promise<string | null>
  /** Contents of the keychain, which outlives the app. */
  readonly keychain?: Map<string, string>
  /** Number of milliseconds by which the phone's clock is ahead of this machine's clock. */
  readonly ahead?: number
}

/** A running app, and its user. */
export interface Phone extends Disposable {
  /** Waits for an enabled element with this text or label, and presses it. */
  readonly press: (name: string) => Promise<void>
  /** Waits for a text input with this label, and replaces its text. */
  readonly type: (label: string, text: string) => Promise<void>
  /** Waits until the screen contains a string. */
  readonly sees: (text: string) => Promise<void>
  /** Returns the first match of a pattern on the screen, as soon as there is one. */
  readonly finds: (pattern: RegExp) => Promise<string>
  /** Moves the clock. Timers that are due fire. */
  readonly advance: (millis: number) => void
  /** Sends the app to the background, or back to the foreground. */
  readonly becomes: (state: "active" | "background") => void
}

const here = (name: string) => readFileSync(path.join(import.meta.dirname, name), "utf8")

const textOf = ({ children, label, text, value, view }: View): string =>
  view === "RCTRawText"
    ? text ?? ""
    : view === "RCTText"
    ? children.map(textOf).join("")
    : [label, value, ...children.map(textOf)].filter(Boolean).join(" ")

/** Returns the views below these, with each view's ancestors. */
const every = (
  views: ReadonlyArray<View>,
  ancestors: ReadonlyArray<View> = []
): ReadonlyArray<{ readonly view: View; readonly ancestors: ReadonlyArray<View> }> =>
  views.flatMap((view) => [{ view, ancestors }, ...every(view.children, [...ancestors, view])])

/** Installs an app on a phone and starts it. */
export const startPhone = (
  { ahead = 0, browse, bundle, expo = false, keychain = new Map(), realm: createRealm }: PhoneOptions
): Phone => {
  let screen: ReadonlyArray<View> = []
  const faults: Array<string> = []
  const listeners = new Set<() => void>()
  const running = new Map<unknown, AbortController>()
  const timers = new Map<
    number,
    {
      readonly stop: () => void
      readonly repeats: boolean
      readonly millis: number
      readonly due: number
    }
  >()
  const pongs: Array<() => void> = []
  let offset = ahead
  let isOff = false

  const modules: { readonly [name: string]: (...args: ReadonlyArray<never>) => unknown } = {
    keychain: (action: string, key: string, value?: string) => {
      if (action === "get") return keychain.get(key) ?? null
      if (action === "delete") keychain.delete(key)
      // Android's limit, in bytes
      else if (Buffer.byteLength(value!) > 2048) throw new Error(`The value of ${key} has more than 2048 bytes.`)
      else keychain.set(key, value!)
      return null
    },
    authSession: async (url: string, redirectUrl: string) => {
      const ended = await browse?.(url, redirectUrl) ?? null
      return ended === null ? { type: "cancel" } : { type: "success", url: ended }
    },
    fetch: async (
      { body, bytes, headers, id, method, url }: {
        readonly id: unknown
        readonly method: string
        readonly url: string
        readonly headers: Record<string, string>
        readonly body?: string | null
        readonly bytes?: ReadonlyArray<number> | null
      }
    ) => {
      const controller = new AbortController()
      running.set(id, controller)
      const response = await fetch(url, {
        method,
        headers,
        body: bytes == null ? body ?? null : Uint8Array.from(bytes),
        signal: controller.signal
      }).finally(() => running.delete(id))
      const received = Buffer.from(await response.arrayBuffer())
      return {
        status: response.status,
        statusText: response.statusText,
        url: response.url,
        redirected: response.redirected,
        headers: Object.fromEntries(response.headers),
        pairs: [...response.headers],
        text: received.toString("utf8"),
        base64: received.toString("base64"),
        bytes: [...received],
        size: received.length
      }
    },
    digest: (algorithm: string, bytes: ReadonlyArray<number>) => [
      ...createHash(algorithm.replace("-", "")).update(Uint8Array.from(bytes)).digest()
    ],
    abort: (id: unknown) => running.get(id)?.abort() ?? null
  }

  const now = () => Date.now() + offset
  const tell = (message: object) => realm.send(JSON.stringify(message))
  const fire = (id: number) => {
    const timer = timers.get(id)
    if (timer === undefined) return
    if (!timer.repeats) timers.delete(id)
    tell({ kind: "fire", id, repeats: timer.repeats })
  }

  const receive = (text: string): void => {
    // the app may still run in its realm, and its timers would keep this process running
    if (isOff) return
    const message = JSON.parse(text)
    const { id } = message
    switch (message.kind) {
      case "timer": {
        const handle = message.repeats
          ? setInterval(fire, message.millis, id)
          : setTimeout(fire, Math.min(message.millis, 2 ** 31 - 1), id)
        timers.set(id, {
          stop: () => clearTimeout(handle),
          repeats: message.repeats,
          millis: message.millis,
          due: now() + message.millis
        })
        break
      }
      case "stopTimer":
        timers.get(id)?.stop()
        timers.delete(id)
        break
      case "call":
        new Promise((resolve) => resolve(modules[message.name]!(...message.args as ReadonlyArray<never>)))
          .then((value) => tell({ kind: "resolve", id, value }))
          .catch((error: unknown) => tell({ kind: "reject", id, reason: String(error) }))
        break
      case "abort":
        running.get(id)?.abort()
        break
      case "screen":
        screen = message.nodes
        for (const listener of listeners) listener()
        break
      case "pong":
        pongs.shift()?.()
        break
      case "exception":
      case "log":
        faults.push(message.text)
    }
  }

  const realm = createRealm(receive)

  const shown = () => screen.map(textOf).join("\n")

  /** Waits until a function returns a value for the screen. */
  const until = <A>(what: string, look: () => A | undefined): Promise<A> =>
    new Promise((resolve, reject) => {
      const listener = () => {
        const found = look()
        if (found === undefined) return
        listeners.delete(listener)
        clearTimeout(patience)
        resolve(found)
      }
      const patience = setTimeout(() => {
        listeners.delete(listener)
        reject(new Error(`The screen never showed ${what}. It shows:\n${shown()}\nErrors:\n${faults.join("\n")}`))
      }, stepMillis)
      listeners.add(listener)
      listener()
    })

  /** Waits until the app has rendered, as a user does before the next touch. */
  const calm = async (): Promise<void> => {
    do {
      await new Promise<void>((resolve) => {
        pongs.push(resolve)
        tell({ kind: "ping" })
      })
    } while ([...timers.values()].some(({ millis, repeats }) => !repeats && millis < 20))
  }

  const enabled = (matches: (view: View) => boolean) => () =>
    every(screen).findLast(({ ancestors, view }) =>
      matches(view) && ![...ancestors, view].some(({ disabled }) => disabled === true)
    )?.view.tag

  const script = (name: string) => realm.run(here(name), name)
  script("device.js")
  if (expo) script("expoModules.js")
  tell({ kind: "advance", millis: ahead })
  realm.run(bundle, "app.js")
  tell({ kind: "start" })

  return {
    press: async (name) => {
      const matches = (view: View) => view.label === name || (view.view === "RCTText" && textOf(view) === name)
      tell({ kind: "press", tag: await until(`"${name}"`, enabled(matches)) })
      await calm()
    },
    type: async (label, text) => {
      const matches = (view: View) => view.label === label && view.view.includes("TextInput")
      tell({ kind: "type", tag: await until(`the input "${label}"`, enabled(matches)), text })
      await calm()
    },
    sees: (text) => until(`"${text}"`, () => shown().includes(text) ? null : undefined).then(() => {}),
    finds: (pattern) => until(String(pattern), () => pattern.exec(shown())?.[0]),
    advance: (millis) => {
      offset += millis
      tell({ kind: "advance", millis })
      for (const [id, { due, repeats }] of timers) if (!repeats && due <= now()) fire(id)
    },
    becomes: (state) => tell({ kind: "event", name: "appStateDidChange", argument: { app_state: state } }),
    [Symbol.dispose]: () => {
      isOff = true
      for (const controller of running.values()) controller.abort()
      for (const { stop } of timers.values()) stop()
      realm.close()
    }
  }
}
