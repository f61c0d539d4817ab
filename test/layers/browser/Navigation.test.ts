import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { isRedirectError } from "next/dist/client/components/redirect-error.js"
import { redirect } from "next/navigation.js"
import { afterEach, vi } from "vitest"
import { Navigation, navigationBy, type NavigationService } from "../../../layers/browser/Navigation.ts"
import { isRedirectSignal } from "../../../layers/browser/redirectSignal.ts"
import { createClient, InvalidConfiguration } from "../../../src/promise/index.ts"
import { projectId, publishableClientKey } from "../../support/project.ts"

/** A page whose location notes what is asked of it. */
const onPage = (href: string) => {
  const went: Array<string> = []
  vi.stubGlobal("location", {
    href,
    assign: (url: string) => went.push(`assign ${url}`),
    replace: (url: string) => went.push(`replace ${url}`)
  })
  return went
}

afterEach(() => vi.unstubAllGlobals())

const wait = (go: ReturnType<NavigationService["go"]>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(go, { startImmediately: true })
    yield* TestClock.adjust("1999 millis")
    const early = fiber.pollUnsafe() !== undefined
    yield* TestClock.adjust("1 millis")
    return { early, exit: yield* Fiber.await(fiber) }
  })

describe("the redirect method", () => {
  it.effect("none goes nowhere, and waits for nothing", () =>
    Effect.gen(function*() {
      const went = onPage("https://app.test/a")

      yield* navigationBy("none").go("/b")

      assert.deepStrictEqual(went, [])
    }))

  it.effect("window goes to the whole address, and the flow goes on after 2000 ms", () =>
    Effect.gen(function*() {
      const went = onPage("https://app.test/a")

      const { early, exit } = yield* wait(navigationBy("window").go("/b?c#d"))
      yield* wait(navigationBy("window").go("https://docs.test/", { replace: true }))

      assert.deepStrictEqual(went, ["assign https://app.test/b?c#d", "replace https://docs.test/"])
      assert.isFalse(early)
      assert.isTrue(Exit.isSuccess(exit))
    }))

  it.effect("window goes nowhere on a server, and is the method where nothing else is said", () =>
    Effect.gen(function*() {
      yield* navigationBy("window").go("/b")
      const went = onPage("https://app.test/a")

      yield* wait((yield* Navigation).go("/b"))

      assert.deepStrictEqual(went, ["assign https://app.test/b"])
    }))

  it.effect("nextjs throws the framework's redirect on a server, and is window in a browser", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const signal = new Error("NEXT_REDIRECT")
      const nextjs = (url: string): never => {
        asked.push(url)
        throw signal
      }

      const exit = yield* Effect.exit(navigationBy({ nextjs }).go("/b", { replace: true }))
      const went = onPage("https://app.test/a")
      yield* wait(navigationBy({ nextjs }).go("/b", { replace: true }))

      assert.deepStrictEqual(asked, ["/b"])
      assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), signal)
      assert.deepStrictEqual([signal, new Error(), undefined].map(isRedirectSignal), [true, false, false])
      assert.deepStrictEqual(went, ["replace https://app.test/b"])
    }))

  it("nextjs takes the redirect of next/navigation, and what that throws reaches the framework", async () => {
    const client = createClient({ projectId, publishableClientKey, redirectMethod: { nextjs: redirect } })

    const thrown: unknown = await client.redirectTo.signIn().catch((error: unknown) => error)

    assert.isTrue(isRedirectError(thrown))
    assert.include((thrown as { readonly digest: string }).digest, ";/handler/sign-in;")
  })

  for (const redirectMethod of ["nextjs", "elsewhere", null, 7, {}, { nextjs: true }, { useNavigate: () => {} }]) {
    it(`${JSON.stringify(redirectMethod)} is refused with the first call, and the message lists the choices`, async () => {
      const client = createClient({ projectId, publishableClientKey, redirectMethod: redirectMethod as never })

      const error: any = await client.redirectTo.signIn().catch((error: unknown) => error)

      assert.instanceOf(error, InvalidConfiguration)
      assert.match(error.message, /^redirectMethod is none of the choices\. Choose .*\{ nextjs: redirect \}/)
    })
  }

  it.effect("navigate asks the router, tells it of replace, and waits for it and 2000 ms more", () =>
    Effect.gen(function*() {
      const asked: Array<unknown> = []
      const method = navigationBy({ navigate: async (url, options) => void asked.push([url, options]) })

      yield* wait(method.go("/b"))
      yield* wait(method.go("/c", { replace: true }))

      assert.deepStrictEqual(asked, [["/b", { replace: false }], ["/c", { replace: true }]])
    }))

  it.effect("navigate gets paths of the site; the window goes to other sites, which no router knows", () =>
    Effect.gen(function*() {
      const went = onPage("https://app.test/a?b")
      const method = navigationBy({ navigate: (url) => went.push(`navigate ${url}`) })

      yield* wait(method.go("https://app.test/b?c#d"))
      yield* wait(method.go("?e"))
      yield* wait(method.go("https://github.test/authorize", { replace: true }))

      assert.deepStrictEqual(went, ["navigate /b?c#d", "navigate /a?e", "replace https://github.test/authorize"])
    }))

  it("navigate is not asked at once: a component that renders may be who wants to go", async () => {
    const asked: Array<string> = []
    const method = navigationBy({ navigate: (url) => asked.push(url) })

    const fiber = Effect.runFork(method.go("/b"))
    const atOnce = [...asked]
    await vi.waitFor(() => assert.deepStrictEqual(asked, ["/b"]))
    fiber.interruptUnsafe()

    assert.deepStrictEqual(atOnce, [])
  })

  it("here is the page, and none where there is no page with an address", () => {
    assert.isUndefined(navigationBy("window").here())
    onPage("https://app.test/a")

    assert.strictEqual(navigationBy("none").here()?.href, "https://app.test/a")
  })
})
