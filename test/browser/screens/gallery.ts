/** The gallery of all screens and states, checked by axe on one page per test file. `npm run prove pictures` shows them. */
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll } from "vitest"
import type { Look, Shown } from "../pages/gallery.tsx"
import { site } from "../site.ts"
import { axe, everything } from "../support/axe.ts"
import { browser } from "../support/browser.ts"
import { openPage } from "../support/openBrowser.ts"

/**
 * Number of states per run. A smaller number repeats the fixed costs of axe more often, and a larger one makes axe's
 * map of the page grow.
 */
const atOnce = 32

/** Parts of the page that every state of the account settings repeats. axe checks each of them once per page. */
const repeated = [".lk-nav", ".lk-who"].map((part) => `[data-state] ~ [data-state] ${part}`)

/** Options: which states are checked, and how. */
export interface Examination extends Look {
  /** Width of the window, in pixels. */
  readonly width: number
  readonly forcedColors?: boolean
  /** axe rules with results that can differ in this look. @default all */
  readonly rules?: ReadonlyArray<string>
}

/** Declares the gallery of a test file with its screens. Use the returned functions inside tests only. */
export const gallery = (isAbout: (screen: string) => boolean) => {
  const at = site({ page: "gallery.tsx", build: "production", chunks: true })
  let page: Page
  let states: ReadonlyArray<Shown>

  beforeAll(async () => {
    page = await openPage(await browser(), { timezoneId: "UTC", reducedMotion: "reduce" })
    await page.goto(at.url)
    await page.addScriptTag({ path: axe })
    states = (await page.evaluate(() => globalThis.states)).filter(({ screen }) => isAbout(screen))
    // The providers' logos load lazily.
    await page.evaluate((states) => show(states), states.filter(({ isAlone }) => !isAlone))
    await marked()
  })

  /** Waits for the providers' logos. */
  const marked = () => page.waitForFunction(() => document.querySelector("span.lk-mark") === null)

  afterAll(() => page?.close())

  const wear = async ({ forcedColors = false, width }: Examination) => {
    await page.setViewportSize({ width, height: 500 })
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: forcedColors ? "active" : "none" })
  }

  /** Returns the violations of states that are rendered below each other. */
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
          // Each state stands for a whole page, so rules about duplicates on a page don't apply between states.
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
      // Child elements need a space between their texts, because an accessible name joins the texts.
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
    /** Shows one state on the page. */
    showing: async (screen: string, state: string, look: Look = {}) => {
      const shown = states.filter((each) => each.screen === screen && each.state === state)
      assert.isNotEmpty(shown)
      await page.evaluate(([shown, look]) => show(shown, look), [shown, look] as const)
      await marked()
      return page
    },
    /** Shows all states, a few at a time and without animation. */
    allShown: async function*(look: Look) {
      await wear({ width: 900 })
      for (const shown of groupsOf(states)) {
        await page.evaluate(([shown, look]) => show(shown, look), [shown, look] as const)
        yield page
      }
    },
    /** Accessibility trees of each screen in every state, as YAML. */
    trees: async (): Promise<ReadonlyMap<string, string>> => {
      await wear({ width: 900 })
      const trees = new Map<string, string>()
      for (const shown of groupsOf(states)) {
        await page.evaluate((shown) => {
          show(shown)
          // Placeholders become visible late.
          for (const each of document.getAnimations()) {
            if (isFinite(Number(each.effect?.getComputedTiming().endTime))) each.finish()
          }
        }, shown)
        for (const { screen, state } of shown) {
          const tree = await page.locator(`[data-state="${screen}, ${state}"]`).ariaSnapshot()
          const before = trees.get(screen) ?? ""
          trees.set(screen, `${before}${state}:\n${withoutRepeats(`${tree}\n`.replace(/^(?=.)/gm, "  "), before)}`)
        }
      }
      return trees
    },
    /** Returns the violations of all states in one theme, colour scheme and language. */
    wrongIn: async (examination: Examination): Promise<ReadonlyArray<string>> => {
      const { lang = "en", rules = everything, scheme = "light", theme = "" } = examination
      await wear(examination)
      const wrong: Array<string> = []
      for (const shown of groupsOf(states)) wrong.push(...await wrongWith(shown, { lang, scheme, theme }, rules))
      return wrong
    }
  }
}

/** Abbreviates a navigation that an earlier tree already lists in full. */
const withoutRepeats = (tree: string, before: string): string =>
  tree.replace(
    /^( *)- navigation [^\n]*:\n(?:\1 [^\n]*\n)+/gm,
    (navigation) => before.includes(navigation) ? navigation.replace(/:\n[^]*/, ": as before\n") : navigation
  )

/** Shows the states together, except for those that can't be combined, which are shown alone. */
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
