/** Sign-ins with `redirect: true`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Passkeys } from "../../../../layers/browser/Passkeys.ts"
import { layer as layerUrls } from "../../../../layers/browser/Urls.ts"
import { MfaAttempt } from "../../../../layers/session/MfaAttempt.ts"
import { Session } from "../../../../layers/session/Session.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import type { Restriction } from "../../../../schemas/entities/restriction.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { digitsAt } from "../../../../src/emulator/model/accounts/totp.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as passkeys from "../../../../src/flows/passkeys/passkeys.ts"
import { redirectAfter, type RedirectAfterOptions } from "../../../../src/flows/redirects/redirectAfter.ts"
import { scriptedPasskeys } from "../../../support/platform/scriptedPasskeys.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, lastMail, signUp as signUpAnn } from "../../emulator/support/support.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

const site = "http://localhost:3000"
const page = `${site}/handler/sign-in?after_auth_return_to=%2Fbasket%3Fitem%3D1`
const secret = btoa("12345678901234567890")

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const digits = Emulator.useSync(({ clock }) => digitsAt(secret, clock.now().getTime()))

describe("redirectAfter", () => {
  const urls = layerUrls({ urls: { afterSignIn: "/in", afterSignUp: "/up" } })
  const anyUser: { readonly userId: string; readonly restrictedReason: Restriction | null } = {
    userId: "u",
    restrictedReason: null
  }

  /** Returns the redirects of a page after a sign-in with this result. */
  const redirectsFrom = (
    href: string,
    signedIn: typeof anyUser & { readonly isNewUser?: boolean | undefined },
    options: RedirectAfterOptions | undefined,
    defaultPage?: "afterSignUp"
  ) =>
    Effect.gen(function*() {
      const browser = yield* scriptedBrowser(href)
      yield* redirectAfter(Effect.succeed(signedIn), options, defaultPage).pipe(
        Effect.provide(urls),
        Effect.provideContext(browser.context)
      )
      return browser.redirects
    })

  it.effect("sign-in doesn't redirect by default", () =>
    Effect.gen(function*() {
      for (const options of [undefined, {}, { redirect: false }]) {
        assert.deepStrictEqual(yield* redirectsFrom(page, anyUser, options), [])
      }
    }))

  it.effect("sign-in redirects new users to afterSignUp, and other users to the default page", () =>
    Effect.gen(function*() {
      const from = (isNewUser: boolean | undefined, defaultPage?: "afterSignUp") =>
        redirectsFrom(`${site}/handler/sign-in`, { ...anyUser, isNewUser }, { redirect: true }, defaultPage)

      assert.deepStrictEqual(yield* from(true), ["replace /up"])
      assert.deepStrictEqual(yield* from(false), ["replace /in"])
      assert.deepStrictEqual(yield* from(undefined), ["replace /in"])
      assert.deepStrictEqual(yield* from(false, "afterSignUp"), ["replace /up"])
    }))

  it.effect("sign-in redirects to the returnTo page if that page is trusted", () =>
    Effect.gen(function*() {
      const to = (returnTo: string) => redirectsFrom(page, anyUser, { redirect: true, returnTo })
      assert.deepStrictEqual(yield* to("/orders"), ["replace /orders"])
      assert.deepStrictEqual(yield* to("https://evil.test"), ["replace /in"])
    }))

  it.effect("H8: the redirect to onboarding contains no untrusted page", () =>
    Effect.gen(function*() {
      const browser = yield* scriptedBrowser(`${site}/handler/sign-in`)
      const elsewhere = layerUrls({ urls: { afterSignUp: "https://elsewhere.test/up" } })
      const restricted = Effect.succeed({ ...anyUser, isNewUser: true, restrictedReason: "email_not_verified" })

      yield* redirectAfter(restricted, { redirect: true }).pipe(
        Effect.provide(elsewhere),
        Effect.provideContext(browser.context)
      )

      assert.deepStrictEqual(browser.redirects, ["replace /handler/onboarding"])
    }))

  it.effect("H9: a warning is logged if the target of a redirect is ignored", () =>
    Effect.gen(function*() {
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))

      const redirects = yield* redirectsFrom(
        `${site}/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.test`,
        anyUser,
        { redirect: true }
      ).pipe(Effect.provide(Logger.layer([logger])))

      assert.deepStrictEqual(redirects, ["replace /in"])
      assert.match(
        logged.join("\n"),
        /^Signed in, but did not redirect to the page to return to\. Redirect URL is not trusted/
      )
    }))
})

