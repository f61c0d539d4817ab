import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { make as urlsOf, Urls } from "../../../../layers/browser/Urls.ts"
import { resolveHandlerPage } from "../../../../src/flows/redirects/handlerPage.ts"

const site = "https://app.test"

const found = (path: string, urls = {}) =>
  Effect.map(urlsOf(urls), (urls) => {
    const { _tag, ...rest } = resolveHandlerPage(new URL(path, site), urls)
    return [_tag, ...Object.values(rest)].join(" ")
  })

describe("handlerPage", () => {
  it.effect("handlerPage finds every page of Urls below the handler", () =>
    Effect.gen(function*() {
      const urls = yield* Urls
      for (const [page, path] of Object.entries(urls)) {
        if (!path.startsWith("/handler/")) continue
        assert.strictEqual(yield* found(`${path}?code=1`), `Page ${page}`)
        assert.strictEqual(yield* found(`${path}/`), `Page ${page}`)
      }
    }))

  it.effect("handlerPage redirects other spellings of a path to the page, and keeps the query", () =>
    Effect.gen(function*() {
      const spellings = ["login", "Login", "signin", "SignIn", "SIGN-IN", "sign-In", "si-gn-in"]
      for (const spelling of spellings) {
        assert.strictEqual(yield* found(`/handler/${spelling}?a=b%20c#d`), "Moved /handler/sign-in?a=b+c#d")
      }
      assert.strictEqual(yield* found("/handler/register"), "Moved /handler/sign-up")
      assert.strictEqual(yield* found("/handler/emailverification?code=1"), "Moved /handler/email-verification?code=1")
    }))

  it.effect("handlerPage finds no page for other paths", () =>
    Effect.gen(function*() {
      const others = [
        "/",
        "/handler",
        "/handler/",
        "/handler/nothing",
        "/handler/sign-in/more",
        "/handlers/sign-in",
        "/sign-in",
        "/handler//sign-in",
        "/handler/__proto__",
        "/handler/constructor"
      ]
      for (const path of others) assert.strictEqual(yield* found(path), "NotFound", path)
    }))

  it.effect("handlerPage finds pages below a configured handler", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* found("/auth/sign-in", { handler: "/auth" }), "Page signIn")
      assert.strictEqual(yield* found("/sign-in", { handler: "/" }), "Page signIn")
      assert.strictEqual(yield* found("/handler/sign-in", { handler: "/auth" }), "NotFound")
      assert.strictEqual(yield* found("/auth/sign-in", { handler: "https://accounts.test/auth" }), "NotFound")
    }))

  it.effect("handlerPage redirects to pages that are configured elsewhere, except for four pages", () =>
    Effect.gen(function*() {
      const urls = {
        signIn: "/welcome?from=app",
        signUp: "https://accounts.test/new",
        accountSettings: "/me",
        error: "/oops",
        cliAuthConfirm: "/cli",
        agentAuthConfirm: "/agent"
      }
      const outcomes = yield* Effect.forEach(
        ["login?a=b", "sign-in", "sign-up?a=b", "account-settings", "error", "cli-auth-confirm", "agent-auth-confirm"],
        (name) => found(`/handler/${name}`, urls)
      )

      assert.deepStrictEqual(outcomes, [
        "Moved /welcome?from=app&a=b",
        "Moved /welcome?from=app",
        "Moved https://accounts.test/new?a=b",
        "Page accountSettings",
        "Page error",
        "Page cliAuthConfirm",
        "Page agentAuthConfirm"
      ])
    }))
})
