/** The screen on which a signed-in user confirms their identity by signing in again. docs/laws.md S9. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import * as sessions from "../../../src/flows/account/sessions.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

/** A signed-in user on the screen, which was requested by the page `/notes`. */
const confirming = async (options: Parameters<typeof inProcessEmulator>[0] = { users: [ada] }) => {
  const platform = await inProcessEmulator(options)
  const user = siteUser(platform)
  await user.run(signIn.withPassword(ada))
  const [before] = await user.run(sessions.list())
  user.visit("/handler/confirm?after_auth_return_to=%2Fnotes")
  await heading("Confirm it's you")
  return { ...platform, user, before: before!.id }
}

const isOnNotes = async () => {
  await heading(`Hello ${ada.email}`)
  assert.strictEqual(location.pathname, "/notes")
}

describe("confirm screen", () => {
  it("the confirm screen signs in with the password and the fixed address, and returns to the requested page", async () => {
    const { before, user } = await confirming()
    const address = await screen.findByLabelText<HTMLInputElement>("Email")

    await fill("Password", "wrong")
    await press("Confirm")
    await screen.findByText(/^Wrong e-?mail or password/i)
    await fill("Password", ada.password)
    await press("Confirm")

    await isOnNotes()
    assert.deepStrictEqual([address.value, address.readOnly], [ada.email, true])
    assert.notStrictEqual((await user.run(sessions.list()))[0]!.id, before)
  })

  it("the confirm screen ends the session that the new one replaces", async () => {
    const { before, user } = await confirming()

    await fill("Password", ada.password)
    await press("Confirm")
    await isOnNotes()

    const listed = await user.run(sessions.list())
    assert.deepStrictEqual(listed.map(({ isCurrentSession }) => isCurrentSession), [true])
    assert.notStrictEqual(listed[0]!.id, before)
  })

  it("the confirm screen continues if the former session can't be ended", async () => {
    const { before, emulator, user } = await confirming()
    emulator.faults.add({ endpoint: "sessions.delete", times: 1, respond: { type: "serverError" } })

    await fill("Password", ada.password)
    await press("Confirm")
    await isOnNotes()

    const listed = await user.run(sessions.list())
    assert.deepStrictEqual([listed.length, listed.some(({ id }) => id === before)], [2, true])
  })

  it("the confirm screen emails a code to the user's address, without a choice of another address", async () => {
    const { before, emulator, user } = await confirming({ users: [ada], config: { magicLinkEnabled: true } })

    await press("Email me a code instead")
    await press("Email me a code")
    await heading("Check your email")
    const otherAddress = screen.queryByRole("button", { name: "Use another email" })
    await press("Back")
    await press("Email me a code instead")
    await press("Email me a code")
    await heading("Check your email")
    await fill("Code from the email", emulator.outbox.byAddress(ada.email).at(-1)!.otp!)
    await press("Continue")

    await isOnNotes()
    assert.isNull(otherAddress)
    assert.isFalse((await user.run(sessions.list())).some(({ id }) => id === before))
  })

  it("the confirm screen requires MFA, as sign-in does", async () => {
    const { emulator } = await confirming()
    const [account] = emulator.store.projects.get(emulator.project.projectId)!.users.values()
    Object.assign(account!, { totpSecretBase64: btoa("12345678901234567890"), requiresTotpMfa: true })

    await fill("Password", ada.password)
    await press("Confirm")

    await heading("Multi-factor authentication")
    assert.strictEqual(location.pathname + location.search, "/handler/mfa?after_auth_return_to=%2Fnotes")
  })

  it("the confirm screen signs out a user who has neither a password nor codes, and the sign-in returns to the requested page", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    const project = platform.emulator.store.projects.get(platform.emulator.project.projectId)!
    project.config = { ...project.config, credentialEnabled: false, magicLinkEnabled: false }
    user.visit("/handler/confirm?after_auth_return_to=%2Fnotes")

    await press("Sign out and continue")

    await heading("Sign-in is turned off")
    assert.strictEqual(location.pathname + location.search, "/handler/sign-in?after_auth_return_to=%2Fnotes")
  })

  it("the confirm screen redirects signed-out visitors to sign-in, which returns to the requested page", async () => {
    siteUser(await inProcessEmulator({ users: [ada] })).visit("/handler/confirm?after_auth_return_to=%2Fnotes")

    await fill("Email", ada.email)
    await fill("Password", ada.password)
    await press("Sign in")

    await isOnNotes()
  })
})
