/** Every component and hook of `latchkey/react` and the screens in a Next.js app. */
import * as Effect from "effect/Effect"
import * as react from "latchkey/react"
import * as screens from "latchkey/react/screens"
import { assert, describe, it } from "vitest"
import { NotSignedIn } from "../../../src/errors/NotSignedIn.ts"
import { type NextApp, startNext } from "../../support/processes/nextApp.ts"
import { site } from "../site.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

const names = [react, screens].flatMap((entry) => Object.keys(entry))

const hooks = names.filter((name) => name.startsWith("use"))

/** The only exported class is an error. */
const components = names.filter((name) => /^[A-Z]/.test(name) && name !== "DeferredToBrowser")

/** Small components share one page, as in an app. */
const together = [
  ...hooks,
  "FailureBoundary",
  "Language",
  "LatchkeyProvider",
  "RequireUser",
  "SelectedTeamSwitcher",
  "SignedIn",
  "SignedOut",
  "TeamSwitcher",
  "UserAvatar",
  "UserButton"
]

/** Components with their own page. */
const pages = [together, ...components.filter((name) => !together.includes(name)).map((name) => [name])]

const nobodyCame = "The page was not opened by a provider's redirect, or this browser does not know the attempt."

/** React's development messages. */
const caught =
  "The above error occurred in the <Unknown> component. It was handled by the <FailureBoundary> error boundary."

/** Expected warnings of a page. */
const warnings: { readonly [name: string]: ReadonlyArray<string> } = { OAuthCallback: [nobodyCame] }

/** Lines that Next.js prints itself: requests, and copies of the browser's console, which `visit` checks. */
const usual =
  /^\s*(?:$|\[browser\]|▲|-|✓|○|●|ƒ|├|└|┌|Route|GET|POST|\(|Creating|Running|Collecting|Generating|Finalizing|Next\.js)/

/** Whether a page is hydrated and has loaded all parts, or has navigated to another page. */
const shown = (parts: string) =>
  location.pathname !== "/gallery" ||
  document.body.dataset["alive"] === parts &&
    [...document.querySelectorAll("section[aria-label]")].every(({ textContent }) => textContent !== "waiting")

describe.each(["development", "production"] as const)("Next.js in %s", (mode) => {
  let app: NextApp
  const at = site({
    users: [ada],
    config: { allowUserApiKeys: true, oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }] },
    serve: async (project) =>
      app = await startNext(mode, project, { pages: { gallery: "test/browser/pages/nextGallery" } })
  })

  /** Returns the lines of the server's log since the previous call. */
  const printed = (since: number) => app.output().slice(since).split("\n").filter((line) => !usual.test(line))

  const people = [["signed out", {}], ["signed in", { as: ada }]] as const

  it.each(people)("every component and hook renders in Next.js without a console message, %s", async (_, who) => {
    const before = app.output().length

    await Effect.runPromise(Effect.forEach(pages, (parts) =>
      Effect.promise(async () => {
        const context = await at.newContext()
        const warned = parts.flatMap((name) => warnings[name] ?? [])
        const warning = warned.map((text) =>
          context.waitForEvent("console", { predicate: (message) => message.text() === text })
        )
        const page = await visit(at, `/gallery?parts=${parts}`, { ...who, context, warned })
        await page.waitForFunction(shown, String(parts))
        await Promise.all(warning)
        await page.close()
      }), { concurrency: 4 }))

    assert.deepStrictEqual(printed(before), [])
  })

  it("with Next.js, the first paint already shows the signed-in user, and the browser requests nothing that the server has already read", async () => {
    const requested: Array<string> = []
    const seen: Array<string> = []
    await visit(at, "/gallery?parts=useUser,UserButton", {
      as: ada,
      prepare: async (page) => {
        page.on("request", (request) => {
          if (request.url().startsWith(at.platform.baseUrl)) requested.push(new URL(request.url()).pathname)
        })
        await page.exposeFunction("saw", (text: string) => seen.push(text))
        await page.addInitScript(() => {
          new MutationObserver(() => {
            const shown = document.querySelector("[aria-label=useUser]")?.textContent
            if (shown) (window as unknown as { readonly saw: (text: string) => void }).saw(shown)
          }).observe(document, { childList: true, subtree: true, characterData: true })
        })
      }
    }).then((page) => page.waitForLoadState("networkidle"))

    assert.deepStrictEqual([...new Set(seen)], ["Ada"])
    assert.deepStrictEqual(requested, [])
  })

  it("useUser({ or: \"throw\" }) logs only React's message that a boundary caught the error", async () => {
    const before = app.output().length
    const error = new NotSignedIn({ call: "useUser({ or: \"throw\" })" })
    const page = await visit(at, "/gallery?parts=useUser%20throw", {
      warned: [mode === "production" ? `${error}` : `%o\n\n%s ${error} ${caught}`]
    })
    await page.getByRole("region", { name: "useUser throw" }).getByText("failed").waitFor()

    assert.deepStrictEqual(printed(before), [])
  })

  it("in a route handler, requireUser returns 401 to a script, and redirects a download to the sign-in page", async () => {
    const before = app.output().length
    const page = await (await at.newContext()).newPage()
    await page.goto(`${at.url}/`)
    const statuses = await page.evaluate(() =>
      Promise.all(["/api/me", "/notes/export", "/api/notes"].map(async (path) => (await fetch(path)).status))
    )
    assert.deepStrictEqual(statuses, [401, 401, 401])

    await page.goto(`${at.url}/notes/export`)
    await page.waitForURL(`${at.url}/handler/sign-in`)
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await page.waitForURL(`${at.url}/`)
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
    assert.deepStrictEqual(printed(before), [])
  })

  it("useUser({ or: \"redirect\" }) redirects to the sign-in page and back", async () => {
    const page = await visit(at, "/gallery?parts=useUser%20redirect")
    await page.waitForURL(`${at.url}/handler/sign-in?after_auth_return_to=*`)
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await page.waitForURL(`${at.url}/gallery?parts=useUser%20redirect`)
    await page.getByRole("region", { name: "useUser redirect" }).getByText("Ada").waitFor()
  })
})
