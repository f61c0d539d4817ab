/** Sign-in with OAuth providers: a scripted page, real requests to the emulator, virtual time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import { afterEach, vi } from "vitest"
import { ScopesOnSignIn } from "../../../../layers/browser/ScopesOnSignIn.ts"
import { layer as layerUrls } from "../../../../layers/browser/Urls.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { MfaAttempt } from "../../../../layers/session/MfaAttempt.ts"
import { Session } from "../../../../layers/session/Session.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { RedirectRefused } from "../../../../schemas/errors/CallError.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as oauth from "../../../../src/flows/oauth/oauth.ts"
import * as oauthProviders from "../../../../src/flows/oauth/oauthProviders.ts"
import {
  accessToken,
  project,
  projectId,
  publishableClientKey,
  refreshToken,
  signedOut
} from "../../../support/contract/project.ts"
import { conversation } from "../../../support/platform/conversation.ts"
import { type Answer, json, knownError, lost, scriptedTransport } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports, whenDone } from "../../../support/platform/transports.ts"
import { browser as visitor } from "../../emulator/support/browser.ts"
import { ann, signUp as signUpAnn } from "../../emulator/support/support.ts"
import { type ScriptedBrowser, scriptedBrowser } from "../scriptedBrowser.ts"

const seed: Seed = {
  config: { oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }, { id: "google", type: "shared" }] }
}

const site = "http://localhost:3000"
const signInPage = `${site}/handler/sign-in`
const bob = { email: "bob@example.com" }

afterEach(() => vi.unstubAllGlobals())

/** Signs in at the provider. Returns the URL to which the platform then redirects. */
const atProvider = (authorizeUrl: URL, account: { readonly email: string } = bob) =>
  Effect.flatMap(
    Emulator,
    ({ oauth }) => Effect.promise(() => oauth.signIn({ authorizeUrl: authorizeUrl.href, account }))
  )

/** Returns the platform's record of a sign-in, which the URL of the provider's page identifies. */
const flowOf = (url: URL) => Emulator.useSync(({ store }) => store.oauthFlows.get(url.searchParams.get("state")!)!)

/** Redirects to the provider, signs in there, and opens the callback page. */
const comeBack = (
  browser: ScriptedBrowser,
  flow: ReturnType<typeof oauth.signIn> | ReturnType<typeof oauth.link> = oauth.signIn({ provider: "github" })
) =>
  Effect.map(Effect.flatMap(browser.untilExternalRedirect(flow), (url) => atProvider(url)), (url) => browser.visit(url))

const finish = (browser: ScriptedBrowser) => Effect.provideContext(oauth.callback(), browser.context)

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const exchanges = Emulator.useSync(({ requests }) =>
  requests.list().filter(({ path }) => path.endsWith("/auth/oauth/token")).length
)

/** Replaces parameters of a URL. An empty list removes one. */
const changed = (address: string, parameters: { readonly [name: string]: ReadonlyArray<string> }) => {
  const url = new URL(address)
  for (const [name, values] of Object.entries(parameters)) {
    url.searchParams.delete(name)
    for (const value of values) url.searchParams.append(name, value)
  }
  return url.href
}

