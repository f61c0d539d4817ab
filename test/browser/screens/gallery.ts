/** The gallery of all screens and states, looked at by axe: one page for a whole test file. `npm run pictures` shows them. */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll } from "vitest"
import type { Look, Shown } from "../pages/gallery.tsx"
import { site } from "../site.ts"
import { axe, everything } from "../support/axe.ts"
import { browser } from "../support/browser.ts"

/** States at once: fewer pay axe's fixed costs more often, more make its map of the page larger. */
const atOnce = 32

/** What the account settings have in every state: whether it can be read need be seen but once on a page. */
const repeated = [".lk-nav", ".lk-who"].map((part) => `[data-state] ~ [data-state] ${part}`)

/** What to look at, and how. */
export interface Examination extends Look {
  /** Of the window, in pixels. */
  readonly width: number
  readonly forcedColors?: boolean
  /** Only these rules of axe: those that can come out differently in this look. @default all */
  readonly rules?: ReadonlyArray<string>
}

/** Declares the gallery of a test file, with the screens it is about. Use its members inside tests only. */
export const gallery = (isAbout: (screen: string) => boolean) => {
  const at = site({ page: "gallery.tsx", build: "production", chunks: true })
  let page: Page
  let states: ReadonlyArray<Shown>

  beforeAll(async () => {
    page = await (await browser()).newPage({ timezoneId: "UTC", reducedMotion: "reduce" })
    await page.goto(at.url)
    await page.addScriptTag({ path: axe })
    states = (await page.evaluate(() => globalThis.states)).filter(({ screen }) => isAbout(screen))
    // the marks of providers come when one is shown
    await page.evaluate((states) => show(states), states.filter(({ isAlone }) => !isAlone))
    await marked()
  })

  /** The marks of providers are in their places. */
  const marked = () => page.waitForFunction(() => document.querySelector("span.lk-mark") === null)

  afterAll(() => page?.close())

  const wear = async ({ forcedColors = false, width }: Examination) => {
    await page.setViewportSize({ width, height: 500 })
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: forcedColors ? "active" : "none" })
  }

  /** What is wrong with states that are drawn below each other. */
  const wrongWith = (shown: ReadonlyArray<Shown>, look: Look, rules: ReadonlyArray<string>) =>
    page.evaluate(async ([shown, look, rules, exclude]) => {
      const stateOf = (element: Element | null) =>
        element?.closest<HTMLElement>("[data-state]")?.dataset.state ?? "page"
      const elementOf = ({ target }: { readonly target: unknown }) => document.querySelector(String([target].flat()[0]))
      show(shown, look)
      const { violations } = await window.axe.run({ exclude }, { runOnly: [...rules], resultTypes: ["violations"] })
      const found = violations.flatMap(({ help, id, nodes }) =>
        nodes.flatMap((node) => {
          if (!id.startsWith("landmark-")) return [`${stateOf(elementOf(node))}: ${help}: ${node.html}`]
          // there are as many pages as states: what is twice on the page may be once in each of them
          const alike = [
            node,
            ...[node.any, node.all, node.none].flat().flatMap(({ relatedNodes = [] }) => relatedNodes)
          ]
            .map((each) => stateOf(elementOf(each)))
          return [...new Set(alike.filter((state, index) => alike.indexOf(state) !== index))]
            .map((state) => `${state}: ${help}: ${node.html}`)
        })
      )
      const uneven = [...document.querySelectorAll("[data-state]")].flatMap((state) =>
        ["main", "h1"].filter((name) => state.querySelectorAll(name).length !== 1)
          .map((name) => `${stateOf(state)}: not one ${name}`)
      )
      const wide = [
        ...document.querySelectorAll("[data-state], .lk-card:not(:has(.lk-menu)), .lk-menu, .lk-dialog[open]")
      ]
        .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
        .map((element) => `${stateOf(element)}: ${element.scrollWidth} px wide`)
      // in names there is nothing but the text
      const joined = [...document.querySelectorAll("button, a, label, h1, h2, h3")]
        .flatMap((element) => {
          const texts: Array<string> = []
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          while (walker.nextNode() !== null) {
            const { nodeValue, parentElement } = walker.currentNode
            if (parentElement?.closest("[aria-hidden=true]") === null) texts.push(nodeValue ?? "")
          }
          const runs = texts.some((text, index) => /\S$/.test(texts[index - 1] ?? " ") && /^\S/.test(text))
          return runs ? [`${stateOf(element)}: words run together: ${texts.join("|")}`] : []
        })
      return [...found, ...uneven, ...wide, ...joined]
    }, [shown, look, rules, rules === everything ? [] : repeated] as const)

  return {
    /** The page, with this state on it. */
    showing: async (screen: string, state: string, look: Look = {}) => {
      const shown = states.filter((each) => each.screen === screen && each.state === state)
      assert.isNotEmpty(shown)
      await page.evaluate(([shown, look]) => show(shown, look), [shown, look] as const)
      await marked()
      return page
    },
    /** The page with some states on it, then with others, until all were shown. Nothing moves. */
    allShown: async function*(look: Look) {
      await wear({ width: 900 })
      for (const shown of groupsOf(states)) {
        await page.evaluate(([shown, look]) => show(shown, look), [shown, look] as const)
        yield page
      }
    },
    /** What assistive technology is told of each screen: its accessibility tree in every state, as YAML. */
    trees: async (): Promise<ReadonlyMap<string, string>> => {
      await wear({ width: 900 })
      const trees = new Map<string, string>()
      for (const shown of groupsOf(states)) {
        await page.evaluate((shown) => show(shown), shown)
        for (const { screen, state } of shown) {
          const tree = await page.locator(`[data-state="${screen}, ${state}"]`).ariaSnapshot()
          const before = trees.get(screen) ?? ""
          trees.set(screen, `${before}${state}:\n${withoutRepeats(`${tree}\n`.replace(/^(?=.)/gm, "  "), before)}`)
        }
      }
      return trees
    },
    /** What is wrong with any state in this look. */
    wrongIn: async (examination: Examination): Promise<ReadonlyArray<string>> => {
      const { lang = "en", rules = everything, scheme = "light", theme = "" } = examination
      await wear(examination)
      const wrong: Array<string> = []
      for (const shown of groupsOf(states)) wrong.push(...await wrongWith(shown, { lang, scheme, theme }, rules))
      return wrong
    }
  }
}

/** What leads elsewhere is spelled out once. */
const withoutRepeats = (tree: string, before: string): string =>
  tree.replace(
    /^( *)- navigation [^\n]*:\n(?:\1 [^\n]*\n)+/gm,
    (navigation) => before.includes(navigation) ? navigation.replace(/:\n[^]*/, ": as before\n") : navigation
  )

/** Those alone that cannot be beside others, the rest together. */
const groupsOf = (states: ReadonlyArray<Shown>): ReadonlyArray<ReadonlyArray<Shown>> => {
  const alone = states.filter(({ isAlone }) => isAlone)
  const others = states.filter(({ isAlone }) => !isAlone)
  return [
    ...Array.from(
      { length: Math.ceil(others.length / atOnce) },
      (_, group) => others.slice(group * atOnce, (group + 1) * atOnce)
    ),
    ...alone.map((each) => [each])
  ]
}
