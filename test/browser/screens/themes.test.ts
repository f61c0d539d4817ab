/** The package's themes, and the ten lines of CSS in the docs. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { gallery } from "./gallery.ts"
import { themes } from "./looks.ts"

const schemes = ["light", "dark"] as const

const { allShown, showing } = gallery(() => true)

/** Parts that need contrast with their surroundings, and the colour that provides it (WCAG 1.4.11). */
const parts = [
  ["signIn", "everything", ".lk-input", "borderTopColor"],
  ["signIn", "everything", ".lk-button[data-look=main]", "backgroundColor"],
  ["signIn", "everything", ".lk-button[data-look=main]:focus-visible", "outlineColor"],
  ["signIn", "everything", ".lk-input:focus-visible", "outlineColor"],
  ["signIn", "empty", ".lk-input[aria-invalid]", "borderTopColor"],
  ["accountNotifications", "ready", ".lk-switch:not(:checked)", "borderTopColor"],
  ["accountNotifications", "ready", ".lk-switch:checked", "backgroundColor"]
] as const

/** Contrast between a part and its background. */
const contrastOf = (page: Page, selector: string, property: typeof parts[number][3]) =>
  page.evaluate(([selector, property]) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d")!
    const luminance = (...colours: ReadonlyArray<string>) => {
      canvas.clearRect(0, 0, 1, 1)
      for (const colour of colours) {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
      }
      const linear = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => {
        const part = byte / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
    }
    const [plain, state] = selector.split(/:(?=focus)/)
    const element = document.querySelector<HTMLElement>(plain!)!
    if (state === undefined) element.blur()
    else element.focus({ focusVisible: true } as FocusOptions)
    const card = getComputedStyle(element.closest(".lk-card")!).backgroundColor
    const values = [luminance(card), luminance(card, getComputedStyle(element)[property])].toSorted()
    return (values[1]! + 0.05) / (values[0]! + 0.05)
  }, [selector, property] as const)

/** Returns colours, fonts, corners and spacing of every element of these states. */
const stylesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".lk-page, .lk-page *")]
      // The colour of an avatar depends on the user and not on the theme.
      .filter((element) => element.closest(".lk-avatar, .lk-qr, .lk-mark") === null && element.checkVisibility())
      .map((element) => {
        const style = getComputedStyle(element)
        const state = element.closest<HTMLElement>("[data-state]")!
        const sides = ["Top", "Right", "Bottom", "Left"] as const
        const edges = sides.filter((side) => style[`border${side}Width`] !== "0px")
        return {
          name: `${state.dataset.state}: ${element.tagName} ${element.className}`,
          state: state.dataset.state!,
          colours: {
            color: style.color,
            background: style.backgroundColor,
            ...Object.fromEntries(edges.map((side) => [side, style[`border${side}Color`]])),
            ...style.outlineStyle === "none" ? {} : { outline: style.outlineColor }
          } as Record<string, string>,
          font: style.fontFamily,
          radius: style.borderStartStartRadius,
          room: element.matches(".lk-page") ? "" : `${style.rowGap} ${style.padding} ${style.margin}`
        }
      })
  )

/** Returns the colours that may be the same in every theme: transparent, error and success. */
const meant = (page: Page) =>
  page.evaluate(() => {
    const probe = document.querySelector(".lk-page")!.appendChild(document.createElement("i"))
    const colours = ["#0000", "var(--lk-danger)", "var(--lk-success)"].map((colour) => {
      probe.style.color = colour
      return getComputedStyle(probe).color
    })
    probe.remove()
    return colours
  })

describe("the themes", () => {
  it.each(["", ...themes])(
    "controls and focus rings have enough contrast with the card in the theme \"%s\"",
    async (theme) => {
      const faint: Array<string> = []
      for (const scheme of schemes) {
        for (const [screen, state, selector, property] of parts) {
          const page = await showing(screen, state, { theme, scheme })
          const contrast = await contrastOf(page, selector, property)
          if (contrast < 3) faint.push(`${scheme}: ${selector} ${contrast.toFixed(2)}`)
        }
      }

      assert.deepStrictEqual(faint, [])
    }
  )

  it("the themes differ from each other in type, corners, spacing, size and shading", async () => {
    const seen = ["", ...themes]
    const characters: Array<ReadonlyArray<string>> = []
    for (const theme of seen) {
      const page = await showing("signIn", "everything", { theme })
      characters.push(
        await page.evaluate(() => {
          const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
          return [
            style("h1").fontFamily,
            style(".lk-card").borderStartStartRadius,
            style(".lk-card").rowGap,
            style(".lk-card").boxShadow,
            style(".lk-page").background,
            style(".lk-button[data-look=main]").backgroundColor
          ]
        })
      )
    }

    for (const aspect of characters[0]!.keys()) {
      assert.strictEqual(new Set(characters.map((character) => character[aspect])).size, seen.length)
    }
  })
})

describe("ten lines", () => {
  const guide = readFileSync(new URL("../../../docs/guides/theming-and-texts.md", import.meta.url), "utf8")
  const [, sheet = ""] = guide.match(/```css\n([^`]+)```/) ?? []

  it.each(schemes)(
    "ten lines of CSS, as in the docs, replace every colour, font, corner and spacing of the screens, %s",
    async (scheme) => {
      assert.strictEqual(sheet.match(/--lk-/g)?.length, 10)
      const left: Array<string> = []
      for await (const page of allShown({ scheme })) {
        const ours = await stylesOf(page)
        const exempt = await meant(page)
        const style = await page.addStyleTag({ content: sheet })
        const theirs = await stylesOf(page)
        await style.evaluate((element) => (element as Element).remove())
        const isMono = (font: string) => font.includes("monospace")
        ours.forEach(({ colours, font, name, radius }, index) => {
          const after = theirs[index]!
          for (const [property, colour] of Object.entries(colours)) {
            if (colour === after.colours[property] && !exempt.includes(colour)) {
              left.push(`${name}: ${property} ${colour}`)
            }
          }
          if (font === after.font && !isMono(font)) left.push(`${name}: font ${font}`)
          // pills and circles are round in every theme
          if (radius === after.radius && !["0px", "16px", "32px", "50%"].includes(radius)) {
            left.push(`${name}: ${radius}`)
          }
        })
        for (const state of new Set(ours.map(({ state }) => state))) {
          const roomier = ours.some((each, index) => each.state === state && each.room !== theirs[index]!.room)
          if (!roomier) left.push(`${state}: room`)
        }
      }

      assert.deepStrictEqual(left, [])
    }
  )
})
