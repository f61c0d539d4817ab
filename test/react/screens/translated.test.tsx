/** Screens on a page that the browser translates. */
import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { onTestFinished, vi } from "vitest"
import { MessageCard, Slots } from "../../../react/screens/index.ts"
import { UserButtonView } from "../../../react/screens/UserButton.tsx"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as teams from "../../../src/flows/teams/teams.ts"
import * as account from "../../browser/pages/gallery/account.tsx"
import * as allPieces from "../../browser/pages/gallery/pieces.tsx"
import * as settings from "../../browser/pages/gallery/settings.tsx"
import * as waysIn from "../../browser/pages/gallery/signIn.tsx"
import * as steps from "../../browser/pages/gallery/steps.tsx"
import { translate } from "../../support/contract/translation.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { agree, button, fill, heading, items, notice, press, siteUser } from "../support/screens.tsx"
import { ownTextNodes, translating } from "../support/translated.ts"

const { Pressed: _, ...sections } = settings

const { Opened: __, ...pieces } = allPieces

const gallery: { readonly [screen: string]: { readonly [state: string]: ReactNode } } = {
  ...waysIn,
  ...account,
  ...steps,
  ...sections,
  ...pieces
}

const screens = Object.entries(gallery)

/** Creates a separate React root on the page. If an error reaches the root, the next `draw` throws it. */
const rooted = () => {
  const container = document.body.appendChild(document.createElement("div"))
  const root = createRoot(container)
  return {
    container,
    draw: (node: ReactNode) => flushSync(() => root.render(node)),
    remove: () => {
      flushSync(() => root.unmount())
      container.remove()
    }
  }
}

describe("a translated screen", () => {
  it.each(screens)("no text node of a screen can be replaced by page translation: %s", (_, states) => {
    for (const node of Object.values(states)) {
      const { container, draw, remove } = rooted()
      draw(node)
      assert.deepStrictEqual(ownTextNodes(container), [])
      remove()
    }
  })

  it.each(screens)(
    "a translated screen shows the same text as the original after each change of state: %s",
    (_, states) => {
      // stop the time, because a visible placeholder would otherwise stay for its minimum display time
      vi.useFakeTimers({ toFake: ["performance"] })
      onTestFinished(() => void vi.useRealTimers())
      const names = Object.keys(states)
      const walk = names.flatMap((from, index) => [from, ...names.slice(index + 1).flatMap((to) => [to, from])])
      /**
       * Returns the text after each change. Only one root exists at a time, because an open menu closes when it loses
       * focus.
       */
      const shownBy = (change: (container: Element) => void) => {
        const { container, draw, remove } = rooted()
        const texts = walk.map((state) => {
          draw(states[state])
          const shown = `${state}: ${container.textContent}`
          change(container)
          return shown
        })
        remove()
        return texts
      }

      const plain = shownBy(() => {})

      assert.deepStrictEqual(shownBy(translate), plain)
    }
  )

  it("page translation leaves codes, email addresses and user names unchanged", () => {
    const translatedTexts = (screen: string, state: string) => {
      const { container, draw, remove } = rooted()
      draw(gallery[screen]![state])
      const texts = translate(container)
      remove()
      return texts
    }

    assert.include(translatedTexts("signIn", "code sent"), "ada@example.com")
    assert.include(translatedTexts("signIn", "already signed in"), "ada@example.com")
    assert.include(translatedTexts("cliConfirmation", "ask"), "Q7WX2K")
    assert.include(translatedTexts("agentConfirmation", "ask"), "Q7WX-2KHM")
    assert.include(translatedTexts("accountEmails", "ready"), "countess@example.net")
    assert.include(translatedTexts("userButton", "with name"), "Ada Lovelace")
    assert.include(translatedTexts("userButton", "with name"), "A")
  })
})

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" } as const

const ben = { email: "ben@example.com", password: "correct horse" } as const

const platformOf = () =>
  inProcessEmulator({
    users: [ada, ben],
    config: { magicLinkEnabled: true, clientTeamCreationEnabled: true, allowUserApiKeys: true }
  })

