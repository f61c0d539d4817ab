import { afterEach, assert, describe, it, vi } from "vitest"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import { ReactNativeUrl } from "../support/platform/reactNativeUrl.ts"

afterEach(() => void vi.unstubAllGlobals())

class WithoutCanParse extends URL {}
Object.defineProperty(WithoutCanParse, "canParse", { value: undefined })

/** Implementations of `URL`, by the environment that has them. */
const environments: { readonly [name: string]: unknown } = {
  "the web platform": URL,
  "an engine without URL.canParse": WithoutCanParse,
  "React Native": ReactNativeUrl
}

const invalid: ReadonlyArray<unknown> = [
  "",
  "not a URL",
  "example.com",
  "/path",
  "//example.com",
  "?query",
  "#fragment",
  "https://",
  "https://?query",
  "http://exa mple.com",
  "http://example.com:port",
  "http://[::1",
  "http://a:b:c",
  "http://<script>",
  "http://%",
  "://example.com",
  undefined,
  null,
  42,
  {}
]

const origins: ReadonlyArray<readonly [url: string, origin: string]> = [
  ["https://example.com", "https://example.com"],
  ["https://example.com/a/b?c=d#e", "https://example.com"],
  ["HTTPS://Example.COM/Path", "https://example.com"],
  ["http://localhost:8102//", "http://localhost:8102"],
  ["http://127.0.0.1:8102", "http://127.0.0.1:8102"],
  ["http://[::1]:8102/", "http://[::1]:8102"],
  ["https://*.example.com", "https://*.example.com"]
]

for (const [name, URL] of Object.entries(environments)) {
  describe(`parseUrl with the URL of ${name}`, () => {
    for (const text of invalid) {
      it(`parseUrl returns undefined for ${JSON.stringify(text)}`, () => {
        vi.stubGlobal("URL", URL)

        assert.isUndefined(parseUrl(text as string))
      })
    }

    for (const [text, origin] of origins) {
      it(`parseUrl reads the origin of ${text}`, () => {
        vi.stubGlobal("URL", URL)

        assert.strictEqual(parseUrl(text)?.origin, origin)
      })
    }

    it("parseUrl keeps the case of paths, users and passwords", () => {
      vi.stubGlobal("URL", URL)

      assert.strictEqual(parseUrl("https://example.com/A?B=C#D")?.href, "https://example.com/A?B=C#D")
      assert.strictEqual(parseUrl("https://Ada:Secret@example.com/")?.password, "Secret")
    })

    it("parseUrl resolves a path against an origin", () => {
      vi.stubGlobal("URL", URL)

      assert.strictEqual(parseUrl("/a/b?c#d", "https://example.com")?.href, "https://example.com/a/b?c#d")
      assert.strictEqual(parseUrl("https://other.test/a", "https://example.com")?.href, "https://other.test/a")
    })

    it("parseUrl accepts schemes other than http", () => {
      vi.stubGlobal("URL", URL)

      for (const text of ["my-app:callback", "about:blank", "localhost:8102"]) {
        assert.strictEqual(parseUrl(text)?.href, text)
      }
    })
  })
}

describe("withoutTrailingSlashes", () => {
  it("withoutTrailingSlashes removes all trailing slashes and no other slashes", () => {
    const cases = {
      "": "",
      "/": "",
      "///": "",
      "a": "a",
      "a/": "a",
      "//a//b///": "//a//b",
      "https://a.b//": "https://a.b"
    }
    for (const [text, bare] of Object.entries(cases)) assert.strictEqual(withoutTrailingSlashes(text), bare)
  })
})
