import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, vi } from "vitest"
import { Browser } from "../../../layers/browser/Browser.ts"

afterEach(() => vi.unstubAllGlobals())

describe("Browser", () => {
  it.effect("Browser.leave navigates to another site at once, and returns after 2 seconds if the page still exists", () =>
    Effect.gen(function*() {
      const visited: Array<string> = []
      vi.stubGlobal("document", { cookie: "" })
      vi.stubGlobal("history", {})
      vi.stubGlobal("location", { assign: (url: string) => visited.push(url) })
      const { leave } = Browser.defaultValue()!
      const fiber = yield* Effect.forkChild(leave("https://github.test/", Effect.die("nothing to forget")), {
        startImmediately: true
      })

      yield* TestClock.adjust("1999 millis")
      assert.deepStrictEqual(visited, ["https://github.test/"])
      assert.isUndefined(fiber.pollUnsafe())

      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
    }))
})
