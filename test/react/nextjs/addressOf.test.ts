import { assert, describe, it } from "vitest"
import { addressOf } from "../../../react/nextjs/addressOf.ts"

const received = (path: string, headers: { readonly [name: string]: string } = { host: "app.test" }) =>
  new Headers({ ...headers, "x-latchkey-path": path })

describe("addressOf", () => {
  it("returns the address of the path that the proxy told", () => {
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
    it(`returns no address of another origin: ${JSON.stringify(path)}`, () => {
      assert.isUndefined(addressOf(received(path)))
      assert.isUndefined(addressOf(received("/notes"), path))
    })
  }

  it("returns nothing where the host is malformed or unknown", () => {
    for (const host of ["[", "a b", "app.test:port"]) assert.isUndefined(addressOf(received("/notes", { host })))
    assert.isUndefined(addressOf(received("/notes", {})))
  })
})
