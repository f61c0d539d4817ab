/** Deep links of a native app: a scripted device, real requests to the emulator. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, vi } from "vitest"
import { Browser } from "../../../layers/browser/Browser.ts"
import { Navigation } from "../../../layers/browser/Navigation.ts"
import { PageHistory } from "../../../layers/browser/PageHistory.ts"
import { PageStorage } from "../../../layers/browser/PageStorage.ts"
import { Urls } from "../../../layers/browser/Urls.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import {
  createClient,
  type DeepLinkOptions,
  layerDeepLink,
  layerNative,
  type NativeOptions
} from "../../../src/native/index.ts"
import { ReactNativeUrl } from "../../support/platform/reactNativeUrl.ts"
import { overBothTransports, type Started } from "../../support/platform/transports.ts"
import { type ScriptedDevice, scriptedDevice } from "./scriptedDevice.ts"

const site = "https://app.example.com"
const ada = { email: "ada@example.com", password: "correct horse" }

const seed: Seed = {
  users: [ada],
  config: {
    allowLocalhost: false,
    domains: [{ domain: site, handlerPath: "/handler" }],
    oauthProviders: [{ id: "github", type: "standard", clientId: "acme" }]
  }
}

/** The page of the site that passes its query on to the app. */
const handOver = (url: string) => url.replace(`${site}/`, "myapp://")

/** Signs in at the provider, and returns the link that the browser opens. */
const atProvider = (platform: Started["platform"], url: string) =>
  platform.oauth.signIn({ authorizeUrl: url, account: { email: "bob@example.com" } })

const appOn = (device: ScriptedDevice, { options }: Pick<Started, "options">, own: Partial<NativeOptions> = {}) => {
  const { dismissAuthSession, linking, navigate, onLink, openAuthSession } = device
  return createClient({
    ...options,
    tokenStore: "memory",
    native: layerNative({
      scheme: "myapp",
      site,
      openAuthSession,
      dismissAuthSession,
      linking,
      navigate,
      onLink,
      ...own
    })
  })
}

afterEach(() => vi.unstubAllGlobals())

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

