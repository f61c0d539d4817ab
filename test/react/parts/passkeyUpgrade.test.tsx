/** Passkeys created without a prompt after a sign-in with a password. docs/guides/passkeys.md */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { ReactNode } from "react"
import { onTestFinished } from "vitest"
import { PageStorage } from "../../../layers/browser/PageStorage.ts"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { useUser } from "../../../react/index.ts"
import { makeDue } from "../../../react/parts/passkeyUpgrade/due.ts"
import { LatchkeyHandler, UserButton } from "../../../react/screens/index.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { scriptedPasskeys } from "../../support/platform/scriptedPasskeys.ts"
import { effectsRan } from "../support/rendered.tsx"
import { fill, heading, press, siteUser } from "../support/screens.tsx"

/** Creates a user whose browser can create passkeys without a prompt. */
const visitor = async ({ config = {}, page = location.origin }: {
  readonly config?: Seed["config"]
  /** URL of the page in the browser. */
  readonly page?: string
} = {}) => {
  onTestFinished(() => localStorage.clear())
  const browser = await Effect.runPromise(scriptedPasskeys(page))
  const platform = await inProcessEmulator({ users: [ada], config })
  const clock = TestClock.layer() as Layer.Layer<never>
  const user = siteUser(platform, Layer.merge(Layer.succeed(Passkeys, browser.service), clock))
  const registrationRequests = () =>
    platform.requests().filter((each) => each.endsWith("/initiate-passkey-registration")).length
  const enterPassword = async (page?: ReactNode) => {
    user.visit("/handler/sign-in", page)
    await fill("Email", ada.email)
    await fill("Password", ada.password)
    await press("Sign in")
    await heading(`Hello ${ada.email}`)
    // by this time, the next page has loaded
    await user.run(TestClock.adjust("2 seconds"))
  }
  /** Resolves with the next prompt of a kind. Prompts of other kinds are skipped. */
  const prompt = async (kind: string) => {
    for (;;) {
      const next = await Effect.runPromise(browser.prompt)
      if (next.kind === kind) return next
    }
  }
  const creations = () => browser.prompts.filter((each) => each === "conditionalCreate").length
  return { registrationRequests, browser, enterPassword, creations, platform, prompt, user }
}

const Home = () => <h1>Hello {useUser()?.primaryEmail}</h1>

describe("passkey upgrade after a sign-in with a password", () => {
  it("a password sign-in creates a passkey without a prompt, even if the page is already navigating away", async () => {
    const { enterPassword, prompt, user } = await visitor()

    await enterPassword()
    await Effect.runPromise((await prompt("conditionalCreate")).agree())

    await waitFor(async () => assert.isTrue((await user.run(currentUser.get({ or: "throw" }))).passkeyAuthEnabled))
    await heading(`Hello ${ada.email}`)
  })

  it("the passkey upgrade is attempted once per user and browser, whatever the result", async () => {
    const { enterPassword, creations, prompt, user } = await visitor()
    await enterPassword()
    await Effect.runPromise((await prompt("conditionalCreate")).fail())
    await waitFor(() => assert.isNotNull(localStorage.getItem("latchkey.passkey-upgrades")))
    await user.run(signOut())

    await enterPassword()
    await effectsRan()

    assert.strictEqual(creations(), 1)
  })

  it("the passkey upgrade is attempted again once the platform is reachable again", async () => {
    const { registrationRequests, enterPassword, platform, prompt, user } = await visitor()
    platform.emulator.faults.add({
      endpoint: "passkey.initiateRegistration",
      times: 1,
      respond: { type: "serverError" }
    })
    await enterPassword()
    await waitFor(() => assert.strictEqual(registrationRequests(), 1))
    await user.run(signOut())

    await enterPassword()

    await prompt("conditionalCreate")
    assert.strictEqual(registrationRequests(), 2)
  })

  it("the passkey upgrade shows nothing if the platform rejects the passkey", async () => {
    const { browser, enterPassword, prompt } = await visitor({ page: "https://untrusted.example" })
    await enterPassword()

    await Effect.runPromise((await prompt("conditionalCreate")).agree())

    await waitFor(() => assert.isNotEmpty(browser.signals))
    await heading(`Hello ${ada.email}`)
    assert.isNull(document.querySelector("[role=alert]"))
  })

  it("the passkey upgrade runs once on the next page, where the user button starts it", async () => {
    const { creations, platform, prompt, user } = await visitor()
    await user.run(signIn.withPassword(ada))
    makeDue(PageStorage.defaultValue())

    user.visit("/", <UserButton />)
    await Effect.runPromise((await prompt("conditionalCreate")).agree())
    await waitFor(() => assert.include(platform.requests(), "POST /auth/passkey/register"))

    user.visit("/", <UserButton />)
    await effectsRan()
    assert.strictEqual(creations(), 1)
  })

  it("the passkey upgrade doesn't run if it is turned off", async () => {
    const { registrationRequests, enterPassword, creations } = await visitor()

    await enterPassword(<LatchkeyHandler passkeyUpgrade={false} notFound={<Home />} />)
    await effectsRan()

    assert.deepStrictEqual([registrationRequests(), creations()], [0, 0])
  })

  it("the passkey upgrade doesn't run in a project without passkeys", async () => {
    const { registrationRequests, enterPassword, creations } = await visitor({ config: { passkeyEnabled: false } })

    await enterPassword()
    await effectsRan()

    assert.deepStrictEqual([registrationRequests(), creations()], [0, 0])
  })
})
