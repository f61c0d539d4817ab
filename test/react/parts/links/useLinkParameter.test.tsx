import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { useLinkParameter } from "../../../../react/parts/links/useLinkParameter.ts"
import { inProcessEmulator } from "../../../support/platform/inProcessEmulator.ts"
import { renderHook } from "../renderHook.ts"

/** Renders the hook and returns the value that it reads from a URL. */
const found = async (href: string, options?: { readonly stays: boolean }) => {
  history.replaceState({ of: "a router" }, "", href)
  const { until, now } = await renderHook((await inProcessEmulator()).client(), () => useLinkParameter("code", options))
  await until((value) => assert.isDefined(value))
  return now()
}

describe("useLinkParameter", () => {
  it("useLinkParameter removes only the link's code from the address bar", async () => {
    const code = await found("/handler/password-reset?code=s3cret&after_auth_return_to=%2Fbasket#top")

    assert.strictEqual(Redacted.value(code!), "s3cret")
    assert.strictEqual(
      location.pathname + location.search + location.hash,
      "/handler/password-reset?after_auth_return_to=%2Fbasket#top"
    )
    assert.deepStrictEqual(history.state, { of: "a router" })
  })

  it("useLinkParameter keeps the code in the URL if the user returns to that page after sign-in", async () => {
    const code = await found("/handler/team-invitation?code=s3cret", { stays: true })

    assert.strictEqual(Redacted.value(code!), "s3cret")
    assert.strictEqual(location.search, "?code=s3cret")
  })

  it.each(["/handler/password-reset", "/handler/password-reset?code="])(
    "useLinkParameter returns null for %s",
    async (href) => {
      assert.isNull(await found(href))
    }
  )
})
