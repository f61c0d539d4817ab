/** The components of the guides. */
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Secret, TOTP } from "otpauth"
import { Suspense, useState } from "react"
import { onTestFinished } from "vitest"
import { CreateTeam, Greeting, Header, Page, Rename, Root, SignOut } from "../../examples/guides/Account.tsx"
import { Header as HeaderWithAccounts, Switcher } from "../../examples/guides/Accounts.tsx"
import { program, start } from "../../examples/guides/inPage.ts"
import { German, OurBrand, OurTexts, Save } from "../../examples/guides/Looks.tsx"
import { Notes } from "../../examples/guides/Notes.tsx"
import { OwnPieces } from "../../examples/guides/OwnPieces.tsx"
import { Note } from "../../examples/guides/Person.tsx"
import { Plan } from "../../examples/guides/Plan.tsx"
import { Preferences } from "../../examples/guides/Preferences.tsx"
import { MfaPage, MfaSettings } from "../../examples/guides/SecondFactor.tsx"
import { Settings } from "../../examples/guides/SettingsInLayout.tsx"
import { SignInHere } from "../../examples/guides/SignInHere.tsx"
import { decorators, loaders } from "../../examples/guides/storybook.tsx"
import { InviteButton, TeamPage } from "../../examples/guides/TeamPage.tsx"
import { InSlate } from "../../examples/guides/Theme.tsx"
import { OwnSignIn } from "../../examples/start/tasks/form/src/OwnSignIn.tsx"
import { Teams } from "../../examples/start/vite/src/Teams.tsx"
import { Navigation } from "../../layers/browser/Navigation.ts"
import { LatchkeyProvider, useUser } from "../../react/index.ts"
import { ForgotPassword, SignIn } from "../../react/screens/index.ts"
import { Accounts } from "../../src/accounts/index.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { signIn, teams, TokenStore } from "../../src/index.ts"
import { checkout } from "../../src/payments/index.ts"
import { type ClientLayer, render } from "../react/support/rendered.tsx"
import "../react/support/screens.tsx"
import { payments } from "../src/emulator/payments/shop.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe("examples/guides/Plan.tsx", () => {
  it("Plan.tsx shows the plan and the credits, and cancels the plan", async () => {
    const platform = await inProcessEmulator({ users: [ada], payments: { ...payments, testMode: false } })
    const client = await platform.signedIn()
    const url = await Effect.runPromise(Effect.provide(checkout.url({ productId: "pro" }), client))
    await platform.emulator.payments.complete({ url })
    render(
      <LatchkeyProvider layer={client}>
        <Suspense>
          <Plan />
        </Suspense>
      </LatchkeyProvider>
    )

    await screen.findByText(/Pro, 100 credits/)
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))

    await waitFor(() => assert.isNull(screen.queryByRole("button", { name: "Cancel" })))
  })
})

describe("examples/guides/Accounts.tsx", () => {
  it("Accounts.tsx switches between accounts with buttons and with the menu of UserButton", async () => {
    const ben = { email: "ben@example.com", password: "battery staple", displayName: "Ben" }
    const platform = await inProcessEmulator({ users: [ada, ben] })
    const runtime = ManagedRuntime.make(platform.client({ tokenStore: Accounts.layerMemory() }))
    onTestFinished(() => runtime.dispose())
    await runtime.runPromise(signIn.withPassword(ada))
    await runtime.runPromise(Accounts.add())
    await runtime.runPromise(signIn.withPassword(ben))
    render(
      <LatchkeyProvider layer={Layer.effectContext(runtime.contextEffect)}>
        <Suspense>
          <HeaderWithAccounts />
          <Switcher />
        </Suspense>
      </LatchkeyProvider>
    )

    fireEvent.click(await screen.findByRole("button", { name: ada.email }))
    fireEvent.click(await screen.findByRole("button", { name: "Account menu for Ada ada@example.com" }))
    fireEvent.click(await screen.findByRole("menuitem", { name: "Switch to ben@example.com" }))

    await screen.findByRole("button", { name: "Account menu for Ben ben@example.com" })
    await waitFor(() => assert.isTrue(screen.getByRole<HTMLButtonElement>("button", { name: ben.email }).disabled))
  })
})

