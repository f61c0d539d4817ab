import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TrustedOrigins } from "../../../layers/browser/trustedUrl.ts"
import { layerUrls, type PageOptions, Urls, urlsOf } from "../../../layers/browser/Urls.ts"

const refused = (options: PageOptions) =>
  Effect.flip(Effect.provide(Urls, layerUrls(options))).pipe(Effect.map(({ setting }) => setting))

describe("Urls", () => {
  it.effect("are those of the protocol unless said otherwise", () =>
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
        cliAuthConfirm: "/handler/cli-auth-confirm"
      })
    }))

  it.effect("move with the handler, all but the four that are pages of the program", () =>
    Effect.gen(function*() {
      const usual = yield* Urls
      const moved = yield* urlsOf({ handler: "/auth/" })

      assert.deepStrictEqual(
        Object.entries(moved),
        Object.entries(usual).map(([page, url]) => [page, url.replace("/handler", "/auth")])
      )
    }))

  it.effect("can be moved one by one; what is undefined stays", () =>
    Effect.gen(function*() {
      const usual = yield* Urls
      for (const page of Object.keys(usual)) {
        if (page === "handler") continue
        const moved: Record<string, string> = yield* urlsOf({ [page]: "/elsewhere?a=b", signIn: undefined })

        assert.strictEqual(moved[page], page === "signIn" ? usual.signIn : "/elsewhere?a=b", page)
      }
    }))

  it.effect("after signing in and out are the home page, and after signing up the one after signing in", () =>
    Effect.gen(function*() {
      const { afterSignIn, afterSignOut, afterSignUp } = yield* urlsOf({ home: "/home", afterSignIn: "/start" })
      const athome = yield* urlsOf({ home: "/home" })

      assert.deepStrictEqual([afterSignIn, afterSignUp, afterSignOut], ["/start", "/start", "/home"])
      assert.strictEqual(athome.afterSignUp, "/home")
    }))

  it.effect("can be those of another site", () =>
    Effect.gen(function*() {
      const { signIn } = yield* urlsOf({ signIn: "https://accounts.test/sign-in" })

      assert.strictEqual(signIn, "https://accounts.test/sign-in")
    }))

  it.effect("are refused before anything runs when nobody can be sent there", () =>
    Effect.gen(function*() {
      const bad = ["javascript:alert(1)", "//evil.test", "sign-in", "", "/\\evil.test", 1, null, "https://a:b@c.test"]
      for (const url of bad) {
        assert.strictEqual(yield* refused({ urls: { signIn: url as never } }), "urls.signIn", String(url))
      }
      assert.strictEqual(yield* refused({ urls: { handler: "//evil.test" } }), "urls.handler")
      assert.strictEqual(yield* refused({ urls: { handler: "https:evil.test" } }), "urls.handler")
    }))

  it.effect("come with origins, which are written without path", () =>
    Effect.gen(function*() {
      const origins = yield* Effect.provide(TrustedOrigins, layerUrls({ trustedOrigins: ["https://docs.test/"] }))
      const bad = ["docs.test", "https://docs.test/a", "https://eve@docs.test", "ftp://docs.test", "*", undefined]

      assert.deepStrictEqual(origins, ["https://docs.test"])
      for (const origin of bad) {
        assert.strictEqual(yield* refused({ trustedOrigins: [origin as string] }), "trustedOrigins", origin)
      }
    }))
})
