import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { BrowserContext, Frame, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import * as Project from "../../layers/call/Project.ts"
import { requestStore } from "../../layers/session/requestStore.ts"
import { TokenStore } from "../../layers/session/TokenStore.ts"
import { site } from "./site.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const signIn = (page: Page | Frame) =>
  page.evaluate((person) => latchkey.signIn.withPassword(person).then(() => latchkey.authJson()), ada)

const tokensOf = (page: Page | Frame) => page.evaluate(() => latchkey.authJson())

describe("the session in a browser's cookies", () => {
  const at = site({
    page: "promise.ts",
    users: [ada],
    answer: (request, response) => {
      // A sandboxed page has another origin, so its script is a module.
      response.setHeader("access-control-allow-origin", "*")
      if (request.url !== "/on-the-server") return false
      // Reads the session of a request and writes it back, like a back end.
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const store = requestStore(request)
        const project = Project.layer({ projectId: at.platform.project.projectId })
        const opened = Context.get(yield* Layer.build(Layer.provide(store.layer, project)), TokenStore)
        const tokens = yield* opened.get
        const accessToken = tokens?.accessToken && Redacted.value(tokens.accessToken)
        yield* opened.compareAndSet(tokens, null)
        response.setHeader("set-cookie", store.setCookies()).end(accessToken ?? "signed out")
      }))).catch((error) => response.writeHead(500).end(String(error)))
      return true
    }
  })

  const named = () => at.platform.project.projectId
  const refreshes = () => at.platform.requests.list().filter(({ path }) => path.endsWith("/auth/oauth/token")).length

  /** The same site over HTTPS, as far as the browser can tell. */
  const overHttps = async (context: BrowserContext) => {
    await context.grantPermissions(["local-network-access"])
    await context.route("https://*.latchkey.test/**", async (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === "/embedding") {
        return route.fulfill({
          contentType: "text/html",
          body:
            "<iframe src=\"https://app.latchkey.test/\"></iframe><iframe src=\"https://app.other-site.test/\"></iframe>"
        })
      }
      await route.fulfill({ response: await route.fetch({ url: `${at.url}${pathname}` }) })
    })
    await context.route("https://app.other-site.test/**", async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${at.url}${pathname}` }) })
    })
  }

  it("the session survives a reload and is shared with a new tab, without a request", async () => {
    const page = await at.open()
    const tokens = await signIn(page)
    const before = refreshes()

    await page.reload()
    const another = await at.open("/deep/below", page.context())

    assert.deepStrictEqual(await tokensOf(page), tokens)
    assert.deepStrictEqual(await tokensOf(another), tokens)
    assert.strictEqual(refreshes(), before)
  })

  it("I1: over HTTP, session cookies have the expected names, lifetimes and attributes, and sign-out removes them", async () => {
    const page = await at.open()
    await signIn(page)

    const cookies = await page.context().cookies()
    const days = (expires: number) => Math.round((expires - Date.now() / 1000) / 86_400)
    assert.sameDeepMembers(
      cookies.map(({ expires, name, path, sameSite, secure }) => ({
        name,
        days: days(expires),
        path,
        sameSite,
        secure
      })),
      [
        { name: `stack-refresh-${named()}--default`, days: 365, path: "/", sameSite: "Lax", secure: false },
        { name: "stack-access", days: 1, path: "/", sameSite: "Lax", secure: false }
      ]
    )

    await page.evaluate(() => latchkey.signOut())
    assert.deepStrictEqual(await page.context().cookies(), [])
  })

  it("I1: over HTTPS, session cookies are Secure, limited to the host, and include the marker for servers", async () => {
    const context = await at.newContext()
    await overHttps(context)
    const page = await at.open("https://app.latchkey.test/", context)
    await signIn(page)

    const cookies = await context.cookies()
    assert.sameMembers(cookies.map(({ name }) => name), [
      `__Host-stack-refresh-${named()}--default`,
      "stack-access",
      "stack-is-https"
    ])
    assert.isTrue(cookies.every(({ domain, secure }) => secure && domain === "app.latchkey.test"))
  })

  it("I1: over HTTPS, session cookies are partitioned in a frame of another site, and unpartitioned in a frame of the same site", async () => {
    const context = await at.newContext()
    await overHttps(context)
    const page = await at.open("https://www.latchkey.test/embedding", context)
    const frame = (host: string) => page.frames().find((each) => each.url().includes(host))!
    await frame("app.other-site.test").waitForFunction(() => "latchkey" in globalThis)
    await frame("app.latchkey.test").waitForFunction(() => "latchkey" in globalThis)

    await signIn(frame("app.other-site.test"))
    await signIn(frame("app.latchkey.test"))

    const cookies = await context.cookies()
    const refresh = (domain: string) =>
      cookies.find((cookie) => cookie.domain === domain && cookie.name.startsWith("__Host-stack-refresh"))
    assert.strictEqual(refresh("app.other-site.test")?.sameSite, "None")
    assert.isNotEmpty(refresh("app.other-site.test")?.partitionKey)
    assert.strictEqual(refresh("app.latchkey.test")?.sameSite, "Lax")
    assert.isUndefined(refresh("app.latchkey.test")?.partitionKey)

    await page.reload()
    await frame("app.other-site.test").waitForFunction(() => "latchkey" in globalThis)
    assert.isString((await tokensOf(frame("app.other-site.test"))).refreshToken)
  })

  it("I2: the session cookies of other clients are read, and replaced on the first write", async () => {
    const from = await at.open()
    const { accessToken, refreshToken } = await signIn(from)
    const structured = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
    const formats: Record<string, Record<string, string>> = {
      plain: { [`stack-refresh-${named()}`]: refreshToken! },
      legacy: { "stack-refresh": refreshToken! },
      shared: { [`stack-refresh-${named()}--custom-C9`]: structured },
      renamed: { [`hexclave-refresh-${named()}--default`]: structured }
    }
    for (const [what, cookies] of Object.entries(formats)) {
      const context = await at.newContext()
      const access = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
      await context.addCookies(
        Object.entries({ ...cookies, "stack-access": access }).map(([name, value]) => ({ name, value, url: at.url }))
      )
      const page = await at.open("/", context)

      assert.strictEqual((await tokensOf(page)).accessToken, accessToken, what)

      await signIn(page)
      assert.sameMembers((await context.cookies()).map(({ name }) => name), [
        `stack-refresh-${named()}--default`,
        "stack-access"
      ], what)
    }
  })

  it("I7: over HTTPS, cookies planted by a sibling site don't sign a user in", async () => {
    const { accessToken, refreshToken } = await signIn(await at.open())
    const structured = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 9e15 }))
    const pair = (refresh: string) => encodeURIComponent(JSON.stringify([refresh, accessToken]))
    for (
      const planted of [
        { [`stack-refresh-${named()}`]: refreshToken!, "stack-access": pair(refreshToken!) },
        { [`hexclave-refresh-${named()}--default`]: structured },
        { [`stack-refresh-${named()}--custom-C9`]: structured },
        { "stack-access": pair("") }
      ]
    ) {
      const context = await at.newContext()
      await overHttps(context)
      await context.route(
        "https://evil.latchkey.test/**",
        (route) => route.fulfill({ contentType: "text/html", body: "a sibling" })
      )
      const evil = await context.newPage()
      await evil.goto("https://evil.latchkey.test/")
      await evil.evaluate((cookies) => {
        for (const [name, value] of Object.entries(cookies)) {
          document.cookie = `${name}=${value}; Path=/; Domain=latchkey.test; Secure`
        }
      }, planted)
      const page = await at.open("https://app.latchkey.test/", context)

      const seen = await page.evaluate(() => document.cookie)
      for (const name of Object.keys(planted)) assert.include(seen, `${name}=`)
      assert.deepStrictEqual(await tokensOf(page), { accessToken: null, refreshToken: null })

      const own = await signIn(page)
      assert.notStrictEqual(own.refreshToken, refreshToken)
      await page.reload()
      assert.strictEqual((await tokensOf(page)).refreshToken, own.refreshToken)
    }
  })

  it("a server reads the page's session from cookies, and the page notices when the server ends the session", async () => {
    const page = await at.open()
    const { accessToken } = await signIn(page)

    const answer = await page.evaluate(() => fetch("/on-the-server").then((response) => response.text()))
    await page.waitForFunction(() => latchkey.session.state()._tag === "SignedOut")

    assert.strictEqual(answer, accessToken)
    assert.deepStrictEqual(await page.context().cookies(), [])
    assert.strictEqual((await tokensOf(page)).refreshToken, null)
  })

  /** The error of a sign-in, and the requests that the platform received for it. */
  const refusal = async (page: Page | Frame) => {
    at.platform.requests.clear()
    const error = await page.evaluate(
      (person) => latchkey.signIn.withPassword(person).then(() => undefined, (error: Error) => error.message),
      ada
    )
    return { error, sent: at.platform.requests.list().length }
  }

  const blocked = "Signing in needs a cookie, and this browser stores none for this page. "
    + "Allow cookies, or open the page in a window of its own."

  it("E8: in a sandbox without cookies, sign-in fails before anything is sent", async () => {
    const page = await at.open()
    await page.evaluate(() =>
      document.body.insertAdjacentHTML("beforeend", "<iframe sandbox=\"allow-scripts\" src=\"/\">")
    )
    await page.waitForFunction(() => frames.length === 1)
    const frame = page.frames()[1]!
    await frame.waitForFunction(() => "latchkey" in globalThis)

    assert.deepStrictEqual(await refusal(frame), { error: blocked, sent: 0 })
    assert.deepStrictEqual(await page.context().cookies(), [])
  })
})
