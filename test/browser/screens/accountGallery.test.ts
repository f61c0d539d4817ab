import { assert, describe, expect, it } from "vitest"
import { gallery } from "./gallery.ts"
import { looks } from "./looks.ts"

describe("the account settings", () => {
  const { trees, wrongIn } = gallery((screen) => screen.startsWith("account"))

  it.each(looks)(
    "the account settings have no accessibility violation and no overflow in any state, $name",
    async (look) => {
      assert.deepStrictEqual(await wrongIn({ width: 1024, ...look }), [])
    }
  )

  it("the account settings match their recorded accessibility trees in every state", async () => {
    for (const [screen, tree] of await trees()) await expect(tree).toMatchFileSnapshot(`trees/${screen}.yml`)
  })
})
