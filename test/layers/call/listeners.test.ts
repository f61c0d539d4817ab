/** Those who are called back when something happens. */
import { assert, describe, it } from "@effect/vitest"
import { makeListeners } from "../../../layers/call/listeners.ts"

describe("listeners", () => {
  it("one that throws stops nobody else, and what it threw comes back", () => {
    const { notify, subscribe } = makeListeners<string>()
    const heard: Array<string> = []
    const fault = new Error("broken")
    subscribe((event) => heard.push(`first ${event}`))
    subscribe(() => {
      throw fault
    })
    subscribe((event) => heard.push(`last ${event}`))
    assert.deepStrictEqual(notify("news"), [fault])
    assert.deepStrictEqual(heard, ["first news", "last news"])
  })

  it("one function listens as often as it subscribed, and each subscription ends by itself", () => {
    const { notify, size, subscribe } = makeListeners()
    let calls = 0
    const listener = () => calls++
    const unsubscribe = subscribe(listener)
    subscribe(listener)
    notify()
    assert.strictEqual(calls, 2)
    unsubscribe()
    unsubscribe()
    notify()
    assert.strictEqual(calls, 3)
    assert.strictEqual(size(), 1)
  })

  it("who comes or goes while others are told hears of the next event, or of this one for the last time", () => {
    const { notify, subscribe } = makeListeners()
    const heard: Array<string> = []
    subscribe(() => {
      heard.push("first")
      leave()
      subscribe(() => heard.push("late"))
    })
    const leave = subscribe(() => heard.push("second"))
    notify()
    assert.deepStrictEqual(heard, ["first", "second"])
    heard.length = 0
    notify()
    assert.deepStrictEqual(heard, ["first", "late"])
  })
})
