import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { useState } from "react"
import { Session } from "../../../layers/session/Session.ts"
import { useTeams } from "../../../react/index.ts"
import {
  de,
  ImpersonationBanner,
  Language,
  SelectedTeamSwitcher,
  TeamSwitcher,
  UserAvatar,
  UserButton
} from "../../../react/screens/index.ts"
import type { ServerAccess } from "../../../schemas/access.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import { asServer } from "../../src/emulator/support/support.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { arrivesAt, button, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" } as const

const signedIn = async () => {
  const platform = await inProcessEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })
  const user = siteUser(platform)
  await user.run(signIn.withPassword(ada))
  return user
}

const pick = async (role: "menuitem" | "menuitemradio", name: string) =>
  fireEvent.click(await screen.findByRole(role, { name }))

describe("UserButton", () => {
  it("UserButton signs out and goes to the afterSignOut page, and then offers sign-in, which returns to the page", async () => {
    const user = await signedIn()
    user.visit("/orders", <UserButton />)
    await press("Account menu for Ada ada@example.com")
    const settings = screen.getByRole("menuitem", { name: "Account settings" }).getAttribute("href")

    await pick("menuitem", "Sign out")
    await press("Account menu, signed out")

    assert.strictEqual(settings, "/handler/account-settings")
    await arrivesAt("/")
    assert.isNull(await user.run(currentUser.get()))
    assert.deepStrictEqual(
      screen.getAllByRole("menuitem").map((item) => [item.textContent, item.getAttribute("href")]),
      [
        ["Sign in", "/handler/sign-in?after_auth_return_to=%2F"],
        ["Create an account", "/handler/sign-up?after_auth_return_to=%2F"]
      ]
    )
  })

  it("UserButton runs the action of a menu item that the site adds, and returns focus", async () => {
    const user = await signedIn()
    let chosen = 0
    user.visit("/", <UserButton showUserInfo extraItems={[{ text: "Dark", onClick: () => void chosen++ }]} />)

    await press("Account menu for Ada ada@example.com")
    await pick("menuitem", "Dark")

    assert.strictEqual(chosen, 1)
    assert.isNull(screen.queryByRole("menu"))
    assert.strictEqual(document.activeElement, await button("Account menu for Ada ada@example.com"))
  })
})

const asBackEnd = <A, E>(
  { project, transport }: Awaited<ReturnType<typeof inProcessEmulator>>,
  effect: Effect.Effect<A, E, ServerAccess>
) => Effect.runPromise(Effect.provide(asServer(effect), Layer.merge(project, transport)))

describe("ImpersonationBanner", () => {
  const impersonating = async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const user = siteUser(platform)
    const { items } = await asBackEnd(platform, Users.list())
    const tokens = await asBackEnd(platform, Sessions.create({ userId: items[0]!.id, isImpersonation: true }))
    await user.run(Effect.flatMap(Session, (session) => session.keep(tokens)))
    return user
  }

  it("ImpersonationBanner names the user, and ends the impersonation but none of the user's own sessions", async () => {
    const user = await impersonating()
    user.visit("/orders", <ImpersonationBanner />)

    assert.strictEqual((await screen.findByRole("status")).textContent, "You are signed in as Ada, on their behalf.")
    await press("End")

    await arrivesAt("/")
    assert.isNull(screen.queryByRole("status"))
    assert.isNull(await user.run(currentUser.get()))
  })

  it("ImpersonationBanner names the person who acts as the user, in the language of the page", async () => {
    const user = await impersonating()
    user.visit(
      "/orders",
      <Language texts={de}>
        <ImpersonationBanner by="Grace" />
      </Language>
    )

    assert.strictEqual((await screen.findByRole("status")).textContent, "Grace ist stellvertretend als Ada angemeldet.")
  })

  it("ImpersonationBanner renders nothing in a user's own session", async () => {
    const user = await signedIn()
    user.visit(
      "/orders",
      <>
        <UserButton />
        <ImpersonationBanner />
      </>
    )
    await button("Account menu for Ada ada@example.com")

    assert.isNull(document.querySelector(".lk-banner"))
  })
})

