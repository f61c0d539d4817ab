/** The account settings require a recent sign-in before an account gets another sign-in method. */
import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { useRunEffect } from "../../../react/index.ts"
import { usePasskeysSection } from "../../../react/parts/index.ts"
import * as contactChannels from "../../../src/flows/account/contactChannels.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { scriptedPasskeys } from "../../support/platform/scriptedPasskeys.ts"
import { renderHook } from "../parts/renderHook.ts"
import { fill, heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const settings = (section: string) => `/handler/account-settings#/${section}`

/** A user who signed in an hour ago, on a section of the account settings. */
const signedInAnHourAgo = async (section: string, seed: Parameters<typeof inProcessEmulator>[0] = { users: [ada] }) => {
  const platform = await inProcessEmulator(seed)
  const user = siteUser(platform)
  await user.run(signIn.withPassword(ada))
  platform.emulator.clock.advance("1 hour")
  user.visit(settings(section))
  platform.emulator.requests.clear()
  return { ...platform, user }
}

/** Waits for the page that confirms the user, and returns the requests that changed something. */
const confirming = async (requests: () => ReadonlyArray<string>) => {
  await heading("Confirm it's you")
  assert.strictEqual(
    new URLSearchParams(location.search).get("after_auth_return_to")?.split("#")[0],
    "/handler/account-settings"
  )
  return requests().filter((request) =>
    /^(?:POST|PATCH|DELETE)/.test(request) && !request.includes("/auth/oauth/token")
  )
}

describe("the account settings of a user who signed in long ago", () => {
  it("fresh-4: the emails section asks for confirmation before an address becomes usable for sign-in, but not before it stops being usable", async () => {
    const { requests, user } = await signedInAnHourAgo("emails")
    await press(/^Stop using for sign-in/)
    await waitFor(() => assert.isTrue(requests().some((request) => request.startsWith("PATCH"))))

    await press(/^Use for sign-in/)
    await heading("Confirm it's you")

    const [channel] = await user.run(contactChannels.list())
    assert.isFalse(channel!.usedForAuth)
    await fill("Password", ada.password)
  })

  it("fresh-4: the password section asks for confirmation before a first password is set, and continues after the confirmation", async () => {
    const platform = await inProcessEmulator()
    const user = siteUser(platform)
    user.visit("/")
    const enter = async () => {
      const { nonce } = await user.run(signIn.sendCode({ email: "mail@example.com" }))
      const { otp } = platform.emulator.outbox.byAddress("mail@example.com").at(-1)!
      await user.run(signIn.withCode({ code: otp!, nonce }))
    }
    await enter()
    platform.emulator.clock.advance("1 hour")
    const set = async () => {
      user.visit(settings("password"))
      await fill("New password", "battery staple")
      await fill("Confirm new password", "battery staple")
      await press("Set a password")
    }
    await set()
    await heading("Confirm it's you")
    const before = (await user.run(currentUser.get()))?.hasPassword

    await enter()
    await set()
    await screen.findByText(/Your password (?:was|is)|changed/i)

    assert.deepStrictEqual([before, (await user.run(currentUser.get()))?.hasPassword], [false, true])
  })

  it("fresh-4: the connections section asks for confirmation before an account is linked", async () => {
    const { requests } = await signedInAnHourAgo("connections", {
      users: [ada],
      config: { oauthProviders: [{ id: "github", type: "shared" }] } as never
    })
    await press(/^Connect/)

    assert.deepStrictEqual(await confirming(requests), [])
  })

  it("fresh-4: the MFA section asks for confirmation before MFA is turned on", async () => {
    const { requests } = await signedInAnHourAgo("mfa")
    await press(/^(?:Set up|Turn on)/)

    assert.deepStrictEqual(await confirming(requests), [])
  })

  it("fresh-4: the passkeys section asks for confirmation before a passkey is created, and creates one after a recent sign-in", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    const browser = await Effect.runPromise(scriptedPasskeys(location.origin))
    const visited: Array<string> = []
    const client = Layer.merge(
      platform.client({ redirectMethod: { navigate: (url) => void visited.push(url) } }),
      Layer.succeed(Passkeys, browser.service)
    )
    const { now, until } = await renderHook(client, () => ({ section: usePasskeysSection(), run: useRunEffect() }))
    await now().run(signIn.withPassword(ada))
    await until(({ section }) => assert.isTrue(section.supported))
    platform.emulator.clock.advance("1 hour")

    now().section.add()
    await waitFor(() => assert.match(visited.join(), /\/handler\/confirm/))
    await until(({ section }) => assert.isFalse(section.adding))
    const before = [...platform.requests()]
    await now().run(signIn.withPassword(ada))
    now().section.add()
    const prompt = await Effect.runPromise(browser.prompt)
    await Effect.runPromise(prompt.agree())
    await until(({ section }) => assert.isTrue(section.added))

    assert.isFalse(before.some((request) => request.includes("passkey")))
    assert.isTrue(platform.requests().some((request) => request === "POST /auth/passkey/register"))
  })
})
