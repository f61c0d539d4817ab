/** Tests of every app in the frameworks' guides, with requests and in a browser. */
import * as assert from "node:assert/strict"
import type { Browser } from "playwright-core"
import { stepMillis } from "../support/suite/hangMillis.ts"
import type { EmulatorHandle } from "./place.ts"

export const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

type Headers = { readonly [name: string]: string }

/** Sends requests as a signed-out visitor, as a signed-in user, and as a user with an expired access token. */
export const playRequests = async (url: string, platform: EmulatorHandle): Promise<void> => {
  const get = (path: string, headers: Headers = {}) => fetch(`${url}${path}`, { headers, redirect: "manual" })
  const cookies = await platform.sessions.cookies({ user: ada.email, url })
  const signedIn = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const expired = cookies.filter(({ name }) => name !== "stack-access").map(({ name, value }) => `${name}=${value}`)
    .join("; ")

  const sent = await get("/notes?tag=new")
  assert.ok([302, 303, 307].includes(sent.status), `signed-out visitors get ${sent.status} from /notes`)
  const to = new URL(sent.headers.get("location")!, url)
  assert.match(to.pathname, /\/sign-in$/)
  assert.equal(to.searchParams.get("after_auth_return_to")?.replace(/^https?:\/\/[^/]+/, ""), "/notes?tag=new")

  const refused = await get("/api/notes")
  assert.equal(refused.status, 401)
  assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer /)
  assert.equal((await refused.json() as { readonly reason: string }).reason, "no-credentials")

  const page = await get("/notes", { cookie: signedIn })
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Notes of (?:<!-- -->)?Ada/)
  assert.deepEqual(page.headers.getSetCookie(), [])
  const notes = await get("/api/notes", { cookie: signedIn })
  assert.equal(notes.status, 200)
  assert.match((await notes.json() as { readonly notesOf: string }).notesOf, /^[\da-f-]{36}$/)

  for (const path of ["/notes", "/api/notes"]) {
    const refreshed = await get(path, { cookie: expired })
    assert.equal(refreshed.status, 200)
    assert.deepEqual(refreshed.headers.getSetCookie().map((each) => each.split("=")[0]), ["stack-access"])
    assert.match(refreshed.headers.get("cache-control") ?? "", /private.*no-store|no-store.*private/)
    await refreshed.text()
  }
}

/** Signs in on the page that a signed-out visitor gets, and signs out again. */
export const playBrowser = async (url: string, browser: Browser): Promise<void> => {
  const context = await browser.newContext()
  context.setDefaultTimeout(stepMillis)
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  try {
    await page.goto(`${url}/notes?tag=new`, { waitUntil: "networkidle" })
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(`${url}/notes?tag=new`)
    await page.getByRole("heading", { name: "Notes of Ada" }).waitFor()
    await page.waitForLoadState("networkidle")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL(`${url}/`)
    await page.getByText("Signed out").waitFor()
    await page.goto(`${url}/notes`, { waitUntil: "networkidle" })
    await page.getByLabel("Email").waitFor()
  } catch (error) {
    throw new Error(
      `${String(error)}\nThe console: ${complaints.join("\n")}\nThe page: ${await page.innerText("body")}`,
      {
        cause: error
      }
    )
  }
  assert.deepEqual(complaints, [], "the console is empty")
  await context.close()
}
