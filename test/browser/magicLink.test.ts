import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"

/** Follows the link in the address bar; returns the user id or the error. */
const follow = (page: Page) =>
  page.evaluate(() =>
    latchkey.signIn.withLink({ code: new URL(location.href).searchParams.get("code") ?? "" }).catch((error) => ({
      tag: error._tag as string,
      message: error.message as string
    }))
  )

/** Enters the code of the email. The page keeps the nonce. */
const type = (page: Page, code: string) =>
  page.evaluate((code) =>
    latchkey.signIn.withCode({ code, nonce: (globalThis as any).nonce }).catch((error) => ({
      tag: error._tag as string,
      message: error.message as string
    })), code)

const isSignedIn = (page: Page) => page.evaluate(async () => await latchkey.currentUser.get() !== null)

describe("a sign-in link in a browser", () => {
  const at = site({ page: "promise.ts", users: [{ email: "ada@example.com" }] })

  /** Requests an email on the sign-in page and returns it. */
  const mailed = async (email = "ada@example.com", page?: Page, query = "") => {
    const asking = page ?? await at.open(`/handler/sign-in${query}`)
    await asking.evaluate(async (email) => {
      const state = globalThis as any
      state.nonce = (await latchkey.signIn.sendCode({ email })).nonce
    }, email)
    const { code, link, otp } = at.platform.outbox.byAddress(email).at(-1)!
    return { page: asking, code: code!, link: link!, otp: otp! }
  }

  it("a sign-in link signs in on the device that requested it, and returns to the requested page", async () => {
    const { link, page } = await mailed("ada@example.com", undefined, "?after_auth_return_to=%2Fbasket")
    assert.strictEqual(new URL(link).pathname, "/handler/magic-link-callback")

    await page.goto(link)
    const outcome = await follow(page)
    const onwards = await page.evaluate(() => latchkey.redirectTo.hrefOf("afterSignIn"))

    assert.deepInclude(outcome, { isNewUser: false })
    assert.isTrue(await isSignedIn(page))
    assert.strictEqual(onwards, "/basket")
  })

  it("a sign-in link opened on another device signs in only on that device", async () => {
    const { link, page } = await mailed()

    const other = await at.open(link)
    const outcome = await follow(other)

    assert.deepInclude(outcome, { isNewUser: false })
    assert.deepStrictEqual([await isSignedIn(other), await isSignedIn(page)], [true, false])
  })

  it("a sign-in link creates the account of a new address", async () => {
    const { link } = await mailed("new@example.com")

    const outcome = await follow(await at.open(link))

    assert.deepInclude(outcome, { isNewUser: true })
  })

  it("the six-character code of the email signs in without the link", async () => {
    const { otp, page } = await mailed()

    const outcome = await type(page, ` ${otp.slice(0, 3).toLowerCase()} ${otp.slice(3)}\n`)

    assert.deepInclude(outcome, { isNewUser: false })
  })

  it("a used sign-in link and its code are reported as used on any device", async () => {
    const { link, otp, page } = await mailed()
    const other = await at.open(link)
    await follow(other)

    const outcomes = [await follow(other), await type(page, otp), await follow(await at.open(link))]

    const used = {
      tag: "VerificationCodeAlreadyUsed",
      message: "This code or link was used before and works only once. If you still need one, ask for a new one."
    }
    assert.deepStrictEqual(outcomes, [used, used, used])
    assert.isTrue(await isSignedIn(other))
  })

  it("a sign-in link has expired after 7 days", async () => {
    const { link, otp, page } = await mailed()
    at.platform.clock.advance("7 days")
    at.platform.clock.advance("1 second")

    const outcomes = [await follow(await at.open(link)), await type(page, otp)]

    const expired = { tag: "VerificationCodeExpired", message: "This code or link has expired. Ask for a new one." }
    assert.deepStrictEqual(outcomes, [expired, expired])
  })

  it("a truncated or mistyped sign-in link is reported as invalid", async () => {
    const { link, otp, page } = await mailed()
    const wrong = otp.startsWith("0") ? `1${otp.slice(1)}` : `0${otp.slice(1)}`

    const outcomes = [
      await follow(await at.open(link.slice(0, -5))),
      await follow(await at.open(link.split("?")[0])),
      await type(page, otp.slice(0, 5)),
      await type(page, wrong)
    ]

    const notFound = {
      tag: "VerificationCodeNotFound",
      message: "This code or link is not valid. Check that it is complete, or ask for a new one."
    }
    assert.deepStrictEqual(outcomes, [notFound, notFound, notFound, notFound])
    assert.deepInclude(await type(page, otp), { isNewUser: false })
  })

  it("a sign-in code is rejected after 20 attempts", async () => {
    const { code, otp, page } = await mailed()
    at.platform.codes.exhaustAttempts(code)

    assert.deepInclude(await type(page, otp), { tag: "VerificationCodeMaxAttemptsReached" })
  })
})
