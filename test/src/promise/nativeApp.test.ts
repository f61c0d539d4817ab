/** Clients in native apps, which lack parts of `fetch`, `URL`, `crypto`, `TextDecoder` and the DOM. */
import { afterEach, assert, describe, it, vi } from "vitest"
import type { CallError } from "../../../schemas/errors/index.ts"
import { type EmulatorHandle, startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { OlderReactNativeUrl, ReactNativeUrl } from "../../support/platform/reactNativeUrl.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const ada = { email: "ada@example.com", password: "correct horse" }

const clientOf = ({ baseUrl, fetch, project }: EmulatorHandle) =>
  createClient({ ...project, baseUrl, fetch, tokenStore: "memory" })

/**
 * Returns the reason of a `CallError`. `instanceof` doesn't work here, because code that is loaded after
 * `vi.resetModules` has another class.
 */
const reasonOf = (call: PromiseLike<unknown>): Promise<CallError["reason"]> =>
  Promise.resolve(call).then(
    () => assert.fail("succeeded"),
    (error) => error._tag === "CallError" ? error.reason : assert.fail(String(error))
  )

/** Creates the part of `XMLHttpRequest` that whatwg-fetch uses. It sends requests with the runtime's `fetch`. */
const xmlHttpRequestOver = (fetch: typeof globalThis.fetch) =>
  class {
    readonly #headers: Record<string, string> = {}
    readonly #controller = new AbortController()
    #method = ""
    #url = ""
    #responseHeaders = ""
    status = 0
    statusText = ""
    response: unknown
    responseType = ""
    onload = () => {}
    onerror = () => {}

    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    getAllResponseHeaders() {
      return this.#responseHeaders
    }
    abort() {
      this.#controller.abort()
    }
    async send(body: string | null) {
      const { signal } = this.#controller
      try {
        const response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal })
        this.status = response.status
        this.#responseHeaders = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n")
        this.response = await response.arrayBuffer()
        this.onload()
      } catch {
        this.onerror()
      }
    }
  }

describe("a client over whatwg-fetch, as in React Native", () => {
  for (const replaced of ["Request", "navigator"]) {
    it(`in React Native, which the client recognizes by ${replaced}, requests have no cache-busting query parameter`, async () => {
      await using platform = await startEmulator({ users: [ada] })
      const whatwg = await import("whatwg-fetch")
      const { fetch } = globalThis
      const sent: Array<string> = []
      const noted: typeof fetch = (url, init) => {
        sent.push(String(url))
        return fetch(url, init)
      }
      vi.stubGlobal("XMLHttpRequest", xmlHttpRequestOver(noted))
      vi.stubGlobal(replaced, replaced === "Request" ? whatwg.Request : { product: "ReactNative" })
      const { baseUrl, project } = platform
      await using client = createClient({ ...project, baseUrl, fetch: whatwg.fetch, tokenStore: "memory" })

      await client.signIn.withPassword(ada)
      const user = await client.currentUser.get()
      await client.teams.list()

      assert.strictEqual(user?.primaryEmail, ada.email)
      assert.isAbove(sent.length, 2)
      assert.deepStrictEqual(sent.filter((url) => /[?&]_=/.test(url)), [])
    })
  }
})

describe("a client with the URL of React Native", () => {
  it("in React Native, a client signs up with a configured page URL, and signs in", async () => {
    await using platform = await startEmulator({
      config: { domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }] }
    })
    vi.stubGlobal("URL", ReactNativeUrl)
    // the emulator needs the real URL
    const fetch: typeof platform.fetch = (input, init) => {
      vi.unstubAllGlobals()
      return platform.fetch(input, init).finally(() => vi.stubGlobal("URL", ReactNativeUrl))
    }
    const { baseUrl, project } = platform
    await using client = createClient({
      ...project,
      baseUrl,
      fetch,
      tokenStore: "memory",
      urls: { handler: "https://app.example.com/handler" }
    })

    await client.signUp.withPassword(ada)

    assert.strictEqual((await client.currentUser.get())?.primaryEmail, ada.email)
    assert.include(platform.outbox.byAddress(ada.email)[0]?.text, "https://app.example.com/handler/email-verification")
  })

  for (const baseUrl of ["not a URL", "api.example.com", "https://", "https://exa mple.com"]) {
    it(`in React Native, a client rejects the base URL ${baseUrl}`, async () => {
      vi.stubGlobal("URL", ReactNativeUrl)
      await using client = createClient({ projectId: "internal", baseUrl, tokenStore: "memory" })

      const error = await client.signIn.withPassword(ada).then(() => assert.fail(), (error) => error)

      assert.deepInclude(error, { _tag: "InvalidConfiguration", setting: "baseUrl" })
    })
  }

  it("a client with an older URL implementation names its missing parts, and the package that provides them", async () => {
    vi.stubGlobal("URL", OlderReactNativeUrl)
    await using client = createClient({ projectId: "internal", baseUrl: "https://a.test", tokenStore: "memory" })

    const error = await client.signIn.withPassword(ada).then(() => assert.fail(), (error) => error)

    assert.deepInclude(error, { _tag: "InvalidConfiguration", setting: "URL" })
    assert.include(error.message, "react-native-url-polyfill")
  })
})

