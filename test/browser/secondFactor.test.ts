import { Secret, TOTP } from "otpauth"
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../src/emulator/model/accounts/totp.ts"
import { beginHalfMinute } from "../support/suite/halfMinute.ts"
import { site } from "./site.ts"
import { plugIn } from "./virtualAuthenticator.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const secret = btoa("12345678901234567890")

/** The result of completing MFA with a code: the user's id, or the error's tag. */
const finish = (page: Page, totp: string) =>
  page.evaluate((totp) =>
    latchkey.signIn.withTotp({ totp }).then(
      ({ userId }) => ({ userId }),
      (error) => ({ tag: error._tag as string })
    ), totp)

/** Signs in with the password and returns the error's tag. */
const begin = (page: Page) =>
  page.evaluate(
    (ada) => latchkey.signIn.withPassword(ada).then(() => "signed in", (error) => error._tag as string),
    ada
  )

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("stack_mfa_attempt_code"))

describe("the second factor in a browser", () => {
  const at = site({ page: "promise.ts", users: [ada] })

  const user = () => [...at.platform.store.projects.get(at.platform.project.projectId)!.users.values()][0]!

  /** Turns MFA on or off for Ada. */
  const demand = (secret: string | null) =>
    Object.assign(user(), { totpSecretBase64: secret, requiresTotpMfa: secret !== null })

  /** Returns the code at the beginning of a 30-second period. */
  const digits = () => digitsAt(secret, beginHalfMinute(at.platform))

  /** Opens a page on which the sign-in requires a TOTP code. */
  const loginCodePage = async () => {
    demand(secret)
    const page = await at.open()
    assert.strictEqual(await begin(page), "MultiFactorAuthenticationRequired")
    return page
  }

  it("MFA is set up with an authenticator app, and required from then on", async () => {
    demand(null)
    const page = await at.open()
    await page.evaluate((ada) => latchkey.signIn.withPassword(ada), ada)
    const typed = await page.evaluate(async () => reveal((await latchkey.totp.begin()).secret))

    const totp = TOTP.generate({ secret: Secret.fromBase32(typed), timestamp: beginHalfMinute(at.platform) })
    const tag = await page.evaluate(async ([secret, totp, ada]) => {
      await latchkey.totp.enable({ secret, totp })
      await latchkey.signOut()
      return latchkey.signIn.withPassword(ada).catch((error) => error._tag)
    }, [typed, totp, ada] as const)

    assert.strictEqual(tag, "MultiFactorAuthenticationRequired")
  })

  it("the TOTP code completes the sign-in on the next page, which then deletes the MFA attempt", async () => {
    const page = await loginCodePage()
    const waiting = await stored(page)

    await page.goto(`${at.url}/handler/mfa`)
    const outcome = await finish(page, digits())

    assert.lengthOf(waiting!, 45)
    assert.deepStrictEqual(outcome, { userId: user().id })
    assert.isNull(await stored(page))
    assert.isNotNull(await page.evaluate(() => latchkey.currentUser.get()))
  })

  it("an MFA attempt belongs to its tab", async () => {
    const page = await loginCodePage()

    const other = await at.open("/", page.context())

    assert.deepInclude(await finish(other, digits()), { tag: "MfaAttemptMissing" })
  })

  it("a sign-in link requires MFA, and the link is used up before the TOTP code is entered", async () => {
    demand(secret)
    const page = await at.open()
    await page.evaluate((email) => latchkey.signIn.sendCode({ email }), ada.email)
    const { link } = at.platform.outbox.byAddress(ada.email).at(-1)!

    await page.goto(link!)
    const follow = () =>
      page.evaluate(() =>
        latchkey.signIn.withLink({ code: new URL(location.href).searchParams.get("code")! }).catch((error) =>
          error._tag
        )
      )
    const tags = [await follow(), await follow()]

    assert.deepStrictEqual(tags, ["MultiFactorAuthenticationRequired", "VerificationCodeAlreadyUsed"])
    assert.deepStrictEqual(await finish(page, digits()), { userId: user().id })
  })

  it("a sign-in with a passkey requires MFA", async () => {
    demand(null)
    const page = await at.open()
    await plugIn(page)
    await page.evaluate(async (ada) => {
      await latchkey.signIn.withPassword(ada)
      await latchkey.passkeys.register()
      await latchkey.signOut()
    }, ada)
    demand(secret)

    const tag = await page.evaluate(() => latchkey.passkeys.signIn().catch((error) => error._tag))

    assert.strictEqual(tag, "MultiFactorAuthenticationRequired")
    assert.deepStrictEqual(await finish(page, digits()), { userId: user().id })
  })
})
