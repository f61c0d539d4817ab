/** The screens after an email has been sent, for the case that the email doesn't arrive. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { mailboxOf } from "../../../react/screens/mail/mailboxOf.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { effectsRan } from "../support/rendered.tsx"
import { button, fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@gmail.com", password: "correct horse" } as const

/** A user who has just requested an email on the given screen. */
const waiting = async (page: string, submit: string) => {
  const platform = await inProcessEmulator({
    users: [ada],
    config: { magicLinkEnabled: true, credentialEnabled: page.endsWith("password") }
  })
  const user = siteUser(platform, TestClock.layer() as Layer.Layer<never>)
  user.visit(page)
  await fill("Email", ada.email)
  await press(submit)
  await heading("Check your email")
  return { platform, user, mails: () => platform.emulator.outbox.byAddress(ada.email) }
}

describe.each([
  ["sign-in", "Email me a code"],
  ["sign-up", "Email me a code"],
  ["forgot-password", "Email me a link"]
])("email of the %s screen", (page, submit) => {
  const sent = () => waiting(`/handler/${page}`, submit)

  it("a sent email can be resent after a pause of 30 seconds, with a confirmation", async () => {
    const { mails, user } = await sent()
    await screen.findByText("You can resend it in 30 seconds.")
    await press("Resend email")
    await user.run(TestClock.adjust("29 seconds"))
    await screen.findByText("You can resend it in 1 second.")
    await press("Resend email")
    await effectsRan()
    const before = mails().length

    await user.run(TestClock.adjust("1 second"))
    await press("Resend email")

    await screen.findByText("Email sent again.")
    await screen.findByText("You can resend it in 30 seconds.")
    assert.deepStrictEqual([before, mails().length], [1, 2])
  })

  it("the countdown before resending an email is announced only when focus reaches the button", async () => {
    await sent()

    const pause = await screen.findByText("You can resend it in 30 seconds.")

    assert.isNull(pause.closest("[role=status], [role=alert], [aria-live]"))
    assert.strictEqual((await button("Resend email")).getAttribute("aria-describedby"), pause.id)
    assert.strictEqual((await button("Resend email")).ariaDisabled, "true")
  })

  it("the screen after sending an email shows how long the platform's rate limit lasts", async () => {
    const { platform, user } = await sent()
    platform.emulator.faults.add({ respond: { type: "tooManyRequests", retryAfterSeconds: 60 } })
    await user.run(TestClock.adjust("30 seconds"))

    await press("Resend email")

    assert.include(
      (await screen.findByRole("alert")).textContent,
      "Too many attempts. You can try again in 60 seconds."
    )
  })

  it("the screen after sending an email keeps the email address, so that the user can correct it", async () => {
    await sent()
    await screen.findByText(new RegExp(ada.email))

    await press("Use another email")

    assert.strictEqual((await screen.findByLabelText<HTMLInputElement>("Email")).value, ada.email)
  })

  it("the screen after sending an email links to the mailbox without passing on any data", async () => {
    await sent()

    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Open Gmail" })

    assert.strictEqual(link.href, "https://mail.google.com/mail/")
    assert.strictEqual(link.rel, "noreferrer")
  })
})

describe("code of the latest email", () => {
  it("after an email is sent again, the code of the latest email signs in", async () => {
    const { mails, user } = await waiting("/handler/sign-in", "Email me a code")
    await user.run(TestClock.adjust("30 seconds"))
    await press("Resend email")
    await screen.findByText("Email sent again.")

    await fill("Code from the email", mails()[1]!.otp!)
    await press("Sign in")

    await heading(`Hello ${ada.email}`)
  })
})

describe("mailboxOf", () => {
  it.each([
    ["ada@googlemail.com", "Gmail"],
    ["ada@Hotmail.co.uk", "Outlook"],
    ["ada@yahoo.de", "Yahoo Mail"],
    ["ada@pm.me", "Proton Mail"],
    ["\"a@gmail.com\"@example.com", undefined],
    ["ada@gmail.com.example.com", undefined],
    ["ada@example.com", undefined],
    ["ada", undefined]
  ])("the mailbox provider of %s is %s", (email, name) => {
    assert.strictEqual(mailboxOf(email)?.name, name)
  })
})
