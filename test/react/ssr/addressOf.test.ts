import { assert, describe, it } from "vitest"
import { addressOf, isNavigation } from "../../../react/ssr/addressOf.ts"

const received = (path: string, headers: { readonly [name: string]: string } = { host: "app.test" }) =>
  new Headers({ ...headers, "x-latchkey-path": path })

describe("addressOf", () => {
  it("addressOf returns the URL with the path that the proxy set", () => {
    assert.strictEqual(addressOf(received("/notes?sort=new"))?.href, "http://app.test/notes?sort=new")
    assert.strictEqual(
      addressOf(received("/notes", { host: "10.0.0.1", "x-forwarded-host": "app.test", "x-forwarded-proto": "https" }))
        ?.href,
      "https://app.test/notes"
    )
    assert.strictEqual(addressOf(received("/notes"), "/account")?.href, "http://app.test/account")
  })

  for (
    const path of [
      "http://evil.example/x",
      "https://app.test/x",
      "//evil.example/x",
      "/\\evil.example/x",
      "\\\\evil.example/x",
      "/\t/evil.example/x",
      "http://app.test@evil.example/",
      "http://app.test:8080/",
      "javascript:alert(1)",
      "JAVASCRIPT:alert(1)",
      "data:text/html,x",
      "blob:http://evil.example/x",
      "mailto:a@evil.example",
      "file:///etc/passwd",
      "http://["
    ]
  ) {
    it(`addressOf returns no URL of another origin for ${JSON.stringify(path)}`, () => {
      assert.isUndefined(addressOf(received(path)))
      assert.isUndefined(addressOf(received("/notes"), path))
    })
  }

  it("addressOf returns undefined if the host is malformed or missing", () => {
    for (const host of ["[", "a b", "app.test:port"]) assert.isUndefined(addressOf(received("/notes", { host })))
    assert.isUndefined(addressOf(received("/notes", {})))
  })
})

describe("isNavigation", () => {
  const isOne = (headers: { readonly [name: string]: string }) => isNavigation(new Headers(headers))

  it("isNavigation is true for documents and frames that a browser loads", () => {
    assert.isTrue(isOne({ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "*/*" }))
    assert.isTrue(isOne({ "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }))
    assert.isTrue(isOne({ accept: "text/html,application/xhtml+xml" }), "a browser on plain HTTP")
  })

  it("isNavigation is false for scripts, images and other clients", () => {
    assert.isFalse(isOne({ "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", accept: "text/html" }))
    assert.isFalse(isOne({ "sec-fetch-mode": "same-origin", accept: "*/*" }))
    assert.isFalse(isOne({ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }))
    assert.isFalse(isOne({ accept: "application/json" }))
    assert.isFalse(isOne({ accept: "*/*" }))
    assert.isFalse(isOne({}))
  })
})
