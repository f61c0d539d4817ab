/** On every screen, the user finds a sensible next step. */
import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { LatchkeyHandler } from "../../../react/screens/index.ts"
import * as password from "../../../src/flows/authentication/password.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as signOut from "../../../src/flows/authentication/signOut.ts"
import * as teamInvitations from "../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import * as account from "../../browser/pages/gallery/account.tsx"
import * as sections from "../../browser/pages/gallery/settings.tsx"
import * as ways from "../../browser/pages/gallery/signIn.tsx"
import * as steps from "../../browser/pages/gallery/steps.tsx"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { render } from "../support/rendered.tsx"
import { fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const ben = { email: "ben@example.com", password: "correct horse" } as const

const platformOf = () =>
  inProcessEmulator({ users: [ada, ben], config: { magicLinkEnabled: true, clientTeamCreationEnabled: true } })

const { Pressed: _, ...settings } = sections

const gallery: { readonly [screen: string]: { readonly [state: string]: ReactNode } } = {
  ...ways,
  ...account,
  ...steps,
  ...settings
}

/** States that end without user action. */
const temporaryStates = [
  "magicLink, working",
  "oauthCallback, working",
  "passwordReset, checking",
  "emailVerification, working"
]
  .concat("teamInvitation, working", "confirmIdentity, redirecting", "accountSettings, leaving")
  .concat("agentConfirmation, working", "agentConfirmation, deciding", "teamSettings, loading")

const states = Object.entries(gallery).flatMap(([screen, states]) =>
  Object.entries(states).map(([state, node]) => [`${screen}, ${state}`, node] as const)
)

/** Labels of all active links and buttons. */
const waysOn = () =>
  [...document.querySelectorAll<HTMLElement>("main a[href], main button, main input[type=checkbox]")]
    .filter((element) => element.ariaDisabled !== "true" && !element.matches(":disabled"))
    .map((element) => element.textContent)

describe("every screen in every state", () => {
  it.each(states.filter(([name]) => !temporaryStates.includes(name)))(
    "every state of a screen has a link or button to continue: %s",
    async (_, node) => {
      render(node)

      await waitFor(() => assert.isNotEmpty(document.querySelectorAll("main")))
      assert.isNotEmpty(waysOn())
    }
  )
})

/** URLs of every page: with a valid link, an invalid link or none, and with the parameters of redirects. */
const addresses = [
  "sign-in",
  "sign-up",
  "forgot-password",
  "error",
  "error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=no",
  "mfa",
  "account-settings",
  "cli-auth-confirm",
  "cli-auth-confirm?login_code=nothing",
  "agent-auth-confirm",
  "agent-auth-confirm?code=nothing",
  "onboarding",
  "confirm",
  "nothing",
  "sign-in?after_auth_return_to=https%3A%2F%2Felsewhere.example",
  "oauth-callback?error=access_denied",
  ...["magic-link-callback", "email-verification", "password-reset", "team-invitation"].flatMap((page) => [
    page,
    `${page}?code=wrong`,
    `${page}?code=${"0".repeat(45)}`
  ])
]

describe("screens of a signed-in user", () => {
  it.each(addresses)("no screen offers sign-in to a signed-in user: /handler/%s", async (address) => {
    const user = siteUser(await platformOf())
    await user.run(signIn.withPassword(ada))
    const offered: Array<string> = []
    const watcher = new MutationObserver(() => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>("main a")) {
        if (new URL(link.href).pathname === "/handler/sign-in") offered.push(link.textContent)
      }
      for (const each of document.querySelectorAll("main button")) {
        if (/^Sign (?:in|up)/.test(each.textContent)) offered.push(each.textContent)
      }
    })
    watcher.observe(document.body, { childList: true, subtree: true, attributes: true })

    user.visit(`/handler/${address}`, <LatchkeyHandler />)
    await waitFor(() => {
      const main = document.querySelector("main")
      assert.isNull(main && main.querySelector(".lk-skeleton, .lk-busy"))
      assert.isNotEmpty(waysOn())
    })

    watcher.disconnect()
    assert.deepStrictEqual(offered, [])
  })

  it("a screen offers sign-in once the session has ended, without a reload", async () => {
    const user = siteUser(await platformOf())
    await user.run(signIn.withPassword(ada))
    user.visit("/handler/error")
    await screen.findByRole("link", { name: "Go to the home page" })
    const before = screen.queryByRole("link", { name: "Sign in" })

    await user.run(signOut.signOut())

    await screen.findByRole("link", { name: "Sign in" })
    assert.isNull(before)
  })
})

