import type { BrowserContext, Page, Route } from "playwright-core"
import { assert, describe, it, onTestFinished } from "vitest"
import { site } from "./site.ts"
import { lastFetchAt, noteFetches, passTime, pauseClock } from "./support/passTime.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "correct horse" }

const signIn = (page: Page, person = ada) => page.evaluate((person) => latchkey.signIn.withPassword(person), person)

const tokensOf = (page: Page) => page.evaluate(() => latchkey.authJson())

/** Resolves when the tab's session has the given state. */
const becomes = (page: Page, state: "SignedIn" | "SignedOut") =>
  page.waitForFunction((state) => latchkey.session.state()._tag === state, state)

/**
 * Freezes a tab, as browsers do with tabs in the background. Returns a function that resumes the tab. The tab also resumes
 * at the end of the test, because a frozen tab delays the end of its context.
 */
const freeze = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  const resume = () => devtools.send("Page.setWebLifecycleState", { state: "active" })
  onTestFinished(async () => {
    if (!page.isClosed()) await resume()
  })
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" })
  return resume
}

/** Removes the access token from all tabs, as if it had expired everywhere. */
const expire = (context: BrowserContext) => context.clearCookies({ name: "stack-access" })

describe("tabs of one browser", () => {
  const at = site({ page: "promise.ts", users: [ada, bob] })

  const refreshes = () => at.platform.requests.list().filter(({ path }) => path.endsWith("/auth/oauth/token")).length

  const tabs = async (count: number, context: BrowserContext) => {
    const opened: Array<Page> = []
    for (let each = 0; each < count; each++) opened.push(await at.open("/", context))
    return opened as [Page, Page, ...Array<Page>]
  }

  /** Opens one signed-in tab, and other tabs after the access token has been removed. */
  const expired = async (count: number, context: BrowserContext) => {
    const first = await at.open("/", context)
    await signIn(first)
    await first.close()
    await expire(context)
    return tabs(count, context)
  }

  /** Stops the tab's timers: browsers delay those of hidden tabs by a minute or longer. */
  const stopTimers = (page: Page) =>
    page.evaluate(() => {
      const last = window.setTimeout(() => {})
      for (let timer = 0; timer <= last; timer++) clearTimeout(timer)
      Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 })
    })

  /** Holds back refreshes from now on; `arrives` resolves at the next one. */
  const nextRefresh = async (of: Page | BrowserContext, options?: { readonly times: number }) => {
    let arrive: (route: Route) => void
    const arrives = new Promise<Route>((resolve) => arrive = resolve)
    await of.route("**/auth/oauth/token", (route) => arrive(route), options)
    return { arrives }
  }

  /** Resolves when the given number of refreshes wait for another tab's refresh. */
  const waitForTurn = (page: Page, waiting: number) =>
    page.waitForFunction(
      (waiting) => navigator.locks.query().then(({ pending }) => pending?.length === waiting),
      waiting
    )

  const without: ReadonlyArray<{ what: string; missing: ReadonlyArray<string>; isNotified: boolean }> = [
    { what: "all browser features", missing: [], isNotified: true },
    { what: "no BroadcastChannel", missing: ["BroadcastChannel"], isNotified: true },
    { what: "no cookieStore", missing: ["cookieStore"], isNotified: true },
    {
      what: "none of them and no Web Locks",
      missing: ["cookieStore", "BroadcastChannel", "LockManager"],
      isNotified: false
    }
  ]
  for (const { missing, isNotified, what } of without) {
    const how = isNotified ? "reach a tab with suspended timers" : "reach a tab when it next checks"
    it(`E1 E5 E7 F6: with ${what}: sign-in, change of user and sign-out ${how}`, async () => {
      const context = await at.newContext()
      await context.addInitScript((missing) => {
        for (const name of missing) {
          if (name === "LockManager") Object.defineProperty(Navigator.prototype, "locks", { value: undefined })
          else Object.defineProperty(globalThis, name, { value: undefined })
        }
      }, missing)
      const [one, two] = await tabs(2, context)
      assert.strictEqual(await two.evaluate(() => latchkey.session.state()._tag), "SignedOut")
      if (isNotified) await stopTimers(two)

      await signIn(one)
      await becomes(two, "SignedIn")
      const first = await tokensOf(two)
      assert.deepStrictEqual(first, await tokensOf(one))

      await signIn(one, bob)
      const second = await tokensOf(one)
      await two.waitForFunction(
        (token) => latchkey.authJson().then(({ accessToken }) => accessToken === token),
        second.accessToken
      )
      assert.notStrictEqual(second.refreshToken, first.refreshToken)

      await one.evaluate(() => latchkey.signOut())
      await becomes(two, "SignedOut")
      assert.strictEqual((await tokensOf(two)).refreshToken, null)
    })
  }

  it("E4 F6: eight tabs with a request during a refresh share that refresh, although their timers are suspended", async () => {
    const context = await at.newContext()
    const opened = await expired(8, context)
    for (const page of opened) await stopTimers(page)
    const before = refreshes()
    const first = await nextRefresh(context, { times: 1 })

    const requested = Promise.all(opened.map(tokensOf))
    const route = await first.arrives
    await waitForTurn(opened[0], 7)
    await route.continue()
    const found = await requested

    assert.strictEqual(refreshes() - before, 1)
    assert.strictEqual(new Set(found.map(({ accessToken }) => accessToken)).size, 1)
    assert.isString(found[0]!.accessToken)
  })

  it("E4 E5: three tabs without Web Locks refresh at most once each, and stay signed in", async () => {
    const context = await at.newContext()
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }))
    const opened = await expired(3, context)
    const before = refreshes()

    const found = await Promise.all(opened.map(tokensOf))

    assert.isAtMost(refreshes() - before, 3)
    assert.isTrue(found.every(({ accessToken }) => typeof accessToken === "string"))
  })

  /** Starts a refresh in the tab that gets no response, so that the tab keeps the lock. */
  const holding = async (page: Page): Promise<void> => {
    const refresh = await nextRefresh(page)
    page.evaluate(() => latchkey.authJson()).catch(() => {})
    await refresh.arrives
  }

  it("E2: a tab that crashes during a refresh does not block the other tabs", async () => {
    const context = await at.newContext()
    const [crashing, other] = await expired(2, context)
    await holding(crashing)
    const crashed = new Promise((resolve) => crashing.on("crash", resolve))

    const waiting = tokensOf(other)
    const devtools = await context.newCDPSession(crashing)
    devtools.send("Page.crash").catch(() => {})
    await crashed

    assert.isString((await waiting).accessToken)
  })

  it("E2: a tab closed during a refresh does not block the other tabs", async () => {
    const [closing, other] = await expired(2, await at.newContext())
    await holding(closing)

    const waiting = tokensOf(other)
    await closing.close()

    assert.isString((await waiting).accessToken)
  })

  it("E2 E3: a tab frozen during a refresh blocks the other tabs for five seconds at most", async () => {
    const context = await at.newContext()
    await noteFetches(context)
    const [frozen, other] = await expired(2, context)
    await holding(frozen)
    // the browser may let a tab that it freezes run its timers for another minute
    await stopTimers(frozen)
    await freeze(frozen)
    await other.clock.install()
    await pauseClock(other)
    const before = refreshes()

    const began = await other.evaluate(() => Date.now())
    const waiting = tokensOf(other)
    await waitForTurn(other, 1)
    let isOver = false
    void waiting.finally(() => {
      isOver = true
    })
    await passTime(other, () => isOver, 100)

    const waited = (await lastFetchAt(other))! - began
    assert.isAtLeast(waited, 5000)
    assert.isBelow(waited, 6000)
    assert.isString((await waiting).accessToken)
    assert.strictEqual(refreshes() - before, 1)
  })

  it("E3: a frozen tab catches up with the other tabs when it resumes, with one refresh", async () => {
    const context = await at.newContext()
    const [awake, frozen] = await tabs(2, context)
    await signIn(awake)
    await becomes(frozen, "SignedIn")
    const resume = await freeze(frozen)

    await awake.evaluate(() => latchkey.signOut())
    await signIn(awake, bob)
    const { refreshToken } = await tokensOf(awake)
    await awake.close()
    await expire(context)
    const before = refreshes()
    await resume()
    const found = await frozen.waitForFunction(
      (expected) =>
        Promise.all(Array.from(Array(5), () => latchkey.authJson()))
          .then((all) => all.every(({ refreshToken }) => refreshToken === expected) && all),
      refreshToken
    )

    assert.isString((await found.jsonValue() as ReadonlyArray<{ accessToken: unknown }>)[0]!.accessToken)
    assert.isAtMost(refreshes() - before, 1)
  })

  it("E3 A11: an offline tab keeps its session, and refreshes once when it is back online", async () => {
    const context = await at.newContext()
    await noteFetches(context)
    const [page] = await expired(1, context)
    await context.setOffline(true)
    await page.clock.install()

    const waiting = { over: false }
    const outcome = page.evaluate(() => latchkey.authJson().then(() => "reached", (error) => error.message))
      .finally(() => waiting.over = true)
    await passTime(page, () => waiting.over)
    assert.include(await outcome, "You are offline.")
    assert.strictEqual(await page.evaluate(() => latchkey.session.state()._tag), "SignedIn")

    await context.setOffline(false)
    await page.clock.runFor(5000)
    const before = refreshes()
    const found = await page.evaluate(() => Promise.all(Array.from(Array(8), () => latchkey.authJson())))

    assert.isTrue(found.every(({ accessToken }) => typeof accessToken === "string"))
    assert.strictEqual(refreshes() - before, 1)
  })

  it("E6: forged messages between tabs change nothing, and no message contains a token", async () => {
    const context = await at.newContext()
    await context.addInitScript(() => {
      const posted: Array<unknown> = (globalThis as any).posted = []
      const original = BroadcastChannel.prototype.postMessage
      BroadcastChannel.prototype.postMessage = function(message) {
        posted.push([this.name, message])
        original.call(this, message)
      }
    })
    const [one, two] = await tabs(2, context)
    await signIn(one)
    await becomes(two, "SignedIn")
    const before = await tokensOf(one)

    await two.evaluate((topic) => {
      const channel = new BroadcastChannel(topic)
      const forged = ["changed", null, 7, { type: "signOut" }, { accessToken: "x", refreshToken: "y" }]
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
      for (const message of forged) channel.postMessage(message)
    }, `latchkey session of ${at.platform.project.projectId}`)

    assert.deepStrictEqual(await tokensOf(one), before)
    assert.deepStrictEqual(await tokensOf(two), before)
    const posted: ReadonlyArray<[string, unknown]> = await one.evaluate(() => (globalThis as any).posted)
    assert.isNotEmpty(posted)
    for (const each of posted) {
      assert.deepStrictEqual(each, [`latchkey session of ${at.platform.project.projectId}`, "changed"])
    }
  })
})
