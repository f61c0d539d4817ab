/** The example app that `npm start` serves, as a first-time visitor uses it. */
import { readFile } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { Secret, TOTP } from "otpauth"
import type { Page } from "playwright-core"
import { afterAll, assert, describe, it } from "vitest"
import { ada, seed } from "../../examples/react-app/seed.ts"
import { serveBundled } from "../../examples/react-app/serve.ts"
import { createServer } from "../../src/promise/index.ts"
import { startExample } from "../support/processes/runExample.ts"
import { beginHalfMinute } from "../support/suite/halfMinute.ts"
import { site } from "./site.ts"
import { axe, colours, everything } from "./support/axe.ts"
import { newContext, newPage } from "./support/browser.ts"
import { plugIn } from "./virtualAuthenticator.ts"
import { signInBrowser } from "./visit.ts"

const bundles = fileURLToPath(new URL("../../node_modules/.cache/latchkey/app", import.meta.url))
const pictures = fileURLToPath(new URL(".screenshots/app", import.meta.url))

const picture = (page: Page, name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`) })

const grace = { email: "grace@example.com", password: "amazing grace" }

describe("the example app", () => {
  const at = site({
    ...seed,
    pages: true,
    control: true,
    serve: (project) => serveBundled(project, bundles)
  })

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

  const follow = (page: Page, name: string) => page.getByRole("link", { name }).first().click()

  it("a user of the example app signs up, verifies an address, adds a passkey and MFA, creates a team, invites a member and signs out", async () => {
    const page = await at.open()
    const device = await plugIn(page)
    const home = () => page.goto(at.url)

    await follow(page, "Create an account")
    await page.getByLabel("Email").fill(grace.email)
    await page.getByLabel("Password", { exact: true }).fill(grace.password)
    await press(page, "Create account")
    await page.getByRole("heading", { name: `Hello ${grace.email}` }).waitFor()
    await picture(page, "signed-up")

    const outbox = await page.context().newPage()
    await outbox.goto(await page.getByRole("link", { name: "Verify your address" }).getAttribute("href") ?? "")
    await outbox.getByRole("link", { name: /email-verification/ }).click()
    await outbox.getByRole("heading", { name: "verified" }).waitFor()
    await outbox.close()

    await home()
    await follow(page, "Add a passkey")
    await press(page, "Add a passkey")
    await page.getByText("Your passkey is ready").waitFor()
    assert.lengthOf(await device.passkeys(), 1)

    await home()
    await follow(page, "Turn on multi-factor authentication")
    await press(page, "Set up")
    const secret = await page.getByLabel("Or enter this key in the app").inputValue()
    await picture(page, "second-factor")
    const app = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) })
    await page.getByLabel("Six-digit code").fill(app.generate({ timestamp: beginHalfMinute(at.platform) }))
    await press(page, "Turn on")
    await page.getByText("Multi-factor authentication is on").waitFor()

    await home()
    await follow(page, "Create a team")
    await page.getByLabel("Team name").fill("Compilers")
    await press(page, "Create")
    await page.getByRole("link", { name: /^Settings/ }).waitFor()

    await home()
    await follow(page, "Invite a teammate")
    await page.getByLabel("Invite by email").fill("linus@example.com")
    await press(page, "Invite")
    await page.getByText("We sent an invitation to linus@example.com.").waitFor()
    await picture(page, "team")
    assert.lengthOf(at.platform.outbox.byAddress("linus@example.com"), 1)

    await home()
    await page.getByText("Done").nth(4).waitFor()
    await picture(page, "all-done")
    await press(page, "Sign out")
    await page.getByRole("link", { name: "Create an account" }).waitFor()
  })

  it("the example app keeps a team's tasks, which only its admins can change", async () => {
    const name = "Difference Engines"
    const server = createServer(at.platform.project)
    const { items } = await server.calls.users.list({})
    const owner = items.find(({ primaryEmail }) => primaryEmail === ada.email)!.id
    const team = await server.calls.teams.create({ displayName: name, creatorUserId: owner })
    const member = await server.calls.users.create({ primaryEmail: "mary@example.com", displayName: "Mary" })
    await server.calls.teamMemberships.create({ teamId: team.id, userId: member.id })
    for (const userId of [owner, member.id]) await server.calls.users.update({ userId, selectedTeamId: team.id })
    const seenBy = async (user: string) => {
      const context = await newContext()
      await context.addCookies(await at.platform.sessions.cookies({ user, url: at.url }) as never)
      const page = await at.open("/", context)
      await page.getByRole("heading", { name: `Tasks of ${name}` }).waitFor()
      return page
    }
    const mine = await seenBy(ada.email)

    await mine.getByLabel("New task").fill("Punch the cards")
    await press(mine, "Add")
    await mine.getByLabel("Punch the cards", { exact: true }).click()
    await mine.locator("li[data-done=true]", { hasText: "Punch the cards" }).waitFor()

    const theirs = await seenBy("mary@example.com")
    assert.isTrue(await theirs.getByLabel("Punch the cards", { exact: true }).isDisabled())
    assert.strictEqual(await theirs.getByLabel("New task").count(), 0)
    await server.calls.teams.delete({ teamId: team.id })
  })

  it("the example app's own sign-in form signs a user in and shows each error at its field", async () => {
    const page = await at.open("/headless")

    await press(page, "Sign in")
    await page.getByRole("alert").first().waitFor()
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password").fill(ada.password)
    await press(page, "Sign in")

    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
  })

  /** A page with Ada's session, on a platform that fails to return the user. */
  const unreadable = async (path: string) => {
    const context = await newContext()
    await signInBrowser(at, context, ada)
    return at.open(path, context, (page) => page.route(me, (route) => route.fulfill({ status: 500 })))
  }

  const me = "**/users/me"

  it("the example app's own sign-in form is still shown when the user can't be read", async () => {
    const page = await unreadable("/headless")

    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
  })

  for (const path of ["/", "/effects"]) {
    it(`the page ${path} shows an error and offers sign-out when the user can't be read`, async () => {
      const page = await unreadable(path)
      await page.getByRole("heading", { name: "This page couldn't be loaded" }).waitFor()
      await page.getByRole("alert").filter({ hasText: "500" }).waitFor()

      await page.unroute(me)
      await press(page, "Try again")
      await page.getByText(/Ada/).first().waitFor()

      await page.route(me, (route) => route.fulfill({ status: 500 }))
      await page.reload()
      await page.locator("main").getByRole("link", { name: "Sign out" }).click()
      await press(page, "Sign out")
      await page.getByText("You are signed out").or(page.getByText("Tasks that your team gets done")).first().waitFor()
    })
  }

  /** Violations that axe finds in a page or a part of it: all rules in light, the colour rules in dark. */
  const violations = async (
    page: Page,
    { part = "page", rules = everything }: {
      readonly part?: "page" | "devtools"
      readonly rules?: ReadonlyArray<string>
    } = {}
  ) => {
    if (!await page.evaluate(() => "axe" in window)) await page.addScriptTag({ path: axe })
    const all: Array<string> = []
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      const found = await page.evaluate(
        async ([part, rules]) => {
          const panel = [...document.querySelectorAll("div")].find(({ shadowRoot }) => shadowRoot !== null)
          const where = part === "page" ? document : panel!
          return (await window.axe.run(where, { runOnly: [...rules], resultTypes: ["violations"] })).violations
            .map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(", ")}`)
        },
        [part, colorScheme === "light" ? rules : colours] as const
      )
      all.push(...found.map((text) => `${new URL(page.url()).pathname}, ${colorScheme}: ${text}`))
    }
    return all
  }

  it("the example app's own pages have no accessibility violation in light or dark mode", async () => {
    const all: Array<string> = []
    const page = await at.open()
    for (const path of ["/", "/headless", "/effects"]) {
      await page.goto(at.url + path)
      await page.getByRole("heading", { level: 1 }).waitFor()
      all.push(...await violations(page))
      await picture(page, path.slice(1) || "home")
    }

    assert.deepStrictEqual(all, [])
  })

  it("the example app has three themes without accessibility violations", async () => {
    const page = await at.open("/themes")
    const seen = new Set<string>()
    for (const theme of ["Plain", "Paper", "Slate", "Candy"]) {
      await page.getByLabel(theme).check()
      assert.deepStrictEqual(await violations(page, { rules: seen.size === 0 ? everything : colours }), [], theme)
      seen.add(
        await page.locator(".lk-card").evaluate((card) => {
          const { backgroundColor, borderRadius, color, fontFamily } = getComputedStyle(card)
          return [backgroundColor, borderRadius, color, fontFamily].join()
        })
      )
      await picture(page, `theme-${theme}`)
    }

    assert.strictEqual(seen.size, 4)
  })

  describe("the example app's devtools", () => {
    const panel = (page: Page) => page.getByRole("region", { name: "Latchkey devtools" })

    const opened = async (page?: Page) => {
      const shown = page ?? await at.open()
      await press(shown, "Latchkey devtools")
      return shown
    }

    const signedIn = async () => {
      const page = await at.open("/effects")
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password").fill(ada.password)
      await press(page, "Sign in")
      await page.getByText("Signed in as Ada").waitFor()
      return opened(page)
    }

    it("devtools show the session with its expiry and fingerprints, and no token", async () => {
      const page = await signedIn()

      await panel(page).getByText(/^9 min \d+ s$/).first().waitFor()
      await picture(page, "devtools-session")

      const shown = await panel(page).innerText()
      assert.match(shown, /Stored in\s+cookies/)
      assert.match(shown, /Access token fingerprint\s+[0-9a-f]{8}\b/)
      for (const { value } of await page.context().cookies()) assert.notInclude(shown, value)
    })

    it("devtools show calls with attempts, waits and reasons, and can filter them by outcome", async () => {
      const page = await at.open("/effects")
      at.platform.faults.add({
        match: ({ endpoint }) => endpoint === "password.signIn",
        times: 1,
        respond: { type: "tooManyRequests", retryAfterSeconds: 0 }
      })
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password").fill("wrong horse")
      await press(page, "Sign in")
      await page.getByText("Wrong e-mail or password.").waitFor()
      await opened(page)
      await page.getByRole("tab", { name: "Requests" }).click()

      await panel(page).getByText(/2\. 400 in .* EMAIL_PASSWORD_MISMATCH, .+ after RateLimited/).waitFor()
      await picture(page, "devtools-requests")
      await panel(page).getByRole("combobox").selectOption("EmailPasswordMismatch")

      await panel(page).getByRole("row").nth(2).waitFor({ state: "detached" })
      assert.strictEqual(await panel(page).getByRole("row").count(), 2)
    })

    it("devtools show cached reads and their subscribers", async () => {
      const page = await signedIn()

      await page.getByRole("tab", { name: "Cache" }).click()
      await panel(page).getByRole("row", { name: /^currentUser Success [1-9]/ }).waitFor()
      await picture(page, "devtools-cache")
    })

    it("devtools have no accessibility violation in any tab, in light or dark mode", async () => {
      const page = await opened()
      for (const tab of ["Session", "Requests", "Cache", "Retries", "Checks"]) {
        await page.getByRole("tab", { name: tab }).click()
        assert.deepStrictEqual(await violations(page, { part: tab === "Session" ? "page" : "devtools" }), [], tab)
      }
    })

    it("the devtools show a chart of the retry policy's waits", async () => {
      const page = await opened()

      await page.getByRole("tab", { name: "Retries" }).click()
      const chart = panel(page).getByRole("img")
      await chart.waitFor()
      await picture(page, "devtools-retries")

      assert.include(await chart.getAttribute("aria-label"), "before attempt 2 500 ms to 1.5 s")
    })

    it("the devtools contain a link to the emulator's console", async () => {
      const page = await opened()

      const [console] = await Promise.all([
        page.waitForEvent("popup"),
        panel(page).getByRole("link", { name: "Emulator console" }).click()
      ])

      await console.getByRole("heading", { name: "Users" }).waitFor()
    })

    it("devtools can be used with the keyboard: arrow keys switch tabs, Escape closes the panel and returns focus", async () => {
      const page = await opened()

      await page.getByRole("tab", { name: "Session" }).focus()
      await page.keyboard.press("ArrowRight")
      await page.getByRole("tab", { name: "Requests", selected: true }).waitFor()
      await page.keyboard.press("Escape")

      await page.getByRole("button", { name: "Latchkey devtools" }).and(page.locator(":focus")).waitFor()
    })

    it("devtools export their data as JSON, without any token, password or email address", async () => {
      const page = await signedIn()
      await panel(page).getByText(/^9 min \d+ s$/).first().waitFor()

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export as JSON" }).click()
      ])

      const file = path.join(pictures, "export.json")
      await download.saveAs(file)
      const text = await readFile(file, "utf8")
      const { calls, session } = JSON.parse(text)
      assert.include(calls.map(({ endpoint }: { endpoint: string }) => endpoint), "password.signIn")
      assert.match(session.refreshToken, /^[0-9a-f]{8}$/)
      const cookies = await page.context().cookies()
      // The devtools show the clock skew, which isn't a secret.
      for (const { name, value } of cookies) if (!name.includes("latchkey-clock")) assert.notInclude(text, value)
      for (const secret of [ada.email, ada.password, "pck_"]) assert.notInclude(text, secret)
    })
  })
})

describe("npm start", () => {
  // `latchkey demo` runs the same tour, and has its own tests.
  const example = startExample("react-app", {}, ["--no-tour", "--port", "0", "--app-port", "0"])
  afterAll(() => example.stop())

  const started = async () => (await example.prints(/Open (http:\/\/localhost:\d+)/))[1]!

  const platform = async () => (await example.prints(/Emails arrive at (http:\/\/[\d.]+:\d+)/))[1]!

  it("npm start serves a page that loads the library in chunks, and an empty email outbox", async () => {
    const page = await newPage(await newContext())
    let requests = 0
    page.on("request", () => requests++)

    await page.goto(await started())
    await page.getByRole("link", { name: "Create an account" }).waitFor()

    assert.isBelow(requests, 120)
    const outbox = await fetch(`${await platform()}/emulator/control/mails`)
    assert.deepStrictEqual(await outbox.json(), { mails: [] })
  })

  it("npm start does not let pages of other sites read the outbox or change the clock", async () => {
    const url = await platform()
    const origin = "https://evil.example"

    const read = await fetch(`${url}/emulator/control/mails`, { headers: { origin } })
    const moved = await fetch(`${url}/emulator/control/clock`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ advance: "1 day" })
    })

    assert.deepStrictEqual([read.status, moved.status], [403, 403])
  })
})
