import type { Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { createServer } from "../../../src/promise/index.ts"
import { type Site, site } from "../site.ts"
import { visit } from "../visit.ts"
import { press, type } from "./keyboard.ts"

const named = (name: string) => ({ email: `${name}@example.com`, password: "correct horse" })

const ada = named("ada")

const grace = named("grace")

/** Creates a team of Ada with Grace as a member. Returns the path of its page. */
const teamPage = async ({ platform }: Site): Promise<string> => {
  await using server = createServer(platform.project)
  const idOf = async ({ email }: typeof ada) => (await server.users.list({ query: email }))[0]!.id
  const { id } = await server.teams.createFor({ userId: await idOf(ada), displayName: "Engines" })
  await server.teams.addMember({ teamId: id, userId: await idOf(grace) })
  return `/teams/${id}`
}

const agree = (page: Page, name: string) => press(page.getByRole("dialog").getByRole("button", { name, exact: true }))

describe("TeamSettings", () => {
  const at = site({
    page: "teamSettings.tsx",
    chunks: true,
    users: [ada, grace],
    config: { clientTeamCreationEnabled: true, allowTeamApiKeys: true, teamMemberDefaultPermissions: [] }
  })

  const opened = async (user: typeof ada, path: string, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const page = await visit(at, path, { as: user, prepare })
    await page.getByRole("heading", { level: 1, name: "Engines" }).waitFor()
    return page
  }

  const headings = (page: Page) => page.getByRole("heading", { level: 2 }).allTextContents()

  it("TeamSettings renames the team, invites a user, removes a member and deletes the team, by keyboard", async () => {
    const page = await opened(ada, await teamPage(at))
    await page.waitForFunction(() => document.title === "Engines · Team settings")
    await type(page.getByRole("textbox", { name: "Team name" }), "Difference Engines")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Difference Engines" }).waitFor()
    await type(page.getByLabel("Invite by email"), "charles@example.com")
    await page.keyboard.press("Enter")
    await page.getByRole("listitem").filter({ hasText: "charles@example.com" }).waitFor()
    const members = page.getByRole("list", { name: "Members" }).getByRole("listitem")
    await members.nth(1).waitFor()
    await press(page.getByRole("button", { name: /^Remove/ }))
    await agree(page, "Remove")
    await members.nth(1).waitFor({ state: "detached" })
    const shown = await headings(page)

    await press(page.getByRole("button", { name: "Delete team" }))
    await agree(page, "Delete team")

    await page.waitForURL(`${at.url}/`)
    assert.deepStrictEqual(shown, ["Team", "You", "Members", "Invitations", "API keys"])
  })

  it("TeamSettings shows a member without permissions only what is allowed, and sends no request that fails", async () => {
    const failed: Array<string> = []
    const page = await opened(
      grace,
      await teamPage(at),
      async (page) => page.on("response", (response) => void (response.status() < 400 || failed.push(response.url())))
    )
    await page.getByRole("textbox", { name: "Your name in this team" }).waitFor()
    const buttons = await page.getByRole("button").allTextContents()
    const shown = await headings(page)

    await press(page.getByRole("button", { name: "Leave team" }))
    await agree(page, "Leave team")

    await page.waitForURL(`${at.url}/`)
    assert.deepStrictEqual(shown, ["You"])
    assert.deepStrictEqual(buttons, ["Save", "Leave team"])
    assert.deepStrictEqual(failed, [])
  })

  it("TeamSettings shows a user outside the team that the team is missing, with a link to the home page", async () => {
    const page = await visit(at, "/teams/33333333-3333-4333-8333-333333333333", { as: ada })

    await page.getByRole("heading", { name: "You are not in this team" }).waitFor()
    await page.getByRole("link", { name: "Go to the home page" }).click()

    await page.waitForURL(`${at.url}/`)
  })

  it("TeamSettings sends a signed-out visitor to the sign-in page and back", async () => {
    const path = await teamPage(at)
    const page = await visit(at, path)
    await type(page.getByLabel("Email"), ada.email)
    await type(page.getByLabel("Password", { exact: true }), ada.password)

    await page.keyboard.press("Enter")

    await page.waitForURL(`${at.url}${path}`)
    await page.getByRole("heading", { level: 1, name: "Engines" }).waitFor()
  })

  it("the menu of SelectedTeamSwitcher links to the page of the app for the team", async () => {
    const path = await teamPage(at)
    await using server = createServer(at.platform.project)
    const [user] = await server.users.list({ query: ada.email })
    await server.users.update({ userId: user!.id, selectedTeamId: path.replace("/teams/", "") })
    const page = await visit(at, "/", { as: ada })

    await press(page.getByRole("button", { name: "Team: Engines" }))
    await page.getByRole("menuitem", { name: "Team settings" }).click()

    await page.waitForURL(`${at.url}${path}`)
  })
})
