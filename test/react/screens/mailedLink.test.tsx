/** A sign-in link is used by its recipient, and not by a scanner that opens the link first. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import * as password from "../../../src/flows/authentication/password.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as signUp from "../../../src/flows/authentication/signUp.ts"
import * as teamInvitations from "../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { effectsRan } from "../support/rendered.tsx"
import { button, fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const
const ben = { email: "ben@example.com", password: "correct horse" } as const

const platformOf = () => inProcessEmulator({ users: [ada, ben], config: { magicLinkEnabled: true } })

type Platform = Awaited<ReturnType<typeof platformOf>>

const linkOf = ({ emulator }: Platform) => emulator.outbox.byAddress(ada.email).at(-1)!.link!

const uses = ({ emulator }: Platform) =>
  emulator.requests.list().filter(({ path }) => path.endsWith("/auth/otp/sign-in")).length

const origin = "http://localhost:3000/handler"

/** Requests the email on the sign-in screen. */
const request = async (user: ReturnType<typeof siteUser>) => {
  user.visit("/handler/sign-in")
  await press("Email me a code instead")
  await fill("Email", ada.email)
  await press("Email me a code")
  await heading("Check your email")
}

/** A browser that has no data of this site. */
const anotherBrowser = (platform: Platform) => {
  localStorage.clear()
  sessionStorage.clear()
  return siteUser(platform)
}

describe("emailed sign-in link", () => {
  it("T6: a browser that didn't request a sign-in link uses the link only after the user confirms", async () => {
    const platform = await platformOf()
    await request(siteUser(platform))
    const link = linkOf(platform)

    const scanner = anotherBrowser(platform)
    scanner.visit(link)
    await heading("Sign in with this link?")
    await effectsRan()
    const usesByScanner = uses(platform)
    const human = anotherBrowser(platform)
    human.visit(link)
    await press("Continue")
    await heading(`Hello ${ada.email}`)

    assert.deepStrictEqual([usesByScanner, uses(platform)], [0, 1])
  })

  it("a sign-in link signs in immediately in the browser that requested it, even in another tab", async () => {
    const platform = await platformOf()
    await request(siteUser(platform))

    sessionStorage.clear()
    siteUser(platform).visit(linkOf(platform))

    await heading(`Hello ${ada.email}`)
  })

  it("a link from an earlier email signs in immediately in the browser that requested it", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    const callbackUrl = "http://localhost:3000/handler/magic-link-callback"
    const mails = 3
    for (let mail = 0; mail < mails; mail++) await user.run(signIn.sendCode({ email: ada.email, callbackUrl }))

    user.visit(platform.emulator.outbox.byAddress(ada.email)[0]!.link!)

    await heading(`Hello ${ada.email}`)
  })

  it("T6: a sign-in link for another account requires confirmation and shows the masked address", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    await request(user)
    await user.run(signIn.withPassword(ben))

    user.visit(linkOf(platform))
    await button("Continue as a…@example.com")
    const before = uses(platform)
    await press("Continue as a…@example.com")
    await heading(`Hello ${ada.email}`)

    assert.strictEqual(before, 0)
  })

  it("a truncated sign-in link is reported immediately, and nothing is sent", async () => {
    const platform = await platformOf()

    siteUser(platform).visit("/handler/magic-link-callback?code=abc")
    await heading("This link is no longer valid")

    assert.strictEqual(uses(platform), 0)
  })

  it("the confirmation of a sign-in link has another link that leaves the page without using the code", async () => {
    const platform = await platformOf()
    await request(siteUser(platform))

    anotherBrowser(platform).visit(linkOf(platform))
    await heading("Sign in with this link?")

    assert.strictEqual(screen.getByRole("link", { name: "Go to the home page" }).getAttribute("href"), "/")
    assert.strictEqual(uses(platform), 0)
  })

  it("a requested sign-in link is stored without its secret, and must be confirmed if the stored data is lost or damaged", async () => {
    const platform = await platformOf()
    await request(siteUser(platform))
    const link = linkOf(platform)
    const code = new URL(link).searchParams.get("code")!
    const kept = localStorage.getItem("latchkey-mails")!

    assert.notInclude(kept, code.slice(-9))
    assert.notInclude(kept, ada.email)
    for (const damaged of ["", "{", "5", "null", "[1]", "[[]]"]) {
      localStorage.setItem("latchkey-mails", damaged)
      siteUser(platform).visit(link)
      await heading("Sign in with this link?")
    }
    assert.strictEqual(uses(platform), 0)
    await request(siteUser(platform))
    siteUser(platform).visit(linkOf(platform))
    await heading(`Hello ${ada.email}`)
  })
})