overBothTransports(({ start }) => {
  describe("OAuth in a native app", () => {
    it("Y3: a sign-in with a provider opens a browser session, and its link completes the sign-in", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started, { navigate: undefined })
      device.user(async (url) => ({ type: "success", url: handOver(await atProvider(started.platform, url)) }))

      await client.oauth.signIn({ provider: "github" })
      const signedIn = await client.oauth.callback()

      assert.deepStrictEqual(signedIn, { isNewUser: true, restrictedReason: null })
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, "bob@example.com")
      assert.lengthOf(device.sessions, 1)
      assert.strictEqual(device.sessions[0]![1], "myapp://")
      assert.deepStrictEqual([device.pages, device.links], [[], []])
      await client.dispose()
      assert.strictEqual(device.listeners(), 0)
    })

    it("Y3: on Android, the link arrives as an event and as the session's result, and is handled once", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      device.user(async (url) => {
        const link = handOver(await atProvider(started.platform, url))
        device.open(link)
        await turn()
        return { type: "success", url: link }
      })

      await client.oauth.signIn({ provider: "github" })
      const pages = [...device.pages]
      const [first, second] = await Promise.all([client.oauth.callback(), client.oauth.callback()])

      assert.deepStrictEqual([first, second], [{ isNewUser: true, restrictedReason: null }, first])
      assert.match(pages.join(), /^replace \/handler\/oauth-callback\?[^,]*code=[^,]*$/)
      assert.deepStrictEqual(device.links, [])
      assert.deepStrictEqual(device.pages.slice(1), ["replace /"])
      await client.dispose()
    })

    for (const type of ["cancel", "dismiss", "locked", "success without a link", "success with a foreign link"]) {
      it(`Y4: a browser session that ends with ${type} fails the sign-in, opens no page and leaves no state`, async () => {
        await using started = await start(seed)
        const device = scriptedDevice()
        const client = appOn(device, started)
        let link: string | undefined
        device.user(async (url) => {
          link = handOver(await atProvider(started.platform, url))
          const [result, , what] = type.split(" ")
          return {
            type: result!,
            ...(what === "foreign" ? { url: "https://evil.example/handler/oauth-callback" } : {})
          }
        })

        const { error } = await client.oauth.signIn({ provider: "github" }).settled() as { readonly error?: any }
        device.open(link!)
        await turn()
        const late = await client.oauth.callback()

        assert.strictEqual(error?._tag, "OAuthProviderAccessDenied")
        assert.deepStrictEqual([device.pages, late, client.session.state()._tag], [[], null, "SignedOut"])
        await client.dispose()
      })
    }

    it("Y4: a browser that can't be opened fails the sign-in, and the next sign-in works", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      device.user(async () => {
        throw new Error("No matching browser activity found")
      })

      const result = await client.oauth.signIn({ provider: "github" }).settled()
      device.user(async (url) => ({ type: "success", url: handOver(await atProvider(started.platform, url)) }))
      await client.oauth.signIn({ provider: "github" })

      assert.strictEqual(!result.ok && (result.error as any)._tag, "OAuthProviderAccessDenied")
      assert.isNotNull(await client.oauth.callback())
      await client.dispose()
    })

    it("Y4: aborting the sign-in closes the browser session, and a link that arrives later signs no user in", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      const controller = new AbortController()
      let link: string | undefined
      device.user(async (url) => {
        link = handOver(await atProvider(started.platform, url))
        controller.abort("left")
        return new Promise(() => {})
      })

      const reason = await client.oauth.signIn({ provider: "github" }, { signal: controller.signal }).then(
        () => undefined,
        (reason: unknown) => reason
      )
      device.open(link!)
      await turn()
      const late = await client.oauth.callback()

      assert.deepStrictEqual([reason, device.dismissed(), late], ["left", 1, null])
      await client.dispose()
    })

    it("Y3: an app that was terminated while the browser was open completes the sign-in with the link that starts it again", async () => {
      await using started = await start(seed)
      const texts = new Map<string, string>()
      const storage = {
        getItem: (key: string) => texts.get(key),
        setItem: (key: string, value: string) => texts.set(key, value),
        removeItem: (key: string) => texts.delete(key)
      }
      const before = scriptedDevice()
      let link: string | undefined
      const terminated = new Promise<void>((resolve) =>
        before.user(async (url) => {
          link = handOver(await atProvider(started.platform, url))
          resolve()
          return new Promise(() => {})
        })
      )
      void appOn(before, started, { storage }).oauth.signIn({ provider: "github" })
      await terminated
      const kept = [...texts.keys()]
      const after = scriptedDevice(link!)
      const client = appOn(after, started, { storage })

      await client.currentUser.get()
      await turn()
      const signedIn = await client.oauth.callback()

      assert.deepStrictEqual(kept, ["latchkey-cookies"])
      assert.deepStrictEqual(after.links.map((path) => path.split("?")[0]), ["/handler/oauth-callback"])
      assert.deepStrictEqual(signedIn, { isNewUser: true, restrictedReason: null })
      assert.strictEqual(texts.size, 0)
      await client.dispose()
    })

    for (const query of ["error=access_denied", "errorCode=X", "error=access_denied&state=planted"]) {
      it(`native-4: a link with ${query}, without the session's state, doesn't end the browser session`, async () => {
        await using started = await start(seed)
        const device = scriptedDevice()
        const client = appOn(device, started)
        device.user(async (url) => {
          device.open(`myapp://handler/error?${query}`)
          await turn()
          return { type: "success", url: handOver(await atProvider(started.platform, url)) }
        })

        await client.oauth.signIn({ provider: "github" })
        const signedIn = await client.oauth.callback()

        assert.deepStrictEqual(signedIn, { isNewUser: true, restrictedReason: null })
        assert.deepStrictEqual(device.links, [`/handler/error?${query}`])
        await client.dispose()
      })
    }

    it("native-4: an error without a state is handled once if it arrives both as an event and as the session's result", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      const link = "myapp://handler/error?error=access_denied"
      device.user(async () => {
        device.open(link)
        await turn()
        return { type: "success", url: link }
      })

      await client.oauth.signIn({ provider: "github" })
      const result = await client.oauth.callback().settled()

      assert.strictEqual(!result.ok && (result.error as any)._tag, "OAuthProviderAccessDenied")
      assert.deepStrictEqual([device.links, device.pages], [[], ["replace /handler/error?error=access_denied"]])
      await client.dispose()
    })

    it("Y3: a link with the state of another sign-in doesn't end a browser session", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      device.user(async (url) => {
        device.open("myapp://handler/oauth-callback?code=1&state=planted")
        await turn()
        return { type: "success", url: handOver(await atProvider(started.platform, url)) }
      })

      await client.oauth.signIn({ provider: "github" })

      assert.deepStrictEqual(device.links, ["/handler/oauth-callback?code=1&state=planted"])
      assert.isNotNull(await client.oauth.callback())
      await client.dispose()
    })

    it("oauth.callback fails with the provider's denial, which it reads from the link's query", async () => {
      await using started = await start(seed)
      const device = scriptedDevice()
      const client = appOn(device, started)
      device.user(async () => ({ type: "success", url: "myapp://handler/error?error=access_denied" }))

      await client.oauth.signIn({ provider: "github" })
      const result = await client.oauth.callback().settled()

      assert.strictEqual(!result.ok && (result.error as any)._tag, "OAuthProviderAccessDenied")
      assert.deepStrictEqual(device.pages, ["replace /handler/error?error=access_denied"])
      await client.dispose()
    })

    it("without a site, links use the app's scheme with the host localhost, which the platform accepts only while it allows localhost", async () => {
      const results: Array<unknown> = []
      for (const allowLocalhost of [true, false]) {
        await using started = await start({ ...seed, config: { ...seed.config, allowLocalhost } })
        const device = scriptedDevice()
        const client = appOn(device, started, { site: undefined })
        device.user(async (url) => {
          const link = await atProvider(started.platform, url).catch((error: Error) => {
            results.push(error.message.match(/"code":"(\w+)"/)?.[1])
            return undefined
          })
          return { type: link === undefined ? "cancel" : "success", url: link }
        })

        await client.oauth.signIn({ provider: "github" }).settled()

        results.push(...device.pages.map((page) => page.split("?")[0]))
        await client.dispose()
      }

      assert.deepStrictEqual(results, ["replace /handler/oauth-callback", "REDIRECT_URL_NOT_WHITELISTED"])
    })
  })

  describe("links in emails of a native app", () => {
    it("Y3: a link that starts the app signs in once, with the code in its query", async () => {
      await using started = await start(seed)
      const sender = appOn(scriptedDevice(), started)
      await sender.signIn.sendCode({ email: ada.email })
      const { link } = started.platform.outbox.byAddress(ada.email).at(-1)!
      const device = scriptedDevice(link)
      const client = appOn(device, started)

      await client.currentUser.get()
      await turn()
      const code = new URL(device.links[0]!, site).searchParams.get("code")!
      await client.signIn.withLink({ code })

      assert.isTrue(link!.startsWith(`${site}/handler/magic-link-callback?`))
      assert.deepStrictEqual(device.links, [link!.slice(site.length)])
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, ada.email)
      await Promise.all([sender.dispose(), client.dispose()])
    })
  })
})

