/** Names of users and teams on the screens. Some names are invisible. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { BrandMark } from "../../../react/screens/Brand.tsx"
import { UserAvatarView } from "../../../react/screens/elements/UserAvatar.tsx"
import { Brand, SelectedTeamSwitcher, UserButton } from "../../../react/screens/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { render } from "../support/rendered.tsx"
import { button, fill, heading, items, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const initialsOf = (around: ParentNode) =>
  [...around.querySelectorAll(".lk-avatar")].map(({ textContent }) => textContent)

describe("picture of a user", () => {
  it.each([
    ["🇦🇹 Ada", "🇦🇹 Ada", "🇦🇹"],
    ["\u200BAda", "\u200BAda", "A"],
    ["", "ada@example.com", "A"],
    ["   ", "ada@example.com", "A"],
    [null, "ada@example.com", "A"]
  ])("the picture of a user named %j has the label %j and the initial %s", async (displayName, label, initial) => {
    render(
      <UserAvatarView
        size={40}
        user={{ id: "u", primaryEmail: "ada@example.com", profileImageUrl: null, displayName }}
      />
    )

    const picture = await screen.findByRole("img")

    assert.strictEqual(picture.ariaLabel, label)
    assert.deepStrictEqual(initialsOf(picture.parentElement!), [initial])
  })
})

describe.each(["   ", "\u200B", "\u2060\u00A0\uFEFF"])("a user whose display name is %j", (displayName) => {
  it("a user with an invisible name is shown by email address on every screen", async () => {
    const platform = await inProcessEmulator({
      users: [{ ...ada, displayName }],
      config: { clientTeamCreationEnabled: true, clientUserDeletionEnabled: true }
    })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    const team = await user.run(teams.create({ displayName: "Engines" }))
    const header = async () => {
      await button("Sign out")
      return document.querySelector(".lk-who .lk-row")?.textContent
    }

    user.visit("/", <UserButton showUserInfo />)
    await button("Account menu for ada@example.com")
    user.visit("/handler/sign-out")
    await screen.findByText("ada@example.com")
    user.visit("/handler/sign-in")
    await screen.findByText("ada@example.com")
    user.visit("/handler/account-settings#/profile")
    const shown = await header()
    await button("Save")
    const initials = initialsOf(document.body)
    const hues = [...document.querySelectorAll<HTMLElement>(".lk-avatar")].map(({ style }) =>
      style.getPropertyValue("--lk-hue")
    )
    user.visit(`/handler/account-settings#/teams/${team.id}`)
    const members = await items("Members")

    assert.strictEqual(shown, "ada@example.com")
    assert.deepStrictEqual(initials, ["A", "A"])
    assert.lengthOf(new Set(hues), 1)
    assert.deepStrictEqual(members, ["Aada@example.com You"])
  })
})

describe("a user without an email address", () => {
  it("a user without an email address deletes the account by typing the visible part of the name", async () => {
    const platform = await inProcessEmulator({ users: [ada], config: { clientUserDeletionEnabled: true } })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    for (const user of platform.emulator.store.projects.get(platform.emulator.project.projectId)!.users.values()) {
      user.displayName = " \u200BAda\u00A0Lovelace "
      user.contactChannelIds.length = 0
    }
    user.visit("/handler/account-settings#/profile")

    await fill(/^Type .* to confirm$/, "Ada Lovelace")
    await press("Delete my account")

    await heading("No user is signed in")
  })
})

describe("a team with an invisible name", () => {
  it("a team with an invisible name is shown as an unnamed team", async () => {
    const platform = await inProcessEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    const { id } = await user.run(teams.create({ displayName: "\u2060" }))

    user.visit("/", <SelectedTeamSwitcher />)
    await button("Team: Unnamed team")
    user.visit("/handler/account-settings#/teams")
    const [team] = await items("Teams")
    user.visit(`/handler/account-settings#/teams/${id}`)
    await screen.findByRole("heading", { level: 3, name: "Unnamed team" })

    assert.include(team, "Unnamed team")
  })
})

describe("a brand without a logo", () => {
  it.each([["🇦🇹 Ada", "🇦🇹"], ["\u200BAda", "A"], ["\u2060", undefined]])(
    "the initial of the brand %j is %s",
    async (name, initial) => {
      render(
        <Brand name={name}>
          <div role="banner">
            <BrandMark />
          </div>
        </Brand>
      )

      const banner = await screen.findByRole("banner")

      assert.strictEqual(banner.querySelector("span")?.textContent, initial)
    }
  )
})