describe("verification link", () => {
  const cleo = { email: "cleo@example.com", password: "correct horse" } as const

  /**
   * Signs Cleo up. Returns the link in the email to her, and a function that counts the requests that verified an
   * address.
   */
  const signedUp = async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    await user.run(signUp.withPassword({ ...cleo, verificationCallbackUrl: `${origin}/email-verification` }))
    const link = platform.emulator.outbox.byAddress(cleo.email).at(-1)!.link!
    const uses = () =>
      platform.emulator.requests.list().filter(({ path }) => path.endsWith("/contact-channels/verify")).length
    return { link, platform, user, uses }
  }

  it("T6: a signed-out browser uses a verification link only after the user confirms", async () => {
    const { link, platform, uses } = await signedUp()

    anotherBrowser(platform).visit(link)
    await heading("Verify your email?")
    await effectsRan()
    const usesByScanner = uses()
    anotherBrowser(platform).visit(link)
    await press("Continue")
    await heading("Email verified")

    assert.deepStrictEqual([usesByScanner, uses()], [0, 1])
  })

  it("a verification link verifies immediately in a browser where the user is signed in", async () => {
    const { link, user, uses } = await signedUp()

    user.visit(link)
    await heading("Email verified")

    assert.strictEqual(uses(), 1)
  })

  it("a used verification link is reported as used after the confirmation", async () => {
    const { link, platform, user } = await signedUp()
    user.visit(link)
    await heading("Email verified")

    anotherBrowser(platform).visit(link)
    await press("Continue")

    await heading("Already verified")
  })

  it("a truncated verification link is reported immediately, and nothing is sent", async () => {
    const { link, platform, uses } = await signedUp()

    anotherBrowser(platform).visit(link.slice(0, -1))
    await heading("This link is no longer valid")

    assert.strictEqual(uses(), 0)
  })

  it("the confirmation of a verification link has another link that leaves the page without using the code", async () => {
    const { link, platform, uses } = await signedUp()

    anotherBrowser(platform).visit(link)
    await heading("Verify your email?")

    assert.strictEqual(screen.getByRole("link", { name: "Go to the home page" }).getAttribute("href"), "/")
    assert.strictEqual(uses(), 0)
  })
})

describe("other emailed links", () => {
  it("T6: a password-reset link still works after a scanner has opened it", async () => {
    const platform = await platformOf()
    await siteUser(platform).run(
      password.sendResetCode({ email: ada.email, callbackUrl: `${origin}/password-reset` })
    )
    const link = linkOf(platform)

    anotherBrowser(platform).visit(link)
    await heading("Choose a new password")
    await effectsRan()
    anotherBrowser(platform).visit(link)
    await fill("New password", "battery staple")
    await fill("Confirm new password", "battery staple")
    await press("Change password")

    await heading("Password changed")
  })

  it("T6: an invitation still works after a scanner has opened it, and adds the user only after a button is pressed", async () => {
    const platform = await inProcessEmulator({ users: [ada, ben], config: { clientTeamCreationEnabled: true } })
    const inviter = siteUser(platform)
    await inviter.run(signIn.withPassword(ben))
    const team = await inviter.run(teams.create({ displayName: "Engines" }))
    await inviter.run(
      teamInvitations.send({ teamId: team.id, email: ada.email, callbackUrl: `${origin}/team-invitation` })
    )
    const link = linkOf(platform)

    anotherBrowser(platform).visit(link)
    await screen.findByRole("link", { name: "Sign in" })
    await effectsRan()
    const invited = anotherBrowser(platform)
    await invited.run(signIn.withPassword(ada))
    invited.visit(link)
    await button("Join the team")
    const before = await invited.run(teams.list())
    await press("Join the team")
    await heading("Welcome to Engines")

    assert.deepStrictEqual(before, [])
    assert.lengthOf(await invited.run(teams.list()), 1)
  })
})
