/** Layout shifts while a screen loads, no matter how late its parts arrive. https://web.dev/articles/cls */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "../site.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

/** Half of the limit for a good score. */
const most = 0.05

/** A layout shift entry, which the DOM's types lack. */
interface LayoutShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: ReadonlyArray<{ readonly node: Node | null }>
}

const measured = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0, movers: [] })
    globalThis.edgesOf = (what) => {
      const card = document.querySelector(what)
      card?.getAnimations().forEach((animation) => animation.finish())
      const { left = 0, right = 0, top = 0 } = card?.getBoundingClientRect() ?? {}
      return card === null ? undefined : [left, right, top].map(Math.round)
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as ReadonlyArray<LayoutShift>) {
        if (entry.hadRecentInput) continue
        globalThis.shifted += entry.value
        globalThis.movers.push(
          ...entry.sources.map(({ node }) => node instanceof Element ? node.outerHTML.slice(0, 120) : String(node))
        )
      }
    }).observe({ type: "layout-shift", buffered: true })
  })

declare global {
  /** The sum of all shifts, and the elements that moved. */
  var shifted: number
  var movers: Array<string>
  /** Returns the positions of an element's left, right and top edges. */
  var edgesOf: (what: string) => ReadonlyArray<number> | undefined
  /** Positions of the placeholder's edges. */
  var shape: ReadonlyArray<number> | undefined
}

/** Resolves once the content is painted and the placeholder is visible. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const isSeen = (element: Element) => getComputedStyle(element).visibility === "visible"
    await frame()
    while (![...document.querySelectorAll(".lk-skeleton")].every(isSeen)) await frame()
    await frame()
    globalThis.shape ??= edgesOf(".lk-shape")
  })

describe("a loading screen", () => {
  const at = site({
    page: "screens.tsx",
    build: "production",
    chunks: true,
    users: [ada],
    config: {
      oauthProviders: ["github", "google", "microsoft"].map((id) => ({ id, type: "shared" as const })),
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true
    }
  })

  /** Delays every response and script until the page has been painted without it. */
  const late = async (page: Page) => {
    await measured(page)
    await page.route(/\/api\/v1\/|\/chunk-|-[A-Z0-9]{8}\.js/, async (route) => {
      if (page.url() !== "about:blank") await painted(page).catch(() => {})
      await route.continue()
    })
  }

  const opened = async (path: string, who?: typeof ada) =>
    visit(at, path, { prepare: late, ...(who !== undefined && { as: who }) })

  const isStill = async (page: Page, there: string) => {
    await page.locator("h1, h2").filter({ hasText: there }).first().waitFor()
    await page.waitForFunction(() => document.querySelector(".lk-skeleton, span.lk-mark") === null)
    await painted(page)
    const [score, moved] = await page.evaluate(() => [shifted, movers] as const)
    assert.isAtMost(score, most, moved.join("\n"))
    // Browsers do not count a replaced element as a shift, although users see one.
    assert.deepStrictEqual(await page.evaluate(() => edgesOf(".lk-card")), await page.evaluate(() => shape))
  }

  const screens: ReadonlyArray<readonly [path: string, there: string]> = [
    ["sign-in", "Sign in"],
    ["sign-up", "Create"],
    ["forgot-password", "password"],
    ["email-verification?code=no-such-code", "link"],
    ["password-reset?code=no-such-code", "link"],
    ["magic-link-callback?code=no-such-code", "link"],
    ["team-invitation?code=no-such-code", "invit"],
    ["error?errorCode=UNKNOWN&message=x", "wrong"],
    ["cli-auth-confirm?login_code=no-such-code", "command line"],
    ["agent-auth-confirm?code=ABCD-EFGH", "agent"]
  ]

  it.each(screens)("the layout hardly shifts while %s loads", async (path, there) => {
    await isStill(await opened(`/handler/${path}`), there)
  })

  it.each([
    ["profile", "Profile"],
    ["emails", "Email"],
    ["mfa", "Multi-factor"],
    ["sessions", "Sessions"],
    ["passkeys", "Passkeys"],
    ["api-keys", "API keys"],
    ["teams", "Teams"]
  ])("the layout hardly shifts while the section %s of the account settings loads", async (section, there) => {
    await isStill(await opened(`/handler/account-settings#/${section}`, ada), there)
  })
})
