import { assert, describe, it } from "@effect/vitest"
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ar, Language, LatchkeyHandler } from "../../../react/screens/index.ts"
import { agents } from "../../../src/agents/index.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as teamInvitations from "../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import { checkout } from "../../../src/payments/index.ts"
import { payments } from "../../src/emulator/payments/shop.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { agree, button, fill, heading, items, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const ben = { email: "ben@example.com", password: "correct horse" } as const

const settings = (section: string) => `/handler/account-settings#/${section}`

/** Sends an invitation to Ben. */
const invite = (teamId: string) => teamInvitations.send({ teamId, email: ben.email })

describe("account settings", () => {
  it("the account settings contain a link back to the app", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))

    user.visit(settings("profile"))

    const link = await screen.findByRole("link", { name: "Back to the app" })
    assert.strictEqual(link.getAttribute("href"), "/")
  })
})

describe("sections of the app", () => {
  const plan = { id: "plan", title: "Your plan", content: <p>You are on the free plan.</p> }

  it("the account settings list the app's own sections, and show the section that the URL names", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))

    user.visit(settings("profile"), <LatchkeyHandler extraItems={[plan]} />)
    const link = await screen.findByRole("link", { name: "Your plan" })
    assert.strictEqual(link.getAttribute("href"), "#/plan")
    assert.isNull(link.getAttribute("aria-current"))
    user.visit(settings("plan"), <LatchkeyHandler extraItems={[plan]} />)

    await screen.findByText("You are on the free plan.")
    await screen.findByRole("heading", { level: 2, name: "Your plan" })
    assert.deepStrictEqual(
      screen.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent),
      ["Your plan"]
    )
  })
})

describe("profile section", () => {
  it("the profile section saves only if something has changed", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    user.visit(settings("profile"))
    const isOff = async () => (await button("Save")).getAttribute("aria-disabled")
    const before = await isOff()

    await fill("Name", "Ada Lovelace")
    const changed = await isOff()
    await press("Save")
    await screen.findByText("Saved.")

    assert.deepStrictEqual([before, changed, await isOff()], ["true", null, "true"])
    assert.strictEqual((await user.run(currentUser.get()))?.displayName, "Ada Lovelace")
  })
})

describe("sessions section", () => {
  it("the sessions section shows ten sessions, the device of the current session, and more sessions if requested", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const here = siteUser(platform)
    await here.run(signIn.withPassword(ada))
    for (let other = 0; other < 11; other++) await siteUser(platform).run(signIn.withPassword(ada))
    here.visit(settings("sessions"))
    const first = await items("Sessions")

    await press("Show 2 more")

    assert.lengthOf(first, 10)
    assert.include(first[0], "This device")
    assert.match(first[1]!, /^Another device ?(?:Active now|Signed in)/)
    assert.lengthOf(await items("Sessions"), 12)
  })

  it("the sessions section ends all other sessions and keeps the current one", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const [here, there] = [siteUser(platform), siteUser(platform)]
    await here.run(signIn.withPassword(ada))
    await there.run(signIn.withPassword(ada))
    here.visit(settings("sessions"))
    const before = await items("Sessions")

    await press("Sign out everywhere else")
    await agree("Sign out everywhere else")
    await screen.findByText("You aren't signed in anywhere else.")

    platform.emulator.clock.advance("11 minutes")
    assert.lengthOf(before, 2)
    assert.lengthOf(await items("Sessions"), 1)
    assert.isNull(await there.run(currentUser.get()))
    assert.strictEqual((await here.run(currentUser.get()))?.primaryEmail, ada.email)
  })
})

