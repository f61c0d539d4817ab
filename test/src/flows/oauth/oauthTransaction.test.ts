import { assert, describe, it } from "@effect/vitest"
import type { Browser } from "../../../../layers/browser/Browser.ts"
import * as oauthTransaction from "../../../../src/flows/oauth/oauthTransaction.ts"

/** A browser with these cookies. It records the cookies that are written. */
const withCookies = (...cookies: ReadonlyArray<string>) => {
  const written: Array<string> = []
  const browser = { cookies: { read: () => cookies.join("; "), write: (cookie: string) => void written.push(cookie) } }
  return { browser: browser as unknown as Browser, written }
}

const page = new URL("https://app.test/")
const loopback = new URL("http://localhost:3000/")

describe("oauthTransaction", () => {
  it("oauthTransaction stores a cookie for an hour, secure on HTTPS", () => {
    const { browser, written } = withCookies()

    oauthTransaction.keepVerifier(browser, page, "state", "verifier")
    oauthTransaction.keepVerifier(browser, loopback, "state", "verifier")

    assert.deepStrictEqual(written, [
      "__Host-stack-oauth-outer-state=verifier; Max-Age=3600; Path=/; SameSite=Lax; Secure",
      "stack-oauth-outer-state=verifier; Max-Age=3600; Path=/; SameSite=Lax"
    ])
  })

  it("oauthTransaction returns whether the page can read the cookie back", () => {
    assert.isTrue(
      oauthTransaction.keepVerifier(withCookies("a=b", "__Host-stack-oauth-outer-state=v").browser, page, "state", "v")
    )
    assert.isFalse(oauthTransaction.keepVerifier(withCookies("a=b").browser, page, "state", "v"))
  })

  it("H2: oauthTransaction deletes the verifier when it is read", () => {
    const { browser, written } = withCookies("a=b", "__Host-stack-oauth-outer-state=v", "c=d")

    assert.strictEqual(oauthTransaction.takeVerifier(browser, page, "state"), "v")
    assert.deepStrictEqual(written, ["__Host-stack-oauth-outer-state=; Max-Age=0; Path=/; SameSite=Lax; Secure"])
  })

  it("H2: without HTTPS, oauthTransaction reads the cookie name of newer clients first and deletes cookies of either name", () => {
    const { browser, written } = withCookies("stack-oauth-outer-state=old", "hexclave-oauth-outer-state=new")

    assert.strictEqual(oauthTransaction.takeVerifier(browser, loopback, "state"), "new")
    assert.deepStrictEqual(written, [
      "hexclave-oauth-outer-state=; Max-Age=0; Path=/; SameSite=Lax",
      "stack-oauth-outer-state=; Max-Age=0; Path=/; SameSite=Lax"
    ])
  })

  it("on HTTPS, oauthTransaction ignores cookies that a sibling site could have set for the whole domain", () => {
    const planted = ["stack-oauth-outer-state=planted", "hexclave-oauth-outer-state=planted"]

    assert.isUndefined(oauthTransaction.takeVerifier(withCookies(...planted).browser, page, "state"))
    assert.isFalse(oauthTransaction.keepVerifier(withCookies(...planted).browser, page, "state", "own"))
  })

  it("oauthTransaction ignores a cookie behind white space that browsers treat as part of the name", () => {
    const { browser } = withCookies("a=b", "\u2000__Host-stack-oauth-outer-state=planted")

    assert.isUndefined(oauthTransaction.takeVerifier(browser, page, "state"))
  })

  it("H2: oauthTransaction never finds the verifier of another state, whatever the URL contains", () => {
    const cookies = ["x=y=z", "empty=", "xyz=v"].map((rest) => `__Host-stack-oauth-outer-${rest}`)
    const { browser, written } = withCookies(...cookies)

    for (const state of ["x=y", "x=", "xy", "empty", "", "z; __Host-stack-oauth-outer-xyz", "__proto__", "é"]) {
      assert.isUndefined(oauthTransaction.takeVerifier(browser, page, state), state)
    }
    assert.deepStrictEqual(written, [])
  })
})
