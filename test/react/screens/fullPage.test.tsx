import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import type { ReactNode } from "react"
import { AccountSettings, LatchkeyHandler, MessageCard, SignIn } from "../../../react/screens/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { siteUser } from "../support/screens.tsx"

/** A page of an app with a screen in it. */
const page = (part: ReactNode) => (
  <main>
    <title>My page</title>
    <h1>My page</h1>
    {part}
  </main>
)

const landmarks = () => ({
  mains: document.querySelectorAll("main").length,
  // without a title, React 18 leaves an empty element behind
  titles: [...document.querySelectorAll("title")].map(({ textContent }) => textContent).filter((title) => title !== ""),
  first: screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)
})

const ofPage = { mains: 1, titles: ["My page"], first: ["My page"] }

const opened = async (href: string, shown: ReactNode) => {
  const user = siteUser(await inProcessEmulator({ users: [ada] }))
  await user.run(signIn.withPassword(ada))
  user.visit(href, shown)
}

describe("fullPage", () => {
  it.each(
    [
      ["SignIn", "/", () => <SignIn fullPage={false} />, "Sign in to My app"],
      ["AccountSettings", "/#/emails", () => <AccountSettings fullPage={false} />, "Emails"],
      ["LatchkeyHandler", "/handler/account-settings#/emails", () => <LatchkeyHandler fullPage={false} />, "Emails"],
      [
        "MessageCard",
        "/",
        () => <MessageCard fullPage={false} title="Done" actions={[{ label: "Home", to: "/" }]} />,
        "Done"
      ]
    ] as const
  )(
    "%s with fullPage={false} leaves the main element, the first heading and the title to the page",
    async (_, href, Part, title) => {
      await opened(href, page(<Part />))

      await screen.findByRole("heading", { level: 2, name: title })

      assert.deepStrictEqual(landmarks(), ofPage)
      assert.isNotNull(document.querySelector("div.lk-page.lk-within"))
    }
  )

  it("a screen takes up the whole page by default", async () => {
    await opened("/handler/account-settings#/emails", <LatchkeyHandler />)

    await screen.findByRole("heading", { level: 2, name: "Emails" })

    assert.deepStrictEqual(landmarks(), {
      mains: 1,
      titles: ["Emails · Account settings"],
      first: ["Account settings"]
    })
  })
})
