import { assert, describe, it } from "@effect/vitest"
import type { BrowserService } from "../../layers/Browser.ts"
import * as outerState from "../../src/outerState.ts"

/** A browser with these cookies, which notes what is written. */
const withCookies = (...cookies: ReadonlyArray<string>) => {
  const written: Array<string> = []
  const browser = { cookies: { read: () => cookies.join("; "), write: (cookie: string) => void written.push(cookie) } }
  return { browser: browser as unknown as BrowserService, written }
}

const page = new URL("https://app.test/")
const loopback = new URL("http://localhost:3000/")

describe("outerState", () => {
  it("is a cookie for an hour, secure where the page is", () => {
    const { browser, written } = withCookies()

    outerState.keep(browser, page, "state", "verifier")
    outerState.keep(browser, loopback, "state", "verifier")

    assert.deepStrictEqual(written, [
      "stack-oauth-outer-state=verifier; Max-Age=3600; Path=/; SameSite=Lax; Secure",
      "stack-oauth-outer-state=verifier; Max-Age=3600; Path=/; SameSite=Lax"
    ])
  })

  it("is kept when the cookie can be read back", () => {
    assert.isTrue(outerState.keep(withCookies("a=b", "stack-oauth-outer-state=v").browser, page, "state", "v"))
    assert.isFalse(outerState.keep(withCookies("a=b").browser, page, "state", "v"))
  })

  it("H2: is gone under both names with the first who takes it", () => {
    const { browser, written } = withCookies("a=b", "stack-oauth-outer-state=v", "c=d")

    assert.strictEqual(outerState.take(browser, page, "state"), "v")
    assert.deepStrictEqual(written, [
      "hexclave-oauth-outer-state=; Max-Age=0; Path=/; SameSite=Lax; Secure",
      "stack-oauth-outer-state=; Max-Age=0; Path=/; SameSite=Lax; Secure"
    ])
  })

  it("is found under the name of later clients, which goes first", () => {
    const { browser } = withCookies("stack-oauth-outer-state=old", "hexclave-oauth-outer-state=new")

    assert.strictEqual(outerState.take(browser, page, "state"), "new")
  })

  it("is not found behind white space that browsers take for a part of the name", () => {
    const { browser } = withCookies("a=b", "\u2000stack-oauth-outer-state=planted")

    assert.isUndefined(outerState.take(browser, page, "state"))
  })

  it("H2: is no other state's, whatever stands in the address", () => {
    const cookies = ["stack-oauth-outer-x=y=z", "stack-oauth-outer-empty=", "stack-oauth-outer-xyz=v"]
    const { browser, written } = withCookies(...cookies)

    for (const state of ["x=y", "x=", "xy", "empty", "", "z; stack-oauth-outer-xyz", "__proto__", "é"]) {
      assert.isUndefined(outerState.take(browser, page, state), state)
    }
    assert.deepStrictEqual(written, [])
  })
})
