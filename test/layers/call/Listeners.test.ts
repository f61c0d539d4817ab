/** Those who are called back when something happens. */
import { assert, describe, it } from "@effect/vitest"
import { Listeners } from "../../../layers/call/Listeners.ts"

describe("listeners", () => {
  it("one that throws stops nobody else, and what it threw comes back", () => {
    const listeners = new Listeners<string>()
    const heard: Array<string> = []
    const fault = new Error("broken")
    listeners.subscribe((event) => heard.push(`first ${event}`))
    listeners.subscribe(() => {
      throw fault
    })
    listeners.subscribe((event) => heard.push(`last ${event}`))
    assert.deepStrictEqual(listeners.notify("news"), [fault])
    assert.deepStrictEqual(heard, ["first news", "last news"])
  })

  it("one function listens as often as it subscribed, and each subscription ends by itself", () => {
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

  it("who comes or goes while others are told hears of the next event, or of this one for the last time", () => {
    const listeners = new Listeners()
    const heard: Array<string> = []
    listeners.subscribe(() => {
      heard.push("first")
      leave()
      listeners.subscribe(() => heard.push("late"))
    })
    const leave = listeners.subscribe(() => heard.push("second"))
    listeners.notify()
    assert.deepStrictEqual(heard, ["first", "second"])
    heard.length = 0
    listeners.notify()
    assert.deepStrictEqual(heard, ["first", "late"])
  })
})
