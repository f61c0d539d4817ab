import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import { Brand, SignIn, SignUp } from "../../../react/screens/index.ts"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as teamInvitations from "../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { button, fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const ben = { email: "ben@example.com", password: "correct horse" } as const

const secret = btoa("12345678901234567890")

const platformOf = () =>
  inProcessEmulator({
    users: [ada, ben],
    config: { oauthProviders: [{ id: "github", type: "shared" }], clientTeamCreationEnabled: true }
  })

type Platform = Awaited<ReturnType<typeof platformOf>>

/** Makes a platform require MFA for every user. */
const requireMfa = ({ emulator }: Platform) => {
  for (const user of emulator.store.projects.get(emulator.project.projectId)!.users.values()) {
    Object.assign(user, { totpSecretBase64: secret, requiresTotpMfa: true })
  }
}

const digits = ({ emulator }: Platform) => digitsAt(secret, beginHalfMinute(emulator))

/** Signs in at the provider, and returns the URL to which the provider redirects the browser. */
const signedInElsewhere = async (platform: Platform, user: ReturnType<typeof siteUser>, email: string) => {
  const authorizeUrl = await waitFor(() => {
    const url = user.left()
    assert.isDefined(url)
    return url!
  })
  return platform.emulator.oauth.signIn({ authorizeUrl, account: { email } })
}

describe("sign-in options", () => {
  const providers = ["github", "google", "spotify"] as const
  const many = () =>
    inProcessEmulator({ config: { oauthProviders: providers.map((id) => ({ id, type: "shared" as const })) } })

  it("SignIn first shows the sign-in method that the app chose, and can switch to the other method", async () => {
    const user = siteUser(await inProcessEmulator())

    user.visit("/", <SignIn firstMethod="code" />)
    await button("Email me a code")
    assert.isNull(screen.queryByLabelText("Password"))
    await press("Use a password instead")

    assert.isNotNull(screen.queryByLabelText("Password"))
  })

  it("three OAuth providers are shown as tiles with accessible names", async () => {
    const user = siteUser(await many())

    user.visit("/handler/sign-in")

    await button("Continue with GitHub")
    assert.deepStrictEqual(
      screen.getAllByRole("button", { name: /^Continue with/ }).map((tile) => [tile.title, tile.textContent]),
      [["GitHub", ""], ["Google", ""], ["Spotify", ""]]
    )
  })

  it("the most recently used OAuth provider is shown first, with a label", async () => {
    const platform = await many()
    const user = siteUser(platform)
    user.visit("/handler/sign-in")
    await press("Continue with Spotify")
    await waitFor(() => assert.isDefined(user.left()))

    siteUser(platform).visit("/handler/sign-in")

    await button("Continue with Spotify, Last used")
    assert.deepStrictEqual(
      screen.getAllByRole("button", { name: /^Continue with/ }).map(({ title }) => title),
      ["Spotify", "GitHub", "Google"]
    )
  })

  it("the sign-in and sign-up screens show the project's initial and name, or those of a Brand component", async () => {
    const platform = await many()
    siteUser(platform).visit("/handler/sign-up")
    await heading("Create your My app account")
    await waitFor(() => assert.strictEqual(document.querySelector(".lk-brand")?.textContent, "M"))

    siteUser(platform).visit(
      "/handler/sign-up",
      <Brand name="Acme" logo={<img src="/acme.svg" alt="Acme" />}>
        <SignUp />
      </Brand>
    )

    await heading("Create your Acme account")
    assert.strictEqual(document.querySelector(".lk-brand img")?.getAttribute("alt"), "Acme")
  })
})

describe("oauth-callback screen", () => {
  it("the oauth-callback screen continues to the account's MFA step, and then to the home page", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    user.visit("/handler/sign-in")
    await press("Continue with GitHub")
    user.visit(await signedInElsewhere(platform, user, "octo@example.com"))
    await heading("Hello octo@example.com")
    requireMfa(platform)
    const again = siteUser(platform)
    again.visit("/handler/sign-in")
    await press("Continue with GitHub Last used")

    again.visit(await signedInElsewhere(platform, again, "octo@example.com"))
    await heading("Multi-factor authentication")
    const path = location.pathname
    await fill("Six-digit code", digits(platform))
    await press("Verify")

    await heading("Hello octo@example.com")
    assert.strictEqual(path, "/handler/mfa")
  })

  it("the oauth-callback screen reports an account that belongs to another user, and keeps the session", async () => {
    const platform = await platformOf()
    const first = siteUser(platform)
    first.visit("/handler/sign-in")
    await press("Continue with GitHub")
    first.visit(await signedInElsewhere(platform, first, "octo@example.com"))
    await heading("Hello octo@example.com")
    const second = siteUser(platform)
    await second.run(signIn.withPassword(ada))
    second.visit("/handler/account-settings#/connections")
    await press("Connect GitHub")

    second.visit(await signedInElsewhere(platform, second, "octo@example.com"))

    await screen.findByText("This provider account is connected to another user.", { exact: false })
    assert.strictEqual((await second.run(currentUser.get()))?.primaryEmail, ada.email)
  })
})