describe("examples/guides/storybook.tsx", () => {
  it("storybook.tsx shows a story to a signed-in user, and opens the story's links in the in-page browser", async () => {
    const before = location.href
    const loaded = await loaders[0]!()
    onTestFinished(() => loaded.browser.close())
    const Story = () => <a href="/handler/account-settings">Settings of {useUser()?.primaryEmail}</a>
    render(<Suspense>{decorators[0]!(Story, { loaded })}</Suspense>)

    fireEvent.click(await screen.findByRole("link", { name: /ada@example\.com/ }))

    await screen.findByRole("heading", { name: "Account settings" })
    assert.strictEqual(location.href, before)
  })
})

describe("examples/guides/inPage.ts", () => {
  it("inPage.ts signs in at a provider in the page", async () => {
    const [app, otherSites] = [document.createElement("div"), document.createElement("div")]
    const { browser, client } = await start(app, otherSites)
    onTestFinished(() => browser.close())

    client.oauth.signIn({ provider: "github" }).catch(() => {})
    await waitFor(() => assert.isTrue(app.hidden))
    const [iframe] = otherSites.querySelectorAll("iframe")
    const authorizeUrl = browser.page()!.url
    await browser.open(await browser.emulator.oauth.signIn({ authorizeUrl, account: { email: "lin@example.com" } }))

    await waitFor(() => assert.strictEqual(browser.url(), "http://localhost:3000/"))
    assert.strictEqual(iframe!.getAttribute("sandbox"), "allow-scripts allow-forms")
    assert.strictEqual(iframe!.title, "Sign in with GitHub")
    assert.deepStrictEqual([app.hidden, otherSites.hidden], [false, true])
    assert.strictEqual((await client.currentUser.get())?.primaryEmail, "lin@example.com")
    await client.dispose()
  })

  it("inPage.ts runs an Effect program in the page", async () => {
    assert.strictEqual((await Effect.runPromise(program)).primaryEmail, "ada@example.com")
  })
})

describe("examples/guides/Person.tsx", () => {
  it("Person.tsx saves the user's note, and receives messages while a user is signed in", async () => {
    const platform = await inProcessEmulator()
    const client = await platform.signedIn()
    let receiving = 0
    const messages = Effect.onInterrupt(
      Effect.andThen(Effect.sync(() => receiving++), Effect.never),
      () => Effect.sync(() => receiving--)
    )
    render(
      <LatchkeyProvider layer={client}>
        <Note messages={messages} />
      </LatchkeyProvider>
    )

    fireEvent.click(await screen.findByRole("button", { name: "Save" }))

    await waitFor(() => assert.include(platform.requests(), "PATCH /users/me"))
    assert.strictEqual(receiving, 1)
  })
})

describe("examples/guides/Preferences.tsx", () => {
  it("Preferences.tsx shows the theme of the user's metadata, and changes it", async () => {
    const platform = await inProcessEmulator({ users: [ada] })
    render(
      <LatchkeyProvider layer={await platform.signedIn()}>
        <Suspense>
          <Preferences />
        </Suspense>
      </LatchkeyProvider>
    )

    await screen.findByText(/Theme: light/)
    fireEvent.click(screen.getByRole("button", { name: "Dark" }))

    await screen.findByText(/Theme: dark/)
  })
})

describe("examples/start/tasks/form/src/OwnSignIn.tsx", () => {
  it("OwnSignIn.tsx shows the error's message for a wrong password, and signs in", async () => {
    const { client } = await inProcessEmulator()
    render(
      <LatchkeyProvider layer={client()}>
        <OwnSignIn />
      </LatchkeyProvider>
    )

    await type("Email", ada.email)
    await type("Password", "wrong horse")
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }))
    const { textContent: problem } = await screen.findByRole("alert")
    await type("Password", ada.password)
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }))

    await screen.findByText("Welcome. One moment …")
    assert.strictEqual(problem, "Wrong e-mail or password.")
  })
})

