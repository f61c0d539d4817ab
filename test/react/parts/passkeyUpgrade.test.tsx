/** A passkey that comes by itself after a sign-in with a password. docs/guides/passkeys.md */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { ReactNode } from "react"
import { onTestFinished } from "vitest"
import { Passkeys } from "../../../layers/browser/Passkeys.ts"
import { useUser } from "../../../react/index.ts"
import { makeDue } from "../../../react/parts/passkeyUpgrade/due.ts"
import { LatchkeyHandler, UserButton } from "../../../react/screens/index.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { ada, embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { scriptedPasskeys } from "../../support/scriptedPasskeys.ts"
import { effectsRan } from "../support/rendered.tsx"
import { fill, heading, person, press } from "../support/screens.tsx"

/** Somebody with a browser that makes passkeys without asking. */
const visitor = async ({ config = {}, page = location.origin }: {
  readonly config?: Seed["config"]
  /** Where the browser says it makes them. */
  readonly page?: string
} = {}) => {
  onTestFinished(() => localStorage.clear())
  const browser = await Effect.runPromise(scriptedPasskeys(page))
  const platform = await embeddedPlatform({ users: [ada], config })
  const clock = TestClock.layer() as Layer.Layer<never>
  const who = person(platform, Layer.merge(Layer.succeed(Passkeys, browser.service), clock))
  const asked = () => platform.requests().filter((each) => each.endsWith("/initiate-passkey-registration")).length
  const enter = async (page?: ReactNode) => {
    who.visit("/handler/sign-in", page)
    await fill("Email", ada.email)
    await fill("Password", ada.password)
    await press("Sign in")
    await heading(`Hello ${ada.email}`)
    // the next page is there
    await who.run(TestClock.adjust("2 seconds"))
  }
  /** The prompt of a kind, past those of other kinds. */
  const prompt = async (kind: string) => {
    for (;;) {
      const next = await Effect.runPromise(browser.prompt)
      if (next.kind === kind) return next
    }
  }
  const made = () => browser.prompts.filter((each) => each === "conditionalCreate").length
  return { asked, browser, enter, made, platform, prompt, who }
}

const Home = () => <h1>Hello {useUser()?.primaryEmail}</h1>

describe("a sign-in with a password", () => {
  it("is followed by a passkey that nobody was asked for, while people are on their way already", async () => {
    const { enter, prompt, who } = await visitor()

    await enter()
    await Effect.runPromise((await prompt("conditionalCreate")).agree())

    await waitFor(async () => assert.isTrue((await who.run(currentUser.get({ or: "throw" }))).passkeyAuthEnabled))
    await heading(`Hello ${ada.email}`)
  })

  it("asks a browser once for a user, whatever came of it", async () => {
    const { enter, made, prompt, who } = await visitor()
    await enter()
    await Effect.runPromise((await prompt("conditionalCreate")).fail())
    await waitFor(() => assert.isNotNull(localStorage.getItem("latchkey.passkey-upgrades")))
    await who.run(signOut())

    await enter()
    await effectsRan()

    assert.strictEqual(made(), 1)
  })

  it("asks once more where the platform was out of reach", async () => {
    const { asked, enter, platform, prompt, who } = await visitor()
    platform.emulator.faults.add({
      endpoint: "passkey.initiateRegistration",
      times: 1,
      respond: { type: "serverError" }
    })
    await enter()
    await waitFor(() => assert.strictEqual(asked(), 1))
    await who.run(signOut())

    await enter()

    await prompt("conditionalCreate")
    assert.strictEqual(asked(), 2)
  })

  it("shows and says nothing where the platform refuses the passkey", async () => {
    const { browser, enter, prompt } = await visitor({ page: "https://untrusted.example" })
    await enter()

    await Effect.runPromise((await prompt("conditionalCreate")).agree())

    await waitFor(() => assert.isNotEmpty(browser.signals))
    await heading(`Hello ${ada.email}`)
    assert.isNull(document.querySelector("[role=alert]"))
  })

  it("leaves it to the next page where that is loaded, and its user button takes it up once", async () => {
    const { made, platform, prompt, who } = await visitor()
    await who.run(signIn.withPassword(ada))
    makeDue()

    who.visit("/", <UserButton />)
    await Effect.runPromise((await prompt("conditionalCreate")).agree())
    await waitFor(() => assert.include(platform.requests(), "POST /auth/passkey/register"))

    who.visit("/", <UserButton />)
    await effectsRan()
    assert.strictEqual(made(), 1)
  })

  it("asks nothing where that is switched off", async () => {
    const { asked, enter, made } = await visitor()

    await enter(<LatchkeyHandler passkeyUpgrade={false} notFound={<Home />} />)
    await effectsRan()

    assert.deepStrictEqual([asked(), made()], [0, 0])
  })

  it("asks nothing in a project that has no passkeys", async () => {
    const { asked, enter, made } = await visitor({ config: { passkeyEnabled: false } })

    await enter()
    await effectsRan()

    assert.deepStrictEqual([asked(), made()], [0, 0])
  })
})
