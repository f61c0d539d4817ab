/** What an app's developer and its device read: errors of settings and browser sessions, patterns of links, cookies. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { afterEach, vi } from "vitest"
import { Browser } from "../../../layers/browser/Browser.ts"
import { Navigation } from "../../../layers/browser/Navigation.ts"
import { PageHistory } from "../../../layers/browser/PageHistory.ts"
import { PageStorage } from "../../../layers/browser/PageStorage.ts"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { Digest } from "../../../layers/call/Digest.ts"
import {
  type AuthSessionResult,
  type DeepLinkOptions,
  layerCrypto,
  layerDeepLink,
  layerPasskeys
} from "../../../src/native/index.ts"
import { ReactNativeUrl } from "../../support/platform/reactNativeUrl.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

const site = "https://app.example.com"

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

afterEach(() => vi.unstubAllGlobals())

/** Builds the deep links of a device, and collects the lines of the log. */
const opened = (device = scriptedDevice(), options: Partial<DeepLinkOptions> = {}) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const log = new Set([Logger.make(({ message }) => void lines.push(String([message].flat()[0])))])
    const context = yield* Layer.build(Layer.fresh(layerDeepLink({ ...device, scheme: "myapp", site, ...options })))
      .pipe(Effect.provideService(Logger.CurrentLoggers, log))
    const services = yield* Effect.provideContext(
      Effect.all({
        browser: Effect.map(Browser, (browser) => browser!),
        history: PageHistory,
        navigation: Navigation,
        pageStorage: PageStorage
      }),
      context
    )
    return { ...services, device, lines }
  })

describe("the settings of deep links", () => {
  const refusals: ReadonlyArray<readonly [options: Partial<DeepLinkOptions>, message: string | undefined]> = [
    ...["", "1app", "my app", "my_app", "myapp:", "-a", " myapp", "myapp\n", "http", "https", "HTTPS"].map((scheme) =>
      [{ scheme }, `scheme is not the scheme of an app. Write it like "myapp".`] as const
    ),
    ...["m", "MyApp", "my.app+1-x", "httpsx", "xhttp", "com.example.app"].map((scheme) =>
      [{ scheme }, undefined] as const
    ),
    ...[
      "",
      "app.example.com",
      "https://app.example.com/",
      "https://app.example.com?a",
      "ftp://app.example.com",
      "xhttps://a.b"
    ]
      .map((site) => [{ site }, `site is not the origin of a site. Write it like "https://app.example.com".`] as const),
    ...["http://localhost:8081", "https://app.example.com:444", undefined].map((site) => [{ site }, undefined] as const)
  ]
  for (const [options, message] of refusals) {
    it.effect(`layerDeepLink ${message === undefined ? "accepts" : "rejects"} ${JSON.stringify(options) === "{}" ? "no site" : JSON.stringify(options)}`, () =>
      Effect.gen(function*() {
        const exit = yield* Effect.result(opened(scriptedDevice(), options))

        assert.strictEqual(exit._tag === "Failure" ? exit.failure.message : undefined, message)
      }))
  }

  it.effect("the characters of a scheme and of a site are matched literally in links", () =>
    Effect.gen(function*() {
      const { device } = yield* opened(scriptedDevice(), { scheme: "my.app+x" })
      for (
        const link of ["my.app+x://a", "myxapp+x://b", "my.appp+x://c", "my.appx://d", "https://appxexample.com/e"]
      ) {
        device.open(link)
      }
      yield* turn

      assert.deepStrictEqual(device.links, ["/a"])
    }))

  const forms: ReadonlyArray<readonly [link: unknown, path: string | undefined]> = [
    ["myapp://localhost", "/"],
    ["myapp://localhost?a=1", "/?a=1"],
    ["myapp://localhost#b", "/#b"],
    ["MYAPP://LOCALHOST/a", "/a"],
    ["MyApp://App.Example.Com/a", "/a"],
    ["HTTPS://App.Example.Com/a", "/a"],
    ["myapp://localhostx/a", "/localhostx/a"],
    ["myapp://app.example.comx/a", "/app.example.comx/a"],
    ["myapp:////a", "/a"],
    ["xmyapp://a", undefined],
    ["https://app.example.com", "/"],
    ["https://app.example.com#b", "/#b"],
    ["xhttps://app.example.com/a", undefined],
    ["/a", "/a"],
    [undefined, undefined],
    [7, undefined]
  ]
  for (const [link, path] of forms) {
    it.effect(`the link ${JSON.stringify(link) ?? "undefined"} leads to ${path ?? "no path"}`, () =>
      Effect.gen(function*() {
        const { device } = yield* opened()
        device.open(link as string)
        yield* turn

        assert.deepStrictEqual(device.links, path === undefined ? [] : [path])
      }))
  }
})

