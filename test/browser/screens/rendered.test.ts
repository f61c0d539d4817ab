/** Server-rendered pages: before their scripts run, without scripts, and during hydration. */
import type { BrowserContext, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { en } from "../../../react/screens/texts/en.ts"
import { site } from "../site.ts"
import { newPage } from "../support/browser.ts"
import { complainsOf, signInBrowser } from "../visit.ts"
import { renderPage } from "./renderPage.tsx"

const ada = { email: "ada@example.com", password: "correct horse" }

/** Paths below `/handler`. */
const routes = [
  "sign-in",
  "sign-up",
  "sign-out",
  "email-verification",
  "password-reset",
  "forgot-password",
  "oauth-callback",
  "magic-link-callback",
  "account-settings",
  "error",
  "team-invitation",
  "mfa",
  "confirm",
  "cli-auth-confirm",
  "agent-auth-confirm",
  "nothing"
]

/** Screens with a form in their server-rendered markup. */
const forms = {
  "signed out": ["sign-in", "sign-up", "forgot-password", "mfa"],
  "signed in": [
    "sign-in",
    "sign-up",
    "sign-out",
    "forgot-password",
    "account-settings",
    "mfa",
    "confirm",
    "cli-auth-confirm"
  ]
}

const canary = "canary"

/** Parameters of a pending MFA sign-in and of a command line tool, which make those screens show their forms. */
const code = "x".repeat(45)

/** Keeps the page from navigating, because a navigation takes time. */
const stay = (code: string) => {
  sessionStorage.setItem("stack_mfa_attempt_code", code)
  navigation.addEventListener("navigate", (event) => event.preventDefault())
}

const nobodyCame = "The page was not opened by a provider's redirect, or this browser does not know the attempt."

describe("a page that a server rendered", () => {
  let letThrough = () => {}
  let through: Promise<void> | undefined
  /**
   * Whether tests of this page release its scripts. If not, the page's script is not sent, so that the browser doesn't
   * compile it.
   */
  let hasScripts = true

  const at = site({
    page: "rendered.tsx",
    users: [ada],
    config: { magicLinkEnabled: false },
    // The scripts of a document run in order, so the page's script waits until this one has loaded.
    render: async (request, project) =>
      `${await renderPage(request, project)}<script type="module" src="/late.js"></script>`,
    answer: (request, response) => {
      if (!hasScripts && request.url?.startsWith("/page.js") === true) return true
      if (request.url !== "/late.js") return false
      void through?.then(() =>
        response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" }).end()
      )
      return true
    }
  })

  /** Opens a page. Its scripts wait until the test releases them. */
  const latePage = async (context: BrowserContext, { isReleased = true } = {}) => {
    hasScripts = isReleased
    const page = await newPage(context)
    const open = async (path: string) => {
      through = new Promise((resolve) => {
        letThrough = resolve
      })
      await page.goto(`${at.url}${path}`, { waitUntil: "commit" })
      await page.locator("main").waitFor()
    }
    return { page, open }
  }

  /**
   * Submits every form in all ways in which users and password managers submit forms: typing, Enter, the button,
   * `submit()`.
   */
  const sendAll = async (page: Page) => {
    const fill = async () => {
      for (const field of await page.locator("form input:visible:not([readonly])").all()) await field.fill(canary)
    }
    await fill()
    for (const field of await page.locator("form input:visible:not([readonly])").all()) await field.press("Enter")
    for (const button of await page.locator("form button[type=submit]").all()) await button.click({ force: true })
    const count = await page.locator("form").count()
    for (let form = 0; form < count; form++) {
      await fill()
      await Promise.all([
        page.waitForRequest((request) => request.isNavigationRequest()),
        page.locator("form").nth(form).evaluate((form: HTMLFormElement) => form.submit())
      ])
      await page.locator("main").waitFor()
    }
    return count
  }

  /** Returns the server-rendered markup of a route. */
  const markupOf = async (context: BrowserContext, route: string) =>
    (await context.request.get(`${at.url}/handler/${route}`)).text()

  const people = ["signed out", "signed in"] as const
  const worlds = [
    ["before the scripts are loaded", undefined],
    ["without scripts", { javaScriptEnabled: false }]
  ] as const

  describe.each(worlds)("%s", (_, options) => {
    it.each(people)("T1: no interaction with a server-rendered form puts a field into a URL, %s", async (visitor) => {
      const context = await at.newContext(options)
      if (visitor === "signed in") await signInBrowser(at, context, ada)
      const { open, page } = await latePage(context, { isReleased: false })
      const addresses: Array<string> = []
      const sent: Array<string> = []
      context.on("request", (request) => {
        addresses.push(request.url(), request.headers()["referer"] ?? "")
        if (request.isNavigationRequest()) sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
      })
      const rendered = await Promise.all(routes.map((route) => markupOf(context, route)))

      for (const route of forms[visitor]) {
        await open(`/handler/${route}`)
        assert.isAbove(await sendAll(page), 0, route)
        addresses.push(page.url())
      }

      assert.deepStrictEqual(routes.filter((_, index) => rendered[index]!.includes("<form")), forms[visitor])
      assert.deepStrictEqual(addresses.filter((address) => address.includes(canary)), [])
      // Each form's own `submit()` sends one request, which a page can't prevent. Keys and buttons send none.
      assert.deepStrictEqual(
        sent.filter((request) => request.startsWith("POST")),
        forms[visitor].map((route) => `POST /handler/${route}`)
      )
      assert.lengthOf(sent, 2 * forms[visitor].length)
    })
  })

  it("without scripts, every server-rendered screen states that it requires JavaScript", async () => {
    const context = await at.newContext({ javaScriptEnabled: false })
    const { open, page } = await latePage(context, { isReleased: false })
    const notice = new RegExp(`<noscript>.*<p[^>]*>${en.common.noScript}</p>.*</noscript>`)

    const rendered = await Promise.all(routes.map((route) => markupOf(context, route)))
    await open("/handler/sign-in")
    // A placeholder becomes visible after a delay.
    await page.locator("noscript p").waitFor()

    assert.deepStrictEqual(routes.filter((_, index) => !notice.test(rendered[index]!)), [])
  })

  it("a server-rendered form keeps the text typed before hydration, and submits it afterwards", async () => {
    const { open, page } = await latePage(await at.context())
    await open("/handler/sign-in")
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    const button = page.getByRole("button", { name: "Sign in", exact: true })
    const before = await button.isDisabled()

    letThrough()
    await button.click()

    await page.waitForURL(`${at.url}/`)
    assert.isTrue(before)
  })

  it.each(
    [
      ["signed out", "what the server read"],
      ["signed in", "none"]
    ] as const
  )(
    "T2: a server-rendered page hydrates its markup unchanged, without a message from React, %s, initial: %s",
    async (visitor, initial) => {
      const context = await at.context()
      complainsOf(context, [nobodyCame])
      if (visitor === "signed in") await signInBrowser(at, context, ada)
      const { open, page } = await latePage(context)
      const repeated: Array<string> = []
      for (const route of routes) {
        await open(`/handler/${route}?login_code=${code}&initial=${initial}`)
        await page.evaluate(stay, code)
        const main = await page.locator("main").elementHandle()
        const hasForm = forms[visitor].includes(route)
        // a page that is left before its effects have run never warns
        const warned = route === "oauth-callback" &&
          page.waitForEvent("console", (message) => message.text() === nobodyCame)

        letThrough()
        await page.waitForFunction(() =>
          Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber"))
        )
        if (hasForm) await page.locator("button[type=submit]:enabled").first().waitFor()
        await warned

        if (hasForm && !await main!.evaluate((main) => main.isConnected)) repeated.push(route)
      }

      assert.deepStrictEqual(repeated, [])
    }
  )
})
