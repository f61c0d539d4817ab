import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layer as layerUrls } from "../../../../layers/browser/Urls.ts"
import { absoluteUrl, callbackUrl } from "../../../../src/flows/redirects/callbackUrl.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

/** Runs a flow on a page with `after_auth_return_to` in its URL. */
const onPage = <A, E, R>(flow: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { context } = yield* scriptedBrowser("https://app.test/handler/sign-in?after_auth_return_to=%2Fbasket")
    return yield* Effect.provideContext(flow, context)
  })

describe("callbackUrl", () => {
  it.effect("callbackUrl returns the page's URL on the current site with the return URL", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* onPage(callbackUrl("password.sendResetCode", "passwordReset", undefined)),
        "https://app.test/handler/password-reset?after_auth_return_to=%2Fbasket"
      )
    }))

  it.effect("callbackUrl returns the given URL unchanged", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* onPage(callbackUrl("password.sendResetCode", "passwordReset", "https://a.test/#b")),
        "https://a.test/#b"
      )
    }))

  it.effect("callbackUrl adds no parameters to a page on another host", () =>
    Effect.gen(function*() {
      const elsewhere = layerUrls({ urls: { passwordReset: "https://accounts.test/reset#new" } })

      assert.strictEqual(
        yield* onPage(Effect.provide(absoluteUrl("passwordReset"), elsewhere)),
        "https://accounts.test/reset"
      )
    }))

  it.effect("outside of a browser, callbackUrl returns the configured URL, or fails with an error that names the option to set", () =>
    Effect.gen(function*() {
      const whole = layerUrls({ urls: { passwordReset: "https://app.test/reset" } })
      const configured = callbackUrl("password.sendResetCode", "passwordReset", undefined).pipe(Effect.provide(whole))

      const error = yield* Effect.flip(callbackUrl("password.sendResetCode", "passwordReset", undefined))
      const other = yield* Effect.flip(callbackUrl("password.signUp", "emailVerification", undefined, "theUrl"))

      assert.strictEqual(yield* configured, "https://app.test/reset")
      assert.strictEqual(error.endpoint, "password.sendResetCode")
      const problem = "Expected the URL of a page of your site, because there is no browser"
      assert.deepInclude(error.reason, { _tag: "InvalidInput", issues: [{ path: "callbackUrl", problem }] })
      assert.deepInclude(other.reason, { _tag: "InvalidInput", issues: [{ path: "theUrl", problem }] })
    }))
})
