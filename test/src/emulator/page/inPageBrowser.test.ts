import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { onTestFinished } from "vitest"
import { inPageBrowser, makeInPageBrowser, type PageBrowserOptions } from "../../../../src/emulator/index.ts"
import { Client, redirectTo, signIn } from "../../../../src/index.ts"
import { type ClientOptions, createClient } from "../../../../src/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const oauth = { oauthProviders: [{ id: "github", type: "shared" as const }] }

const opened = async (options: PageBrowserOptions = { users: [ada] }) => {
  const browser = await inPageBrowser(options)
  onTestFinished(() => browser.close())
  return browser
}

const clientOf = (project: ClientOptions) => {
  const client = createClient(project)
  onTestFinished(() => client.dispose())
  return client
}

describe("inPageBrowser", () => {
  it("Z5: the clients of one in-page browser share a session, and two in-page browsers don't", async () => {
    const [browser, other] = [await opened(), await opened()]
    await clientOf(browser.project).signIn.withPassword(ada)

    const users = await Promise.all(
      [browser, browser, other].map(({ project }) => clientOf(project).currentUser.get())
    )

    assert.deepStrictEqual(users.map((user) => user?.primaryEmail), [ada.email, ada.email, undefined])
  })

  it("Z5: two clients of one in-page browser refresh their session once", async () => {
    const { emulator, project } = await opened()
    const clients = [clientOf(project), clientOf(project)]
    await clients[0]!.signIn.withPassword(ada)
    await clients[1]!.currentUser.get()
    emulator.requests.clear()

    emulator.clock.advance("1 hour")
    await Promise.all(clients.map((client) => client.currentUser.get()))

    assert.lengthOf(emulator.requests.list().filter(({ path }) => path === "/auth/oauth/token"), 1)
  })

  it("Z4: a client in an in-page browser reaches no host except the emulator", async () => {
    const { project } = await opened()

    const reached = await Promise.allSettled([
      project.fetch("https://api.stack-auth.com/health", {}),
      project.fetch(`${project.baseUrl}/health`, {})
    ])

    assert.deepStrictEqual(reached.map(({ status }) => status), ["rejected", "fulfilled"])
  })

  it("Z4: the picture of a user has a data URL, so that it is shown without a request", async () => {
    const client = clientOf((await opened()).project)
    await client.signIn.withPassword(ada)
    const profileImageUrl = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="

    const user = await client.currentUser.update({ profileImageUrl })

    assert.strictEqual(user.profileImageUrl, profileImageUrl)
  })

  it("Z7: oauth.signIn opens the provider's page, and the provider's redirect opens the callback page of the app", async () => {
    const browser = await opened({ config: oauth, path: "/handler/sign-in?after_auth_return_to=%2Fbasket" })
    const client = clientOf(browser.project)
    const provider = new Promise<string>((resolve) => browser.subscribe(() => resolve(browser.page()!.url)))

    // still waits for the page to be left when the client is disposed
    client.oauth.signIn({ provider: "github" }).catch(() => {})
    const account = { email: "lin@example.com" }
    await browser.open(await browser.emulator.oauth.signIn({ authorizeUrl: await provider, account }))
    const callback = new URL(browser.url())
    client.oauth.callback().catch(() => {})
    await new Promise<void>((resolve) =>
      browser.subscribe(() => {
        if (browser.url().endsWith("/basket")) resolve()
      })
    )

    assert.strictEqual(callback.pathname, "/handler/oauth-callback")
    assert.isNull(browser.page())
    assert.strictEqual((await client.currentUser.get())?.primaryEmail, "lin@example.com")
  })

  it("Z7: back() closes the page of another site, and then returns to the app's previous page", async () => {
    const browser = await opened({ users: [ada], config: oauth })
    const shown = () => [new URL(browser.url()).pathname, browser.page() !== null]
    await browser.open("/second")
    await browser.open(`${browser.project.baseUrl}/health`)
    const steps = [shown()]

    browser.back()
    steps.push(shown())
    browser.back()
    browser.back()
    steps.push(shown())

    assert.deepStrictEqual(steps, [["/second", true], ["/second", false], ["/", false]])
  })

  it("Z7: a page that loads slowly is not shown over a page that was opened later", async () => {
    const browser = await opened()

    const slow = browser.open(`${browser.project.baseUrl}/health`)
    await browser.open("/later")
    await slow

    assert.isNull(browser.page())
    assert.strictEqual(browser.url(), "http://localhost:3000/later")
  })

  it.each([
    ["shows the URL of another site", "https://github.com/login", "No such site here"],
    ["shows an error message for a lost request", "/provider-sign-in/github", "Connection lost"]
  ])("Z4: an in-page browser %s instead of a page that can't be loaded", async (_, url, title) => {
    const browser = await opened()
    browser.emulator.faults.add({ respond: "drop" })

    await browser.open(new URL(url, browser.project.baseUrl).href)

    assert.include(browser.page()?.html, `<h1>${title}</h1>`)
  })

  it("cookies of an in-page browser expire by the emulator's clock", async () => {
    const browser = await opened()
    await clientOf(browser.project).signIn.withPassword(ada)

    browser.emulator.clock.advance("400 days")

    assert.isNull(await clientOf(browser.project).currentUser.get())
  })

  it.each(["https://app.example.com", "localhost:3000", "http://localhost:3000/app"])(
    "inPageBrowser rejects the origin %s with InvalidConfiguration",
    async (origin) => {
      const error = await inPageBrowser({ origin }).catch((error: unknown) => error)

      assert.deepInclude(error, { _tag: "InvalidConfiguration", setting: "origin" })
    }
  )

  it("inPageBrowser accepts an origin among the project's domains", async () => {
    const origin = "https://app.example.com"

    const browser = await opened({ origin, config: { domains: [{ domain: origin, handlerPath: "/handler" }] } })

    assert.strictEqual(browser.url(), `${origin}/`)
  })
})

describe("makeInPageBrowser", () => {
  it.effect("makeInPageBrowser uses an existing emulator, which continues after the browser is closed", () =>
    Effect.gen(function*() {
      const { emulator } = yield* makeInPageBrowser({ users: [ada] })

      const url = yield* Effect.scoped(Effect.gen(function*() {
        const browser = yield* makeInPageBrowser({ emulator })
        const going = Effect.andThen(signIn.withPassword(ada), redirectTo.accountSettings())
        yield* Effect.provide(Effect.forkScoped(going), Client.layer(browser.project))
        return yield* Effect.callback<string>((resume) => {
          browser.subscribe(() => resume(Effect.succeed(browser.url())))
        })
      }))
      const project = { ...emulator.project, fetch: emulator.fetch }
      const signedIn = yield* Effect.exit(
        Effect.provide(signIn.withPassword({ ...ada, password: Redacted.make(ada.password) }), Client.layer(project))
      )

      assert.strictEqual(url, "http://localhost:3000/handler/account-settings")
      assert.isTrue(Exit.isSuccess(signedIn))
    }).pipe(Effect.scoped))
})