const layerOn = (device: ScriptedDevice, options: Partial<DeepLinkOptions> = {}) =>
  layerDeepLink({ ...device, scheme: "myapp", site, ...options })

/** Builds the layer for as long as a scope is open, and returns what it provides. */
const opened = (device: ScriptedDevice, options?: Partial<DeepLinkOptions>, layer = layerOn(device, options)) =>
  Effect.flatMap(Layer.build(Layer.fresh(layer)), (context) =>
    Effect.provideContext(
      Effect.all({
        browser: Effect.map(Browser, (browser) => browser!),
        history: PageHistory,
        navigation: Navigation,
        pageStorage: PageStorage,
        urls: Urls
      }),
      context
    ))

const settled = Effect.promise(turn)

describe("layerDeepLink", () => {
  it.effect("every form of a link leads to the same path, and links of other apps and sites are ignored", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const { navigation } = yield* opened(device)
      const own = [
        "myapp://handler/mfa?a=1#b",
        "MYAPP:///handler/mfa?a=1#b",
        "myapp:/handler/mfa?a=1#b",
        "myapp://localhost/handler/mfa?a=1#b",
        "myapp://app.example.com/handler/mfa?a=1#b",
        "https://app.example.com/handler/mfa?a=1#b",
        "HTTPS://APP.EXAMPLE.COM/handler/mfa?a=1#b"
      ]
      const foreign = [
        "myapp2://handler/mfa",
        "amyapp://handler/mfa",
        "myapp:handler/mfa",
        "https://app.example.com.evil.example/handler/mfa",
        "https://app.example.com@evil.example/handler/mfa",
        "http://app.example.com/handler/mfa",
        "https://evil.example/?https://app.example.com/handler/mfa",
        "javascript:alert(1)",
        "",
        "myapp://handler\\@evil.example"
      ]

      for (const link of [...own, ...foreign]) device.open(link)
      yield* settled

      assert.deepStrictEqual(device.links, own.map(() => "/handler/mfa?a=1#b"))
      assert.strictEqual(navigation.here()?.href, `${site}/handler/mfa?a=1#b`)
    }))

  const Link = Schema.Literals(["myapp://handler/a?code=1", "myapp://b", "other://c", "https://evil.example/"])

  it.effect.prop(
    "Y3: each arrival of a link is handled once, and the link that started the app isn't repeated within seconds, even if the client is built again",
    {
      initial: Schema.NullOr(Link),
      early: Schema.Array(Link),
      soon: Schema.Array(Link),
      later: Schema.Array(Link)
    },
    ({ early, initial, later, soon }) =>
      Effect.gen(function*() {
        const device = scriptedDevice(initial)
        const scope = yield* Scope.make()
        yield* Effect.provideService(opened(device), Scope.Scope, scope)
        for (const link of early) device.open(link)
        yield* settled
        for (const link of soon) device.open(link)
        yield* settled
        yield* TestClock.adjust("3 seconds")
        yield* Scope.close(scope, Exit.void)
        for (const link of later) device.open(link)
        yield* opened(device)
        yield* settled
        for (const link of soon) device.open(link)
        yield* TestClock.adjust("2 seconds")
        for (const link of later) device.open(link)
        yield* settled

        const started = initial === null || early.includes(initial) ? [] : [initial]
        const within = soon.filter((link) => link !== initial)
        assert.deepStrictEqual(
          device.links,
          [...new Set(early), ...started, ...within, ...within, ...later].filter((link) => link.startsWith("myapp:"))
            .map(
              (link) => link.replace("myapp://", "/")
            )
        )
      })
  )

  it.effect("native-3: the link that started the app is handled once if it also arrives as an event, after other links", () =>
    Effect.gen(function*() {
      const device = scriptedDevice("myapp://handler/magic-link-callback?code=abc")
      yield* opened(device)
      yield* settled
      yield* TestClock.adjust("60 millis")
      device.open("myapp://b")
      device.open("myapp://handler/magic-link-callback?code=abc")
      device.open("myapp://handler/magic-link-callback?code=abc")
      yield* settled
      yield* TestClock.adjust("10 seconds")
      device.open("myapp://handler/magic-link-callback?code=abc")
      yield* settled

      const link = "/handler/magic-link-callback?code=abc"
      assert.deepStrictEqual(device.links, [link, "/b", link])
    }))

  it.effect("native-3: after getInitialURL fails, each arrival of a link is handled", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const linking = { ...device.linking, getInitialURL: () => Promise.reject(new Error("no activity")) }
      yield* opened(device, { linking })
      yield* settled

      device.open("myapp://b")
      device.open("myapp://b")
      yield* settled

      assert.deepStrictEqual(device.links, ["/b", "/b"])
    }))

  it.effect("Y3: a layer that is built again keeps the current page and the cookies of a pending sign-in", () =>
    Effect.gen(function*() {
      const device = scriptedDevice("myapp://handler/magic-link-callback?code=1")
      const layer = layerOn(device)
      yield* Effect.scoped(Effect.gen(function*() {
        const { browser } = yield* opened(device, {}, layer)
        yield* settled
        browser.cookies.write("a=1; Max-Age=60")
      }))

      const { browser, navigation } = yield* opened(device, {}, layer)
      yield* settled

      assert.strictEqual(navigation.here()?.search, "?code=1")
      assert.strictEqual(browser.cookies.read(), "a=1")
      assert.deepStrictEqual(device.links, ["/handler/magic-link-callback?code=1"])
      assert.strictEqual(device.listeners(), 1)
    }))

  it.effect("redirects open the app's pages with navigate, and other sites with Linking", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const { navigation } = yield* opened(device)

      yield* navigation.go("/settings?tab=1")
      yield* navigation.go(`${site}/handler/sign-in`, { replace: true })
      yield* navigation.go("myapp://team/1")
      yield* navigation.go("https://accounts.example.com/sign-in")
      yield* navigation.go("javascript:alert(1)")

      assert.deepStrictEqual(device.pages, ["/settings?tab=1", "replace /handler/sign-in", "/team/1"])
      assert.deepStrictEqual(device.opened, ["https://accounts.example.com/sign-in"])
      assert.strictEqual(navigation.here()?.href, `${site}/team/1`)
    }))

  it.effect("page URLs may have the app's scheme, and links to pages get that scheme if there is no site", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const urls = {
        handler: "/auth",
        signIn: "myapp://login",
        teamInvitation: "myapp://localhost/join",
        home: undefined
      }

      const withSite = (yield* opened(device, { urls })).urls
      const { urls: local } = yield* opened(device, { urls, site: undefined })

      assert.deepStrictEqual(
        [withSite.signIn, withSite.signUp, withSite.home, withSite.oauthCallback, withSite.teamInvitation],
        ["/login", "/auth/sign-up", "/", `${site}/auth/oauth-callback`, `${site}/join`]
      )
      assert.deepStrictEqual(
        [local.signIn, local.oauthCallback, local.teamInvitation, local.error],
        ["/login", "myapp://localhost/auth/oauth-callback", "myapp://localhost/join", "myapp://localhost/auth/error"]
      )
    }))

  for (
    const [setting, options] of Object.entries({
      scheme: { scheme: "https" },
      "scheme ": { scheme: "myapp://" },
      site: { site: "https://app.example.com/app" },
      "site ": { site: "myapp://localhost" },
      "urls.signIn": { urls: { signIn: "otherapp://sign-in" } }
    })
  ) {
    it.effect(`layerDeepLink fails with InvalidConfiguration for ${JSON.stringify(options)}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(opened(scriptedDevice(), options))

        assert.deepStrictEqual([error._tag, error.setting], ["InvalidConfiguration", setting.trim()])
      }))
  }

  it.effect("PageHistory reads and replaces the URL of an app's current page, and keeps its state until the next page", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const { history, navigation } = yield* opened(device)
      const seen: Array<string> = []
      const stop = history.onNavigation(() => seen.push(history.href().slice(site.length)))

      device.open("myapp://handler/password-reset?code=1")
      history.state.write({ done: true })
      history.rewrite(`${site}/handler/password-reset`)
      history.rewrite("https://evil.example/")
      const kept = history.state.read()
      history.go("/handler/sign-in", { replace: true })
      yield* settled
      stop()
      yield* navigation.go("/")

      assert.deepStrictEqual(kept, { done: true })
      assert.isNull(history.state.read())
      assert.deepStrictEqual(seen, ["/handler/password-reset?code=1", "/handler/password-reset", "/handler/sign-in"])
      assert.deepStrictEqual(device.pages, ["replace /handler/sign-in", "/"])
    }))

  it.effect("PageStorage uses the app's storage, or memory if the app passes none", () =>
    Effect.gen(function*() {
      const texts = new Map<string, string>()
      const storage = {
        getItem: (key: string) => texts.get(key),
        setItem: (key: string, value: string) => texts.set(key, value),
        removeItem: (key: string) => texts.delete(key)
      }
      for (const options of [{ storage }, {}]) {
        const { pageStorage } = yield* opened(scriptedDevice(), options)
        const [local, session] = [pageStorage("local")!, pageStorage("session")!]

        local.setItem("a", "local")
        session.setItem("a", "session")
        const read = [local.getItem("a"), session.getItem("a"), local.getItem("b")]
        session.removeItem("a")

        assert.deepStrictEqual(read, ["local", "session", null])
        assert.deepStrictEqual([local.getItem("a"), session.getItem("a")], ["local", null])
      }
      assert.deepStrictEqual([...texts], [["a", "local"]])
    }))

  it.effect("a native app keeps cookies until they expire, and reads none from a storage that throws or has other contents", () =>
    Effect.gen(function*() {
      const refuse = () => {
        throw new Error("full")
      }
      const broken = { getItem: refuse, setItem: refuse, removeItem: refuse }
      const other = { getItem: () => "[1]", setItem: () => {}, removeItem: () => {} }
      const [kept, none, unreadable] = yield* Effect.all(
        [{}, { storage: broken }, { storage: other }].map((options) => opened(scriptedDevice(), options))
      )

      for (const { browser } of [kept!, none!, unreadable!]) {
        browser.cookies.write("a=1; Max-Age=60; Path=/")
        browser.cookies.write("b=2; Max-Age=3600; Path=/")
      }
      const before = kept!.browser.cookies.read()
      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual([before, kept!.browser.cookies.read()], ["a=1; b=2", "b=2"])
      assert.deepStrictEqual([none!.browser.cookies.read(), unreadable!.browser.cookies.read()], ["", ""])
    }))

  it.effect("links and linked pages have the right URLs with React Native's own URL, and a warning names the polyfill", () =>
    Effect.gen(function*() {
      vi.stubGlobal("URL", ReactNativeUrl)
      const device = scriptedDevice()
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const { navigation, urls } = yield* Effect.provide(opened(device), Logger.layer([logger]))

      device.open("myapp://handler/oauth-callback?code=1&state=2")
      device.open("https://evil.example/handler/oauth-callback?code=1")
      yield* settled

      assert.deepStrictEqual(device.links, ["/handler/oauth-callback?code=1&state=2"])
      assert.strictEqual(navigation.here()?.searchParams.get("state"), "2")
      assert.strictEqual(urls.oauthCallback, `${site}/handler/oauth-callback`)
      assert.match(logged.join(), /react-native-url-polyfill/)
    }))

  it.effect("an error of onLink is logged, and later links still arrive", () =>
    Effect.gen(function*() {
      const device = scriptedDevice()
      const seen: Array<string> = []
      yield* opened(device, {
        onLink: (path) => {
          if (path === "/a") throw new Error("no such page")
          seen.push(path)
        }
      })

      device.open("myapp://a")
      device.open("myapp://b")
      yield* settled

      assert.deepStrictEqual(seen, ["/b"])
    }))
})