describe("agents in the sessions section", () => {
  const withAgents = { features: ["agents"], apps: ["agent-auth"], users: [ada] } satisfies Seed

  it("agents-4: the sessions section lists agents below the person's own sessions, and ends one", async () => {
    const platform = await inProcessEmulator(withAgents)
    const [here, agent] = [siteUser(platform), siteUser(platform)]
    await here.run(signIn.withPassword(ada))
    const approve = ({ code }: { readonly code: string }) => here.run(agents.approve({ code }))
    await agent.run(agents.signIn({ name: "Release notes", show: approve }))
    here.visit(settings("sessions"))
    const [own, programs] = [await items("Sessions"), await items("Agents")]
    const rows = screen.getByRole("list", { name: "Agents" })

    fireEvent.click(within(rows).getByRole("button", { name: /^Sign out/ }))
    await agree("Sign out")
    await waitFor(() => assert.isNull(screen.queryByRole("list", { name: "Agents" })))

    platform.emulator.clock.advance("11 minutes")
    assert.deepStrictEqual([own.length, programs.length], [1, 1])
    assert.include(own[0], "This device")
    assert.match(programs[0]!, /^Release notes/)
    assert.isNull(await agent.run(currentUser.get()))
    assert.strictEqual((await here.run(currentUser.get()))?.primaryEmail, ada.email)
  })

  it("agents-4: the sessions section has no list of agents if there are none, or if the platform doesn't name them", async () => {
    for (const seed of [withAgents, { users: [ada] }]) {
      const platform = await inProcessEmulator(seed)
      const here = siteUser(platform)
      await here.run(signIn.withPassword(ada))
      here.visit(settings("sessions"))

      assert.lengthOf(await items("Sessions"), 1)
      assert.isNull(screen.queryByText("Agents"))
      cleanup()
    }
  })
})

describe("password section", () => {
  it("the password section sets the first password of an account that signs in by email", async () => {
    const platform = await inProcessEmulator()
    const mailed = siteUser(platform)
    mailed.visit("/")
    const { nonce } = await mailed.run(signIn.sendCode({ email: "mail@example.com" }))
    const { otp } = platform.emulator.outbox.byAddress("mail@example.com")[0]!
    await mailed.run(signIn.withCode({ code: otp!, nonce }))
    mailed.visit(settings("password"))
    await button("Set a password")

    await fill("New password", "battery staple")
    await fill("Confirm new password", "battery staple")
    await press("Set a password")

    await screen.findByLabelText("Current password")
    const again = siteUser(platform)
    await again.run(signIn.withPassword({ email: "mail@example.com", password: "battery staple" }))
    assert.strictEqual((await again.run(currentUser.get()))?.primaryEmail, "mail@example.com")
  })
})

describe("teams section", () => {
  const config = { clientTeamCreationEnabled: true, allowTeamApiKeys: true }

  it("the teams section switches to another team, leaves a team, and then no longer shows that team", async () => {
    const platform = await inProcessEmulator({ users: [ada], config })
    const founder = siteUser(platform)
    await founder.run(signIn.withPassword(ada))
    await founder.run(teams.create({ displayName: "Engines" }))
    const second = await founder.run(teams.create({ displayName: "Looms" }))
    founder.visit(settings("teams"))

    await press("Switch Engines")
    await button("Switch Looms")
    const switched = await items("Teams")
    founder.visit(settings(`teams/${second.id}`))
    await press("Leave team")
    await agree("Leave team")

    await waitFor(() => assert.strictEqual(location.hash, "#/teams"))
    await waitFor(async () => assert.lengthOf(await items("Teams"), 1))
    assert.include(switched[0], "Current")
    assert.notInclude(switched[1], "Current")
    assert.deepStrictEqual((await founder.run(teams.list())).map(({ displayName }) => displayName), ["Engines"])
  })

  /** Opens the page of Ada's team as Ben, after he has joined it. */
  const openAsMember = async (rights: { readonly teamMemberDefaultPermissions?: ReadonlyArray<string> }) => {
    const platform = await inProcessEmulator({ users: [ada, ben], config: { ...config, ...rights } })
    const [owner, member] = [siteUser(platform), siteUser(platform)]
    member.visit("/")
    await owner.run(signIn.withPassword(ada))
    await member.run(signIn.withPassword(ben))
    const team = await owner.run(teams.create({ displayName: "Engines" }))
    await owner.run(invite(team.id))
    const code = new URL(platform.emulator.outbox.byAddress(ben.email).at(-1)!.link!).searchParams.get("code")!
    await member.run(teamInvitations.accept({ code: Redacted.make(code) }))
    member.visit(settings(`teams/${team.id}`))
    await screen.findByRole("heading", { name: "Engines" })
    return { platform, member, team }
  }

  const buttons = () =>
    screen.getAllByRole("button").map(({ textContent }) => textContent)
      .filter((text) => !["Sign out", "Cancel"].includes(text ?? ""))

  it("a team member with default permissions sees the members and can invite, but can't change the team", async () => {
    await openAsMember({})
    await screen.findByRole("list", { name: "Members" })
    await button("Invite")
    await screen.findByRole("textbox", { name: "Your name in this team" })

    assert.deepStrictEqual(buttons(), ["Save", "Invite", "Leave team"])
    assert.isNull(screen.queryByRole("textbox", { name: "Team name" }))
    assert.isNull(screen.queryByLabelText("What is it for?"))
  })

  it("a team member without permissions can set their name in the team, and leave the team", async () => {
    const { member, team } = await openAsMember({ teamMemberDefaultPermissions: [] })
    await fill("Your name in this team", "Benjamin")
    await press("Save")
    await screen.findByText("Saved.")
    const shown = buttons()

    await press("Leave team")
    await agree("Leave team")

    await screen.findByText("No teams yet")
    assert.deepStrictEqual(shown, ["Save", "Leave team"])
    assert.isNull(screen.queryByRole("list", { name: "Members" }))
    assert.isEmpty(await member.run(Effect.map(teams.list(), (all) => all.filter(({ id }) => id === team.id))))
  })
})

