/**
 * The other tabs of a site: telling them that something changed, and taking turns. Nothing depends on either: without
 * them tabs hear later, and do the same work twice. Reliability laws E1–E8.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What tabs do with one another, by a topic they share. */
export interface TabsService {
  /**
   * Calls back when another tab tells that something changed, until `leave`. What changed is not said: a message is no
   * secret's place, and a forged one only makes a tab look.
   */
  readonly join: (topic: string, listener: () => void) => { readonly tell: () => void; readonly leave: () => void }
  /** Runs while no other tab runs its own. Who waited for long enough goes on without a turn. */
  readonly inTurn: (topic: string) => <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** A refresh takes less, unless its tab was frozen. Then the others do not wait for it to wake. */
export const longestTurn = "5 seconds"

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
    const channel = attempt(() =>
      platform.BroadcastChannel === undefined ? undefined : new platform.BroadcastChannel(`latchkey ${topic}`)
    )
    if (channel === undefined) return { tell: () => {}, leave: () => {} }
    channel.addEventListener("message", ({ data }) => {
      if (data === changed) listener()
    })
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, not a window
      tell: () => void attempt(() => channel.postMessage(changed)),
      leave: () => channel.close()
    }
  },
  inTurn: (topic) => (self) =>
    Effect.suspend(() => {
      const locks = attempt(() => platform.navigator?.locks)
      if (locks === undefined) return self
      const leaving = new AbortController()
      let release: (() => void) | undefined
      const turn = Effect.callback<void>((resume) => {
        const go = () => resume(Effect.void)
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
      })
      return turn.pipe(
        Effect.timeoutOrElse({
          duration: longestTurn,
          orElse: () =>
            Effect.void
        }),
        Effect.andThen(self),
        // aborting withdraws a request that still waits; it does not release what was granted
        Effect.ensuring(Effect.sync(() => {
          leaving.abort()
          release?.()
        }))
      )
    })
})

const changed = "changed"

const attempt = <A>(use: () => A): A | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** The other tabs of this browser. */
export const Tabs = Context.Reference<TabsService>("latchkey/Tabs", {
  defaultValue: () => tabsOf("document" in globalThis ? globalThis as TabsPlatform : {})
})
