/** The onboarding screen, and the screens from which users reach it. docs/platform.md §8.3. */
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as emailVerification from "../../../src/flows/authentication/emailVerification.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { button, fill, heading, notice, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const platformOf = (users: ReadonlyArray<object> = []) =>
  inProcessEmulator({ revision: "2026-04", config: { requireEmailVerification: true }, users: users as never })

type Platform = Awaited<ReturnType<typeof platformOf>>

const mailsTo = ({ emulator }: Platform, email: string) => emulator.outbox.byAddress(email)

/** Opens the newest link on another device, on which the user is signed out. */
const verifyElsewhere = (platform: Platform, email: string) =>
  Effect.runPromise(
    emailVerification.verify({ code: Redacted.make(mailsTo(platform, email).at(-1)!.code!) }).pipe(
      Effect.provide(platform.client())
    )
  )

const signUpAs = async ({ email, password }: typeof ada) => {
  await fill("Email", email)
  await fill("Password", password)
  await press("Create account")
}

/** A signed-in user on the onboarding screen. */
const onboarding = async (platform: Platform, clock?: Layer.Layer<never>) => {
  const user = siteUser(platform, clock)
  await user.run(signIn.withPassword(ada))
  user.visit("/handler/onboarding")
  return user
}

describe("onboarding screen", () => {
  it("sign-up leads to the onboarding screen, which continues to the requested page once the address is verified", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    user.visit("/handler/sign-up?after_auth_return_to=%2Fnotes")
    await signUpAs(ada)
    await heading("Verify your email")
    const path = location.pathname

    await press("I have opened the link")
    await notice("ada@example.com is not verified yet. Open the link in the email, then try again.")
    await verifyElsewhere(platform, ada.email)
    await press("I have opened the link")

    await heading("Hello ada@example.com")
    assert.deepStrictEqual([path, location.pathname], ["/handler/onboarding", "/notes"])
  })

  it("the onboarding screen sends another link, and requires a pause before the next one", async () => {
    const platform = await platformOf([{ ...ada, verified: false }])
    await onboarding(platform)

    await press("Email me a link")
    await notice("We sent a link to ada@example.com")
    const again = await button("Email me a link")
    fireEvent.click(again)
    fireEvent.submit(again.closest("form")!)

    await screen.findByText(/^You can request another one in \d+ seconds/)
    assert.strictEqual(again.getAttribute("aria-disabled"), "true")
    assert.strictEqual(mailsTo(platform, ada.email).length, 1)
  })

  it("the onboarding screen can send another link after a pause of 30 seconds", async () => {
    const platform = await platformOf([{ ...ada, verified: false }])
    const user = await onboarding(platform, TestClock.layer() as Layer.Layer<never>)
    await press("Email me a link")
    await screen.findByText("You can request another one in 30 seconds.")

    await user.run(TestClock.adjust("29 seconds"))
    await screen.findByText("You can request another one in 1 second.")
    await press("Email me a link")
    const during = mailsTo(platform, ada.email).length
    await user.run(TestClock.adjust("1 second"))
    await waitFor(() => assert.isNull(screen.queryByText(/^You can request another one/)))
    await press("Email me a link")

    await screen.findByText("You can request another one in 30 seconds.")
    assert.deepStrictEqual([during, mailsTo(platform, ada.email).length], [1, 2])
  })

  it("the onboarding screen changes the address, sends a link to the new address and forgets the old address", async () => {
    const platform = await platformOf([{ ...ada, verified: false }])
    await onboarding(platform)

    await press("Use another email")
    await heading("What is your email address?")
    await fill("Email", "Countess@example.com")
    await press("Email me a link")
    await notice("We sent a link to countess@example.com")
    await verifyElsewhere(platform, "countess@example.com")
    await press("I have opened the link")

    await heading("Hello countess@example.com")
    assert.strictEqual(mailsTo(platform, ada.email).length, 0)
  })

  it("the onboarding screen shows the administrator's message, and continues when the restriction is lifted", async () => {
    const restrictedByAdminReason = "We look at new accounts on Mondays."
    const platform = await platformOf([{ ...ada, restrictedByAdmin: true, restrictedByAdminReason }])
    await onboarding(platform)

    await heading("Your account isn't active yet")
    await screen.findByText(restrictedByAdminReason)
    await press("Try again")
    await screen.findByText("Nothing has changed yet. Try again later.")
    for (const user of platform.emulator.store.projects.get(platform.emulator.project.projectId)!.users.values()) {
      Object.assign(user, { restrictedByAdmin: false, restrictedByAdminReason: null })
    }
    await press("Try again")

    await heading("Hello ada@example.com")
  })

  it("the onboarding screen can sign the user out", async () => {
    const platform = await platformOf([{ ...ada, verified: false }])
    await onboarding(platform)

    await press("Sign out")

    await heading("No user is signed in")
  })

  it("the onboarding screen offers sign-in to signed-out visitors, and redirects unrestricted users", async () => {
    const platform = await platformOf([ada])
    const user = siteUser(platform)
    user.visit("/handler/onboarding")
    await heading("You are not signed in")
    await user.run(signIn.withPassword(ada))

    user.visit("/handler/onboarding?after_auth_return_to=%2Fnotes")

    await heading("Hello ada@example.com")
    assert.strictEqual(location.pathname, "/notes")
  })
})

describe("a restricted user", () => {
  it("the sign-in screen, the account settings and an invitation send a restricted user to onboarding", async () => {
    const platform = await platformOf([{ ...ada, verified: false }])
    const user = await onboarding(platform)

    user.visit("/handler/sign-in")
    const continueLink = await screen.findByRole("link", { name: "Continue" })
    user.visit("/handler/account-settings")
    await heading("Verify your email")
    const fromSettings = location.pathname + location.search
    user.visit("/handler/team-invitation?code=abc")
    await screen.findByText(/^Your account isn't active yet/)
    const join = await screen.findByRole("link", { name: "Continue" })

    assert.strictEqual(continueLink.getAttribute("href"), "/handler/onboarding")
    assert.strictEqual(fromSettings, "/handler/onboarding?after_auth_return_to=%2Fhandler%2Faccount-settings")
    await waitFor(() =>
      assert.strictEqual(
        join.getAttribute("href"),
        "/handler/onboarding?after_auth_return_to=%2Fhandler%2Fteam-invitation%3Fcode%3Dabc"
      )
    )
  })
})