overBothTransports(({ emulated }) => {
  /** A browser on a page, and an account. The browser is signed out. */
  const on = (href: string) =>
    Effect.gen(function*() {
      const { userId } = yield* signUpAnn()
      yield* signOut()
      return { userId, browser: yield* scriptedBrowser(href) }
    })

  const platform = emulated({ config: { magicLinkEnabled: true, passkeyEnabled: true } })

  describe("redirect: true", () => {
    it.effect("sign-in with redirect: true goes to the original target, and replaces the page in the history", () =>
      Effect.gen(function*() {
        const { browser } = yield* on(page)

        yield* signIn.withPassword({ ...ann, redirect: true }).pipe(Effect.provideContext(browser.context))

        assert.deepStrictEqual(browser.redirects, ["replace /basket?item=1"])
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in with redirect: true goes to afterSignIn if there is no target, or if the target is untrusted", () =>
      Effect.gen(function*() {
        const { browser } = yield* on(`${site}/handler/sign-in`)
        const flow = signIn.withPassword({ ...ann, redirect: true }).pipe(Effect.provideContext(browser.context))

        yield* flow
        browser.visit("/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F")
        yield* flow

        assert.deepStrictEqual(browser.redirects, ["replace /", "replace /"])
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in doesn't redirect if it fails, or without the option redirect: true", () =>
      Effect.gen(function*() {
        const { browser } = yield* on(page)
        const wrong = { ...ann, password: Redacted.make("wrong horse"), redirect: true }

        yield* Effect.flip(signIn.withPassword(wrong)).pipe(Effect.provideContext(browser.context))
        yield* signIn.withPassword(ann).pipe(Effect.provideContext(browser.context))

        assert.deepStrictEqual(browser.redirects, [])
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in with redirect: true goes to the MFA page with the attempt stored, and continues from there", () =>
      Effect.gen(function*() {
        const { browser, userId } = yield* on(page)
        yield* asServer(Users.update({ userId, totpSecretBase64: Redacted.make(secret) }))

        const error = yield* Effect.flip(signIn.withPassword({ ...ann, redirect: true })).pipe(
          Effect.provideContext(browser.context)
        )
        const isStored = Option.isSome(yield* MfaAttempt.use(({ peek }) => peek))
        browser.visit(browser.redirects[0]!.replace("replace ", ""))
        yield* signIn.withTotp({ totp: yield* digits, redirect: true }).pipe(Effect.provideContext(browser.context))

        assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
        assert.isTrue(isStored)
        assert.deepStrictEqual(browser.redirects, [
          "replace /handler/mfa?after_auth_return_to=%2Fbasket%3Fitem%3D1",
          "replace /basket?item=1"
        ])
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in with redirect: true goes to afterSignUp for a new account, with a password and with an emailed link", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(page)
        yield* signUp.withPassword({ email: "new@example.com", password: "a long password", redirect: true }).pipe(
          Effect.provideContext(browser.context)
        )
        yield* signIn.sendCode({ email: "newer@example.com", callbackUrl: `${site}/handler` })
        const { code } = yield* lastMail("newer@example.com")
        yield* signIn.withLink({ code: code!, redirect: true }).pipe(Effect.provideContext(browser.context))

        assert.deepStrictEqual(browser.redirects, ["replace /basket?item=1", "replace /basket?item=1"])
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in with redirect: true redirects after the user types an emailed code", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(page)
        const { nonce } = yield* signIn.sendCode({ email: "newest@example.com", callbackUrl: `${site}/handler` })
        const { code } = yield* lastMail("newest@example.com")

        yield* signIn.withCode({ code: Redacted.value(code!).slice(0, 6), nonce, redirect: true }).pipe(
          Effect.provideContext(browser.context)
        )

        assert.deepStrictEqual(browser.redirects, ["replace /basket?item=1"])
      }).pipe(Effect.provide(platform)))

    it.effect("sign-in with redirect: true redirects after a sign-in with a passkey", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const browser = yield* scriptedBrowser(page)
        const device = yield* scriptedPasskeys()
        const accept = <A, E, R>(flow: Effect.Effect<A, E, R>) =>
          Effect.gen(function*() {
            const fiber = yield* flow.pipe(
              Effect.provideContext(browser.context),
              Effect.provideService(Passkeys, device.service),
              Effect.forkChild
            )
            yield* (yield* device.prompt).agree()
            return yield* Fiber.join(fiber)
          })
        yield* accept(passkeys.register())
        yield* signOut()

        yield* accept(passkeys.signIn({ redirect: true }))

        assert.deepStrictEqual(browser.redirects, ["replace /basket?item=1"])
      }).pipe(Effect.provide(platform)))
  })
})
