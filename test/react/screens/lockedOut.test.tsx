/** The screens for a user whose account was deleted, or whose session can't be refreshed. docs/laws.md T3. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { vi } from "vitest"
import { Session } from "../../../layers/session/Session.ts"
import { UserButton } from "../../../react/screens/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { button, fill, heading, press, siteUser } from "../support/screens.tsx"

const ben = { email: "ben@example.com", password: "battery staple" }

/** A user with an expired access token, on a platform whose refresh always fails with a 500. */
const withoutRefresh = async () => {
  const platform = await inProcessEmulator({ users: [ada, ben] })
  const user = siteUser(platform)
  await user.run(signIn.withPassword(ada))
  platform.emulator.clock.advance("11 minutes")
  platform.emulator.faults.add({ endpoint: "oauth.refresh", respond: { type: "serverError" } })
  return user
}

/** A user whose account was deleted by a back end. */
const deleted = async () => {
  const platform = await inProcessEmulator({ users: [ada, ben] })
  const user = siteUser(platform)
  const { userId } = await user.run(signIn.withPassword(ada))
  platform.emulator.store.projects.get(platform.emulator.project.projectId)!.users.delete(userId)
  return user
}

for (
  const [problem, signInUser] of Object.entries({
    "can't be refreshed": withoutRefresh,
    "belongs to a deleted account": deleted
  })
) {
  describe(`a user whose session ${problem}`, () => {
    it(`T3: a user whose session ${problem} can sign in on the sign-in screen`, async () => {
      const user = await signInUser()
      user.visit("/handler/sign-in")

      await fill("Email", ben.email)
      await fill("Password", ben.password)
      await press("Sign in")

      await heading(`Hello ${ben.email}`)
    })

    it(`T3: a user whose session ${problem} can create an account on the sign-up screen`, async () => {
      const user = await signInUser()
      user.visit("/handler/sign-up")

      await fill("Email", "cleo@example.com")
      await fill("Password", "a long password")
      await press("Create account")

      await heading("Hello cleo@example.com")
    })
  })
}

describe("a session that can't be refreshed", () => {
  /** Messages in the console, for developers. */
  const warnings = () => {
    const messages: Array<unknown> = []
    vi.spyOn(console, "warn").mockImplementation((warning) => void messages.push(warning))
    return messages
  }

  it("T3: the sign-out screen works for a session that can't be refreshed, without showing a name", async () => {
    const user = await withoutRefresh()
    const messages = warnings()
    user.visit("/handler/sign-out")
    await screen.findByText("You are signed in.")

    await press("Sign out")

    await heading("You are signed out")
    assert.isTrue(messages.every((warning) => String(warning).startsWith("Signed out only in this program")))
  })

  it("T3: the account settings contain a link to the sign-out screen if the session can't be refreshed", async () => {
    const user = await withoutRefresh()
    user.visit("/handler/account-settings")
    await heading("Something went wrong")

    const link = await screen.findByRole("link", { name: "Sign out" })

    assert.strictEqual(link.getAttribute("href"), "/handler/sign-out")
  })

  it("T3: the user button signs out of a session that can't be refreshed", async () => {
    const user = await withoutRefresh()
    warnings()
    user.visit("/", <UserButton />)
    await press("Account menu")

    const item = await screen.findByRole("menuitem", { name: "Sign out" })
    item.click()

    await button("Account menu, signed out")
    assert.strictEqual(await user.run(Session.useSync(({ state }) => state()._tag)), "SignedOut")
  })
})

describe("a user whose account was deleted", () => {
  it("T3: the account settings redirect to sign-in if the account was deleted", async () => {
    const user = await deleted()

    user.visit("/handler/account-settings")

    await heading("Sign in to My app")
  })

  it("T3: the sign-out screen shows no session to end if the account was deleted", async () => {
    const user = await deleted()

    user.visit("/handler/sign-out")

    await heading("You are not signed in")
  })
})

describe("a sign-in screen", () => {
  it("T3: the sign-in screen shows the signed-in user as soon as the platform responds", async () => {
    const platform = await inProcessEmulator({ users: [ada, ben] })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    platform.emulator.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "serverError" } })
    user.visit("/handler/sign-in")
    await button("Sign in")

    dispatchEvent(new Event("online"))

    await screen.findByText("Ada")
  })
})
