import { assert, describe, it } from "vitest"
import { gallery } from "../../support/gallery.ts"
import { looks } from "../../support/looks.ts"

describe("the screens", () => {
  /** The account settings are in accountGallery.test.ts. */
  const { showing, wrongIn } = gallery((screen) => !screen.startsWith("account"))

  it.each(looks)("have no accessibility violation and lose nothing in any state, $name", async (look) => {
    assert.deepStrictEqual(await wrongIn({ width: 900, pictured: ["signIn", "mfa", "emailVerification"], ...look }), [])
  })

  it("do not move when people ask for less motion", async () => {
    const page = await showing("signIn", "busy")
    await page.emulateMedia({ reducedMotion: "reduce" })

    const durations = await page.locator(".lk-button").evaluateAll((all) =>
      all.map((button) => getComputedStyle(button).transitionDuration)
    )

    assert.deepStrictEqual([...new Set(durations)], ["0s"])
  })
})