describe("examples/guides/SecondFactor.tsx", () => {
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

  it("SecondFactor.tsx turns MFA on with a code generated from the displayed key, and completes a sign-in with another code", async () => {
    const { client, signedIn } = await inProcessEmulator()
    const { unmount } = render(
      <LatchkeyProvider layer={await signedIn()}>
        <Suspense>
          <MfaSettings />
        </Suspense>
      </LatchkeyProvider>
    )
    fireEvent.click(await screen.findByRole("button", { name: "Set up MFA" }))
    const { textContent: secret } = await screen.findByText(/^[A-Z2-7]{32}$/)
    await type("Code from your app", codeOf(secret!))
    fireEvent.click(screen.getByRole("button", { name: "Turn on MFA" }))
    await screen.findByRole("button", { name: "Turn off MFA" })
    unmount()

    const Pages = () => {
      const [isNext, setIsNext] = useState(false)
      return isNext ? <MfaPage /> : (
        <>
          <OwnSignIn />
          <button onClick={() => setIsNext(true)}>Next page</button>
        </>
      )
    }
    render(
      <LatchkeyProvider layer={client()}>
        <Pages />
      </LatchkeyProvider>
    )
    await type("Email", ada.email)
    await type("Password", ada.password)
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }))
    await screen.findByText("Welcome. One moment …")
    fireEvent.click(screen.getByRole("button", { name: "Next page" }))
    await type("Code from your app", codeOf(secret!))
    fireEvent.click(screen.getByRole("button", { name: "Continue" }))

    await screen.findByText("Welcome. One moment …")
  })
})

describe("examples/guides/Notes.tsx", () => {
  it("Notes.tsx lists notes with its own endpoint, and lists them again after a note is added", async () => {
    const notes = [{ id: "1", title: "Groceries", created_at_millis: 0, isPinned: false }]
    const { client, emulator } = await inProcessEmulator()
    emulator.faults.add({
      match: ({ path }) => path === "/notes",
      respond: ({ method }) => {
        if (method === "GET") return Response.json({ items: notes })
        notes.push({ ...notes[0]!, id: "2", title: "New note" })
        return Response.json(notes[1], { status: 201 })
      }
    })
    render(
      <LatchkeyProvider layer={client()}>
        <Suspense>
          <Notes />
        </Suspense>
      </LatchkeyProvider>
    )

    await screen.findByText("Groceries")
    fireEvent.click(screen.getByRole("button", { name: "Add a note" }))

    await screen.findByText("New note")
  })
})

describe("examples/guides/Looks.tsx", () => {
  it("Looks.tsx shows the screens and custom components in another language, with other texts and another brand", async () => {
    const { client } = await inProcessEmulator()
    render(
      <LatchkeyProvider layer={client()}>
        <German>
          <ForgotPassword />
          <Save />
        </German>
        <OurBrand>
          <OurTexts>
            <SignIn />
          </OurTexts>
        </OurBrand>
      </LatchkeyProvider>
    )

    await screen.findByRole("button", { name: "Speichern" })
    await screen.findByText("Passwort zurücksetzen")
    await screen.findByText("Welcome to Analytical Engines")
    await screen.findByRole("button", { name: "Come in" })
  })
})

describe("examples/guides/Theme.tsx", () => {
  it("Theme.tsx shows the screens in a built-in theme", async () => {
    const { client } = await inProcessEmulator()
    render(
      <LatchkeyProvider layer={client()}>
        <InSlate>
          <ForgotPassword />
        </InSlate>
      </LatchkeyProvider>
    )

    const heading = await screen.findByRole("heading", { name: "Reset your password" })
    assert.isNotNull(heading.closest("[data-lk-theme=slate] .lk-page"))
  })
})

