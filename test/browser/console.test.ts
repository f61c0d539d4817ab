/** The emulator's console: changes to the platform, and live updates of what an app does. */
import * as Redacted from "effect/Redacted"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { assert, describe, it, onTestFinished } from "vitest"
import { payments } from "../src/emulator/payments/shop.ts"
import { site } from "./site.ts"
import { axe, colours, everything } from "./support/axe.ts"
import { close } from "./support/browser.ts"
import { translating } from "./support/translating.ts"
import { complainsOf } from "./visit.ts"

const at = site({
  page: "screens.tsx",
  pages: true,
  payments,
  users: [{ email: "ada@example.com", password: "correct horse", displayName: "Ada Lovelace" }]
})

/**
 * Opens a page of the console. The test fails on any error of the page, including violations of its Content Security
 * Policy.
 */
const opened = async (path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> => {
  const context = await at.context()
  complainsOf(context)
  return at.open(`${at.platform.baseUrl}/emulator${path}`, context, prepare)
}

const ask = (path: string, body: object, headers: { readonly [name: string]: string } = {}) =>
  fetch(`${at.platform.baseUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": at.platform.project.projectId,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": "pck_emulator0000000000000000000000000000000000000",
      ...headers
    },
    body: JSON.stringify(body)
  })

const pages = ["", "/teams", "/outbox", "/payments", "/requests", "/conditions", "/project"]

const userOf = (email: string) =>
  at.platform.store.projects.get(at.platform.project.projectId)!.usersInOrder
    .find((user) =>
      at.platform.store.projects.get(at.platform.project.projectId)!.contactChannels
        .get(user.contactChannelIds[0] ?? "")?.value === email
    )!

describe("the console", () => {
  it("the console adds a user to the list, and opens the app signed in as that user", async () => {
    const page = await opened("")
    await page.getByText("Add a user").click()
    await page.getByLabel("Email", { exact: true }).fill("grace@example.com")
    await page.getByLabel("Name", { exact: true }).fill("Grace Hopper")
    await page.getByRole("button", { name: "Add user" }).click()
    await page.getByRole("status").filter({ hasText: "Added." }).waitFor()

    await page.getByRole("link", { name: "Grace Hopper" }).click()
    await page.getByLabel("Your app").fill(at.url)
    const opening = page.waitForEvent("popup")
    await page.getByRole("button", { name: "Sign in as Grace Hopper" }).click()

    const app = await opening
    await app.getByRole("button", { name: "Continue" }).click()
    await app.getByRole("heading", { name: "Hello grace@example.com" }).waitFor()
  })

  it("the console changes a user, shows the platform's error, and keeps the typed values", async () => {
    const page = await opened(`/user?id=${userOf("ada@example.com").id}`)
    await page.getByLabel("Name", { exact: true }).fill("Countess of Lovelace")
    await page.getByLabel("Email", { exact: true }).fill("not an address at all@")
    await page.evaluate(() => document.querySelectorAll("form").forEach((form) => form.setAttribute("novalidate", "")))
    await page.getByRole("button", { name: "Save" }).click()
    await page.locator("#notice .bad").waitFor()
    assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), "Countess of Lovelace")

    await page.getByLabel("Email", { exact: true }).fill("ada@example.com")
    await page.getByRole("button", { name: "Save" }).click()

    await page.getByRole("heading", { name: "Countess of Lovelace" }).waitFor()
    assert.strictEqual(userOf("ada@example.com").displayName, "Countess of Lovelace")
  })

  it("the console shows a new email as its recipient sees it, with a working link", async () => {
    const page = await opened("/outbox")
    await ask("/auth/otp/send-sign-in-code", {
      email: "ada@example.com",
      callback_url: `${at.url}/handler/magic-link-callback`
    })

    const mail = page.frameLocator("iframe[title^='Email: Sign in']").first()
    const opening = page.waitForEvent("popup")
    await mail.getByRole("link", { name: "Sign in" }).click()

    const app = await opening
    await app.getByRole("button", { name: "Continue" }).click()
    await app.getByRole("heading", { name: "Hello ada@example.com" }).waitFor()
  })

  it("the console updates while the browser translates it, and leaves unchanged elements in place", async () => {
    const page = await opened("/outbox")
    const send = (email: string) =>
      ask("/auth/otp/send-sign-in-code", { email, callback_url: `${at.url}/handler/magic-link-callback` })
    await send("ada@example.com")
    const mails = page.locator("#mails article")
    await mails.first().waitFor()
    const before = await mails.count()
    await translating(page)
    await page.evaluate(() => void (document.querySelector<HTMLElement>("#mails article")!.dataset["seen"] = ""))

    await send("charles@example.com")
    await mails.nth(before).waitFor()
    await page.locator("#mails").getByRole("link", { name: "charles@example.com" }).waitFor()

    assert.strictEqual(await page.locator("article[data-seen]").count(), 1)
    await page.getByRole("searchbox", { name: "Address, subject or text" }).fill("ada@example.com")
    await page.keyboard.press("Enter")
    await page.locator("#mails").getByRole("link", { name: "charles@example.com" }).waitFor({ state: "detached" })
  })

  it("the console prevents an email from running scripts, sending forms and loading external content", async () => {
    const fetched: Array<string | undefined> = []
    const elsewhere = createServer(({ url }, response) => {
      fetched.push(url)
      response.end()
    })
    elsewhere.listen(0, "127.0.0.1")
    await once(elsewhere, "listening")
    onTestFinished(() => void elsewhere.close())
    const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const { id } = userOf("ada@example.com")
    const { baseUrl, superSecretAdminKey } = at.platform.project
    at.platform.projects.configure({
      emailConfig: {
        type: "standard",
        // The mail server's address belongs to another server on this machine.
        host: "127.0.0.1",
        port: Number(new URL(baseUrl).port),
        username: "mailer",
        password: "secret",
        senderName: "Shop",
        senderEmail: "hello@shop.example.com"
      }
    })
    onTestFinished(() => {
      at.platform.projects.configure({ emailConfig: { type: "shared" } })
      at.platform.outbox.clear()
    })
    const { status } = await ask("/emails/send-email", {
      user_ids: [id],
      subject: "A trap",
      html: "<h1>Trapped</h1><script>top.document.title = parent.document.title = 'taken'</script>"
        + `<img src='${there}/pixel.png'><link rel='stylesheet' href='${there}/a.css'>`
        + `<iframe src='${there}/frame'></iframe><meta http-equiv='refresh' content='0;url=${there}/'>`
        + "<form action='/emulator/project' method='post'><button name='do' value='reset'>Reset</button></form>"
    }, { "x-stack-access-type": "admin", "x-stack-super-secret-admin-key": Redacted.value(superSecretAdminKey) })
    assert.strictEqual(status, 200)
    const page = await at.open("about:blank", await at.context())
    await page.goto(`${at.platform.baseUrl}/emulator/outbox`)
    const mail = page.frameLocator("iframe[title='Email: A trap']")
    await mail.getByRole("heading", { name: "Trapped" }).waitFor()
    const users = at.platform.store.projects.get(at.platform.project.projectId)!.users.size
    await mail.getByRole("button", { name: "Reset" }).click()
    await page.getByRole("link", { name: "Users" }).click()
    await page.getByRole("heading", { name: "Users" }).waitFor()

    assert.deepStrictEqual(fetched, [])
    assert.strictEqual(at.platform.store.projects.get(at.platform.project.projectId)!.users.size, users)
  })

  it("the console shows requests and their retries live, and the details of a selected request and its response", async () => {
    const page = await opened("/requests")
    at.platform.faults.add({ endpoint: "password.signIn", respond: { type: "serverError" }, times: 1 })
    for (const _ of [1, 2]) {
      await ask("/auth/password/sign-in", { email: "ada@example.com", password: "a wrong password" })
    }

    const row = page.getByRole("row", { name: /password\.signIn.*client 400 EMAIL_PASSWORD_MISMATCH 2/ })
    await row.getByRole("link").click()

    const shown = page.getByLabel("Request").locator("pre")
    assert.deepStrictEqual(JSON.parse(await shown.innerText()), { email: "ada@example.com", password: "<redacted>" })
    assert.include(await page.getByLabel("Response").locator("pre").innerText(), "EMAIL_PASSWORD_MISMATCH")
  })

  it("the console moves the clock, and adds a fault that counts down its remaining requests", async () => {
    const page = await opened("/conditions")
    const before = at.platform.clock.now().getTime()
    await page.getByRole("button", { name: "+ 1 day" }).click()
    await page.getByRole("status").filter({ hasText: "Clock changed." }).waitFor()
    assert.isAtLeast(at.platform.clock.now().getTime() - before, 86_400_000)

    await page.getByRole("combobox", { name: "Fault" }).selectOption({ label: "500" })
    await page.getByLabel("Endpoint").fill("password.signIn")
    await page.getByLabel("Number of requests").fill("2")
    await page.getByRole("button", { name: "Add fault" }).click()
    await page.getByRole("row", { name: "500 password.signIn 2" }).waitFor()
    const { status } = await ask("/auth/password/sign-in", { email: "ada@example.com", password: "correct horse" })
    assert.strictEqual(status, 500)
    await page.getByRole("row", { name: "500 password.signIn 1" }).waitFor()
    await page.getByRole("button", { name: "Remove: 500" }).click()

    await page.getByText("No active faults.").waitFor()
  })

  it("the console shows another project as soon as it is selected", async () => {
    const { projectId } = at.platform.projects.create({ displayName: "Another shop" })
    const page = await opened("/teams")

    await page.getByRole("combobox", { name: "Project" }).selectOption(projectId)

    await page.waitForURL((url) => url.searchParams.get("project") === projectId)
    await page.getByText("No teams yet.").waitFor()
    await page.getByRole("link", { name: "Users" }).click()
    await page.getByText("No users yet.").waitFor()
  })

  it("the console keeps the selected project when an earlier response arrives late", async () => {
    const { projectId } = at.platform.projects.create({ displayName: "A third shop" })
    let release = () => {}
    const chosen = new Promise<void>((resolve) => {
      release = resolve
    })
    const page = await opened("/teams", (page) =>
      page.route(`${at.platform.baseUrl}/emulator/teams`, async (route) => {
        const requested = route.request()
        if (requested.resourceType() === "fetch" && requested.method() === "GET") await chosen
        await route.continue()
      }))
    await page.getByRole("combobox", { name: "Project" }).selectOption(projectId)
    await page.waitForURL((url) => url.searchParams.get("project") === projectId)

    release()
    await page.locator("[data-follows]").waitFor({ state: "attached" })

    await page.getByRole("link", { name: "Users" }).click()
    await page.getByText("No users yet.").waitFor()
  })

  it("the console follows a link even if the link is re-rendered between press and release", async () => {
    const page = await opened("/teams")
    await page.locator("[data-follows]").waitFor({ state: "attached" })
    await page.getByRole("link", { name: /^Requests/ }).hover()
    await page.mouse.down()
    const fresh = page.waitForResponse(`${at.platform.baseUrl}/emulator/teams`)
    await ask("/auth/password/sign-in", { email: "ada@example.com", password: "a wrong password" })
    await (await fresh).finished()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

    await page.mouse.up()

    await page.waitForURL(`${at.platform.baseUrl}/emulator/requests`)
  })

  it("the console disconnects while its tab is hidden, and reconnects when it is visible", async () => {
    const page = await opened("/teams")
    const show = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden })
        document.dispatchEvent(new Event("visibilitychange"))
      }, hidden)
    await page.locator("[data-follows]").waitFor({ state: "attached" })
    const dropped = page.waitForEvent("requestfailed", (request) => request.url().includes("/emulator/changes"))
    await show(true)
    await dropped
    await at.platform.teams.add({ displayName: "While away" })

    await show(false)

    await page.getByRole("link", { name: "While away" }).waitFor()
  })

  const keys = () => ([
    ["Publishable client key", Redacted.value(at.platform.project.publishableClientKey)],
    ["Secret server key", Redacted.value(at.platform.project.secretServerKey)],
    ["Super secret admin key", Redacted.value(at.platform.project.superSecretAdminKey)]
  ] as const)

  it("the console copies each key of the project with the keyboard, and confirms the copy until the button loses focus", async () => {
    const page = await opened("/project")
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    for (const [name, value] of keys()) {
      await page.getByRole("button", { name: `Copy ${name}` }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("status").filter({ hasText: `Copied ${name}` }).waitFor({ state: "attached" })

      assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), value)
      assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), `Copied ${name}`)
      await page.keyboard.press("Tab")
      assert.isTrue(await page.getByRole("button", { name: `Copy ${name}` }).isVisible())
    }
  })

  it("the console selects the text of a key if it has no access to the clipboard", async () => {
    const page = await opened(
      "/project",
      (page) => page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
    )
    const [name, value] = keys()[1]

    await page.getByRole("button", { name: `Copy ${name}` }).click()

    await page.getByRole("button", { name: `Selected ${name}` }).waitFor()
    assert.strictEqual(await page.evaluate(() => String(getSelection())), value)
  })

  it("the console changes the name and the settings of the selected project", async () => {
    const { projectId } = at.platform.projects.create({ displayName: "Shop", config: { signUpEnabled: true } })
    const page = await opened(`/project?project=${projectId}`)
    await page.getByLabel("Name", { exact: true }).fill("Flower shop")
    await page.getByLabel("New users can sign up").uncheck()
    await page.getByLabel("Passkeys").check()
    await page.getByRole("button", { name: "Save" }).click()

    await page.getByRole("heading", { name: "Flower shop" }).waitFor()
    await page.getByRole("combobox", { name: "Project" }).locator("option", { hasText: "Flower shop" }).waitFor({
      state: "attached"
    })
    const project = at.platform.store.projects.get(projectId)!
    assert.strictEqual(project.displayName, "Flower shop")
    assert.deepInclude(project.config, { signUpEnabled: false, passkeyEnabled: true })
  })

  it("the console can be used with the keyboard alone", async () => {
    const page = await opened("/teams")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Analytical Engines")
    await page.keyboard.press("Enter")

    await page.getByRole("link", { name: "Analytical Engines" }).waitFor()
  })

  it("the console has no accessibility violation in any colour scheme, and fits on a phone", async () => {
    const wrong: Array<string> = []
    const { id: team } = await at.platform.teams.add({ displayName: "Compilers" })
    await at.platform.users.sendReset({ user: "ada@example.com", url: at.url })
    await at.platform.teams.addMember({ team, user: "ada@example.com" })
    at.platform.faults.add({ endpoint: "users.getMe", respond: { type: "tooManyRequests", retryAfterSeconds: 7 } })
    const context = await at.context()
    complainsOf(context)
    for (const path of [...pages, `/user?id=${userOf("ada@example.com").id}`, `/team?id=${team}`, "/request?id=1"]) {
      const page = await at.open(`${at.platform.baseUrl}/emulator${path}`, context)
      await page.evaluate(readFileSync(axe, "utf8"))
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        for (const [colorScheme, rules] of [["light", everything], ["dark", colours]] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
          wrong.push(
            ...await page.evaluate(async ([rules, where]) => {
              const { violations } = await window.axe.run(
                { exclude: ["iframe"] },
                { runOnly: [...rules], resultTypes: ["violations"] }
              )
              const wide = document.documentElement.scrollWidth > innerWidth ? [`${where}: wider than the window`] : []
              return [
                ...wide,
                ...violations.flatMap(({ help, nodes }) => nodes.map(({ html }) => `${where}: ${help}: ${html}`))
              ]
            }, [rules, `${path} ${width} ${colorScheme}`] as const)
          )
        }
      }
      await close(page)
    }
    assert.deepStrictEqual(wrong, [])
  })
})