overBothTransports(({ emulated }) => {
  describe("oauth.signIn", () => {
    const atHome = "https://github.test/login?state=theirs"

    /** Starts a sign-in with a platform that sends scripted responses. */
    const startSignIn = (...answers: readonly [Answer, ...ReadonlyArray<Answer>]) =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket#form`)
        const flow = browser.untilExternalRedirect(oauth.signIn({ provider: "GitHub" }))
        return { browser, ...(yield* conversation("client", flow, ...answers)) }
      })

    it.effect("oauth.signIn sends all parameters of the protocol in the provider's URL, and redirects there", () =>
      Effect.gen(function*() {
        const { browser, requests } = yield* startSignIn(json({ location: atHome }))

        const [{ headers, method, url }] = requests as any
        const { code_challenge, state, token, ...parameters } = Object.fromEntries(new URL(url).searchParams)
        assert.deepStrictEqual(browser.externalRedirects, [atHome])
        assert.lengthOf(requests, 1)
        assert.strictEqual(method, "GET")
        assert.deepStrictEqual(Object.keys(headers), [], "no headers that require a preflight request")
        assert.isTrue(url.startsWith("https://api.test/api/v1/auth/oauth/authorize/github?"))
        assert.deepStrictEqual(parameters, {
          client_id: projectId,
          client_secret: publishableClientKey,
          redirect_uri: `${site}/handler/oauth-callback?after_auth_return_to=%2Fbasket`,
          scope: "legacy",
          grant_type: "authorization_code",
          code_challenge_method: "S256",
          response_type: "code",
          type: "authenticate",
          error_redirect_url: `${site}/handler/error?after_auth_return_to=%2Fbasket`,
          stack_response_mode: "json"
        })
        assert.strictEqual(token, accessToken({ exp: 4e9 }))
        assert.match(state!, /^[\w-]{43}$/)
        assert.match(code_challenge!, /^[\w-]{43}$/)
      }))

    const refused = knownError("SCHEMA_ERROR", 400, {
      message: "query contains unknown properties: stack_response_mode"
    })
    const redirects: Answer = () => Effect.fail(new RedirectRefused({ status: 307, origin: "https://github.test" }))
    for (
      const [what, answer] of Object.entries({
        "rejects the request for a URL": refused,
        "redirects the request for a URL": redirects,
        "returns no URL": json({}),
        "returns a script URL": json({ location: "javascript:alert(1)" })
      })
    ) {
      it.effect(`oauth.signIn opens the same URL on a platform that ${what}`, () =>
        Effect.gen(function*() {
          const { browser, requests } = yield* startSignIn(answer)

          const expected = new URL(requests[0]!.url)
          expected.searchParams.delete("stack_response_mode")
          assert.deepStrictEqual(browser.externalRedirects, [expected.href])
          assert.lengthOf(browser.written, 1, "the verifier is stored")
        }))
    }

    for (
      const [revision, path] of [["2025-08", "/api/v1/auth/oauth/authorize/"], [
        "2026-04",
        "/provider-sign-in/"
      ]] as const
    ) {
      it.effect(`oauth.signIn signs in on platform revision ${revision}, with a redirect to ${path}`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedBrowser(signInPage)

          yield* comeBack(browser)
          yield* finish(browser)

          assert.isTrue(new URL(browser.externalRedirects[0]!).pathname.startsWith(path))
          assert.isTrue(yield* isSignedIn)
        }).pipe(Effect.provide(emulated({ ...seed, revision }))))
    }

    it.effect("oauth.signIn fails with the platform's errors before a redirect, and stores nothing about the attempt", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)

        const error = yield* Effect.flip(browser.untilExternalRedirect(oauth.signIn({ provider: "discord" })))

        assert.strictEqual(error._tag, "OAuthProviderNotFoundOrNotEnabled")
        assert.deepStrictEqual([browser.externalRedirects, browser.cookies()], [[], []])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn stays on the page if the platform is unreachable", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const client = Layer.provide(signedOut, scriptedTransport(lost).layer)

        const pending = browser.untilExternalRedirect(Effect.provide(oauth.signIn({ provider: "github" }), client))
        const error = yield* whenDone(yield* Effect.forkChild(Effect.flip(pending)))

        assert.strictEqual(error._tag === "CallError" && error.reason._tag, "ConnectionFailed")
        assert.deepStrictEqual([browser.externalRedirects, browser.cookies()], [[], []])
      }))

    it.effect("oauth.signIn stores the verifier in a cookie named after the state for an hour", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser("https://app.test/handler/sign-in")

        const { codeChallenge, state: kept } = yield* flowOf(
          yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        )

        const [, state, verifier, attributes] = /^__Host-stack-oauth-outer-([\w-]{43})=([\w-]{43}); (.*)$/.exec(
          browser.written[0]!
        )!
        assert.lengthOf(browser.written, 1)
        assert.strictEqual(state, kept)
        assert.strictEqual(createHash("sha256").update(verifier!).digest("base64url"), codeChallenge)
        assert.strictEqual(attributes, "Max-Age=3600; Path=/; SameSite=Lax; Secure")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn generates a new random state and verifier each time", () =>
      Effect.gen(function*() {
        const randomValues = vi.spyOn(crypto, "getRandomValues")
        const browser = yield* scriptedBrowser(signInPage)
        const states = new Set<string>()

        for (let count = 0; count < 20; count++) {
          const before = randomValues.mock.calls.filter(([bytes]) => bytes?.byteLength === 32).length
          states.add((yield* flowOf(yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" })))).state)
          assert.strictEqual(randomValues.mock.calls.filter(([bytes]) => bytes?.byteLength === 32).length - before, 2)
        }
        randomValues.mockRestore()

        assert.strictEqual(states.size, 20)
        assert.strictEqual(new Set(browser.written.map((cookie) => /=([\w-]+)/.exec(cookie)![1])).size, 20)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn requests the scopes of the call and of every sign-in, without duplicates", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const flow = oauth.signIn({ provider: "github", scopes: ["repo  gist", "repo"] })

        const url = yield* browser.untilExternalRedirect(
          Effect.provideService(flow, ScopesOnSignIn, { github: ["read:user", "gist"] })
        )

        assert.strictEqual((yield* flowOf(url)).providerScope, "repo gist read:user")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn upgrades the signed-in anonymous user", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        const browser = yield* scriptedBrowser(signInPage)

        yield* comeBack(browser)
        const arrived = yield* finish(browser)

        const user = yield* currentUser.get({ or: "throw" })
        assert.deepStrictEqual(arrived, { isNewUser: true, restrictedReason: null })
        assert.deepStrictEqual([user.id, user.isAnonymous, user.primaryEmail], [userId, false, bob.email])
        const { project, store } = yield* Emulator
        assert.lengthOf(store.projects.get(project.projectId)!.sessionsByUser.get(userId)!, 1)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn returns to the configured page, without that page's own code, state and fragment", () =>
      Effect.gen(function*() {
        const redirectUri = (oauthCallback: string) =>
          Effect.gen(function*() {
            const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket`)
            const flow = Effect.provide(oauth.signIn({ provider: "github" }), layerUrls({ urls: { oauthCallback } }))
            return (yield* flowOf(yield* browser.untilExternalRedirect(flow))).redirectUri
          })

        assert.strictEqual(
          yield* redirectUri("/back?a=b%20c&code=1&state=2#d"),
          `${site}/back?a=b+c&after_auth_return_to=%2Fbasket`
        )
        assert.strictEqual(yield* redirectUri("https://accounts.test/back"), "https://accounts.test/back")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn redirects without the token of a session that has ended", () =>
      Effect.gen(function*() {
        const ended = { accessToken: Redacted.make(accessToken()), refreshToken: Redacted.make(refreshToken) }
        yield* (yield* Session).keep(ended)
        yield* TestClock.adjust("1 hour")
        const browser = yield* scriptedBrowser(signInPage)

        const url = yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))

        assert.isUndefined((yield* flowOf(url)).userId)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn rejects an invalid provider without a redirect", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        for (const provider of ["", ".", "..", undefined, 1, "\ud800"]) {
          const error = yield* Effect.flip(
            browser.untilExternalRedirect(oauth.signIn({ provider: provider as string }))
          )
          assert.strictEqual(error._tag === "CallError" && error.reason._tag, "InvalidInput", String(provider))
        }
        assert.deepStrictEqual([browser.externalRedirects, browser.written], [[], []])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.signIn fails with the reason if it couldn't complete: no browser, no cookies or no cryptography", () =>
      Effect.gen(function*() {
        const noCookies = yield* scriptedBrowser(signInPage, { cookiesBlocked: true })
        const insecure = yield* scriptedBrowser("http://app.test/")
        const flow = oauth.signIn({ provider: "github" })

        const errors = [yield* Effect.flip(flow), yield* Effect.flip(noCookies.untilExternalRedirect(flow))]
        vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
        errors.push(yield* Effect.flip(insecure.untilExternalRedirect(flow)))

        assert.deepStrictEqual(
          errors.map((error) => error._tag === "OAuthNotPossible" && error.reason),
          ["NoBrowser", "CookiesBlocked", "InsecureContext"]
        )
        assert.deepStrictEqual([noCookies.externalRedirects, insecure.externalRedirects], [[], []])
      }).pipe(Effect.provide(emulated(seed))))
  })

  describe("oauth.callback", () => {
    it.effect("oauth.callback signs in, and redirects a new user to afterSignUp and a known user to afterSignIn", () =>
      Effect.gen(function*() {
        const urls = layerUrls({ urls: { afterSignIn: "/start", afterSignUp: "/welcome" } })
        const browser = yield* scriptedBrowser(signInPage)

        yield* comeBack(browser)
        const first = yield* Effect.provide(finish(browser), urls)
        const user = yield* currentUser.get({ or: "throw" })
        yield* (yield* Session).end
        yield* comeBack(browser)
        const second = yield* Effect.provide(finish(browser), urls)

        assert.deepStrictEqual([first, second], [{ isNewUser: true, restrictedReason: null }, {
          isNewUser: false,
          restrictedReason: null
        }])
        assert.deepStrictEqual(browser.redirects, ["replace /welcome", "replace /start"])
        assert.strictEqual(user.primaryEmail, bob.email)
        assert.strictEqual((yield* currentUser.get({ or: "throw" })).id, user.id)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H9: oauth.callback redirects to the original target", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket%3Fa%3Db%2520c`)

        yield* comeBack(browser)
        yield* finish(browser)

        assert.deepStrictEqual(browser.redirects, ["replace /basket?a=b%20c"])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H9: oauth.callback redirects to the returnTo page of oauth.signIn", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket`)

        yield* comeBack(browser, oauth.signIn({ provider: "github", returnTo: "/orders?page=2" }))
        yield* finish(browser)

        assert.deepStrictEqual(browser.redirects, ["replace /orders?page=2"])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H8: oauth.signIn and oauth.link reject an untrusted returnTo page before they redirect", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const browser = yield* scriptedBrowser(signInPage)

        for (const flow of [oauth.signIn, oauth.link]) {
          const leaving = browser.untilExternalRedirect(flow({ provider: "github", returnTo: "https://evil.test" }))
          assert.strictEqual((yield* Effect.flip(leaving))._tag, "RedirectNotTrusted")
        }
        assert.deepStrictEqual(browser.externalRedirects, [])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H9: oauth.callback ignores a hostile after_auth_return_to, but signs in", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)
        browser.visit(changed(browser.address(), { after_auth_return_to: ["https://evil.test"] }))

        const error = yield* Effect.flip(finish(browser))

        assert.strictEqual(error.message, "Redirect URL is not trusted; should be relative")
        assert.deepStrictEqual(browser.redirects, [])
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H5: oauth.callback removes code and state from the address bar before it waits for anything", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2F`)
        yield* comeBack(browser)
        browser.visit(`${browser.address()}&theme=dark#top`)

        const fiber = yield* Effect.forkChild(finish(browser), { startImmediately: true })

        assert.strictEqual(
          browser.address(),
          `${site}/handler/oauth-callback?after_auth_return_to=%2F&theme=dark#top`
        )
        assert.deepStrictEqual(browser.cookies(), [])
        assert.isUndefined(fiber.pollUnsafe())
        yield* Fiber.join(fiber)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H4: oauth.callback shares one exchange and one redirect between callers, even if the first one is interrupted", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket`)
        yield* comeBack(browser)

        const first = yield* Effect.forkChild(finish(browser), { startImmediately: true })
        yield* Fiber.interrupt(first)
        const others = yield* Effect.all([finish(browser), finish(browser)], { concurrency: "unbounded" })

        assert.deepStrictEqual(others, [{ isNewUser: true, restrictedReason: null }, {
          isNewUser: true,
          restrictedReason: null
        }])
        assert.deepStrictEqual(browser.redirects, ["replace /basket"])
        assert.strictEqual(yield* exchanges, 1)
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(emulated(seed))))

    for (
      const [what, parametersAt] of Object.entries({
        "two codes": () => ({ code: ["a", "b"] }),
        "an empty code": () => ({ code: [""] }),
        "a foreign issuer": () => ({ iss: ["https://evil.test"] }),
        "two issuers": (platform: string) => ({ iss: [platform, "https://evil.test"] })
      })
    ) {
      it.effect(`H1: oauth.callback rejects a URL with ${what} and ends the sign-in attempt`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedBrowser(signInPage)
          yield* comeBack(browser)
          const before = browser.address()
          browser.visit(changed(before, parametersAt((yield* Emulator).baseUrl)))

          const error = yield* Effect.flip(finish(browser))
          browser.visit(before)
          const again = yield* finish(browser)

          assert.strictEqual(error.message, "Error signing in during OAuth callback. Please try again.")
          assert.strictEqual(error._tag === "OAuthCallbackFailed" && error.reason, "InvalidCallback")
          assert.isNull(again)
          assert.strictEqual(yield* exchanges, 0)
          assert.isFalse(yield* isSignedIn)
        }).pipe(Effect.provide(emulated(seed))))
    }

    it.effect("H1: oauth.callback rejects a URL with two states in any order", () =>
      Effect.gen(function*() {
        for (const order of [0, 1]) {
          const browser = yield* scriptedBrowser(signInPage)
          yield* comeBack(browser)
          const state = new URL(browser.address()).searchParams.get("state")!
          browser.visit(changed(browser.address(), { state: order === 0 ? [state, "b"] : ["b", state] }))

          const error = yield* Effect.flip(finish(browser))

          assert.strictEqual(error._tag === "OAuthCallbackFailed" && error.reason, "InvalidCallback")
          assert.notInclude(browser.address(), "state")
        }
        assert.strictEqual(yield* exchanges, 0)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H1: oauth.callback accepts the platform's issuer, and keeps unrelated parameters", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)
        const { baseUrl } = yield* Emulator
        browser.visit(changed(browser.address(), { iss: [baseUrl], utm_source: ["provider"] }))

        const arrived = yield* finish(browser)

        assert.deepStrictEqual(arrived, { isNewUser: true, restrictedReason: null })
        assert.include(browser.address(), "utm_source=provider")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H1: oauth.callback accepts both names of the hosted platform as the issuer, and accepts only the platform's own name for any other platform", () =>
      Effect.gen(function*() {
        const names = ["https://api.stack-auth.com", "https://api.hexclave.com"]
        const tagFor = (iss: string, base?: string) =>
          Effect.gen(function*() {
            const browser = yield* scriptedBrowser(signInPage)
            yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
            const [, state] = /=?outer-([\w-]{43})=/.exec(browser.written[0]!)!
            browser.visit(`/handler/oauth-callback?${new URLSearchParams({ code: "c", state: state!, iss })}`)
            const here = yield* Project
            const error = yield* Effect.provideService(Effect.flip(finish(browser)), Project, {
              ...here,
              apiUrl: base === undefined ? here.apiUrl : `${base}/api/v1`
            })
            return error._tag
          })

        for (const base of names) {
          for (const iss of names) assert.strictEqual(yield* tagFor(iss, base), "InvalidAuthorizationCode")
          assert.strictEqual(yield* tagFor("https://api.hexclave.com.evil.test", base), "OAuthCallbackFailed")
        }
        assert.strictEqual(yield* tagFor(names[0]!), "OAuthCallbackFailed")
      }).pipe(Effect.provide(emulated(seed))))

    for (const missing of ["code", "state"]) {
      it.effect(`H1: oauth.callback ignores a URL without a ${missing} and doesn't change it`, () =>
        Effect.gen(function*() {
          const browser = yield* scriptedBrowser(signInPage)
          yield* comeBack(browser)
          browser.visit(changed(browser.address(), { [missing]: [] }))
          const before = browser.address()

          assert.isNull(yield* finish(browser))
          assert.strictEqual(browser.address(), before)
          assert.lengthOf(browser.cookies(), 1)
        }).pipe(Effect.provide(emulated(seed))))
    }

    it.effect("H2: oauth.callback ignores a forged state or a state of another browser, which may belong to another library", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const other = yield* scriptedBrowser(signInPage)
        yield* comeBack(other)
        const made = ["x", "=", "; Domain=evil.test", "__proto__", "a".repeat(100_000)]
        const addresses = [other.address(), ...made.map((state) => changed(other.address(), { state: [state] }))]

        for (const address of addresses) {
          browser.visit(address)
          assert.isNull(yield* finish(browser))
          assert.strictEqual(browser.address(), new URL(address).href)
        }

        assert.deepStrictEqual([browser.written, browser.redirects], [[], []])
        assert.strictEqual(yield* exchanges, 0)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H2: a state of an OAuth sign-in can be used only once, even after going back or in another tab", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)
        const address = browser.address()

        const first = yield* finish(browser)
        browser.visit(address)
        const second = yield* finish(browser)

        assert.deepStrictEqual([first, second], [{ isNewUser: true, restrictedReason: null }, null])
        assert.strictEqual(yield* exchanges, 1)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H2: a state of an OAuth sign-in expires after an hour", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)

        yield* TestClock.adjust("1 hour")

        assert.isNull(yield* finish(browser))
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.callback fails with InvalidAuthorizationCode for an expired code, without a session", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)
        yield* TestClock.adjust("6 minutes")

        const error = yield* Effect.flip(finish(browser))

        assert.strictEqual(error._tag, "InvalidAuthorizationCode")
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.callback fails with the protocol's message if the callback page's URL changed after the sign-in began", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        yield* comeBack(browser)

        const moved = Effect.provide(finish(browser), layerUrls({ urls: { oauthCallback: "/elsewhere" } }))
        const error = yield* Effect.flip(moved)

        assert.strictEqual(error.message, "Error signing in during OAuth callback. Please try again.")
        assert.strictEqual(error._tag === "OAuthCallbackFailed" && error.reason, "PlatformRefused")
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H7: oauth.callback redirects to the MFA page, and keeps the MFA attempt's code only in the attempt's storage", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${signInPage}?after_auth_return_to=%2Fbasket`)
        yield* comeBack(browser)
        yield* finish(browser)
        yield* Users.updateMe({ totpSecretBase64: Redacted.make(btoa("12345678901234567890")) })
        yield* (yield* Session).end
        browser.visit(`${signInPage}?after_auth_return_to=%2Fbasket`)
        yield* comeBack(browser)
        const attemptCodes: Array<string> = []
        const attempt = {
          keep: (code: Redacted.Redacted) => Effect.sync(() => void attemptCodes.push(Redacted.value(code))),
          peek: Effect.succeedNone,
          clear: Effect.void
        }

        const error = yield* Effect.flip(Effect.provideService(finish(browser), MfaAttempt, attempt))

        assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
        assert.strictEqual(browser.redirects.at(-1), "replace /handler/mfa?after_auth_return_to=%2Fbasket")
        assert.lengthOf(attemptCodes, 1)
        assert.lengthOf(attemptCodes[0]!, 45)
        assert.notInclude(
          JSON.stringify([browser.address(), browser.redirects, browser.written, browser.externalRedirects]),
          attemptCodes[0]!
        )
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.provide(emulated(seed))))

    /** Opens the callback page with a code. The platform sends scripted responses to the exchange. */
    const exchanging = (...answers: readonly [Answer, ...ReadonlyArray<Answer>]) =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const flow = Effect.gen(function*() {
          yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
          const [, state] = /^stack-oauth-outer-([\w-]{43})$/.exec(browser.cookies()[0]!)!
          browser.visit(`/handler/oauth-callback?code=the-code&state=${state}`)
          return yield* finish(browser)
        })
        const location = json({ location: "https://github.test/login" })
        const { requests, ...outcome } = yield* conversation("client", flow, location, ...answers)
        return { browser, ...outcome, requests: requests.slice(1) }
      })

    it.effect("oauth.callback exchanges the code once with the stored verifier, and never retries a lost connection", () =>
      Effect.gen(function*() {
        const { browser, failure, requests } = yield* exchanging(lost)

        const body = Object.fromEntries(new URLSearchParams(requests[0]!.body))
        assert.lengthOf(requests, 1)
        assert.strictEqual(requests[0]!.url, "https://api.test/api/v1/auth/oauth/token")
        assert.deepStrictEqual(body, {
          grant_type: "authorization_code",
          code: "the-code",
          redirect_uri: `${site}/handler/oauth-callback`,
          code_verifier: /=([\w-]{43});/.exec(browser.written[0]!)![1]!,
          client_id: projectId,
          client_secret: publishableClientKey
        })
        assert.strictEqual(failure().reason._tag, "ConnectionFailed")
        assert.notInclude(JSON.stringify(failure()) + inspect(failure(), { depth: 9 }), "the-code")
      }))

    it.effect("a wrong TOTP code after an OAuth sign-in fails with the platform's message", () =>
      Effect.gen(function*() {
        const { failure } = yield* exchanging(knownError("INVALID_TOTP_CODE", 400))

        assert.strictEqual(failure().message, "Invalid TOTP code. Please try signing in again.")
      }))

    it.effect("oauth.callback reports an unknown error code of the platform unchanged", () =>
      Effect.gen(function*() {
        const { failure } = yield* exchanging(knownError("NEW_RULE", 400))

        assert.deepStrictEqual([failure()._tag, failure().reason.code], ["CallError", "NEW_RULE"])
      }))

    it.effect("oauth.callback does nothing on a server", () =>
      Effect.gen(function*() {
        assert.isNull(yield* oauth.callback())
      }).pipe(Effect.provide(emulated(seed))))
  })

  describe("oauth.link", () => {
    it.effect("oauth.link links the account and returns to the original page, and the account has the granted scopes", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const { id } = yield* currentUser.get({ or: "throw" })
        const browser = yield* scriptedBrowser(`${site}/settings?tab=2#links`)

        const url = yield* browser.untilExternalRedirect(oauth.link({ provider: "github", scopes: ["repo"] }))
        const linkFlow = yield* flowOf(url)
        browser.visit(yield* atProvider(url))
        const arrived = yield* finish(browser)

        assert.deepInclude(linkFlow, {
          type: "link",
          providerScope: "repo",
          afterCallbackRedirectUrl: `${site}/settings?tab=2#links`
        })
        assert.deepStrictEqual(arrived, { isNewUser: false, restrictedReason: null })
        assert.deepStrictEqual(browser.redirects, ["replace /settings?tab=2#links"])
        assert.deepStrictEqual((yield* oauthProviders.list()).map(({ email, userId }) => [email, userId]), [
          [bob.email, id]
        ])
        assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, ann.email)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.callback redirects to the returnTo page of oauth.link", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const browser = yield* scriptedBrowser(`${site}/settings`)

        yield* comeBack(browser, oauth.link({ provider: "github", returnTo: "/linked" }))
        yield* finish(browser)

        assert.deepStrictEqual(browser.redirects, ["replace /linked"])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H8: oauth.link checks the return page before redirecting to it", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const browser = yield* scriptedBrowser(`${site}/settings`)
        const url = yield* browser.untilExternalRedirect(oauth.link({ provider: "github" }))
        const flow = yield* flowOf(url)
        Object.assign(flow, { afterCallbackRedirectUrl: "https://evil.test" })
        browser.visit(yield* atProvider(url))

        const error = yield* Effect.flip(finish(browser))

        assert.strictEqual(error._tag, "RedirectNotTrusted")
        assert.deepStrictEqual(browser.redirects, [])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.link fails without a redirect when signed out", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${site}/settings`)

        const error = yield* Effect.flip(browser.untilExternalRedirect(oauth.link({ provider: "github" })))

        assert.strictEqual(error._tag, "UserAuthenticationRequired")
        assert.deepStrictEqual(browser.externalRedirects, [])
      }).pipe(Effect.provide(emulated(seed))))
  })

  describe("oauth.accessTokenOrLink", () => {
    it.effect("oauth.accessTokenOrLink returns an available token, and otherwise redirects to link the account", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const browser = yield* scriptedBrowser(`${site}/repositories`)
        const token = oauth.accessTokenOrLink({ provider: "github", scopes: ["repo"] })

        const url = yield* browser.untilExternalRedirect(token)
        const { providerScope } = yield* flowOf(url)
        browser.visit(yield* atProvider(url))
        yield* finish(browser)
        const found = yield* Effect.provideContext(token, browser.context)
        const wider = yield* browser.untilExternalRedirect(
          oauth.accessTokenOrLink({ provider: "github", scopes: ["repo", "gist"] })
        )

        assert.strictEqual(providerScope, "repo")
        assert.isTrue(Option.isSome(found))
        assert.strictEqual((yield* flowOf(wider)).providerScope, "repo gist")
      }).pipe(Effect.provide(emulated(seed))))
  })

  describe("oauth.failure", () => {
    const at = (query: { readonly [name: string]: string }, page = `${site}/handler/error`) =>
      Effect.flatMap(
        scriptedBrowser(`${page}?${new URLSearchParams(query)}`),
        (browser) => Effect.provideContext(oauth.failure(), browser.context)
      )

    it.effect("H6: an OAuth sign-in that takes more than 10 minutes fails with the platform's message for a 408", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const url = yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        const { open, submit } = yield* visitor
        yield* open(url.href)
        yield* TestClock.adjust("601 seconds")
        const chosen = yield* submit(url.href, { email: bob.email, verified: "on" })
        browser.visit((yield* open(chosen.location)).location)

        const failure = yield* Effect.provideContext(oauth.failure(), browser.context)

        assert.isTrue(browser.address().startsWith(`${site}/handler/error?`))
        assert.strictEqual(failure?._tag, "OuterOAuthTimeout")
        assert.strictEqual(failure?.message, "The OAuth flow has timed out. Please sign in again.")
        assert.strictEqual(failure?._tag === "OuterOAuthTimeout" && failure.status, 408)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.failure reports that the user cancelled at the provider", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const url = yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        const { oauth: control } = yield* Emulator
        browser.visit(yield* Effect.promise(() => control.deny({ authorizeUrl: url.href })))

        assert.strictEqual(
          (yield* Effect.provideContext(oauth.failure(), browser.context))?._tag,
          "OAuthProviderAccessDenied"
        )
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.failure reads the details of known errors, and drops malformed details", () =>
      Effect.gen(function*() {
        const code = { errorCode: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", message: "M" }
        const details = JSON.stringify({ contact_channel_value: "a@b.test", would_work_if_email_was_verified: "?" })

        const read = yield* at({ ...code, details })
        const broken = yield* at({ ...code, details: "{".repeat(100_000) })

        assert.deepInclude((read as any).details, { contactChannelValue: "a@b.test" })
        assert.isUndefined((read as any).details.wouldWorkIfEmailWasVerified)
        assert.strictEqual(broken?._tag, read?._tag)
      }))

    it.effect("H3: oauth.failure truncates a message from the URL, and never displays it", () =>
      Effect.gen(function*() {
        const hostile = `<script>alert(1)</script>${"x".repeat(100_000)}`
        const found = [
          yield* at({ errorCode: "OUTER_OAUTH_TIMEOUT", message: hostile }),
          yield* at({ errorCode: "INVALID_SCOPE", message: hostile }),
          yield* at({ errorCode: hostile, message: hostile, details: hostile }),
          ...yield* Effect.forEach(
            ["SIGN_UP_REJECTED", "PERMISSION_NOT_FOUND"],
            (errorCode) =>
              at({ errorCode, message: hostile, details: JSON.stringify({ message: hostile, permission_id: hostile }) })
          ),
          yield* at({ error: "server_error", error_description: hostile }),
          yield* at({ error: hostile }),
          yield* at({ error: "access_denied", error_description: hostile }),
          yield* at({ error: "consent_required", error_description: hostile })
        ]

        for (const failure of found) {
          assert.notInclude(failure!.message, "<")
          assert.isBelow(JSON.stringify(failure).length, 1500)
        }
        assert.deepStrictEqual(found.map((failure) => failure!._tag), [
          "OuterOAuthTimeout",
          "InvalidScope",
          "OAuthCallbackFailed",
          "SignUpRejected",
          "PermissionNotFound",
          "OAuthProviderTemporarilyUnavailable",
          "OAuthProviderTemporarilyUnavailable",
          "OAuthProviderAccessDenied",
          "OAuthProviderAccessDenied"
        ])
      }))

    it.effect("H3: oauth.failure removes a message in the callback URL from the address bar, and never displays it", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(signInPage)
        const { state } = yield* flowOf(yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" })))
        browser.visit(
          `/handler/oauth-callback?${new URLSearchParams({
            error: "server_error",
            error_description: "<b>",
            errorCode: "SIGN_UP_NOT_ENABLED",
            message: "M",
            details: "{}",
            state,
            a: "b"
          })}`
        )

        const error = yield* Effect.flip(finish(browser))

        assert.strictEqual(error._tag, "SignUpNotEnabled")
        assert.strictEqual(browser.address(), `${site}/handler/oauth-callback?a=b`)
        assert.deepStrictEqual(browser.cookies(), [])
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("H3: oauth.failure returns the same error to later calls on the callback page, but not on other pages", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${site}/handler/oauth-callback?error=access_denied&state=x`)

        const first = yield* Effect.flip(finish(browser))
        const second = yield* Effect.flip(finish(browser))
        browser.visit("/handler/sign-in")
        const elsewhere = yield* finish(browser)

        assert.strictEqual(first._tag, "OAuthProviderAccessDenied")
        assert.strictEqual(second, first)
        assert.isNull(elsewhere)
      }).pipe(Effect.provide(emulated(seed))))

    it.effect("oauth.failure returns null if the page's URL contains no error", () =>
      Effect.gen(function*() {
        assert.isNull(yield* at({ message: "hello" }))
        assert.isNull(yield* oauth.failure())
      }).pipe(Effect.provide(project)))
  })
})