describe("UserAvatar", () => {
  it("UserAvatar shows the signed-in user's picture, and follows a change of name", async () => {
    const user = await signedIn()
    user.visit("/", <UserAvatar />)
    await screen.findByRole("img", { name: "Ada" })

    await user.run(currentUser.update({ displayName: "Countess" }))
    user.visit("/", <UserAvatar />)

    assert.strictEqual((await screen.findByRole("img", { name: "Countess" })).textContent, "C")
  })
})

describe("SelectedTeamSwitcher", () => {
  it("SelectedTeamSwitcher selects a team, calls onChange and goes to the team's page", async () => {
    const user = await signedIn()
    const engines = await user.run(teams.create({ displayName: "Engines" }))
    await user.run(teams.create({ displayName: "Looms" }))
    const changes: Array<string | undefined> = []
    user.visit(
      "/",
      <SelectedTeamSwitcher
        urlMap={(team) => `/teams/${team.id}`}
        onChange={(team) => changes.push(team.displayName)}
      />
    )

    await press("Team: Looms")
    await pick("menuitemradio", "Engines")
    await button("Team: Engines")

    await arrivesAt(`/teams/${engines.id}`)
    assert.deepStrictEqual(changes, ["Engines"])
    assert.strictEqual((await user.run(currentUser.get()))?.selectedTeamId, engines.id)
  })

  it("SelectedTeamSwitcher links to the settings of the current team, and to the form for a new team", async () => {
    const user = await signedIn()
    const { id } = await user.run(teams.create({ displayName: "Engines" }))
    user.visit("/", <SelectedTeamSwitcher />)

    await press("Team: Engines")

    assert.deepStrictEqual(
      screen.getAllByRole("menuitem").map((item) => [item.textContent, item.getAttribute("href")]),
      [
        ["Team settings", `/handler/account-settings#/teams/${id}`],
        ["Create a team", "/handler/account-settings#/teams"]
      ]
    )
  })

  it("SelectedTeamSwitcher doesn't offer to create a team if the project doesn't allow it", async () => {
    const user = siteUser(await inProcessEmulator({ users: [ada] }))
    await user.run(signIn.withPassword(ada))
    user.visit("/", <SelectedTeamSwitcher />)

    await press("Team: No team")

    assert.deepStrictEqual(screen.getAllByRole("menuitem").map(({ textContent }) => textContent), [
      "You aren't in any teams"
    ])
  })

  it("SelectedTeamSwitcher lets users select no team if the app allows it", async () => {
    const user = await signedIn()
    await user.run(teams.create({ displayName: "Engines" }))
    user.visit("/", <SelectedTeamSwitcher allowNull nullLabel="Personal" />)

    await press("Team: Engines")
    await pick("menuitemradio", "Personal")
    await button("Team: Personal")

    assert.isNull((await user.run(currentUser.get()))?.selectedTeamId)
  })
})

describe("TeamSwitcher", () => {
  it("TeamSwitcher leaves the selection to its parent component, and doesn't change the user's selected team", async () => {
    const user = await signedIn()
    const engines = await user.run(teams.create({ displayName: "Engines" }))
    await user.run(teams.create({ displayName: "Looms" }))
    await user.run(teams.select({ teamId: engines.id }))
    const Around = () => {
      const first = useTeams()[0]?.id ?? null
      const [chosen, setChosen] = useState<string | null>()
      return <TeamSwitcher teamId={chosen ?? first} onChange={(team) => setChosen(team.id ?? null)} />
    }
    user.visit("/", <Around />)

    await press("Team: Engines")
    await pick("menuitemradio", "Looms")

    await button("Team: Looms")
    assert.strictEqual((await user.run(currentUser.get()))?.selectedTeamId, engines.id)
    await waitFor(() => assert.isNull(screen.queryByRole("menu")))
  })
})
