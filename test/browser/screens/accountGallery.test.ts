import { assert, describe, it } from "vitest"
import { gallery } from "../../support/gallery.ts"
import { looks } from "../../support/looks.ts"

describe("the account settings", () => {
  const { wrongIn } = gallery((screen) => screen.startsWith("account"))

  it.each(looks)("have no accessibility violation and lose nothing in any state, $name", async (look) => {
    assert.deepStrictEqual(await wrongIn({ width: 1024, pictured: ["accountEmails", "accountTwoStep"], ...look }), [])
  })
})