describe("a browser session of an app", () => {
  const endings: ReadonlyArray<readonly [result: () => Promise<AuthSessionResult>, message: string]> = [
    [async () => ({ type: "cancel" }), "The user closed the browser session."],
    [async () => ({ type: "success", url: null }), "The user closed the browser session."],
    [async () => ({ type: "cancel", url: "myapp://a" }), "The user closed the browser session."],
    [
      async () => ({ type: "success", url: "https://evil.example/" }),
      "The browser session ended without a link to the app."
    ],
    [() => Promise.reject(new TypeError("secret")), "The browser session could not be opened: TypeError."]
  ]
  for (const [result, message] of endings) {
    it.effect(`Y4: a browser session fails with "${message}", and its state is forgotten`, () =>
      Effect.gen(function*() {
        const { browser, device } = yield* opened()
        device.user(result)
        let forgotten = 0

        const error = yield* Effect.flip(
          browser.leave("https://api.test/authorize", Effect.sync(() => void forgotten++)) as Effect.Effect<
            unknown,
            { readonly platformText: string | undefined }
          >
        )

        assert.strictEqual(error.platformText, message)
        assert.strictEqual(forgotten, 1)
      }))
  }

  const links: ReadonlyArray<readonly [query: string, isHeldBack: boolean]> = [
    ["state=inner", true],
    ["state=other", false],
    ["state=", false],
    ["state=inner%3D1", false],
    ["state=%2Finner", false],
    // this string is in the cookies, but it isn't a state
    ["state=inner%3Dverifier%3B%20latchkey-oauth-b", false],
    ["error=x", true],
    ["errorCode=x", true],
    ["code=x", false],
    ["", false]
  ]
  for (const [query, isHeldBack] of links) {
    it.effect(`Y3: while a browser session runs, a link with ${query || "no query"} is ${isHeldBack ? "held back" : "reported"}`, () =>
      Effect.gen(function*() {
        const { browser, device } = yield* opened()
        browser.cookies.write("latchkey-oauth-inner=verifier; Path=/; Max-Age=60")
        browser.cookies.write("latchkey-oauth-b=verifier; Path=/; Max-Age=60")
        let reported = -1
        device.user(async () => {
          device.open(`myapp://handler/oauth-callback?${query}`)
          await new Promise<void>((resolve) => setImmediate(resolve))
          reported = device.links.length
          return { type: "cancel" }
        })

        yield* Effect.exit(browser.leave("https://api.test/authorize", Effect.void))

        assert.strictEqual(reported, isHeldBack ? 0 : 1)
      }))
  }

  it.effect("a browser session can be interrupted even if the app has no function that closes browser sessions", () =>
    Effect.gen(function*() {
      const { browser, device } = yield* opened(scriptedDevice(), { dismissAuthSession: undefined })
      device.user(() => new Promise(() => {}))

      const exit = yield* Effect.exit(
        Effect.timeout(Effect.raceFirst(browser.leave("https://a.test", Effect.void), turn), "1 second")
      )

      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(device.dismissed(), 0)
    }))
})

describe("what an app logs", () => {
  it.effect("an error of navigate or onLink is logged with the function's name", () =>
    Effect.gen(function*() {
      const fail = () => {
        throw new Error("no such page")
      }
      const { device, history, lines } = yield* opened(scriptedDevice(), { navigate: fail, onLink: fail })

      device.open("myapp://a")
      yield* turn
      history.go("/b", { replace: true })
      yield* turn

      assert.deepStrictEqual(lines, ["onLink failed for a page of the app.", "navigate failed for a page of the app."])
    }))

  it.effect("the warning about an incomplete URL names the consequence and the fix, and a complete URL has no warning", () =>
    Effect.gen(function*() {
      const complete = (yield* opened()).lines
      vi.stubGlobal("URL", ReactNativeUrl)
      const incomplete = (yield* opened()).lines

      assert.deepStrictEqual(complete, [])
      assert.deepStrictEqual(incomplete, [
        "The URL of this runtime doesn't resolve paths, so redirects may lead to wrong pages. "
        + "Import react-native-url-polyfill/auto before anything else. Expo has a complete URL."
      ])
    }))
})

