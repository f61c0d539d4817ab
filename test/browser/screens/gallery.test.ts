import { assert, describe, expect, it } from "vitest"
import { gallery } from "./gallery.ts"
import { looks } from "./looks.ts"

describe("the screens", () => {
  /** `accountGallery.test.ts` tests the account settings. */
  const { showing, trees, wrongIn } = gallery((screen) => !screen.startsWith("account"))

  it.each(looks)("the screens have no accessibility violation and no overflow in any state, $name", async (look) => {
    assert.deepStrictEqual(await wrongIn({ width: 900, ...look }), [])
  })

  it("the screens match their recorded accessibility trees in every state", async () => {
    for (const [screen, tree] of await trees()) await expect(tree).toMatchFileSnapshot(`trees/${screen}.yml`)
  })

  it("menus can be used with the keyboard: arrow keys and letters move focus, Escape and Tab close the menu and return focus", async () => {
    const page = await showing("teamSwitcher", "ready")
    const button = page.getByRole("button", { name: "Team: Analytical Engines" })
    const focused = () => page.evaluate(() => document.activeElement?.querySelector("bdi")?.textContent)
    const seen: Array<string | null | undefined> = []
    await button.focus()

    for (const key of ["Enter", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "c"]) {
      await page.keyboard.press(key)
      seen.push(await focused())
    }
    await page.keyboard.press("Escape")
    const closed = await button.and(page.locator(":focus[aria-expanded=false]")).count()
    await page.keyboard.press("ArrowUp")
    seen.push(await focused())
    await page.keyboard.press("Tab")

    assert.deepStrictEqual(seen, [
      "Analytical Engines",
      "Countess & Sons",
      "Unnamed team",
      "Analytical Engines",
      "Unnamed team",
      "Analytical Engines",
      "Unnamed team",
      "Countess & Sons",
      "Unnamed team"
    ])
    assert.strictEqual(closed, 1)
    assert.strictEqual(await page.getByRole("menu").count(), 0)
  })

  it("menus close on a press outside the menu", async () => {
    const page = await showing("userButton", "picture")
    await page.getByRole("button").click()
    await page.getByRole("menu", { name: "Account menu for Ada Lovelace ada@example.com" }).waitFor()

    await page.getByText("What people came for.").click()

    assert.strictEqual(await page.getByRole("menu").count(), 0)
  })

  it("the screens keep their appearance on a page with a style sheet that resets everything", async () => {
    const page = await showing("signIn", "everything")
    const looks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".lk-card, .lk-card *")].map((element) => {
          const { height, width, x, y } = element.getBoundingClientRect()
          const { backgroundColor, color, fontSize, textDecorationLine } = getComputedStyle(element)
          return [element.className, x, y, width, height, backgroundColor, color, fontSize, textDecorationLine]
        })
      )
    const before = await looks()

    const sheet = await page.addStyleTag({
      content: "* { margin: 0; padding: 0; box-sizing: border-box } a { color: inherit; text-decoration: none }"
        + "h1 { font-size: 3.2em } button { border-radius: 20px; background: #1a1a1a; color: red; padding: 0 2em }"
    })

    const after = await looks()
    await sheet.evaluate((element) => (element as Element).remove())
    assert.isAbove(before.length, 20)
    assert.deepStrictEqual(after, before)
  })
})
