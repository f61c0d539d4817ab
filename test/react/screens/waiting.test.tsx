/** Placeholders of screens that are loading, and their minimum display time. */
import { cloneElement } from "react"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { LoadedView } from "../../../react/screens/account/LoadedView.tsx"
import { wait } from "../../../react/screens/elements/Unhurried.tsx"
import { Waiting } from "../../../react/screens/elements/Waiting.tsx"
import { usePromise } from "../../../react/usePromise.ts"
import { render, text } from "../support/rendered.tsx"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

/** Advances the time, and lets React finish its work within 20 turns of the event loop. */
const pass = async (millis: number) => {
  await vi.advanceTimersByTimeAsync(millis)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const isReady = () => text() === "ready"

/** Content that loads after the given number of milliseconds. */
const late = (millis: number) => {
  const arrival = new Promise<string>((resolve) => setTimeout(() => resolve("ready"), millis))
  const Late = () => <p>{usePromise(arrival)}</p>
  return (
    <Waiting until={<p>shape</p>}>
      <Late />
    </Waiting>
  )
}

describe("placeholder of loading content", () => {
  it("a wait always has the same promise, because React warns about a second one, and the promise is pending only while the placeholder has to stay", async () => {
    const waits = wait()
    const promise = waits.minimumReached()
    const statuses: Array<unknown> = []
    for (const millis of [0, 100, 100, 200, 100]) {
      await vi.advanceTimersByTimeAsync(millis)
      assert.strictEqual(waits.minimumReached(), promise)
      statuses.push((promise as { status?: string }).status)
    }

    assert.deepStrictEqual(statuses, ["fulfilled", "fulfilled", "pending", "pending", "fulfilled"])
  })

  it("a loading placeholder is replaced immediately if it was not visible yet", async () => {
    render(late(100))
    await pass(0)
    await pass(90)
    assert.isFalse(isReady())

    await pass(20)

    assert.isTrue(isReady())
  })

  it("a visible loading placeholder stays for 300 ms and no longer", async () => {
    render(late(200))
    await pass(0)
    await pass(440)
    assert.isFalse(isReady())

    await pass(20)

    assert.isTrue(isReady())
  })

  it("a loading placeholder is replaced immediately once it has been visible for 300 ms", async () => {
    render(late(1000))
    await pass(0)
    await pass(990)
    assert.isFalse(isReady())

    await pass(20)

    assert.isTrue(isReady())
  })

  it("a loading placeholder doesn't reappear when its content renders again", async () => {
    const element = late(100)
    const { rerender } = render(element)
    await pass(0)
    await pass(110)
    const field = document.querySelector("p")

    await pass(140)
    rerender(cloneElement(element))
    await pass(0)

    assert.isTrue(isReady())
    assert.strictEqual(document.querySelector("p"), field)
    assert.isNull(field!.getAttribute("style"))
  })

  const shown = (step: "loading" | "ready") => <LoadedView state={{ step }}>{() => <p>ready</p>}</LoadedView>

  it("a loading placeholder doesn't reappear in a section of the account settings", async () => {
    const { rerender } = render(shown("loading"))
    await pass(0)
    await pass(100)
    rerender(shown("ready"))
    await pass(0)
    const field = document.querySelector("p")

    await pass(100)
    rerender(shown("ready"))
    await pass(0)

    assert.isTrue(isReady())
    assert.strictEqual(document.querySelector("p"), field)
  })

  it("a visible loading placeholder stays for 300 ms in a section of the account settings", async () => {
    const { rerender } = render(shown("loading"))
    await pass(0)
    await pass(200)
    rerender(shown("ready"))
    await pass(240)
    assert.isFalse(isReady())

    await pass(20)

    assert.isTrue(isReady())
  })
})
