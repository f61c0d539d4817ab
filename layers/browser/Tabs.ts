/**
 * Notifications and locks between the tabs of a site. Both are optimisations: without them, tabs notice changes later, and
 * do the same work twice. docs/laws.md E1–E8.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Notifications and locks by topic. */
export interface Tabs {
  /**
   * Calls the listener when another tab calls `notify` for the topic, until `leave` is called. Messages don't describe
   * the change: they carry no secrets, and a forged message only makes a tab check for changes.
   */
  readonly join: (topic: string, listener: () => void) => { readonly notify: () => void; readonly leave: () => void }
  /**
   * Runs an effect while no other tab runs one for the same topic. After `timeout`, it runs without the lock, unless
   * the holder still sends heartbeats: closed and frozen tabs send none.
   *
   * `timeout` is the maximum wait without a heartbeat. @default "5 seconds"
   */
  readonly withLock: (
    topic: string,
    timeout?: Duration.Input
  ) => <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** The browser APIs in use. Each may be missing, or throw if storage is forbidden. */
export interface TabsPlatform {
  readonly BroadcastChannel?: new(name: string) => {
    readonly addEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void
    readonly postMessage: (message: unknown) => void
    readonly close: () => void
  }
  readonly navigator?: {
    readonly locks?: {
      readonly request: (
        name: string,
        options: { readonly signal: AbortSignal },
        callback: () => Promise<void> | undefined
      ) => Promise<unknown>
    }
  }
}

/** Connects tabs with `BroadcastChannel` and Web Locks, as far as the browser supports them. */
export const tabsOf = (platform: TabsPlatform): Tabs => ({
  join: (topic, listener) => {
    const channel = channelOf(platform, `latchkey ${topic}`, (message) => {
      if (message === changed) listener()
    })
    return { notify: () => channel.say(changed), leave: channel.leave }
  },
  withLock: (topic, timeout = "5 seconds") => (self) =>
    Effect.suspend(() => {
      const locks = attempt(() => platform.navigator?.locks)
      if (locks === undefined) return self
      const leaving = new AbortController()
      const granted = Deferred.makeUnsafe<void>()
      let release: (() => void) | undefined
      let isAlive = false
      const go = () => Deferred.doneUnsafe(granted, Effect.void)
      const channel = channelOf(platform, `latchkey heartbeats of ${topic}`, (message) => {
        if (message === heartbeat) isAlive = true
      })
      const asked = attempt(() =>
        locks.request(`latchkey ${topic}`, { signal: leaving.signal }, () =>
          leaving.signal.aborted ? undefined : new Promise((resolve) => {
            release = resolve
            go()
          }))
      )
      if (asked === undefined) {
        go()
      } else asked.catch(go)
      const waiting: Effect.Effect<void> = Effect.suspend(() => {
        isAlive = false
        return Effect.timeoutOrElse(Deferred.await(granted), {
          duration: timeout,
          orElse: () =>
            isAlive ? waiting : Effect.void
        })
      })
      return Effect.suspend(() =>
        Deferred.isDoneUnsafe(granted) ? Effect.void : waiting
      ).pipe(
        Effect.andThen(withHeartbeat(channel.say, self)),
        // aborting cancels a pending lock request, but doesn't release a granted lock
        Effect.ensuring(Effect.sync(() => {
          channel.leave()
          leaving.abort()
          release?.()
        }))
      )
    })
})

/** Opens a channel to the other tabs. Without `BroadcastChannel`, messages are dropped. */
const channelOf = (platform: TabsPlatform, name: string, onMessage: (message: unknown) => void) => {
  const channel = attempt(() =>
    platform.BroadcastChannel === undefined ? undefined : new platform.BroadcastChannel(name)
  )
  channel?.addEventListener("message", ({ data }) => onMessage(data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, not a window
    say: (message: string) => void attempt(() => channel?.postMessage(message)),
    leave: () => channel?.close()
  }
}

/**
 * Sends heartbeats while an effect runs. Uses a timer, because a frozen tab still responds to messages but runs no
 * timers.
 */
const withHeartbeat = <A, E>(say: (message: string) => void, self: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(
    Effect.forkChild(Effect.forever(Effect.andThen(Effect.sync(() => say(heartbeat)), Effect.sleep("1 second"))), {
      startImmediately: true
    }),
    (heartbeats) => Effect.ensuring(self, Fiber.interrupt(heartbeats))
  )

const heartbeat = "at work"
const changed = "changed"

const attempt = <A>(use: () => A): A | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** The other tabs of this browser. */
export const Tabs = Context.Reference<Tabs>("latchkey/setting/Tabs", {
  defaultValue: () => tabsOf("document" in globalThis ? globalThis as TabsPlatform : {})
})
