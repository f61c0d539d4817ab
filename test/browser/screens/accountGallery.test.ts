import { assert, describe, expect, it } from "vitest"
import { gallery } from "./gallery.ts"
import { looks } from "./looks.ts"

describe("the account settings", () => {
  const { trees, wrongIn } = gallery((screen) => screen.startsWith("account"))

  it.each(looks)("have no accessibility violation and lose nothing in any state, $name", async (look) => {
    assert.deepStrictEqual(await wrongIn({ width: 1024, ...look }), [])
  })

  it("tell assistive technology what they told it, in every state", async () => {
    for (const [screen, tree] of await trees()) await expect(tree).toMatchFileSnapshot(`trees/${screen}.yml`)
  })
})
