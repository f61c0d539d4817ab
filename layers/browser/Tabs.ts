/**
 * The other tabs of a site: telling them that something changed, and locks. Nothing depends on either: without
 * them tabs hear later, and do the same work twice. docs/laws.md E1–E8.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** What tabs do with one another, by a topic they share. */
export interface TabsService {
  /**
   * Calls back when another tab tells that something changed, until `leave`. What changed is not said: a message is no
   * secret's place, and a forged one only makes a tab look.
   */
  readonly join: (topic: string, listener: () => void) => { readonly notify: () => void; readonly leave: () => void }
  /**
   * Runs while no other tab runs its own. Who waited for long enough goes on without the lock, unless whoever has it gives
   * signs of life: a tab that was closed has none any more, and one that is frozen gives none.
   *
   * `timeout`: how long is long enough. @default "5 seconds"
   */
  readonly withLock: (
    topic: string,
    timeout?: Duration.Input
  ) => <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** What of the platform is used. Each of it may be missing, or throw where storage is forbidden. */
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

/** The tabs of a browser, by `BroadcastChannel` and Web Locks as far as they are there. */
export const tabsOf = (platform: TabsPlatform): TabsService => ({
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
        // aborting withdraws a request that still waits; it does not release what was granted
        Effect.ensuring(Effect.sync(() => {
          channel.leave()
          leaving.abort()
          release?.()
        }))
      )
    })
})

/** Messages to the other tabs. Where there is no channel, nobody hears them. */
const channelOf = (platform: TabsPlatform, name: string, hear: (message: unknown) => void) => {
  const channel = attempt(() =>
    platform.BroadcastChannel === undefined ? undefined : new platform.BroadcastChannel(name)
  )
  channel?.addEventListener("message", ({ data }) => hear(data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, not a window
    say: (message: string) => void attempt(() => channel?.postMessage(message)),
    leave: () => channel?.close()
  }
}

/** Says that it is at work as long as it is. By a timer: a frozen tab still answers messages, but does nothing else. */
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
export const Tabs = Context.Reference<TabsService>("latchkey/setting/Tabs", {
  defaultValue: () => tabsOf("document" in globalThis ? globalThis as TabsPlatform : {})
})