describe("examples/guides/OwnPieces.tsx", () => {
  it("OwnPieces.tsx shows the screens with custom buttons and cards that behave like the built-in ones", async () => {
    const { client } = await inProcessEmulator()
    render(
      <LatchkeyProvider layer={client()}>
        <OwnPieces>
          <SignIn />
        </OwnPieces>
      </LatchkeyProvider>
    )

    await type("Email", "ada@")
    const submit = screen.getByRole("button", { name: "Sign in" })
    fireEvent.click(submit)

    await screen.findByText("Enter a valid email address, like name@example.com.")
    assert.strictEqual(submit.className, "btn btn-primary")
    assert.isNotNull(submit.closest("main > section.panel"))
    assert.isNull(document.querySelector("main:has(.panel) :is(.lk-button, .lk-card)"))
  })
})

describe("examples/guides/SettingsInLayout.tsx", () => {
  it("SettingsInLayout.tsx shows the account settings with a section of the app below the page's own heading", async () => {
    const { signedIn } = await inProcessEmulator()
    const layer = await signedIn()
    history.replaceState(null, "", "#/invoices")
    onTestFinished(() => history.replaceState(null, "", "/"))
    render(
      <LatchkeyProvider layer={layer}>
        <Settings navigation={<nav>Home</nav>} />
      </LatchkeyProvider>
    )

    await screen.findByText("You have no invoices yet.")

    assert.strictEqual(screen.getByRole("heading", { level: 1 }).textContent, "Settings")
    assert.lengthOf(document.querySelectorAll("main"), 1)
  })
})

describe("examples/guides/SignInHere.tsx", () => {
  it("SignInHere.tsx shows a dialog that signs users in on the current page and then closes", async () => {
    const { client } = await inProcessEmulator()
    const here = location.href
    const CurrentUser = () => <p>{useUser()?.primaryEmail ?? "signed out"}</p>
    render(
      <LatchkeyProvider layer={client()}>
        <Suspense>
          <CurrentUser />
        </Suspense>
        <SignInHere />
      </LatchkeyProvider>
    )
    await screen.findByText("signed out")

    fireEvent.click(screen.getByRole("button", { name: "Sign in to order" }))
    await type("Email", ada.email)
    fireEvent.change(screen.getByLabelText("Password", { selector: "input" }), { target: { value: ada.password } })
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }))

    await screen.findByText(ada.email)
    await waitFor(() => assert.isNull(screen.queryByRole("dialog")))
    assert.strictEqual(location.href, here)
  })
})

describe("examples/guides/TeamPage.tsx", () => {
  it("TeamPage.tsx offers invitations only to users with the permission", async () => {
    const grace = { email: "grace@example.com", password: "amazing grace" }
    const { client, emulator } = await inProcessEmulator({
      users: [ada, grace],
      config: { clientTeamCreationEnabled: true }
    })
    const clientAs = async (user: string) =>
      client({ tokenStore: TokenStore.layerExplicit(await emulator.sessions.start({ user })) })
    const { id } = await Effect.runPromise(
      Effect.provide(teams.create({ displayName: "Engines" }), await clientAs(ada.email))
    )

    render(
      <LatchkeyProvider layer={await clientAs(ada.email)}>
        <TeamPage teamId={id} />
      </LatchkeyProvider>
    )
    await screen.findByRole("heading", { name: "Engines" })
    await screen.findByRole("button", { name: "Invite a user" })
    render(
      <LatchkeyProvider layer={await clientAs(grace.email)}>
        <TeamPage teamId={id} />
      </LatchkeyProvider>
    )
    await screen.findByRole("heading", { name: "No such team" })

    assert.lengthOf(screen.getAllByRole("button", { name: "Invite a user" }), 1)
  })

  it("TeamPage.tsx stays empty until a team is selected", async () => {
    const { client, requests } = await inProcessEmulator()
    render(
      <LatchkeyProvider layer={client()}>
        <p>
          Team: <InviteButton teamId={undefined} />
        </p>
      </LatchkeyProvider>
    )

    await screen.findByText("Team:")
    assert.isNull(screen.queryByRole("button"))
    assert.deepStrictEqual(requests(), [])
  })
})

