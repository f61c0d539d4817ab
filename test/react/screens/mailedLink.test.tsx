/** A mailed sign-in link is spent by the person, and not by whatever opens it first. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { effectsRan } from "../support/rendered.tsx"
import { button, fill, heading, person, press } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const
const ben = { email: "ben@example.com", password: "correct horse" } as const

const platformOf = () => embeddedPlatform({ users: [ada, ben], config: { magicLinkEnabled: true } })

type Platform = Awaited<ReturnType<typeof platformOf>>

const linkOf = ({ emulator }: Platform) => emulator.outbox.byAddress(ada.email).at(-1)!.link!

const spent = ({ emulator }: Platform) =>
  emulator.requests.list().filter(({ path }) => path.endsWith("/auth/otp/sign-in")).length

/** Asks for the mail on the sign-in screen. */
const request = async (who: ReturnType<typeof person>) => {
  who.visit("/handler/sign-in")
  await press("Email me a code instead")
  await fill("Email", ada.email)
  await press("Email me a code")
  await heading("Check your email")
}

/** A browser that has nothing of this site. */
const anotherBrowser = (platform: Platform) => {
  localStorage.clear()
  sessionStorage.clear()
  return person(platform)
}

describe("a mailed sign-in link", () => {
  it("T6: a sign-in link is not used in a browser that did not request it, until the user confirms", async () => {
    const platform = await platformOf()
    await request(person(platform))
    const link = linkOf(platform)

    const scanner = anotherBrowser(platform)
    scanner.visit(link)
    await heading("Sign in with this link?")
    await effectsRan()
    const spentByScanner = spent(platform)
    const human = anotherBrowser(platform)
    human.visit(link)
    await press("Continue")
    await heading(`Hello ${ada.email}`)

    assert.deepStrictEqual([spentByScanner, spent(platform)], [0, 1])
  })

  it("a sign-in link signs in immediately in the browser that requested it, in another tab too", async () => {
    const platform = await platformOf()
    await request(person(platform))

    sessionStorage.clear()
    person(platform).visit(linkOf(platform))

    await heading(`Hello ${ada.email}`)
  })

  it("a link from an earlier email signs in immediately in the browser that requested it", async () => {
    const platform = await platformOf()
    const someone = person(platform)
    const callbackUrl = "http://localhost:3000/handler/magic-link-callback"
    const mails = 3
    for (let mail = 0; mail < mails; mail++) await someone.run(signIn.sendCode({ email: ada.email, callbackUrl }))

    someone.visit(platform.emulator.outbox.byAddress(ada.email)[0]!.link!)

    await heading(`Hello ${ada.email}`)
  })

  it("T6: a sign-in link for another account asks for confirmation and shows the masked address", async () => {
    const platform = await platformOf()
    const someone = person(platform)
    await request(someone)
    await someone.run(signIn.withPassword(ben))

    someone.visit(linkOf(platform))
    await button("Continue as a…@example.com")
    const before = spent(platform)
    await press("Continue as a…@example.com")
    await heading(`Hello ${ada.email}`)

    assert.strictEqual(before, 0)
  })

  it("a truncated sign-in link is reported immediately, and nothing is sent", async () => {
    const platform = await platformOf()

    person(platform).visit("/handler/magic-link-callback?code=abc")
    await heading("This link is no longer valid")

    assert.strictEqual(spent(platform), 0)
  })

  it("the confirmation of a sign-in link has a way out that leaves the link unused", async () => {
    const platform = await platformOf()
    await request(person(platform))

    anotherBrowser(platform).visit(linkOf(platform))
    await heading("Sign in with this link?")

    assert.strictEqual(screen.getByRole("link", { name: "Go to the home page" }).getAttribute("href"), "/")
    assert.strictEqual(spent(platform), 0)
  })

  it("a requested sign-in link is remembered without its secret, and lost or damaged data leads to a confirmation", async () => {
    const platform = await platformOf()
    await request(person(platform))
    const link = linkOf(platform)
    const code = new URL(link).searchParams.get("code")!
    const kept = localStorage.getItem("latchkey-mails")!

    assert.notInclude(kept, code.slice(-9))
    assert.notInclude(kept, ada.email)
    for (const damaged of ["", "{", "5", "null", "[1]", "[[]]"]) {
      localStorage.setItem("latchkey-mails", damaged)
      person(platform).visit(link)
      await heading("Sign in with this link?")
    }
    assert.strictEqual(spent(platform), 0)
    await request(person(platform))
    person(platform).visit(linkOf(platform))
    await heading(`Hello ${ada.email}`)
  })
})
