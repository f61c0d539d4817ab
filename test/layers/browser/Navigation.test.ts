import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { isRedirectError } from "next/dist/client/components/redirect-error.js"
import { redirect } from "next/navigation.js"
import { afterEach, expect, vi } from "vitest"
import { make as navigationBy, mountNavigate, Navigation } from "../../../layers/browser/Navigation.ts"
import { isRedirectSignal } from "../../../layers/browser/redirectSignal.ts"
import { createClient, InvalidConfiguration } from "../../../src/promise/index.ts"
import { projectId, publishableClientKey } from "../../support/contract/project.ts"

/** Stubs a `location` that records navigations. */
const onPage = (href: string) => {
  const navigations: Array<string> = []
  vi.stubGlobal("location", {
    href,
    assign: (url: string) => navigations.push(`assign ${url}`),
    replace: (url: string) => navigations.push(`replace ${url}`)
  })
  return navigations
}

afterEach(() => vi.unstubAllGlobals())

const wait = (go: ReturnType<Navigation["go"]>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(go, { startImmediately: true })
    yield* TestClock.adjust("1999 millis")
    const early = fiber.pollUnsafe() !== undefined
    yield* TestClock.adjust("1 millis")
    return { early, exit: yield* Fiber.await(fiber) }
  })

describe("redirectMethod", () => {
  it.effect("redirectMethod \"none\" doesn't navigate or wait", () =>
    Effect.gen(function*() {
      const navigations = onPage("https://app.test/a")

      yield* navigationBy("none").go("/b")

      assert.deepStrictEqual(navigations, [])
    }))

  it.effect("redirectMethod \"window\" navigates to the absolute URL and lets the flow continue after 2000 ms", () =>
    Effect.gen(function*() {
      const navigations = onPage("https://app.test/a")

      const { early, exit } = yield* wait(navigationBy("window").go("/b?c#d"))
      yield* wait(navigationBy("window").go("https://docs.test/", { replace: true }))

      assert.deepStrictEqual(navigations, ["assign https://app.test/b?c#d", "replace https://docs.test/"])
      assert.isFalse(early)
      assert.isTrue(Exit.isSuccess(exit))
    }))

  it.effect("redirectMethod \"window\" is the default and doesn't navigate on a server", () =>
    Effect.gen(function*() {
      yield* navigationBy("window").go("/b")
      const navigations = onPage("https://app.test/a")

      yield* wait((yield* Navigation).go("/b"))

      assert.deepStrictEqual(navigations, ["assign https://app.test/b"])
    }))

  it.effect("redirectMethod nextjs throws the framework's redirect on a server and navigates like \"window\" in a browser", () =>
    Effect.gen(function*() {
      const calls: Array<string> = []
      const signal = new Error("NEXT_REDIRECT")
      const nextjs = (url: string): never => {
        calls.push(url)
        throw signal
      }

      const exit = yield* Effect.exit(navigationBy({ nextjs }).go("/b", { replace: true }))
      const navigations = onPage("https://app.test/a")
      yield* wait(navigationBy({ nextjs }).go("/b", { replace: true }))

      assert.deepStrictEqual(calls, ["/b"])
      assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), signal)
      assert.deepStrictEqual([signal, new Error(), undefined].map(isRedirectSignal), [true, false, false])
      assert.deepStrictEqual(navigations, ["replace https://app.test/b"])
    }))

  it("redirectMethod nextjs accepts the redirect from next/navigation and passes its error on to the framework", async () => {
    const client = createClient({ projectId, publishableClientKey, redirectMethod: { nextjs: redirect } })

    const thrown: unknown = await client.redirectTo.signIn().catch((error: unknown) => error)

    assert.isTrue(isRedirectError(thrown))
    assert.include((thrown as { readonly digest: string }).digest, ";/handler/sign-in;")
  })

  for (const redirectMethod of ["nextjs", "elsewhere", null, 7, {}, { nextjs: true }, { useNavigate: true }]) {
    it(`the redirectMethod ${JSON.stringify(redirectMethod)} is rejected at the first call, with a message that lists the choices`, async () => {
      const client = createClient({ projectId, publishableClientKey, redirectMethod: redirectMethod as never })

      const error: any = await client.redirectTo.signIn().catch((error: unknown) => error)

      assert.instanceOf(error, InvalidConfiguration)
      assert.match(error.message, /^redirectMethod is not one of the choices\. Choose .*\{ nextjs: redirect \}/)
    })
  }

  it.effect("a custom redirectMethod calls the router with the replace option, and the flow continues 2000 ms after the router has finished", () =>
    Effect.gen(function*() {
      const calls: Array<unknown> = []
      const method = navigationBy({ navigate: async (url, options) => void calls.push([url, options]) })

      yield* wait(method.go("/b"))
      yield* wait(method.go("/c", { replace: true }))

      assert.deepStrictEqual(calls, [["/b", { replace: false }], ["/c", { replace: true }]])
    }))

  it.effect("a custom redirectMethod gets only paths within the site, and \"window\" handles other sites", () =>
    Effect.gen(function*() {
      const navigations = onPage("https://app.test/a?b")
      const method = navigationBy({ navigate: (url) => navigations.push(`navigate ${url}`) })

      yield* wait(method.go("https://app.test/b?c#d"))
      yield* wait(method.go("?e"))
      yield* wait(method.go("https://github.test/authorize", { replace: true }))

      assert.deepStrictEqual(navigations, ["navigate /b?c#d", "navigate /a?e", "replace https://github.test/authorize"])
    }))

  it("a custom redirectMethod is not called synchronously, because a rendering component may have started the navigation", async () => {
    const calls: Array<string> = []
    const method = navigationBy({ navigate: (url) => calls.push(url) })

    const fiber = Effect.runFork(method.go("/b"))
    const immediately = [...calls]
    await expect.poll(() => calls).toEqual(["/b"])
    fiber.interruptUnsafe()

    assert.deepStrictEqual(immediately, [])
  })

  describe("with useNavigate", () => {
    const method = () => ({ useNavigate: () => () => {} })

    it.effect("a redirect uses the function of the provider that mounted last", () =>
      Effect.gen(function*() {
        const calls: Array<string> = []
        const hook = method()
        mountNavigate(hook, (url) => calls.push(`first ${url}`))
        const unmount = mountNavigate(hook, (url, { replace }) => calls.push(`second ${url} ${replace}`))

        yield* wait(navigationBy(hook).go("/b", { replace: true }))
        unmount()
        yield* wait(navigationBy(hook).go("/c"))

        assert.deepStrictEqual(calls, ["second /b true", "first /c"])
      }))

    it.effect("a redirect waits for a provider that mounts within a second", () =>
      Effect.gen(function*() {
        const navigations = onPage("https://app.test/a")
        const hook = method()
        const fiber = yield* Effect.forkChild(navigationBy(hook).go("/b"), { startImmediately: true })
        yield* TestClock.adjust("999 millis")

        mountNavigate(hook, (url) => navigations.push(`navigate ${url}`))
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.await(fiber)

        assert.deepStrictEqual(navigations, ["navigate /b"])
      }))

    for (
      const [navigate, expected] of [[undefined, "assign https://app.test/b"], ["navigate", "navigate /b"]] as const
    ) {
      it.effect(`without a provider, a redirect uses ${navigate ?? "the window"} after a second`, () =>
        Effect.gen(function*() {
          const navigations = onPage("https://app.test/a")
          const own = navigate && { navigate: (url: string) => navigations.push(`navigate ${url}`) }
          const fiber = yield* Effect.forkChild(navigationBy({ ...method(), ...own }).go("/b"), {
            startImmediately: true
          })

          yield* TestClock.adjust("999 millis")
          const early = [...navigations]
          yield* TestClock.adjust("1 millis")
          yield* TestClock.adjust("2 seconds")
          yield* Fiber.await(fiber)

          assert.deepStrictEqual([early, navigations], [[], [expected]])
        }))
    }
  })

  it("Navigation.here returns the page's URL, or undefined outside a page", () => {
    assert.isUndefined(navigationBy("window").here())
    onPage("https://app.test/a")

    assert.strictEqual(navigationBy("none").here()?.href, "https://app.test/a")
  })
})