describe("examples/start/vite/src/Teams.tsx", () => {
  it("Teams.tsx shows the message of an error, and the teams after a retry", async () => {
    const { emulator, signedIn } = await inProcessEmulator()
    const layer = await signedIn()
    emulator.faults.add({ endpoint: "teams.list", times: 1, respond: () => new Response("busy", { status: 400 }) })
    render(
      <LatchkeyProvider layer={layer}>
        <Teams />
      </LatchkeyProvider>
    )

    const alert = await screen.findByRole("alert")
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))

    await screen.findByRole("list")
    assert.include(alert.textContent, "busy")
  })
})

describe("examples/guides/Account.tsx", () => {
  it("Account.tsx shows an error instead of sign-in if the user can't be read, retries, and shows a changed name", async () => {
    const platform = await startEmulator({ users: [ada] })
    onTestFinished(() => platform.close())
    const { accessToken, refreshToken } = await platform.sessions.start({ user: ada.email })
    const tokenStore = TokenStore.layerExplicit({ accessToken, refreshToken })
    platform.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "serverError", status: 503 } })

    render(
      <Root project={{ ...platform.project, tokenStore, retryPolicy: { attempts: 1 } }}>
        <Greeting />
        <Rename />
      </Root>
    )
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }))
    await screen.findByText("Hello Ada")
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Augusta" } })
    fireEvent.click(screen.getByRole("button", { name: "Save" }))

    await screen.findByText("Hello Augusta")
  })

  it("Account.tsx creates a team and signs out with the promise client, and shows the message of an error", async () => {
    const { emulator, signedIn } = await inProcessEmulator({
      users: [ada],
      config: { clientTeamCreationEnabled: true }
    })
    render(
      <LatchkeyProvider layer={await signedIn()}>
        <Greeting />
        <CreateTeam />
        <SignOut />
      </LatchkeyProvider>
    )
    await screen.findByText("Hello Ada")
    emulator.faults.add({ endpoint: "teams.create", times: 1, respond: () => new Response("busy", { status: 400 }) })

    fireEvent.click(screen.getByRole("button", { name: "Create a team" }))
    const { textContent: problem } = await screen.findByRole("alert")
    fireEvent.click(screen.getByRole("button", { name: "Create a team" }))
    fireEvent.click(await screen.findByRole("button", { name: "Engines was created. Create another one" }))
    await screen.findByRole("button", { name: "Create a team" })
    fireEvent.click(screen.getByRole("button", { name: "Sign out" }))

    await screen.findByRole("link", { name: "Sign in" })
    assert.include(problem, "busy")
  })

  it("Account.tsx shows each section of a page only to the users it is meant for, and redirects to sign-in if a user is required", async () => {
    const { client, signedIn } = await inProcessEmulator()
    const redirects: Array<string> = []
    const navigation = Layer.succeed(Navigation, {
      go: (url) => Effect.sync(() => void redirects.push(url)),
      here: () => new URL("https://app.example.com/notes")
    })
    const page = (layer: ClientLayer) => (
      <LatchkeyProvider layer={layer}>
        <Header />
        <Suspense>
          <Page />
        </Suspense>
      </LatchkeyProvider>
    )

    const { unmount } = render(page(Layer.merge(client(), navigation)))
    await screen.findByRole("link", { name: "Sign in" })
    await waitFor(() => assert.deepStrictEqual(redirects, ["/handler/sign-in?after_auth_return_to=%2Fnotes"]))
    unmount()
    render(page(await signedIn()))

    await screen.findByText("Hello Ada")
    await screen.findByText(`The notes of ${ada.email}`)
  })
})
