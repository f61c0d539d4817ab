/** Links that verify an address or invite to a team: used once, twice, late, and on another device. */
import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { site } from "./site.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const bob = { email: "bob@example.com", password: "correct horse" }

const codeIn = "new URL(location.href).searchParams.get(\"code\") ?? \"\""

/** The result of a flow with the code in the address bar. */
const run = (page: Page, flow: string): Promise<any> =>
  page.evaluate(
    `${flow}({ code: ${codeIn} }).then((value) => value ?? "done", (error) => ({
      tag: (error.reason ?? error)._tag,
      message: error.message
    }))`
  )

const signIn = (page: Page, person: typeof ada) =>
  page.evaluate(async (person) => void await latchkey.signIn.withPassword(person), person)

const used = {
  tag: "VerificationCodeAlreadyUsed",
  message: "This code or link was used before and works only once. If you still need one, ask for a new one."
}

const expired = { tag: "VerificationCodeExpired", message: "This code or link has expired. Ask for a new one." }

const notFound = {
  tag: "VerificationCodeNotFound",
  message: "This code or link is not valid. Check that it is complete, or ask for a new one."
}

describe("an e-mail verification link in a browser", () => {
  const at = site({ page: "promise.ts" })

  const verify = (page: Page) => run(page, "latchkey.emailVerification.verify")

  /** Signs up on a page and returns the link of the email. */
  const signedUp = async (email: string) => {
    const page = await at.open()
    await page.evaluate((email) => latchkey.signUp.withPassword({ email, password: "correct horse" }), email)
    return { page, link: at.platform.outbox.byAddress(email).at(-1)!.link! }
  }

  const isVerified = (page: Page) =>
    page.evaluate(async () => (await latchkey.currentUser.get({ or: "throw" })).primaryEmailVerified)

  it("a verification link verifies the address on any device, and is reported as used the second time", async () => {
    const { link, page } = await signedUp("ann@example.com")
    assert.strictEqual(new URL(link).origin + new URL(link).pathname, `${at.url}/handler/email-verification`)
    const before = await isVerified(page)

    const other = await at.open(link)
    const outcomes = [await verify(other), await verify(other)]

    assert.deepStrictEqual(outcomes, ["done", used])
    assert.deepStrictEqual([before, await isVerified(page)], [false, true])
  })

  it("a verification link has expired after 7 days, and the link in the next email works", async () => {
    const { link, page } = await signedUp("late@example.com")
    at.platform.codes.expire(new URL(link).searchParams.get("code")!)

    const outcome = await verify(await at.open(link))
    await page.evaluate(async () => {
      const [channel] = await latchkey.contactChannels.list()
      await latchkey.emailVerification.send({ contactChannelId: channel!.id })
    })
    const next = await verify(await at.open(at.platform.outbox.byAddress("late@example.com").at(-1)!.link!))

    assert.deepStrictEqual([outcome, next], [expired, "done"])
  })

  it("a truncated verification link is reported as invalid", async () => {
    const { link, page } = await signedUp("cut@example.com")

    assert.deepStrictEqual(await verify(await at.open(link.slice(0, -1))), notFound)
    assert.isFalse(await isVerified(page))
  })
})

describe("a team invitation in a browser", () => {
  const at = site({ page: "promise.ts", users: [ada, bob], config: { clientTeamCreationEnabled: true } })

  const accept = (page: Page) => run(page, "latchkey.teamInvitations.accept")

  /** Ada creates a team and invites Bob. */
  const invited = async () => {
    const page = await at.open()
    await signIn(page, ada)
    const { id, teamId } = await page.evaluate(async (email) => {
      const { id: teamId } = await latchkey.teams.create({ displayName: "Engines" })
      return { teamId, ...await latchkey.teamInvitations.send({ teamId, email }) }
    }, bob.email)
    return { page, id, teamId, link: at.platform.outbox.byAddress(bob.email).at(-1)!.link! }
  }

  const teamsOf = (page: Page) => page.evaluate(async () => (await latchkey.teams.list()).map(({ id }) => id))

  it("a team invitation requires sign-in first, is not used up by it, and then adds the member", async () => {
    const { link, teamId } = await invited()
    assert.strictEqual(new URL(link).pathname, "/handler/team-invitation")
    const page = await at.open(link)

    const signedOut = await accept(page)
    await signIn(page, bob)
    const details = await run(page, "latchkey.teamInvitations.details")
    const accepted = await accept(page)

    assert.deepInclude(signedOut, { tag: "UserAuthenticationRequired" })
    assert.deepInclude(details, { teamId, teamDisplayName: "Engines" })
    assert.deepInclude(accepted, { teamId })
    assert.include(await teamsOf(page), teamId)
  })

  it("a used team invitation is reported as used, and its member stays in the team", async () => {
    const { link, teamId } = await invited()
    const page = await at.open(link)
    await signIn(page, bob)
    await accept(page)

    assert.deepStrictEqual(await accept(page), used)
    assert.include(await teamsOf(page), teamId)
  })

  it("a team invitation that is expired, truncated or revoked is reported with that reason", async () => {
    const late = await invited()
    at.platform.codes.expire(new URL(late.link).searchParams.get("code")!)
    const revoked = await invited()
    await revoked.page.evaluate((invitation) => latchkey.teamInvitations.revoke(invitation), {
      id: revoked.id,
      teamId: revoked.teamId
    })
    const page = await at.open(late.link)
    await signIn(page, bob)
    const before = await teamsOf(page)

    const outcomes = [await accept(page)]
    for (const link of [late.link.slice(0, -1), revoked.link]) {
      await page.goto(link)
      await signIn(page, bob)
      outcomes.push(await accept(page))
    }

    assert.deepStrictEqual(outcomes, [expired, notFound, notFound])
    assert.deepStrictEqual(await teamsOf(page), before)
  })
})