describe("result of choosing a new password", () => {
  const changePassword = async (account: typeof ada | typeof ben) => {
    const platform = await platformOf()
    const user = siteUser(platform)
    await user.run(signIn.withPassword(account))
    await user.run(
      password.sendResetCode({ email: ada.email, callbackUrl: `${location.origin}/handler/password-reset` })
    )
    user.visit(platform.emulator.outbox.byAddress(ada.email)[0]!.link!)
    await fill("New password", "a new secret")
    await fill("Confirm new password", "a new secret")
    await press("Change password")
    await heading("Password changed")
  }

  it("the password-changed screen contains a link to sign-in, because the password change has ended the session", async () => {
    await changePassword(ada)

    await screen.findByRole("link", { name: "Sign in" })
    await screen.findByText("You were signed out everywhere. Sign in with the new password.")
  })

  it("the password-changed screen continues for a user signed in to another account", async () => {
    await changePassword(ben)

    await screen.findByRole("link", { name: "Go to the home page" })
    assert.isNull(screen.queryByRole("link", { name: "Sign in" }))
  })
})

describe("a link that fails temporarily", () => {
  it("a link from an email can be retried after a server error, and then works", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    await user.run(
      signIn.sendCode({ email: ada.email, callbackUrl: `${location.origin}/handler/magic-link-callback` })
    )
    platform.emulator.faults.add({ endpoint: "otp.signIn", times: 1, respond: { type: "serverError" } })
    user.visit(platform.emulator.outbox.byAddress(ada.email)[0]!.link!)
    await heading("Something went wrong")

    await press("Try again")

    await heading(`Hello ${ada.email}`)
  })
})

describe("team invitation", () => {
  const sent = async () => {
    const platform = await platformOf()
    const [owner, guest] = [siteUser(platform), siteUser(platform)]
    owner.visit("/")
    await owner.run(signIn.withPassword(ada))
    const { id: teamId } = await owner.run(teams.create({ displayName: "Engines" }))
    await owner.run(teamInvitations.send({ teamId, email: ben.email }))
    const { clock, outbox } = platform.emulator
    return { guest, link: outbox.byAddress(ben.email)[0]!.link!, clock, faults: platform.emulator.faults }
  }

  it("an invitation requires sign-in before it shows the team's name, and ignores a name in the URL", async () => {
    const { guest, link } = await sent()

    guest.visit(`${link}&team=Impostors&team_display_name=Impostors`)

    await heading("Team invitation")
    assert.notInclude(document.body.textContent, "Impostors")
    await screen.findByRole("link", { name: "Create an account" })
    await guest.run(signIn.withPassword(ben))
    await heading("Join Engines")
  })

  it("an invalid invitation is reported once, before the user signs in to accept it", async () => {
    const { clock, guest, link } = await sent()
    clock.advance("7 days")

    guest.visit(link)

    await heading("This invitation is no longer valid")
    assert.lengthOf(screen.getAllByRole("alert"), 1)
    assert.strictEqual(screen.getByRole("alert").textContent, "Ask the person who invited you for a new one.")
    assert.isNull(screen.queryByRole("link", { name: /sign in|create/i }))
  })

  it("an invitation for another address offers to sign in with another account", async () => {
    const { faults, guest, link } = await sent()
    await guest.run(signIn.withPassword(ben))
    faults.add({
      endpoint: "teamInvitations.details",
      respond: () =>
        Response.json({ code: "TEAM_INVITATION_EMAIL_MISMATCH", error: "The invitation is for another address." }, {
          status: 403,
          headers: { "x-stack-known-error": "TEAM_INVITATION_EMAIL_MISMATCH" }
        })
    })

    guest.visit(link)
    await heading("This invitation is for another account")
    await screen.findByRole("link", { name: "Go to the home page" })
    await press("Use another account")

    await screen.findByRole("link", { name: "Sign in" })
  })
})
