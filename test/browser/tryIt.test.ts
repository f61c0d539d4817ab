/** The sandboxes of the site: the app, its mails, requests, clock and faults, and the code that readers edit. */
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { sandboxes } from "../../docs/.vitepress/site/sandboxes.ts"
import { axe as axeScript, everything } from "./support/axe.ts"
import { newContext } from "./support/browser.ts"
import { sandboxFiles, sandboxPage } from "./support/sandbox.ts"

/** A host name that doesn't exist. Playwright responds to the requests for it. */
const origin = "https://docs.invalid"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

/** A page with a sandbox that has started. */
interface Sandbox {
  readonly page: Page
  readonly app: FrameLocator
  /** Addresses of all requests that the page has sent. */
  readonly sent: ReadonlyArray<string>
}

const opened = async (
  scenario: string,
  { code = "", ...options }: BrowserContextOptions & { readonly code?: string } = {}
): Promise<Sandbox> => {
  const context = await newContext(options)
  const page = await context.newPage()
  const failures: Array<string> = []
  const sent: Array<string> = []
  page.on("pageerror", ({ message }) => failures.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      failures.push(message.text())
    }
  })
  page.on("request", (request) => sent.push(request.url()))
  onTestFinished(() => assert.deepStrictEqual(failures, []))
  await page.route("**/*", (route) => {
    const { origin: at, pathname } = new URL(route.request().url())
    const file = files.get(pathname)
    if (at !== origin) return route.abort()
    return route.fulfill(
      file === undefined
        ? {
          contentType: "text/html",
          body: sandboxPage({ scenario, code, base: "/latchkey/" }, options.colorScheme === "dark")
        }
        : { contentType: "text/javascript", body: file }
    )
  })
  await page.goto(origin)
  await page.locator(".sandbox[aria-busy=false]").waitFor()
  return { page, app: page.frameLocator("iframe").first(), sent }
}

const run = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Run" }).click()
  const output = page.getByRole("log", { name: "Output" })
  await output.filter({ hasNotText: "Running …" }).filter({ hasNotText: "are ready to use" }).waitFor()
  return output.innerText()
}

const figures = (page: Page): Promise<string> => page.locator(".figures").innerText()

/** Presses the button of the app that sends five requests. */
const loadFiveThings = async (app: FrameLocator, times: number) => {
  await app.getByRole("button", { name: "Load five things" }).click()
  await app.getByText(`Loaded: ${times}`).waitFor()
}

const signUp = async ({ app }: Sandbox, email: string) => {
  await app.getByLabel("Email").fill(email)
  await app.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
  await app.getByRole("button", { name: "Create account" }).click()
  await app.getByRole("heading", { name: `Hello ${email}` }).waitFor()
}

/** Output of the code, by scenario. The code of `retry` ends with an error, and that of `cli` waits for the reader. */
const printed: { readonly [scenario: string]: RegExp } = {
  "first-minute": /1 of them refreshed the session$/,
  "back-end": /^the app's request is signed-in\s+a request without a session is signed-out$/,
  "script": /^Ada Lovelace, ada@example\.com\s+Created Grace/,
  "retry": /^Ada Lovelace, after 2 retries\s+CallError RateLimited: /,
  "sessions": /^the session is SignedIn\s+a day later, .* Ada Lovelace\s+the session is SignedOut$/,
  "testing": /^the mail contains [A-Z\d]{6}\s+still signed in as ada@example\.com$/,
  "second-factor": /^the password isn't sufficient any more\s+signed in: Ada Lovelace$/,
  "teams": /^Grace gets a mail: Join Difference Engines\s+.*: true\s+.* Analytical Engines and Difference Engines$/
}

