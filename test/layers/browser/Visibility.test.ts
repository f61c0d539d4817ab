import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach } from "vitest"
import { Visibility } from "../../../layers/browser/Visibility.ts"

const focus = () => window.dispatchEvent(new Event("focus"))
const online = () => window.dispatchEvent(new Event("online"))
const switchTo = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
  document.dispatchEvent(new Event("visibilitychange"))
}

afterEach(() => void Reflect.deleteProperty(document, "visibilityState"))

describe("Visibility", () => {
  it("N5: Visibility notifies subscribers when the user returns to the page or the network returns, until they unsubscribe", () => {
    const events: Array<string> = []
    const stop = Effect.runSync(Visibility.useSync(({ onReturn }) => onReturn((why) => events.push(why))))

    focus()
    online()
    switchTo("hidden")
    online()
    switchTo("visible")
    stop()
    focus()

    assert.deepStrictEqual(events, ["focus", "online", "focus"])
  })

  it("Visibility reports whether the page is hidden", () => {
    const isHidden = () => Effect.runSync(Visibility).isHidden?.()

    const seen = ["visible", "hidden", "visible"].map((state) => {
      switchTo(state as DocumentVisibilityState)
      return isHidden()
    })

    assert.deepStrictEqual(seen, [false, true, false])
  })
})