describe("API keys section", () => {
  it("the API keys section selects the text of the new key if the clipboard is unavailable", async () => {
    const platform = await inProcessEmulator({ users: [ada], config: { allowUserApiKeys: true } })
    const developer = siteUser(platform)
    await developer.run(signIn.withPassword(ada))
    developer.visit(settings("api-keys"))
    await fill("What is it for?", "Nightly backup")
    await press("Create a key")
    const field = await screen.findByLabelText<HTMLTextAreaElement>("API key")

    await press("Copy")

    assert.isUndefined(navigator.clipboard)
    assert.match(field.value, /^sk_/)
    assert.strictEqual(field.value.slice(field.selectionStart, field.selectionEnd), field.value)
    assert.isNull(screen.queryByText("Copied."))
    await heading("Account settings")
  })
})

describe("billing section", () => {
  it("the billing section switches and cancels a plan after a confirmation, and lists the card and the invoices", async () => {
    const platform = await inProcessEmulator({ users: [ada], payments: { ...payments, testMode: false } })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    await platform.emulator.payments.complete({ url: await user.run(checkout.url({ productId: "pro" })) })
    user.visit(settings("billing"), <LatchkeyHandler billing />)
    const [before] = await items("Your plan")
    const card = await items("Card")

    await press("Switch to Max")
    const asked = (await screen.findByRole("dialog", { name: "Switch to Max?" })).textContent
    await agree("Switch to Max")
    await screen.findByRole("button", { name: "Switch to Pro" })
    const invoices = await items("Invoices")
    await press(/^Cancel plan/)
    await agree("Cancel plan")
    await screen.findByText("No plan yet")

    assert.match(before!, /^Pro ?\$20\.00 \/ 1 month ?Renews /)
    assert.match(card[0]!, /^Visa ending in 4242/)
    assert.include(asked, "$50.50 / 1 month")
    assert.sameMembers(invoices.map((text) => text.slice(0, 6)), ["$20.00", "$30.50"])
  })

  it("the billing section isolates the currency in right-to-left scripts, so that its characters keep their order", async () => {
    const platform = await inProcessEmulator({ users: [ada], payments: { ...payments, testMode: false } })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    await platform.emulator.payments.complete({ url: await user.run(checkout.url({ productId: "pro" })) })

    user.visit(
      settings("billing"),
      <Language texts={ar}>
        <LatchkeyHandler billing />
      </Language>
    )

    const [invoice] = await items("الفواتير")
    assert.match(invoice!, /20\.00\s\u2068US\$\u2069/)
  })

  it("the billing section is offered only by apps that sell products", async () => {
    const platform = await inProcessEmulator({ users: [ada], payments })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))

    user.visit(settings("billing"))

    await heading("Account settings")
    assert.isNull(screen.queryByRole("link", { name: "Billing" }))
    assert.deepStrictEqual(platform.requests().filter((request) => request.includes("/payments/")), [])
  })
})
