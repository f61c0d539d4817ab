/** The screens in a new app, beside the style sheet that its template brings. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { gallery } from "./gallery.ts"
import { rename, sheetOf, templates } from "./templates/templates.ts"

const { showing } = gallery(() => true)

/** Widths of the window. The first one is examined in both schemes, and with every state of the controls. */
const widths = [900, 390, 1280] as const

/** Font size of the page's root, which the screens follow, as they follow the one that users choose. */
const rootSizeOf = (template: string, width: number) => template === "vite" && width > 1024 ? "18px" : "100%"

const shown = [
  ["signIn", "everything"],
  ["signIn", "code sent"],
  ["signUp", "password too short"],
  ["mfa", "ask"],
  ["cliConfirmation", "ask"],
  ["messageCard", "message"],
  ["accountProfile", "ready"],
  ["accountEmails", "removing"],
  ["accountMfa", "set up"],
  ["accountSessions", "ready"],
  ["accountNotifications", "ready"],
  ["accountBilling", "ready"],
  ["teamSettings", "ready"],
  ["userButton", "open with name"],
  ["teamSwitcher", "open"],
  ["signInDialog", "everything"],
  ["accountSettingsDialog", "ready"]
] as const

/** States of controls, which templates style too. */
type Forced = ReadonlyArray<"active" | "focus" | "focus-visible" | "hover">

const pressed: ReadonlyArray<Forced> = [[], ["hover"], ["focus"], ["focus", "focus-visible"], ["hover", "active"]]

/** Properties that someone sees. The box of an element shows its margins and paddings. */
const properties = [
  "color",
  "background-color",
  "background-image",
  "border-top-color",
  "border-top-width",
  "border-bottom-color",
  "border-radius",
  "outline-color",
  "outline-style",
  "outline-width",
  "outline-offset",
  "box-shadow",
  "opacity",
  "visibility",
  "cursor",
  "fill",
  "stroke",
  "filter",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "line-height",
  "list-style-type",
  "text-align",
  "text-decoration-line",
  "text-decoration-color",
  "text-transform",
  "white-space-collapse",
  "word-spacing"
]

/** Puts every control of the screen into a state, as if it were pointed at or had focus. */
const force = async (page: Page, states: Forced) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("DOM.enable")
  await devtools.send("CSS.enable")
  const { root } = await devtools.send("DOM.getDocument")
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: ".lk-page :is(a, button, input, select, textarea)"
  })
  for (const nodeId of nodeIds) {
    await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [...states] })
  }
  return devtools
}

/** Returns how every element of the screens looks, and where it is. */
const looksOf = (page: Page): Promise<ReadonlyArray<readonly [element: string, look: string]>> =>
  page.evaluate((properties) => {
    /** The page around a menu or a dialog is the app's, and looks as the template wants. */
    const isOfApp = (element: Element) =>
      document.querySelector(".lk-piece, dialog[open]") !== null && element.closest(".lk-piece, dialog[open]") === null
    const valueOf = (style: CSSStyleDeclaration, property: string) => {
      const [, side] = /^border-(top|bottom)-color$/.exec(property) ?? []
      const isHidden = (side !== undefined && style.getPropertyValue(`border-${side}-width`) === "0px")
        || (property.startsWith("outline-") && style.outlineStyle === "none")
        || (property === "text-decoration-color" && style.textDecorationLine === "none")
      return isHidden ? "hidden" : style.getPropertyValue(property)
    }
    const partsOf = (element: Element) => [
      "",
      ...["::before", "::after"].filter((part) =>
        !["none", "normal"].includes(getComputedStyle(element, part).content)
      ),
      ...(element.matches("input, textarea") ? ["::placeholder"] : []),
      ...(element.matches("dialog") ? ["::backdrop"] : [])
    ]
    return [...document.querySelectorAll(".lk-page, .lk-page *")]
      .filter((element) => element.checkVisibility() && !isOfApp(element))
      .flatMap((element) => {
        const { height, width, x, y } = element.getBoundingClientRect()
        const place = element.closest(".lk-piece") === null ? [x, y] : []
        const box = [...place, width, height].map((each) => each.toFixed(1)).join(" ")
        const name = `${element.localName}.${element.getAttribute("class") ?? ""}`
        return partsOf(element).map((part) => {
          const style = getComputedStyle(element, part)
          const values = properties.map((property) => `${property}: ${valueOf(style, property)}`)
          return [`${name}${part}`, part === "" ? [`box: ${box}`, ...values].join("\n") : values.join("\n")] as const
        })
      })
  }, properties)

/** Returns the properties that differ, once for each kind of element. */
const differences = (before: Awaited<ReturnType<typeof looksOf>>, after: typeof before): ReadonlyArray<string> => {
  assert.deepStrictEqual(after.map(([name]) => name), before.map(([name]) => name))
  return [
    ...new Set(before.flatMap(([name, look], index) => {
      const then = after[index]![1].split("\n")
      return look.split("\n").flatMap((line, at) => line === then[at] ? [] : [`${name} { ${line}, then ${then[at]} }`])
    }))
  ]
}

describe("the screens in an app of a template", () => {
  it.each(templates.flatMap((template) => widths.map((width) => [...template, width] as const)))(
    "the style sheet of %s changes no size and no colour of the screens in #%s at %i px",
    async (template, id, width) => {
      const sheet = await sheetOf(template)
      const page = await showing("signIn", "everything")
      await rename(page, id)
      await page.setViewportSize({ width, height: 800 })
      const wrong: Array<string> = []
      const isThorough = width === widths[0]
      for (const scheme of isThorough ? ["light", "dark"] as const : ["light"] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
        for (const [screen, state] of shown) {
          await page.evaluate(
            ([screen, state, scheme]) => show([{ screen, state, isAlone: false }], { scheme, isPage: true }),
            [screen, state, scheme] as const
          )
          for (const states of isThorough ? pressed : [[]]) {
            const devtools = await force(page, states)
            const plain = await page.addStyleTag({
              content: `:root { font-size: ${rootSizeOf(template, width)} } body { margin: 0 }`
            })
            const before = await looksOf(page)
            await plain.evaluate((element) => (element as Element).remove())
            const added = await page.addStyleTag({ content: sheet })
            const after = await looksOf(page)
            await added.evaluate((element) => (element as Element).remove())
            await devtools.detach()
            wrong.push(
              ...differences(before, after).map((each) => `${scheme} ${screen}, ${state} ${states.join()}: ${each}`)
            )
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
    }
  )
})
