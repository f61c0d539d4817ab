import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { tabsOf, type TabsPlatform } from "../../../layers/browser/Tabs.ts"
import { turns } from "../../support/suite/fibers.ts"

const microtasks = Effect.promise(() => Promise.resolve())

/** Creates the channels and locks that the tabs of one browser share. */
const browser = () => {
  const channels = new Set<{ readonly name: string; readonly receive: (data: unknown) => void }>()
  const messages: Array<unknown> = []
  const queue: Array<() => void> = []
  let busy = false
  const next = () => {
    busy = queue.length > 0
    queue.shift()?.()
  }
  class Channel {
    readonly #self: { readonly name: string; readonly receive: (data: unknown) => void }
    readonly #listeners: Array<(event: { readonly data: unknown }) => void> = []
    constructor(name: string) {
      this.#self = {
        name,
        receive: (data) => {
          for (const listener of this.#listeners) listener({ data })
        }
      }
      channels.add(this.#self)
    }
    addEventListener(_type: "message", listener: (event: { readonly data: unknown }) => void) {
      this.#listeners.push(listener)
    }
    postMessage(message: unknown) {
      if (!channels.has(this.#self)) return
      messages.push(message)
      for (const channel of channels) {
        if (channel !== this.#self && channel.name === this.#self.name) channel.receive(message)
      }
    }
    close() {
      channels.delete(this.#self)
    }
  }
  const platform: TabsPlatform = {
    BroadcastChannel: Channel,
    navigator: {
      locks: {
        request: (_name, { signal }, callback) =>
          new Promise((resolve, reject) => {
            const go = () =>
              Promise.resolve(callback()).then(() => {
                next()
                resolve(undefined)
              })
            signal.addEventListener("abort", () => {
              const at = queue.indexOf(go as never)
              if (at >= 0) queue.splice(at, 1)
              reject(signal.reason)
            })
            if (busy) queue.push(go as never)
            else {
              busy = true
              void go()
            }
          })
      }
    }
  }
  /** Disconnects all current tabs from their channels. */
  const freeze = () => {
    for (const channel of channels) channels.delete(channel)
  }
  return { platform, messages, channels, freeze, waiting: () => queue.length, free: () => !busy }
}

describe("Tabs.join", () => {
  it("E1: Tabs.join notifies the other tabs of the same topic immediately, and no tabs of other topics", () => {
    const { platform } = browser()
    const notified: Array<string> = []
    const one = tabsOf(platform).join("a", () => notified.push("one"))
    tabsOf(platform).join("a", () => notified.push("two"))
    tabsOf(platform).join("b", () => notified.push("another topic"))

    one.notify()

    assert.deepStrictEqual(notified, ["two"])
  })

  it("E6: tabs send messages without content and ignore forged or malformed messages", () => {
    const { messages, platform } = browser()
    let notified = 0
    const tab = tabsOf(platform).join("a", () => notified++)
    tab.notify()
    const forger = new platform.BroadcastChannel!("latchkey a")

    const malformed = [undefined, null, 0, "", "CHANGED", {}, { data: "changed" }, ["changed"], {
      type: "signIn",
      token: "t"
    }]
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    for (const message of malformed) forger.postMessage(message)

    assert.strictEqual(notified, 0)
    assert.strictEqual(messages[0], "changed")
  })

  it("a tab that leaves a topic closes its channel, and its listener gets no further notifications", () => {
    const { channels, platform } = browser()
    let notified = 0
    const one = tabsOf(platform).join("a", () => notified++)
    const two = tabsOf(platform).join("a", () => {})

    one.leave()
    two.notify()
    two.leave()

    assert.strictEqual(notified, 0)
    assert.strictEqual(channels.size, 0)
  })

  const without: Record<string, TabsPlatform> = {
    "no BroadcastChannel": {},
    "a BroadcastChannel that can't be created": {
      BroadcastChannel: function() {
        throw new DOMException("no", "SecurityError")
      } as never
    },
    "a closed BroadcastChannel": {
      BroadcastChannel: class {
        addEventListener() {}
        postMessage() {
          throw new DOMException("closed", "InvalidStateError")
        }
        close() {}
      }
    }
  }
  for (const [what, platform] of Object.entries(without)) {
    it(`E5 E8: in a tab with ${what}, notifying other tabs and leaving has no effect and doesn't fail`, () => {
      const tab = tabsOf(platform).join("a", () => assert.fail("notified without a channel"))

      tab.notify()
      tab.leave()
    })
  }
})

describe("Tabs.withLock", () => {
  const loggedWork = () => {
    const log: Array<string> = []
    const work = (name: string, duration: number) =>
      Effect.gen(function*() {
        log.push(`${name} begins`)
        yield* Effect.sleep(duration)
        log.push(`${name} ends`)
      })
    return { log, work }
  }

  it.effect("E4: Tabs.withLock runs one tab at a time, in the order they arrived", () =>
    Effect.gen(function*() {
      const { free, platform } = browser()
      const { log, work } = loggedWork()

      const fibers = yield* Effect.forEach(["one", "two"], (name) =>
        Effect.forkChild(tabsOf(platform).withLock("a")(work(name, 1000)), { startImmediately: true }))
      for (let second = 0; second < 2; second++) {
        yield* Effect.all([microtasks, turns])
        yield* TestClock.adjust("1 second")
        yield* Effect.all([microtasks, turns, microtasks, turns])
      }
      for (const fiber of fibers) {
        yield* Fiber.join(fiber)
      }
      yield* microtasks

      assert.deepStrictEqual(log, ["one begins", "one ends", "two begins", "two ends"])
      assert.isTrue(free())
    }))

  it.effect("E2 E3: a crashed or frozen tab that holds the lock delays other tabs by at most 5 s", () =>
    Effect.gen(function*() {
      const { freeze, platform, waiting } = browser()
      const { log, work } = loggedWork()
      yield* Effect.forkChild(tabsOf(platform).withLock("a")(Effect.never), { startImmediately: true })
      yield* Effect.all([microtasks, turns])
      freeze()

      const late = yield* Effect.forkChild(tabsOf(platform).withLock("a")(work("late", 0)), { startImmediately: true })
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual(log, [])
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(late)

      assert.deepStrictEqual(log, ["late begins", "late ends"])
      assert.strictEqual(waiting(), 0)
    }))

  it.effect("E4: Tabs.withLock waits for a tab that works for a minute, without repeating its work", () =>
    Effect.gen(function*() {
      const { channels, free, platform } = browser()
      const { log, work } = loggedWork()
      const fibers = yield* Effect.forEach(
        ["one", "two", "three"],
        (name) => Effect.forkChild(tabsOf(platform).withLock("a")(work(name, 60_000)), { startImmediately: true })
      )

      for (let second = 0; second < 180; second++) {
        yield* TestClock.adjust("1 second")
        yield* Effect.all([microtasks, turns, microtasks, turns])
      }
      yield* Effect.forEach(fibers, Fiber.join)
      yield* microtasks

      assert.deepStrictEqual(log, ["one", "two", "three"].flatMap((name) => [`${name} begins`, `${name} ends`]))
      assert.isTrue(free())
      assert.strictEqual(channels.size, 0)
    }))

  it.effect("E2 E3: a tab that freezes while it works delays other tabs by at most another 10 s", () =>
    Effect.gen(function*() {
      const { freeze, platform } = browser()
      const { log, work } = loggedWork()
      yield* Effect.forkChild(tabsOf(platform).withLock("a")(Effect.never), { startImmediately: true })
      yield* Effect.all([microtasks, turns])
      const late = yield* Effect.forkChild(tabsOf(platform).withLock("a")(work("late", 0)), { startImmediately: true })
      yield* TestClock.adjust("31 seconds")
      assert.deepStrictEqual(log, [])

      freeze()
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(late)

      assert.deepStrictEqual(log, ["late begins", "late ends"])
    }))

  it.effect("E6: forged or malformed messages don't grant the tab lock, and messages contain nothing about the session", () =>
    Effect.gen(function*() {
      const { messages, platform } = browser()
      const { log, work } = loggedWork()
      yield* Effect.forkChild(tabsOf(platform).withLock("a")(Effect.never), { startImmediately: true })
      yield* Effect.all([microtasks, turns])
      yield* Effect.forkChild(tabsOf(platform).withLock("a")(work("late", 0)), { startImmediately: true })
      const forger = new platform.BroadcastChannel!("latchkey heartbeats of a")
      for (const message of [null, "go", { granted: true }, 7, "changed"]) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
        forger.postMessage(message)
      }
      yield* turns

      assert.deepStrictEqual(log, [])
      for (const message of messages.filter((each) => typeof each === "string")) {
        assert.include(["at work", "go", "changed"], message)
      }
    }))

  it.effect("Tabs.withLock releases the lock after a failure or an interruption", () =>
    Effect.gen(function*() {
      const { free, platform, waiting } = browser()
      const tabs = tabsOf(platform)

      const holder = yield* Effect.forkChild(tabs.withLock("a")(Effect.never), { startImmediately: true })
      yield* Effect.all([microtasks, turns])
      const waiter = yield* Effect.forkChild(tabs.withLock("a")(Effect.never), { startImmediately: true })
      yield* Fiber.interrupt(waiter)
      assert.strictEqual(waiting(), 0)
      yield* Fiber.interrupt(holder)
      yield* Effect.all([microtasks, microtasks, microtasks])
      assert.isTrue(free())

      assert.strictEqual(yield* Effect.flip(tabs.withLock("a")(Effect.fail("no"))), "no")
      yield* Effect.all([microtasks, microtasks, microtasks])
      assert.isTrue(free())
    }))

  const without: Record<string, TabsPlatform> = {
    "no navigator": {},
    "no Web Locks": { navigator: {} },
    "Web Locks that throw": {
      navigator: {
        get locks(): never {
          throw new DOMException("no", "SecurityError")
        }
      }
    },
    "a request that throws": {
      navigator: {
        locks: {
          request: () => {
            throw new TypeError("no")
          }
        }
      }
    },
    "a request that is rejected": { navigator: { locks: { request: () => Promise.reject(new Error("no")) } } }
  }
  for (const [what, platform] of Object.entries(without)) {
    it.effect(`E5 E8: Tabs.withLock runs immediately with ${what}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tabsOf(platform).withLock("a")(Effect.succeed(7)), 7)
      }))
  }
})
