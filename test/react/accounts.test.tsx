import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { onTestFinished } from "vitest"
import { Session } from "../../layers/session/Session.ts"
import { useAccountItems, useAccounts } from "../../react/accounts.ts"
import { useUser } from "../../react/index.ts"
import { de, Language, UserButton } from "../../react/screens/index.ts"
import { Accounts } from "../../src/accounts/index.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { arrivesAt, press, siteUser } from "./support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" } as const
const ben = { email: "ben@example.com", password: "battery staple", displayName: "Ben" } as const

/** A user with Ada's account, and with Ben's account, which is active. */
const withTwo = async () => {
  const platform = await inProcessEmulator({ users: [ada, ben] })
  const user = siteUser({
    ...platform,
    client: (options) => platform.client({ ...options, tokenStore: Accounts.layerMemory() })
  })
  await user.run(signIn.withPassword(ada))
  await user.run(Accounts.add())
  await user.run(signIn.withPassword(ben))
  return user
}

const List = () => {
  const { accounts, signOut, switchTo } = useAccounts()
  const user = useUser()
  return (
    <>
      <p>{`${user?.displayName ?? "nobody"} of ${accounts.map(({ displayName }) => displayName).join(", ")}`}</p>
      {accounts.map(({ displayName, userId }) => (
        <span key={userId}>
          <button onClick={() => void switchTo(userId)}>{`switch to ${displayName}`}</button>
          <button onClick={() => void signOut(userId)}>{`sign out ${displayName}`}</button>
        </span>
      ))}
    </>
  )
}

const Header = () => <UserButton extraItems={useAccountItems()} />

const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent)

describe("useAccounts", () => {
  it("useAccounts lists the accounts, and after a switch, the whole page shows the other user", async () => {
    const user = await withTwo()
    user.visit("/", <List />)
    await screen.findByText("Ben of Ben, Ada")

    await press("switch to Ada")

    await screen.findByText("Ada of Ada, Ben")
  })

  it("useAccounts follows changes that other parts of the program make", async () => {
    const user = await withTwo()
    user.visit("/", <List />)
    await screen.findByText("Ben of Ben, Ada")

    await user.run(Accounts.signOutAll())

    await screen.findByText(/^nobody of\s*$/)
  })

  it("signOut of useAccounts signs one account out", async () => {
    const user = await withTwo()
    user.visit("/", <List />)

    await press("sign out Ada")

    await screen.findByText("Ben of Ben")
  })

  it("useAccounts returns an error if the token store keeps one session", async () => {
    const user = siteUser(await inProcessEmulator({ users: [ada] }))
    const Problem = () => <p>{useAccounts().error?.message.includes("Accounts.layerBrowser()") ? "explained" : "…"}</p>

    user.visit("/", <Problem />)

    await screen.findByText("explained")
  })
})

const refreshToken = Effect.flatMap(Session, (session) => session.tokens()).pipe(
  Effect.map((tokens) => Redacted.value(Option.getOrThrow(tokens).refreshToken!))
)

describe("Accounts.layerBrowser", () => {
  it("accounts-3: accounts are kept in memory if the page's local storage is null, as in Android's WebView without DOM storage", async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage")!
    Object.defineProperty(globalThis, "localStorage", { value: null, configurable: true })
    onTestFinished(() => void Object.defineProperty(globalThis, "localStorage", own))
    const platform = await inProcessEmulator({ users: [ada, ben] })
    const user = siteUser({
      ...platform,
      client: (options) => platform.client({ ...options, tokenStore: Accounts.layerBrowser() })
    })

    await user.run(signIn.withPassword(ada))
    await user.run(Accounts.add())
    await user.run(signIn.withPassword(ben))
    const list = await user.run(Accounts.list())

    assert.deepStrictEqual(list.map(({ primaryEmail }) => primaryEmail), [ben.email, ada.email])
  })

  it("the page's cookies contain only the active session, and local storage contains the others", async () => {
    const platform = await inProcessEmulator({ users: [ada, ben] })
    const user = siteUser({
      ...platform,
      client: (options) => platform.client({ ...options, tokenStore: Accounts.layerBrowser() })
    })
    onTestFinished(() => localStorage.clear())
    await user.run(signIn.withPassword(ada))
    const first = await user.run(refreshToken)
    await user.run(Accounts.add())
    const between = document.cookie
    await user.run(signIn.withPassword(ben))
    const second = await user.run(refreshToken)
    const aside = JSON.stringify({ ...localStorage })

    assert.notInclude(between, first)
    assert.include(document.cookie, second)
    assert.notInclude(document.cookie, first)
    assert.include(aside, first)
    assert.notInclude(aside, second)
    await user.run(Accounts.signOutAll())
    assert.strictEqual(localStorage.length, 0)
  })
})

describe("useAccountItems", () => {
  it("the menu of UserButton switches to another account", async () => {
    const user = await withTwo()
    user.visit("/", <Header />)
    await press("Account menu for Ben ben@example.com")
    const offered = items()

    fireEvent.click(screen.getByRole("menuitem", { name: "Switch to ada@example.com" }))
    await press("Account menu for Ada ada@example.com")

    assert.includeMembers(offered, [
      "Switch to ada@example.com",
      "Add another account",
      "Sign out of all accounts",
      "Sign out"
    ])
    assert.include(items(), "Switch to ben@example.com")
  })

  it("the menu of UserButton offers the other accounts after a sign-out of the active one", async () => {
    const user = await withTwo()
    user.visit("/", <Header />)
    await press("Account menu for Ben ben@example.com")

    fireEvent.click(screen.getByRole("menuitem", { name: "Sign out" }))
    await press("Account menu, signed out")

    assert.deepStrictEqual(items(), ["Sign in", "Create an account", "Switch to ada@example.com"])
  })

  it("\"Add another account\" goes to the sign-in page, and keeps the account", async () => {
    const user = await withTwo()
    user.visit("/", <Header />)
    await press("Account menu for Ben ben@example.com")

    fireEvent.click(screen.getByRole("menuitem", { name: "Add another account" }))
    await press("Account menu, signed out")

    await arrivesAt("/handler/sign-in")
    assert.include(items(), "Switch to ben@example.com")
  })

  it("\"Sign out of all accounts\" signs every account out, and goes to the afterSignOut page", async () => {
    const user = await withTwo()
    user.visit("/orders", <Header />)
    await press("Account menu for Ben ben@example.com")

    fireEvent.click(screen.getByRole("menuitem", { name: "Sign out of all accounts" }))
    await press("Account menu, signed out")

    assert.deepStrictEqual(await user.run(Accounts.list()), [])
    await arrivesAt("/")
  })

  it("the account items are in the language of the screens", async () => {
    const user = await withTwo()
    user.visit(
      "/",
      <Language texts={de}>
        <Header />
      </Language>
    )

    await press("Kontomenü von Ben ben@example.com")

    assert.include(items(), "Zu ada@example.com wechseln")
  })
})