/** Forms in which users may type a code. */
const typingStyles = [
  ["in halves with a dash", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ["with an invisible character", (code: string) => `\u200B${code}\u2060`],
  ["in Arabic digits", (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  [
    "in full-width characters",
    (code: string) => code.replace(/[\da-z]/gi, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xFEE0))
  ]
] as const

describe("typed codes", () => {
  for (const [how, typed] of typingStyles) {
    it(`the mfa screen accepts a code typed ${how}`, async () => {
      const platform = await platformOf()
      requireMfa(platform)
      const user = siteUser(platform)
      user.visit("/handler/sign-in")
      await fill("Email", ada.email)
      await fill("Password", ada.password)
      await press("Sign in")

      await fill("Six-digit code", typed(digits(platform)))
      await press("Verify")

      await heading(`Hello ${ada.email}`)
    })

    it(`the sign-in screen accepts an emailed code typed ${how}`, async () => {
      const platform = await platformOf()
      const user = siteUser(platform)
      user.visit("/handler/sign-in")
      await press("Email me a code instead")
      await fill("Email", ada.email)
      await press("Email me a code")

      await heading("Check your email")
      await fill("Code from the email", typed(platform.emulator.outbox.byAddress(ada.email)[0]!.otp!))
      await press("Sign in")

      await heading(`Hello ${ada.email}`)
    })
  }
})

describe("an email address with an invisible character", () => {
  it("an email address with an invisible character is rejected at its field before anything is sent", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    user.visit("/handler/sign-up")
    await fill("Email", "\u200Bnew@example.com")
    await fill("Password", "correct horse")
    await press("Create account")

    await screen.findByText("This email address contains an invisible character. Delete it and type it again.")
    assert.isFalse(platform.emulator.requests.list().some(({ path }) => path.endsWith("/sign-up")))
  })
})

describe("mfa screen", () => {
  it("the mfa screen reports an attempt that expired after five minutes, and links back to sign-in", async () => {
    const platform = await platformOf()
    requireMfa(platform)
    const slow = siteUser(platform)
    slow.visit("/handler/sign-in?after_auth_return_to=%2Fbasket")
    await fill("Email", ada.email)
    await fill("Password", ada.password)
    await press("Sign in")
    await heading("Multi-factor authentication")
    platform.emulator.clock.advance("5 minutes")

    await fill("Six-digit code", digits(platform))
    await press("Verify")

    await heading("This took too long")
    assert.strictEqual(
      screen.getByRole("link", { name: "Back to sign in" }).getAttribute("href"),
      "/handler/sign-in?after_auth_return_to=%2Fbasket"
    )
  })
})

describe("team-invitation screen", () => {
  /** Creates a signed-in user. The user has an invitation that is valid for a week. */
  const invited = async () => {
    const platform = await platformOf()
    const [owner, late] = [siteUser(platform), siteUser(platform)]
    owner.visit("/")
    await owner.run(signIn.withPassword(ada))
    await late.run(signIn.withPassword(ben))
    const { id: teamId } = await owner.run(teams.create({ displayName: "Engines" }))
    await owner.run(teamInvitations.send({ teamId, email: ben.email }))
    const { clock, outbox } = platform.emulator
    return { late, link: outbox.byAddress(ben.email)[0]!.link!, weekLater: () => clock.advance("7 days") }
  }

  it("the team-invitation screen reports an expired invitation before anyone joins", async () => {
    const { late, link, weekLater } = await invited()
    weekLater()

    late.visit(link)

    await heading("This invitation is no longer valid")
    await screen.findByText("Ask the person who invited you for a new one.")
    assert.isEmpty(await late.run(teams.list()))
  })

  it("the team-invitation screen reports an invitation that expires while the page is open", async () => {
    const { late, link, weekLater } = await invited()
    late.visit(link)
    await button("Join the team")
    weekLater()

    await press("Join the team")

    await screen.findByRole("alert")
    assert.isEmpty(await late.run(teams.list()))
  })
})

describe("typed email address", () => {
  const address = async () => (await screen.findByLabelText<HTMLInputElement>("Email", { selector: "input" })).value

  it("a typed email address is kept from screen to screen, and forgotten after sign-in", async () => {
    const user = siteUser(await inProcessEmulator({ users: [ada], config: { magicLinkEnabled: true } }))
    user.visit("/handler/sign-in")
    await fill("Email", "adda@example.com")

    await press("Email me a code instead")
    assert.strictEqual(await address(), "adda@example.com")
    await fill("Email", ada.email)
    await press("Use a password instead")
    assert.strictEqual(await address(), ada.email)
    for (const page of ["/handler/forgot-password", "/handler/sign-up", "/handler/sign-in"]) {
      user.visit(page)
      await waitFor(async () => assert.strictEqual(await address(), ada.email))
      assert.strictEqual(location.search, "")
    }

    await fill("Password", ada.password)
    await press("Sign in")
    await heading(`Hello ${ada.email}`)
    assert.notInclude(JSON.stringify({ ...sessionStorage }), ada.email)
  })

  it("the password-reset screen identifies the account to password managers", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    user.visit("/handler/forgot-password")
    await fill("Email", ada.email)
    await press("Email me a link")
    await heading("Check your email")

    user.visit(platform.emulator.outbox.byAddress(ada.email)[0]!.link!)
    await heading("Choose a new password")

    assert.strictEqual(document.querySelector<HTMLInputElement>("[autocomplete=username]")!.value, ada.email)
  })
})