describe("a sandbox of the site", () => {
  it("a sandbox shows the email of a sign-up next to the app, and opens its link there", async () => {
    const sandbox = await opened("first-minute")
    await signUp(sandbox, "grace@example.com")

    await sandbox.page.getByRole("button", { name: /^Verify your email address/ }).waitFor()
    await sandbox.page.getByRole("button", { name: "Open the link" }).click()

    await sandbox.app.getByRole("heading", { name: /verified/i }).waitFor()
  })

  it("Z2 a sandbox refreshes the session once for five calls after an hour", async () => {
    const { app, page } = await opened("sessions")
    await loadFiveThings(app, 1)
    assert.match(await figures(page), /0 refreshes/)

    await page.getByRole("button", { name: "+1 h" }).click()
    await loadFiveThings(app, 2)

    assert.match(await figures(page), /1 refresh$/)
  })

  it("a sandbox keeps the session when the app is reloaded without a network", async () => {
    const { app, page } = await opened("sessions")

    await page.getByRole("radio", { name: "Offline" }).check()
    await page.getByRole("button", { name: "Reload" }).click()
    await page.getByText("lost").first().waitFor()
    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()

    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()
  })

  it("Z2 a sandbox that waits for Retry-After continues when the clock is advanced", async () => {
    const { app, page } = await opened("retry")
    await page.getByRole("radio", { name: "429" }).check()
    await app.getByRole("button", { name: "Load five things" }).click()
    await page.locator(".status", { hasText: "429" }).first().waitFor()

    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()

    await app.getByText("Loaded: 1").waitFor()
  })

  it("Z1 a sandbox plays the first minute of the product without a request, and leaves its page untouched", async () => {
    const sandbox = await opened("first-minute")
    const { app, page } = sandbox
    const started = sandbox.sent.length
    const before = { title: "Docs", cookie: "", stored: 0, url: `${origin}/`, pages: 2 }
    await page.context().setOffline(true)

    await signUp(sandbox, "grace@example.com")
    await page.getByRole("button", { name: "Open the link" }).waitFor()
    await loadFiveThings(app, 1)
    await page.getByRole("button", { name: "+1 h" }).click()
    await loadFiveThings(app, 2)
    assert.match(await figures(page), /1 refresh$/)
    await page.getByRole("radio", { name: "Offline" }).check()
    await page.getByRole("button", { name: "Reload" }).click()
    await page.getByText("lost").first().waitFor()
    await page.getByRole("radio", { name: "Online" }).check()
    await page.getByRole("button", { name: "+1 min" }).click()
    await app.getByRole("heading", { name: "Hello grace@example.com" }).waitFor()
    await app.getByRole("button", { name: "grace@example.com" }).click()
    await app.getByText("Sign out").click()
    await app.getByRole("link", { name: "Sign in" }).click()
    await app.getByRole("button", { name: "Continue with GitHub" }).click()
    await app.frameLocator("iframe").getByRole("button", { name: /Ada Lovelace/ }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()

    assert.deepStrictEqual(sandbox.sent.slice(started), [])
    assert.deepStrictEqual(
      await page.evaluate(() => ({
        title: document.title,
        cookie: document.cookie,
        stored: localStorage.length + sessionStorage.length,
        url: location.href,
        pages: history.length
      })),
      before
    )
    assert.deepStrictEqual(sandbox.sent.filter((url) => !url.startsWith(origin) && !url.startsWith("about:")), [])
  })

  it("a sandbox shows the page of an OAuth provider in place of the app, and returns to the app", async () => {
    const { app, page } = await opened("first-minute")
    await app.getByRole("button", { name: "Continue with GitHub" }).click()
    const provider = app.frameLocator("iframe")
    await page.getByText("api.notes.example").waitFor()

    await provider.getByLabel("Email address").fill("hedy@example.com")
    await provider.getByRole("button", { name: "Sign in", exact: true }).click()

    await app.getByRole("heading", { name: "Hello hedy@example.com" }).waitFor()
  })

  it("a sandbox runs edited code, and shows typed errors with a link to their page", async () => {
    const { page } = await opened("first-minute", { code: "print('first')" })
    assert.strictEqual(await run(page), "first")

    await page.getByRole("textbox", { name: /^Code/ }).fill(
      "import { createClient } from \"latchkey/promise\"\n"
        + "const client = createClient(project)\n"
        + "await client.signIn.withPassword({ email: \"ada@example.com\", password: \"wrong\" })"
    )

    assert.match(await run(page), /^EmailPasswordMismatch: Wrong e-mail or password\. EMAIL_PASSWORD_MISMATCH/)
    assert.strictEqual(
      await page.getByRole("link", { name: "EMAIL_PASSWORD_MISMATCH" }).getAttribute("href"),
      "/latchkey/errors/EMAIL_PASSWORD_MISMATCH"
    )
  })

  it("a sandbox says which modules code can import", async () => {
    const { page } = await opened("first-minute", { code: "import { z } from \"zod\"" })

    assert.match(await run(page), /can't import "zod".*latchkey\/promise/)
  })

  it("a sandbox starts again with its first users and the code of its page", async () => {
    const { app, page } = await opened("sessions", { code: "print('first')" })
    await page.getByRole("textbox", { name: /^Code/ }).fill("print('second')")
    await page.getByRole("button", { name: "+1 day" }).click()

    await page.getByRole("button", { name: "Reset" }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()

    assert.strictEqual(await run(page), "first")
  })

  const unique = new Map(sandboxes().map((each) => [`${each.scenario} ${each.code}`, each]))

  for (const { code, file, scenario } of unique.values()) {
    it(`Z3 a sandbox runs the code of docs/${file}`, async () => {
      const { app, page } = await opened(scenario, { code })
      if (scenario === "cli") {
        await page.getByRole("button", { name: "Run" }).click()
        await app.getByRole("button", { name: "Allow" }).click()
        await page.getByText("You are Ada Lovelace.").waitFor()
        return
      }

      assert.match(await run(page), printed[scenario]!)
    })
  }

  for (
    const [name, options] of [
      ["light", {}],
      ["dark", { colorScheme: "dark" }],
      ["on a phone", { viewport: { width: 390, height: 844 } }]
    ] as const
  ) {
    it(`a sandbox is accessible (${name})`, async () => {
      const { app, page } = await opened("sessions", { ...options, code: "print(`a ${1}`) // text" })
      await loadFiveThings(app, 1)
      const panes = name === "on a phone" ? ["App", "Mails", "Requests", "Code"] : ["all"]
      await page.addScriptTag({ path: axeScript })
      const violations: Array<string> = []
      for (const pane of panes) {
        if (pane !== "all") await page.getByRole("tab", { name: pane }).click()
        violations.push(
          ...await page.evaluate(async (tags) => {
            const { violations } = await window.axe.run(document.body, { runOnly: tags })
            return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
          }, everything)
        )
      }

      assert.deepStrictEqual(violations, [])
    })
  }
})