/** Incomplete values of `crypto`, by name. */
const withoutRandom: { readonly [name: string]: unknown } = {
  "no crypto": undefined,
  "an empty crypto": {},
  "digests alone": { subtle: crypto.subtle }
}

describe("a client in a runtime that lacks cryptography", () => {
  for (const [name, crypto] of Object.entries(withoutRandom)) {
    it(`a client names a missing crypto.getRandomValues and the package that provides it, with ${name}`, async () => {
      await using platform = await startEmulator({ users: [ada] })
      vi.stubGlobal("crypto", crypto)
      // imported again, because the module may have enough random bytes left from earlier tests
      const fresh = await import("../../../src/promise/index.ts")
      const { baseUrl, fetch, project } = platform
      await using client = fresh.createClient({ ...project, baseUrl, fetch, tokenStore: "memory" })

      const { reason } = await client.signIn.withPassword(ada).then(() => assert.fail(), (error) => error)

      assert.deepInclude(reason, { _tag: "InvalidConfiguration", setting: "crypto.getRandomValues" })
      assert.include(reason.message, "layerDigest")
      assert.include(reason.message, "react-native-get-random-values")
      assert.deepStrictEqual(platform.requests.list(), [])
    })
  }

  it("checking a TOTP code names a missing crypto.subtle and the layer that replaces it", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using client = clientOf(platform)
    await client.signIn.withPassword(ada)
    const { secret } = await client.totp.begin()
    const { getRandomValues } = crypto
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) })

    const reason = await reasonOf(client.totp.enable({ secret, totp: "123456" }))

    assert.deepInclude(reason, { _tag: "InvalidConfiguration", setting: "crypto.subtle" })
    assert.include(reason.message, "layerDigest")
  })

  it("creating a TOTP secret names a missing crypto.getRandomValues", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using client = clientOf(platform)
    vi.stubGlobal("crypto", undefined)

    const reason = await reasonOf(client.totp.begin({ issuer: "App", account: ada.email }))

    assert.deepInclude(reason, { _tag: "InvalidConfiguration", setting: "crypto.getRandomValues" })
  })
})

const { TextDecoder: Own } = globalThis

/** The `TextDecoder` of a polyfill. Its constructor throws for the option `fatal`. */
class WithoutFatal extends Own {
  constructor(label?: string, options?: TextDecoderOptions) {
    if (options?.fatal === true) {
      throw new Error("Failed to construct 'TextDecoder': the 'fatal' option is unsupported.")
    }
    super(label, options)
  }
}

describe("a TextDecoder without fatal", () => {
  it("with a TextDecoder without fatal mode, the package loads and reads responses", async () => {
    await using platform = await startEmulator({ users: [ada] })
    vi.stubGlobal("TextDecoder", WithoutFatal)
    const { createClient } = await import("../../../src/promise/index.ts")
    const { baseUrl, fetch, project } = platform
    await using client = createClient({ ...project, baseUrl, fetch, tokenStore: "memory" })

    await client.signIn.withPassword(ada)

    assert.strictEqual((await client.currentUser.get())?.primaryEmail, ada.email)
  })

  const entries = {
    "latchkey": () => import("../../../src/index.ts"),
    "latchkey/adapters": () => import("../../../src/backend/adapters/index.ts"),
    "latchkey/emulator": () => import("../../../src/emulator/index.ts"),
    "latchkey/fleet": () => import("../../../src/backend/fleet/index.ts"),
    "latchkey/verify": () => import("../../../src/verify.ts")
  }
  for (const [entry, load] of Object.entries(entries)) {
    it(`a TextDecoder without fatal mode doesn't prevent loading ${entry}`, async () => {
      vi.stubGlobal("TextDecoder", WithoutFatal)

      assert.isAbove(Object.keys(await load()).length, 0)
    })
  }
})

describe("a document without a page", () => {
  /** Values of `document` in native apps, and in environments that only declare one. */
  const documents: { readonly [name: string]: unknown } = {
    "undefined": undefined,
    "without a window": { visibilityState: "visible", addEventListener: () => {} },
    "empty": {}
  }
  for (const [name, document] of Object.entries(documents)) {
    it(`with a document but no page (${name}), a client and its subscriptions work with the session in memory`, async () => {
      await using platform = await startEmulator({ users: [ada] })
      vi.stubGlobal("document", document)
      const { baseUrl, fetch, project } = platform
      await using client = createClient({ ...project, baseUrl, fetch })

      await client.signIn.withPassword(ada)

      assert.strictEqual((await client.currentUser.get())?.primaryEmail, ada.email)
    })
  }
})
