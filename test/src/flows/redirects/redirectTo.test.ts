import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TrustedOrigins } from "../../../../layers/browser/trustedUrl.ts"
import { layer as layerUrls, Urls } from "../../../../layers/browser/Urls.ts"
import { absoluteUrl } from "../../../../src/flows/redirects/callbackUrl.ts"
import * as redirectTo from "../../../../src/flows/redirects/redirectTo.ts"
import { hostileRedirects } from "../../../support/platform/hostileRedirects.ts"
import { type ScriptedBrowser, scriptedBrowser } from "../scriptedBrowser.ts"

const untrusted = "Redirect URL is not trusted; should be relative"

/** Runs a flow on a page. */
const on = <A, E>(page: string, flow: Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const browser = yield* scriptedBrowser(page)
    const exit = yield* Effect.result(Effect.provideContext(flow, browser.context))
    return { browser, exit }
  })

const redirectsOn = (page: string, flow: Effect.Effect<unknown, unknown>) =>
  Effect.map(on(page, flow), ({ browser }) => browser.redirects)

/** Opens the target of the latest redirect. */
const follow = (browser: ScriptedBrowser) => browser.visit(browser.redirects.at(-1)!.replace("replace ", ""))

const { hrefOf, url: _url, ...routes } = redirectTo

describe("redirectTo", () => {
  it.effect("redirectTo has a flow for each page of Urls, except for the page that only an agent's link opens", () =>
    Effect.gen(function*() {
      const pages = Object.keys(yield* Urls).filter((page) => page !== "handler" && page !== "agentAuthConfirm")
      assert.sameMembers(Object.keys(routes), pages)
      for (const [page, route] of Object.entries(routes)) {
        const redirects = yield* redirectsOn("https://app.test/", route({ noRedirectBack: true }))
        const replaced = yield* redirectsOn("https://app.test/", route({ noRedirectBack: true, replace: true }))

        const expected = (yield* Urls)[page as keyof typeof routes]
        assert.deepStrictEqual([redirects, replaced], [[expected], [`replace ${expected}`]])
      }
    }))

  it.effect("redirectTo.signIn and redirectTo.signUp return to the original page after sign-in", () =>
    Effect.gen(function*() {
      const page = "https://app.test/basket?item=1#top"

      assert.deepStrictEqual(yield* redirectsOn(page, redirectTo.signIn()), [
        "/handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1%23top"
      ])
      assert.deepStrictEqual(yield* redirectsOn(page, redirectTo.signUp({ noRedirectBack: true })), [
        "/handler/sign-up"
      ])
    }))

  it.effect("H9: redirects keep after_auth_return_to through sign-in, sign-up, forgotten password, MFA and emails", () =>
    Effect.gen(function*() {
      const browser = yield* scriptedBrowser("https://app.test/basket?item=1")
      const navigation = Effect.gen(function*() {
        for (const route of ["signIn", "signUp", "signIn", "forgotPassword", "mfa"] as const) {
          yield* redirectTo[route]()
          follow(browser)
        }
        for (const page of ["magicLinkCallback", "emailVerification", "oauthCallback"] as const) {
          browser.visit((yield* absoluteUrl(page))!)
        }
        yield* redirectTo.afterSignIn({ replace: true })
      })

      yield* Effect.provideContext(navigation, browser.context)

      assert.strictEqual(browser.redirects.at(-1), "replace /basket?item=1")
    }))

  it.effect("redirects after a sign-in never return to a page of the sign-in itself", () =>
    Effect.gen(function*() {
      const passing = ["sign-in", "sign-up", "sign-out", "forgot-password", "password-reset", "oauth-callback", "error"]
      for (const page of passing) {
        assert.deepStrictEqual(yield* redirectsOn(`https://app.test/handler/${page}?code=1`, redirectTo.signIn()), [
          "/handler/sign-in"
        ])
      }
      assert.deepStrictEqual(yield* redirectsOn("https://app.test/handler/account-settings", redirectTo.signIn()), [
        "/handler/sign-in?after_auth_return_to=%2Fhandler%2Faccount-settings"
      ])
    }))

  for (const page of ["afterSignIn", "afterSignUp"] as const) {
    it.effect(`redirectTo.${page} redirects to the original target, or to the page's configured URL if there is no target`, () =>
      Effect.gen(function*() {
        const flow = Effect.provide(routes[page](), layerUrls({ urls: { [page]: "/start" } }))
        const at = "https://app.test/handler/sign-in"

        assert.deepStrictEqual(yield* redirectsOn(`${at}?after_auth_return_to=%2Fbasket`, flow), ["/basket"])
        assert.deepStrictEqual(yield* redirectsOn(at, flow), ["/start"])
        assert.deepStrictEqual(
          yield* redirectsOn(`${at}?after_auth_return_to=%2Fbasket`, routes[page]({ noRedirectBack: true })),
          ["/"]
        )
      }))
  }

  it.effect("H8, H9: a hostile after_auth_return_to is rejected when it is used, with the message of the protocol", () =>
    Effect.gen(function*() {
      for (const hostile of hostileRedirects) {
        const page = new URL("https://app.test/handler/sign-in")
        page.searchParams.set("after_auth_return_to", hostile)
        for (const flow of [redirectTo.afterSignIn(), redirectTo.afterSignUp(), hrefOf("afterSignIn")]) {
          const { browser, exit } = yield* on<unknown, { readonly message: string }>(page.href, flow)

          assert.deepStrictEqual(browser.redirects, [], hostile)
          assert.strictEqual(exit._tag === "Failure" && exit.failure.message, untrusted, hostile)
        }
      }
    }))

  it.effect("H9: redirectTo doesn't pass on a hostile after_auth_return_to", () =>
    Effect.gen(function*() {
      for (const hostile of hostileRedirects) {
        const page = new URL("https://app.test/handler/sign-in")
        page.searchParams.set("after_auth_return_to", hostile)

        assert.deepStrictEqual(yield* redirectsOn(page.href, redirectTo.signUp()), ["/handler/sign-up"], hostile)
        const { exit } = yield* on(page.href, absoluteUrl("oauthCallback"))
        assert.strictEqual(exit._tag === "Success" && exit.success, "https://app.test/handler/oauth-callback", hostile)
      }
    }))

  it.effect("H8: redirectTo.url rejects all hostile URLs, on a page and on a server, and the error names only the target's origin", () =>
    Effect.gen(function*() {
      for (const hostile of hostileRedirects) {
        const { browser, exit } = yield* on("https://app.test/", redirectTo.url(hostile))
        const onServer = yield* Effect.flip(redirectTo.url(hostile))

        assert.deepStrictEqual(browser.redirects, [], hostile)
        assert.strictEqual(exit._tag === "Failure" && exit.failure._tag, "RedirectNotTrusted", hostile)
        assert.strictEqual(onServer.message, untrusted)
      }
      const error = yield* Effect.flip(redirectTo.url("https://evil.test/?token=secret"))
      assert.strictEqual(error.target, "https://evil.test")
      assert.notInclude(JSON.stringify(error), "secret")
    }))

  it.effect("redirectTo.url redirects to paths, to the page's own origin and to trusted origins", () =>
    Effect.gen(function*() {
      const there = ["/basket", "https://app.test/basket?a#b", "https://docs.test/start"].map((each) =>
        Effect.provideService(redirectTo.url(each, { replace: true }), TrustedOrigins, ["https://docs.test"])
      )

      assert.deepStrictEqual(yield* redirectsOn("https://app.test/a", Effect.all(there)), [
        "replace /basket",
        "replace /basket?a#b",
        "replace https://docs.test/start"
      ])
    }))

  it.effect("redirectTo redirects to a sign-in page on another site as configured", () =>
    Effect.gen(function*() {
      const elsewhere = layerUrls({ urls: { signIn: "https://accounts.test/sign-in?from=app" } })

      assert.deepStrictEqual(
        yield* redirectsOn("https://app.test/basket", Effect.provide(redirectTo.signIn(), elsewhere)),
        ["https://accounts.test/sign-in?from=app"]
      )
    }))

  it.effect("redirectTo treats a sign-in page on the same host with another scheme as another site", () =>
    Effect.gen(function*() {
      const insecure = layerUrls({ urls: { signIn: "http://app.test/sign-in" } })

      assert.deepStrictEqual(
        yield* redirectsOn("https://app.test/basket", Effect.provide(redirectTo.signIn(), insecure)),
        ["http://app.test/sign-in"]
      )
    }))

  it.effect("redirectTo.onboarding and redirectTo.confirm return to the original page afterwards, but redirectTo.forgotPassword doesn't", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* redirectsOn("https://app.test/basket", redirectTo.onboarding()), [
        "/handler/onboarding?after_auth_return_to=%2Fbasket"
      ])
      assert.deepStrictEqual(yield* redirectsOn("https://app.test/basket", redirectTo.confirm()), [
        "/handler/confirm?after_auth_return_to=%2Fbasket"
      ])
      assert.deepStrictEqual(yield* redirectsOn("https://app.test/basket", redirectTo.forgotPassword()), [
        "/handler/forgot-password"
      ])
    }))

  it.effect("H9: pages that emails open get the original target", () =>
    Effect.gen(function*() {
      const page = "https://app.test/handler/sign-in?after_auth_return_to=%2Fbasket"
      const flows = [redirectTo.emailVerification(), redirectTo.magicLinkCallback(), redirectTo.passwordReset()]

      assert.deepStrictEqual(yield* redirectsOn(page, Effect.all(flows)), [
        "/handler/email-verification?after_auth_return_to=%2Fbasket",
        "/handler/magic-link-callback?after_auth_return_to=%2Fbasket",
        "/handler/password-reset?after_auth_return_to=%2Fbasket"
      ])
    }))

  it.effect("redirectTo returns to a page that has the same path as a sign-in page on another site", () =>
    Effect.gen(function*() {
      const elsewhere = layerUrls({ urls: { error: "https://status.test/basket" } })

      assert.deepStrictEqual(
        yield* redirectsOn("https://app.test/basket", Effect.provide(redirectTo.signIn(), elsewhere)),
        ["/handler/sign-in?after_auth_return_to=%2Fbasket"]
      )
    }))

  it.effect("outside of a browser, redirectTo adds no page to return to", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* hrefOf("signIn"), "/handler/sign-in")
      assert.strictEqual(yield* hrefOf("afterSignIn"), "/")
    }))

  it.effect("the error for a rejected redirect names the URL's origin, if it has one", () =>
    Effect.gen(function*() {
      assert.isUndefined((yield* Effect.flip(redirectTo.url("%2fevil.test"))).target)
      assert.isUndefined((yield* Effect.flip(redirectTo.url(new URL("https://evil.test") as never))).target)
    }))

  it.effect("hrefOf returns the URL of a redirect, for links", () =>
    Effect.gen(function*() {
      const { browser, exit } = yield* on("https://app.test/basket", hrefOf("signUp"))

      assert.strictEqual(exit._tag === "Success" && exit.success, "/handler/sign-up?after_auth_return_to=%2Fbasket")
      assert.deepStrictEqual(browser.redirects, [])
    }))
})
