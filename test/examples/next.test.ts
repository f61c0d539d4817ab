import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import { defaultProject } from "../../src/emulator/index.ts"
import { startExample } from "../support/processes/runExample.ts"

describe("examples/next", () => {
  let example: ReturnType<typeof startExample>
  let app: string
  let tokens: { readonly access_token: string; readonly refresh_token: string; readonly user_id: string }
  /** Cookie of a browser that visited the site a day ago: it has only the refresh token. */
  let cookie: string

  beforeAll(async () => {
    example = startExample("next")
    const platform = (await example.prints(/The platform is at ([^\s,]+)/))[1]!
    app = (await example.prints(/Listening on (\S+)/))[1]!
    const response = await fetch(`${platform}/api/v1/auth/password/sign-in`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-stack-project-id": defaultProject.id,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": defaultProject.publishableClientKey
      },
      body: JSON.stringify({ email: "ada@example.com", password: "correct horse" })
    })
    tokens = await response.json() as typeof tokens
    const record = { refresh_token: tokens.refresh_token, updated_at_millis: 1 }
    cookie = `stack-refresh-${defaultProject.id}--default=${encodeURIComponent(JSON.stringify(record))}`
    await fetch(app) // the first request compiles the code that all pages share
  })

  afterAll(() => example.stop())

  const get = (path: string, headers: { readonly [name: string]: string } = {}) =>
    fetch(`${app}${path}`, { headers, redirect: "manual" })

  it("examples/next authenticates the user in a server component", async () => {
    const auth = JSON.stringify({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })

    assert.include(await (await get("/")).text(), "<h1>Hello</h1>")
    assert.include(await (await get("/", { "x-stack-auth": auth })).text(), "<h1>Hello Ada</h1>")
  })

  it("the proxy of examples/next refreshes the session for both the rendered page and the browser", async () => {
    const response = await get("/", { cookie })

    assert.include(await response.text(), "Hello Ada")
    const [setCookie, ...others] = response.headers.getSetCookie()
    assert.match(setCookie!, /^stack-access=/)
    assert.deepStrictEqual(others, [])
    assert.match(response.headers.get("cache-control")!, /private|no-store/)
    const next = await get("/", { cookie: `${cookie}; ${setCookie!.split(";")[0]}` })
    assert.include(await next.text(), "Hello Ada")
    assert.deepStrictEqual(next.headers.getSetCookie(), [])
  })

  it(
    "examples/next redirects signed-out visitors to a sign-in page that returns them afterwards, and shows users their notes",
    async () => {
      const rejected = await get("/notes?sort=new")
      const notes = await get("/notes", { cookie })

      assert.include(await rejected.text(), "/handler/sign-in?after_auth_return_to=%2Fnotes%3Fsort%3Dnew")
      assert.include(await notes.text(), "Notes of Ada")
    }
  )

  it(
    "the layout of examples/next includes the link to notes in the server's HTML only for signed-in users",
    async () => {
      const link = /<a [^>]*href="\/notes"[^>]*>Notes<\/a>/

      assert.match(await (await get("/", { cookie })).text(), link)
      assert.notMatch(await (await get("/")).text(), link)
    }
  )

  it("examples/next includes the sign-in page's title and form in the server's HTML", async () => {
    const page = await (await get("/handler/sign-in")).text()

    assert.include(page, "<title>Sign in to ")
    assert.match(page, /<form[^>]* method="post"/)
  })

  it("a server action of examples/next stores what its caller writes, but only for a signed-in user", async () => {
    const page = await (await get("/notes", { cookie })).text()
    const action = /name="(\$ACTION_ID_[^"]+)"/.exec(page)![1]!
    const call = async (headers: { readonly [name: string]: string }) => {
      const body = new FormData()
      body.set(action, "")
      body.set("note", "milk")
      return fetch(`${app}/notes`, { method: "POST", headers, body, redirect: "manual" })
    }

    const rejected = await call({})
    const stored = await call({ cookie })

    assert.strictEqual(rejected.status, 303)
    assert.include(rejected.headers.get("location"), "/handler/sign-in?after_auth_return_to=%2Fnotes")
    assert.strictEqual(stored.status, 200)
    assert.match(await stored.text(), /<li>milk<\/li><\/ul>/)
  })

  it(
    "in a route handler, withUser responds to signed-out requests with 401 and the reason, and calls the handler with the user for other requests",
    async () => {
      const rejected = await get("/api/me", { "sec-fetch-mode": "cors" })
      const found = await get("/api/me", { cookie })

      assert.strictEqual(rejected.status, 401)
      assert.match(rejected.headers.get("www-authenticate")!, /^Bearer /)
      assert.deepInclude(await rejected.json(), { reason: "no-credentials" })
      assert.deepStrictEqual(await found.json(), { id: tokens.user_id, name: "Ada" })
    }
  )

  it("requireUser responds with 401 in a route handler, unless the request is a browser's navigation", async () => {
    const request = (headers: http.OutgoingHttpHeaders) =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        // the runtime's fetch adds headers
        http.get(`${app}/notes/export`, { headers }, (response) => resolve(response.resume())).on("error", reject)
      })

    assert.strictEqual((await request({ cookie })).statusCode, 200)
    for (
      const headers of [
        {},
        { accept: "application/json" },
        { accept: "*/*" },
        { accept: "text/html", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
        { accept: "image/*", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }
      ]
    ) assert.strictEqual((await request(headers)).statusCode, 401, JSON.stringify(headers))
    for (
      const headers of [
        { accept: "text/html,*/*", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
        { accept: "text/html,application/xhtml+xml" }
      ]
    ) {
      const response = await request(headers)
      assert.strictEqual(response.statusCode, 307, JSON.stringify(headers))
      assert.strictEqual(response.headers.location, "/handler/sign-in", "without a way back to the download")
    }
  })

  it("examples/next returns to a path on the site, whatever x-latchkey-path the client sends", async () => {
    for (const hostile of ["http://evil.example/x", "//evil.example/x", "javascript:alert(1)", "/\\evil.example"]) {
      const page = await get("/notes", { "x-latchkey-path": hostile })
      assert.strictEqual(page.status, 200)
      assert.include(await page.text(), "/handler/sign-in?after_auth_return_to=%2Fnotes", hostile)
    }
  })

  it("a route handler of examples/next responds to requests like any fetch handler", async () => {
    const rejected = await get("/api/notes")
    const notes = await get("/api/notes", { authorization: `Bearer ${tokens.access_token}` })

    assert.strictEqual(rejected.status, 401)
    assert.deepInclude(await notes.json(), { userId: tokens.user_id })
  })
})