describe("users with a page translated by the browser", () => {
  it("on a translated page, users see that their password is wrong, and sign in with the right password", async () => {
    const user = siteUser(await platformOf())
    user.visit("/handler/sign-in")
    await button("Sign in")
    translating()

    await fill("Email", ada.email)
    await fill("Password", "wrong")
    await press("Sign in")
    await screen.findByText("Wrong e-mail or password.")
    await fill("Password", ada.password)
    await press("Sign in")

    await heading("Hello ada@example.com")
  })

  it("on a page that the browser translated, the sign-up form shows the missing field and then signs the user up", async () => {
    const user = siteUser(await platformOf())
    user.visit("/handler/sign-up")
    await button("Create account")
    translating()

    await fill("Email", "grace")
    await press("Create account")
    await screen.findByText("Enter a valid email address, like name@example.com.")
    await fill("Email", "grace@example.com")
    await fill("Password", "correct horse")
    await press("Create account")

    await heading("Hello grace@example.com")
  })

  it("on a translated page, users can sign in with an emailed code, and see an error if the code is wrong", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    user.visit("/handler/sign-in")
    await press("Email me a code instead")
    translating()

    await fill("Email", ada.email)
    await press("Email me a code")
    await heading("Check your email")
    await fill("Code from the email", "AAAAAA")
    await press("Sign in")
    await waitFor(() => assert.isNotEmpty(document.querySelector(".lk-wrong")?.textContent))
    await fill("Code from the email", platform.emulator.outbox.byAddress(ada.email)[0]!.otp!)
    await press("Sign in")

    await heading("Hello ada@example.com")
  })

  it("on a translated page, users change every section of their settings", async () => {
    const platform = await platformOf()
    const user = siteUser(platform)
    await user.run(signIn.withPassword(ada))
    user.visit("/handler/account-settings#/profile")
    await button("Save")
    translating()
    const open = (section: string) => {
      location.hash = `/${section}`
    }

    await fill("Name", "Ada Lovelace")
    await press("Save")
    await screen.findByText("Saved.")
    open("emails")
    await fill("Email", "countess@example.com")
    await press("Add")
    await press("Email me a link countess@example.com")
    await notice("We sent a link to countess@example.com")
    await press("Remove countess@example.com")
    await agree("Remove")
    open("password")
    await fill("Current password", "wrong horse")
    await fill("New password", "another horse")
    await fill("Confirm new password", "another horse")
    await press("Change password")
    await screen.findByText("Passwords do not match.")
    open("api-keys")
    await fill("What is it for?", "Looms")
    await press("Create a key")
    await press("I have copied it")
    await press("Revoke Looms")
    await agree("Revoke")
    await screen.findByText("Revoked")
    open("teams")
    await fill("Team name", "Engines")
    await press("Create")
    await screen.findByText("Current")

    assert.deepStrictEqual(await items("Teams"), ["EEngines CurrentSettings Engines"])
  })

  it("on a translated page, users sign out", async () => {
    const user = siteUser(await platformOf())
    await user.run(signIn.withPassword(ben))
    await user.run(teams.create({ displayName: "Engines" }))
    user.visit("/handler/sign-out")
    await button("Sign out")
    translating()

    await press("Sign out")

    await heading("You are signed out")
  })
})

describe("text of an app inside the screens", () => {
  it("an app's text in menus, cards and components has its own element", () => {
    const { container, draw, remove } = rooted()
    draw(
      <Slots
        components={{
          Button: ({ busy, children, look: _, ...rest }) => (
            <button {...rest}>
              {busy ? <i>busy</i> : null}
              {children}
            </button>
          ),
          Card: ({ children }) => <section>{children}</section>
        }}
      >
        <MessageCard title="Hello" actions={[{ label: "Go on", onPress: () => {}, busy: true }]}>
          Text of an application, {2} pieces
        </MessageCard>
      </Slots>
    )

    assert.deepStrictEqual(ownTextNodes(container), [])
    remove()
  })

  it("an app's text next to a menu item's icon has its own element", () => {
    const { container, draw, remove } = rooted()
    draw(
      <UserButtonView
        extraItems={[{ text: "Theme", icon: "☾", onClick: () => {} }]}
        state={{
          step: "signedIn",
          userId: "ada",
          userName: "Ada",
          email: ada.email,
          pictureUrl: null,
          settingsUrl: "/",
          signOut: () => {},
          signingOut: false
        }}
      />
    )
    flushSync(() => screen.getByRole("button").click())

    screen.getByText("Theme")
    assert.deepStrictEqual(ownTextNodes(container), [])
    remove()
  })
})
