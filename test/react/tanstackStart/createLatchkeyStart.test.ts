import { assert, describe, it, onTestFinished } from "vitest"
import { createLatchkeyStart } from "../../../react/tanstackStart/index.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { ada } from "../../support/platform/inProcessEmulator.ts"

const site = "https://app.example.com"

/** A redirect as TanStack Router throws it. */
class Redirect extends Error {
  readonly href: string

  constructor(href: string) {
    super(`redirect to ${href}`)
    this.href = href
  }
}

const started = async () => {
  const platform = await startEmulator({ users: [ada] })
  onTestFinished(() => platform.close())
  let current = new Request(site)
  const latchkey = createLatchkeyStart(
    { getRequest: () => current, redirect: ({ href }) => new Redirect(href) },
    platform.project
  )
  const cookies = await platform.sessions.cookies({ user: ada.email, url: site })
  const cookieOf = (which: (name: string) => boolean) =>
    cookies.filter(({ name }) => which(name)).map(({ name, value }) => `${name}=${value}`).join("; ")
  return {
    platform,
    latchkey,
    signedIn: { cookie: cookieOf(() => true) },
    /** Cookies after the access token has expired. */
    expired: { cookie: cookieOf((name) => name.includes("refresh")) },
    /** Begins a request. */
    receive: (path: string, headers: { readonly [name: string]: string } = {}) => {
      current = new Request(site + path, {
        headers: { host: "app.example.com", "x-forwarded-proto": "https", ...headers }
      })
      return current
    }
  }
}

const hrefOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(() => undefined, (error: unknown) => error)
  if (!(error instanceof Redirect)) throw new Error("no redirect", { cause: error })
  return error.href
}

const page = { accept: "text/html", "sec-fetch-mode": "navigate" }

describe("createLatchkeyStart", () => {
  it("currentUser of createLatchkeyStart returns the user of the request, with one request to the platform", async () => {
    const { latchkey, platform, receive, signedIn } = await started()

    receive("/")
    assert.isNull(await latchkey.currentUser())
    receive("/", signedIn)
    const users = await Promise.all([latchkey.currentUser(), latchkey.requireUser()])

    assert.deepStrictEqual(users.map((user) => user?.primaryEmail), [ada.email, ada.email])
    assert.lengthOf((await platform.requests.list()).filter(({ endpoint }) => endpoint === "users.getMe"), 1)
  })

  it("requireUser of createLatchkeyStart redirects signed-out visitors to sign-in, and back to the page", async () => {
    const { latchkey, receive } = await started()
    const signIn = (path: string) => `/handler/sign-in?after_auth_return_to=${encodeURIComponent(path)}`

    receive("/notes?tag=new", page)
    assert.strictEqual(await hrefOf(latchkey.requireUser()), signIn("/notes?tag=new"))
    // a server function that the browser calls has its own URL
    receive("/_serverFn/1", { "sec-fetch-mode": "cors" })
    assert.strictEqual(await hrefOf(latchkey.requireUser()), "/handler/sign-in")
    assert.strictEqual(await hrefOf(latchkey.requireUser({ returnTo: "/notes" })), signIn("/notes"))
    assert.strictEqual(await hrefOf(latchkey.requireUser({ returnTo: "https://evil.example" })), "/handler/sign-in")
  })

  it("withUser of createLatchkeyStart responds with 401 and the reason, or calls the handler with the user", async () => {
    const { latchkey, receive, signedIn } = await started()
    const get = latchkey.withUser(({ params }: { readonly request: Request; readonly params: string }, user) =>
      Response.json([params, user.primaryEmail])
    )

    const refused = await get({ request: receive("/api"), params: "1" })
    const found = await get({ request: receive("/api", signedIn), params: "1" })

    assert.strictEqual(refused.status, 401)
    assert.strictEqual((await refused.json() as { readonly reason: string }).reason, "no-credentials")
    assert.deepStrictEqual(await found.json(), ["1", ada.email])
  })

  it("handle of createLatchkeyStart adds the cookie of a refreshed session once, and prevents shared caches from storing the response", async () => {
    const { expired, latchkey, receive } = await started()
    const get = latchkey.withUser(() => new Response("", { headers: { "cache-control": "public, max-age=60" } }))
    const request = receive("/api", expired)

    const { context, response } = await latchkey.handle(request, async () => ({
      context: "kept",
      response: await get({ request })
    }))

    assert.strictEqual(context, "kept")
    assert.deepStrictEqual(response.headers.getSetCookie().map((each) => each.split("=")[0]), ["stack-access"])
    assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
  })

  it("handle of createLatchkeyStart removes the cookies of a session that a client of the request ended", async () => {
    const { latchkey, platform, receive, signedIn } = await started()
    const request = receive("/_serverFn/1", signedIn)

    const { response } = await latchkey.handle(request, async () => {
      await using client = createClient({ ...platform.project, tokenStore: request })
      await client.signOut()
      // responses of redirects have immutable headers
      return { response: Response.redirect(site) }
    })

    const removed = response.headers.getSetCookie()
    assert.isAbove(removed.length, 0)
    for (const cookie of removed) assert.match(cookie, /Max-Age=0/i)
    assert.strictEqual(response.status, 302)
  })

  it("pageData of createLatchkeyStart contains the user and the project, and no token", async () => {
    const { latchkey, receive, signedIn } = await started()

    receive("/")
    const signedOut = await latchkey.pageData()
    receive("/", signedIn)
    const { handed, offered, settings } = await latchkey.pageData()

    assert.deepStrictEqual(signedOut.handed, { person: null, claims: null, user: null })
    assert.strictEqual(handed?.user?.primaryEmail, ada.email)
    assert.isString(offered?.displayName)
    assert.notInclude(JSON.stringify({ handed, offered, settings }), "ssk_")
    for (const token of decodeURIComponent(signedIn.cookie).match(/[\w-]{40,}/g) ?? []) {
      if (token !== handed?.claims) assert.notInclude(JSON.stringify({ handed, offered, settings }), token)
    }
  })

  it("createLatchkeyStart keeps users signed in while the platform doesn't respond", async () => {
    const { expired, latchkey, platform, receive } = await started()
    await platform.close()
    const get = latchkey.withUser(() => new Response("not reached"))

    const response = await get({ request: receive("/api", expired) })
    const failure = await latchkey.requireUser().then(() => undefined, (error: unknown) => error)
    const { handed } = await latchkey.pageData()

    assert.strictEqual(response.status, 503)
    assert.deepStrictEqual(response.headers.getSetCookie(), [])
    assert.notInstanceOf(failure, Redirect)
    assert.instanceOf(failure, Error)
    assert.isUndefined(handed)
  })
})
