/** Subscription and notification of listeners. */
import { assert, describe, it } from "@effect/vitest"
import { Listeners } from "../../../layers/call/Listeners.ts"

describe("listeners", () => {
  it("all listeners are notified even if one of them throws, and the errors are returned", () => {
    const listeners = new Listeners<string>()
    const calls: Array<string> = []
    const fault = new Error("broken")
    listeners.subscribe((event) => calls.push(`first ${event}`))
    listeners.subscribe(() => {
      throw fault
    })
    listeners.subscribe((event) => calls.push(`last ${event}`))
    assert.deepStrictEqual(listeners.notify("news"), [fault])
    assert.deepStrictEqual(calls, ["first news", "last news"])
  })

  it("a listener is called once per subscription, and each subscription ends separately", () => {
    const listeners = new Listeners()
    let calls = 0
    const listener = () => calls++
    const unsubscribe = listeners.subscribe(listener)
    listeners.subscribe(listener)
    listeners.notify()
    assert.strictEqual(calls, 2)
    unsubscribe()
    unsubscribe()
    listeners.notify()
    assert.strictEqual(calls, 3)
    assert.strictEqual(listeners.size, 1)
  })

  it("a listener added during a notification is first called by the next notification, and a listener removed during a notification is still called once", () => {
    const listeners = new Listeners()
    const calls: Array<string> = []
    listeners.subscribe(() => {
      calls.push("first")
      leave()
      listeners.subscribe(() => calls.push("late"))
    })
    const leave = listeners.subscribe(() => calls.push("second"))
    listeners.notify()
    assert.deepStrictEqual(calls, ["first", "second"])
    calls.length = 0
    listeners.notify()
    assert.deepStrictEqual(calls, ["first", "late"])
  })
})