describe("a redirect to another site", () => {
  it.effect("only HTTP URLs are opened with Linking, an error of Linking is ignored, and Linking may be missing", () =>
    Effect.gen(function*() {
      const { device, navigation } = yield* opened()
      for (const url of ["http://a.example/", "HTTPS://b.example/", "https:c", "xhttps://d.example/", "mailto:e@f.g"]) {
        yield* navigation.go(url)
      }
      const { getInitialURL, addEventListener } = device.linking
      const failing = () => Promise.reject(new Error("no browser"))
      for (const linking of [undefined, { getInitialURL, addEventListener }, { ...device.linking, openURL: failing }]) {
        yield* (yield* opened(scriptedDevice(), { linking })).navigation.go("https://a.example/")
      }

      assert.deepStrictEqual(device.opened, ["http://a.example/", "HTTPS://b.example/"])
    }))

  it.effect("without navigate, a redirect to a page of the app doesn't change the current page", () =>
    Effect.gen(function*() {
      const { navigation } = yield* opened(scriptedDevice(), { navigate: undefined })

      yield* navigation.go("/a")

      assert.strictEqual(navigation.here()?.href, `${site}/`)
    }))
})

describe("the cookies of an app", () => {
  const cookies: ReadonlyArray<readonly [written: ReadonlyArray<string>, read: string]> = [
    [["a=1; Max-Age=60"], "a=1"],
    [["a=; Max-Age=60"], "a="],
    [["a=1=2; Path=/; max-age=60; Secure"], "a=1=2"],
    [["a=1"], ""],
    [["a=1; Max-Age=x"], ""],
    [["a; Max-Age=60"], ""],
    [["=1; Max-Age=60"], ""],
    [["a=1; Max-Age=60", "a=2; Max-Age=60"], "a=2"],
    [["a=1; Max-Age=60", "b=2; Max-Age=60", "a=; Max-Age=0"], "b=2"],
    [["a=1; Max-Age=60", "a=; Max-Age=0"], ""],
    [["a=1; xMax-Age=60"], ""],
    [["a=1; Max-Age=60 ", "b=2; Path=/; Max-Age=05"], "a=1; b=2"]
  ]
  for (const [written, read] of cookies) {
    it.effect(`after ${written.map((each) => JSON.stringify(each)).join(", ")}, the cookies are ${JSON.stringify(read)}`, () =>
      Effect.gen(function*() {
        const texts = new Map<string, string>()
        const { browser } = yield* opened(scriptedDevice(), {
          storage: {
            getItem: (key) => texts.get(key),
            setItem: (key, value) => texts.set(key, value),
            removeItem: (key) => texts.delete(key)
          }
        })

        for (const each of written) browser.cookies.write(each)

        assert.strictEqual(browser.cookies.read(), read)
        // an empty jar leaves nothing in the storage
        assert.deepStrictEqual([...texts.keys()], read === "" ? [] : ["latchkey-cookies"])
      }))
  }
})

describe("the modules of a device", () => {
  it.effect("layerPasskeys passes the options on, belongs to its domain, and offers neither autofill nor silent creation", () =>
    Effect.gen(function*() {
      const given: Array<unknown> = []
      const module = {
        isSupported: () => true,
        create: async (options: object) => void given.push(["create", options]),
        get: async (options: object) => void given.push(["get", options])
      }
      const passkeys = yield* Effect.provide(Passkeys, layerPasskeys(module, { hostname: "app.example.com" }))
      yield* Effect.exit(passkeys.create({ timeout: 1 } as never))
      yield* Effect.exit(passkeys.get({ timeout: 2 } as never, { autofill: false }))

      assert.deepStrictEqual(given, [["create", { timeout: 1 }], ["get", { timeout: 2 }]])
      assert.strictEqual(passkeys.hostname(), "app.example.com")
      assert.deepStrictEqual(yield* passkeys.support, { button: true, autofill: false, conditionalCreate: false })
      assert.isUndefined(yield* passkeys.ready("signIn"))
      assert.isUndefined(yield* passkeys.ready("register"))
    }))

  it.effect("layerCrypto asks the module for random bytes of any length, and for each digest by its name", () =>
    Effect.gen(function*() {
      const calls: Array<unknown> = []
      const digest = yield* Effect.provide(
        Digest,
        layerCrypto({
          getRandomValues: (array) => array.fill(7),
          digest: async (algorithm: string, data: Uint8Array) => {
            calls.push([algorithm, [...data]])
            return new ArrayBuffer(algorithm === "SHA-1" ? 20 : 32)
          }
        })
      )

      yield* Effect.promise(() => digest.sha1!(new Uint8Array([1])))
      yield* Effect.promise(() => digest.sha256!(new Uint8Array([2])))

      assert.deepStrictEqual([...digest.randomBytes!(3)], [7, 7, 7])
      assert.deepStrictEqual(calls, [["SHA-1", [1]], ["SHA-256", [2]]])
    }))
})
