import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { trustedUrl } from "../../../layers/browser/trustedUrl.ts"
import { hostileRedirects } from "../../support/platform/hostileRedirects.ts"
import { runs } from "../../support/suite/properties.ts"

const pages = {
  "a page over HTTPS": new URL("https://app.test/handler/sign-in?after_auth_return_to=x#y"),
  "a page on loopback": new URL("http://localhost:3000/"),
  "a server": undefined
}

/** Resolves a URL like a browser that shows the page. */
const resolved = (url: string, page: URL | undefined) => new URL(url, page ?? "https://app.test")

const decodedOnce = (url: string) => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Concatenations of URL parts in any order. */
const urlText = Schema.Array(
  Schema.Literals([
    "/",
    "\\",
    ":",
    "@",
    ".",
    "..",
    "?",
    "#",
    "%2f",
    "%5c",
    "%09",
    "%0a",
    "%0D",
    "%",
    "\t",
    "\n",
    " ",
    "https:",
    "http://",
    "javascript:",
    "app.test",
    "localhost:3000",
    "evil.test",
    "a",
    "é",
    "\u200d"
  ])
).pipe(Schema.decodeTo(Schema.String, {
  decode: SchemaGetter.transform((pieces: ReadonlyArray<string>) => pieces.join("")),
  encode: SchemaGetter.transform((text: string) => [text] as never)
}))

describe("trustedUrl", () => {
  it("H8: the test corpus contains at least 60 distinct hostile URLs", () => {
    assert.isAtLeast(hostileRedirects.length, 60)
    assert.strictEqual(new Set(hostileRedirects).size, hostileRedirects.length)
  })

  for (const [where, page] of Object.entries(pages)) {
    it(`H8: trustedUrl rejects every hostile URL on ${where}`, () => {
      assert.deepStrictEqual(hostileRedirects.filter((url) => trustedUrl(url, page, []) !== undefined), [])
    })

    it(`H8: trustedUrl rejects every hostile URL on ${where} when another origin is trusted`, () => {
      const origins = ["https://docs.test"]

      assert.deepStrictEqual(hostileRedirects.filter((url) => trustedUrl(url, page, origins) !== undefined), [])
    })

    it.prop(
      `H8: every URL that trustedUrl accepts on ${where} stays on the site, and the result is accepted again without a change`,
      { text: Schema.Union([Schema.String, urlText]) },
      ({ text }) => {
        const url = trustedUrl(text, page, [])
        if (url === undefined) return
        assert.strictEqual(resolved(url, page).origin, resolved("/", page).origin)
        assert.match(url, /^\/(?![/\\])/)
        const decoded = decodedOnce(url)
        assert.strictEqual(
          resolved(decoded, page).origin,
          resolved("/", page).origin,
          "after a router has decoded it again"
        )
        assert.strictEqual(trustedUrl(url, page, []), url)
      },
      { arbitrary: { runs: runs(3000) } }
    )
  }

  it("trustedUrl accepts URLs of the site", () => {
    const page = new URL("https://app.test/handler/sign-in")
    const urls = [
      "/",
      "/basket?item=1#top",
      "/a//b",
      "/go/https%3A%2F%2Fdocs.test",
      "/find?q=\\d",
      "?tab=2",
      "#top",
      "basket",
      "https://app.test/basket",
      "https://app.test:443/basket"
    ]

    assert.deepStrictEqual(urls.map((url) => trustedUrl(url, page, [])), [
      "/",
      "/basket?item=1#top",
      "/a//b",
      "/go/https%3A%2F%2Fdocs.test",
      "/find?q=\\d",
      "/handler/sign-in?tab=2",
      "/handler/sign-in#top",
      "/handler/basket",
      "/basket",
      "/basket"
    ])
  })

  it("trustedUrl accepts URLs of the site without HTTPS, and colons in a path", () => {
    const page = new URL("http://localhost:3000/wiki/")

    assert.strictEqual(trustedUrl("http://localhost:3000/basket", page, []), "/basket")
    assert.strictEqual(trustedUrl("/wiki/talk:main", page, []), "/wiki/talk:main")
  })

  it("H8: trustedUrl rejects a URL with a password, even without a username", () => {
    const page = new URL("https://app.test")

    assert.isUndefined(trustedUrl("https://:hunter2@app.test/", page, []))
    assert.isUndefined(trustedUrl("https://:hunter2@docs.test/", page, ["https://docs.test"]))
  })

  it("trustedUrl accepts URLs of trusted origins, but not with another scheme, host or port", () => {
    const origins = ["https://docs.test"]
    const follow = (url: string) => trustedUrl(url, new URL("https://app.test"), origins)

    assert.strictEqual(follow("https://docs.test/start?x#y"), "https://docs.test/start?x#y")
    assert.deepStrictEqual(
      ["http://docs.test", "https://docs.test:8443", "https://a.docs.test", "https://eve@docs.test", "//docs.test"]
        .map(follow),
      Array.from({ length: 5 }, () => undefined)
    )
  })

  it("trustedUrl rejects values that are not strings", () => {
    assert.deepStrictEqual(
      [undefined, null, 0, {}, ["/"], new URL("https://app.test")].map((each) =>
        trustedUrl(each, new URL("https://app.test"), [])
      ),
      Array.from({ length: 6 }, () => undefined)
    )
  })
})
