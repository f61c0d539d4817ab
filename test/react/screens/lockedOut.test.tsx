/** The screens for a user whose account is gone, or whose session can't be refreshed. docs/laws.md T3. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { vi } from "vitest"
import { Session } from "../../../layers/session/Session.ts"
import { UserButton } from "../../../react/screens/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { ada, embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { button, fill, heading, person, press } from "../support/screens.tsx"

const ben = { email: "ben@example.com", password: "battery staple" }

/** A user with an expired access token, on a platform whose refresh always fails with a 500. */
const withoutRefresh = async () => {
  const platform = await embeddedPlatform({ users: [ada, ben] })
  const who = person(platform)
  await who.run(signIn.withPassword(ada))
  platform.emulator.clock.advance("11 minutes")
  platform.emulator.faults.add({ endpoint: "oauth.refresh", respond: { type: "serverError" } })
  return who
}

/** A user whose account was deleted by a back end. */
const deleted = async () => {
  const platform = await embeddedPlatform({ users: [ada, ben] })
  const who = person(platform)
  const { userId } = await who.run(signIn.withPassword(ada))
  platform.emulator.store.projects.get(platform.emulator.project.projectId)!.users.delete(userId)
  return who
}

for (const [whose, arrive] of Object.entries({ "cannot be renewed": withoutRefresh, "has nobody any more": deleted })) {
  describe(`somebody whose session ${whose}`, () => {
    it(`T3 a user whose session ${whose} can sign in on the sign-in screen`, async () => {
      const who = await arrive()
      who.visit("/handler/sign-in")

      await fill("Email", ben.email)
      await fill("Password", ben.password)
      await press("Sign in")

      await heading(`Hello ${ben.email}`)
    })

    it(`T3 a user whose session ${whose} can create an account on the sign-up screen`, async () => {
      const who = await arrive()
      who.visit("/handler/sign-up")

      await fill("Email", "cleo@example.com")
      await fill("Password", "a long password")
      await press("Create account")

      await heading("Hello cleo@example.com")
    })
  })
}

describe("somebody whose session cannot be renewed", () => {
  /** Messages for developers. */
  const warnings = () => {
    const said: Array<unknown> = []
    vi.spyOn(console, "warn").mockImplementation((warning) => void said.push(warning))
    return said
  }

  it("T3 the sign-out screen works for a session that can't be refreshed, without showing a name", async () => {
    const who = await withoutRefresh()
    const said = warnings()
    who.visit("/handler/sign-out")
    await screen.findByText("You are signed in.")

    await press("Sign out")

    await heading("You are signed out")
    assert.isTrue(said.every((warning) => String(warning).startsWith("Signed out here only")))
  })

  it("T3 the account settings link to the sign-out screen if the session can't be refreshed", async () => {
    const who = await withoutRefresh()
    who.visit("/handler/account-settings")
    await heading("Something went wrong")

    const way = await screen.findByRole("link", { name: "Sign out" })

    assert.strictEqual(way.getAttribute("href"), "/handler/sign-out")
  })

  it("T3 the user button signs out of a session that can't be refreshed", async () => {
    const who = await withoutRefresh()
    warnings()
    who.visit("/", <UserButton />)
    await press("Account menu")

    const item = await screen.findByRole("menuitem", { name: "Sign out" })
    item.click()

    await button("Account menu, signed out")
    assert.strictEqual(await who.run(Session.useSync(({ state }) => state()._tag)), "SignedOut")
  })
})

describe("somebody whose account was deleted", () => {
  it("T3 the account settings redirect to sign-in if the account was deleted", async () => {
    const who = await deleted()

    who.visit("/handler/account-settings")

    await heading("Sign in to Emulator project")
  })

  it("T3 the sign-out screen has nothing to sign out of if the account was deleted", async () => {
    const who = await deleted()

    who.visit("/handler/sign-out")

    await heading("You are not signed in")
  })
})

describe("a sign-in screen", () => {
  it("T3 the sign-in screen shows the signed-in user as soon as the platform responds", async () => {
    const platform = await embeddedPlatform({ users: [ada, ben] })
    const who = person(platform)
    await who.run(signIn.withPassword(ada))
    platform.emulator.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "serverError" } })
    who.visit("/handler/sign-in")
    await button("Sign in")

    dispatchEvent(new Event("online"))

    await screen.findByText("Ada")
  })
})
