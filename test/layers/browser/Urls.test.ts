import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TrustedOrigins } from "../../../layers/browser/trustedUrl.ts"
import { layer as layerUrls, make as urlsOf, type PageOptions, Urls } from "../../../layers/browser/Urls.ts"

const rejectedSetting = (options: PageOptions) =>
  Effect.flip(Effect.provide(Urls, layerUrls(options))).pipe(Effect.map(({ setting }) => setting))

describe("Urls", () => {
  it.effect("page URLs default to the protocol's pages", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Urls, {
        handler: "/handler",
        home: "/",
        signIn: "/handler/sign-in",
        signUp: "/handler/sign-up",
        signOut: "/handler/sign-out",
        afterSignIn: "/",
        afterSignUp: "/",
        afterSignOut: "/",
        emailVerification: "/handler/email-verification",
        passwordReset: "/handler/password-reset",
        forgotPassword: "/handler/forgot-password",
        oauthCallback: "/handler/oauth-callback",
        magicLinkCallback: "/handler/magic-link-callback",
        accountSettings: "/handler/account-settings",
        error: "/handler/error",
        teamInvitation: "/handler/team-invitation",
        mfa: "/handler/mfa",
        onboarding: "/handler/onboarding",
        confirm: "/handler/confirm",
        cliAuthConfirm: "/handler/cli-auth-confirm",
        agentAuthConfirm: "/handler/agent-auth-confirm"
      })
    }))

  it.effect("the handler's path prefixes all page URLs, except for the four pages of the app itself", () =>
    Effect.gen(function*() {
      const defaults = yield* Urls
      const configured = yield* urlsOf({ handler: "/auth/" })

      assert.deepStrictEqual(
        Object.entries(configured),
        Object.entries(defaults).map(([page, url]) => [page, url.replace("/handler", "/auth")])
      )
    }))

  it.effect("page URLs can be set individually, and undefined keeps the default", () =>
    Effect.gen(function*() {
      const defaults = yield* Urls
      for (const page of Object.keys(defaults)) {
        if (page === "handler") continue
        const configured: Record<string, string> = yield* urlsOf({ [page]: "/elsewhere?a=b", signIn: undefined })

        assert.strictEqual(configured[page], page === "signIn" ? defaults.signIn : "/elsewhere?a=b", page)
      }
    }))

  it.effect("page URLs default to the home page after sign-in and sign-out, and to afterSignIn after sign-up", () =>
    Effect.gen(function*() {
      const { afterSignIn, afterSignOut, afterSignUp } = yield* urlsOf({ home: "/home", afterSignIn: "/start" })
      const urls = yield* urlsOf({ home: "/home" })

      assert.deepStrictEqual([afterSignIn, afterSignUp, afterSignOut], ["/start", "/start", "/home"])
      assert.strictEqual(urls.afterSignUp, "/home")
    }))

  it.effect("page URLs can point to another site", () =>
    Effect.gen(function*() {
      const { signIn } = yield* urlsOf({ signIn: "https://accounts.test/sign-in" })

      assert.strictEqual(signIn, "https://accounts.test/sign-in")
    }))

  it.effect("page URLs are rejected before anything runs if they are not safe to navigate to", () =>
    Effect.gen(function*() {
      const invalid = [
        "javascript:alert(1)",
        "//evil.test",
        "sign-in",
        "",
        "/\\evil.test",
        1,
        null,
        "https://a:b@c.test"
      ]
      for (const url of invalid) {
        assert.strictEqual(yield* rejectedSetting({ urls: { signIn: url as never } }), "urls.signIn", String(url))
      }
      assert.strictEqual(yield* rejectedSetting({ urls: { handler: "//evil.test" } }), "urls.handler")
      assert.strictEqual(yield* rejectedSetting({ urls: { handler: "https:evil.test" } }), "urls.handler")
    }))

  it.effect("the setting trustedOrigins accepts origins, and rejects URLs with a path or without a scheme", () =>
    Effect.gen(function*() {
      const origins = yield* Effect.provide(TrustedOrigins, layerUrls({ trustedOrigins: ["https://docs.test/"] }))
      const invalid = ["docs.test", "https://docs.test/a", "https://eve@docs.test", "ftp://docs.test", "*", undefined]

      assert.deepStrictEqual(origins, ["https://docs.test"])
      for (const origin of invalid) {
        assert.strictEqual(yield* rejectedSetting({ trustedOrigins: [origin as string] }), "trustedOrigins", origin)
      }
    }))
})
