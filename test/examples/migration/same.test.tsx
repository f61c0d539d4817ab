/**
 * Pages of `examples/migration`: what they do before and after the move. The original code runs with a stand-in for the
 * platform's SDK, which sends its requests by plain `fetch`.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react"
import type { AddressInfo, Server } from "node:net"
import * as path from "node:path"
import type { ComponentType } from "react"
import { assert, describe, it, onTestFinished } from "vitest"
import type { RunningEmulator } from "../../../src/emulator/index.ts"
import { render } from "../../react/support/rendered.tsx"
import "../../react/support/screens.tsx"
import { ada, platformFor, type Side, writesAt } from "./sides.ts"

/** The only call that the test makes on the app object of a side. */
type AnyClient =
  | { readonly signInWithCredential: (given: object) => unknown }
  | { readonly signIn: { readonly withPassword: (given: object) => unknown } }

async function load<Module>(side: Side, file: string): Promise<Module> {
  return await import(path.join(import.meta.dirname, "../../../examples/migration", side, file)) as Module
}

const signInWith = (client: AnyClient) => {
  const { email, password } = ada
  return "signIn" in client
    ? client.signIn.withPassword({ email, password })
    : client.signInWithCredential({ email, password, noRedirect: true })
}

/** Runs a scenario with the page of both sides, and asserts that the pages send the same writes. Returns the writes. */
const sameWrites = async (
  app: string,
  path: string,
  { isSignedIn = false, scenario }: {
    readonly isSignedIn?: boolean
    readonly scenario: (platform: RunningEmulator, side: Side) => Promise<void>
  }
) => {
  const run = async (side: Side) => {
    const { platform } = await platformFor()
    window.history.replaceState(null, "", path)
    const [client] = Object.values(await load<{ readonly [name: string]: AnyClient }>(side, `${app}/src/stack.ts`))
    if (isSignedIn) await signInWith(client!)
    platform.requests.clear()
    const { App } = await load<{ readonly App: ComponentType }>(side, `${app}/src/App.tsx`)
    const { unmount } = render(<App />)
    await scenario(platform, side)
    unmount()
    return writesAt(platform)
  }
  const [before, after] = [await run("before"), await run("after")]
  assert.deepStrictEqual(after, before)
  return after
}

const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }))

const fill = (selector: string, value: string) =>
  fireEvent.change(document.querySelector(selector)!, { target: { value } })

/** Waits until the platform has revoked the session. */
const signedOut = ({ requests }: RunningEmulator) =>
  waitFor(() => assert.isTrue(requests.list().some(({ method }) => method === "DELETE")))

/** Starts the back end that verifies tokens with the JWKS. */
const startBackEnd = async ({ baseUrl }: RunningEmulator, side: Side) => {
  const { app } = await load<{ readonly app: { listen: (...args: Array<unknown>) => Server } }>(
    side,
    // another module for each emulator, because the module reads the address when it loads
    `tanstack-router/server/server.ts?${new URL(baseUrl).port}`
  )
  const server: Server = await new Promise((resolve) => {
    const started = app.listen(0, "127.0.0.1", () => resolve(started))
  })
  onTestFinished(() => void server.close())
  process.env["VITE_API_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void delete process.env["VITE_API_URL"])
}

describe("examples/migration, before and after the move", () => {
  it("the page with TanStack Router gets notes from its own back end, which verifies the token with the JWKS", async () => {
    const writes = await sameWrites("tanstack-router", "/notes", {
      isSignedIn: true,
      scenario: async (platform, side) => {
        await startBackEnd(platform, side)
        await screen.findByRole("heading", { name: "Notes of Ada" })
        await click("Load")
        await screen.findByText(/^Notes of [0-9a-f-]{36}$/)
        await click("Rename")
        await screen.findByRole("heading", { name: "Notes of Countess" })
        await click("Sign out")
        await signedOut(platform)
        await waitFor(() => assert.notInclude(document.body.textContent, "Countess"))
      }
    })

    assert.deepStrictEqual(writes, ["PATCH /users/me 200", "DELETE /auth/sessions/current 200"])
  })

  it("the React Router loader reads the user and the teams, its action creates a team, and sign-out leads to the home page", async () => {
    const writes = await sameWrites("react-router", "/teams", {
      isSignedIn: true,
      scenario: async () => {
        await screen.findByRole("heading", { name: "Teams of Ada" })
        fill("[name=name]", "Readers")
        await click("New team")
        await screen.findByText("Readers")
        await click("Sign out")
        await screen.findByRole("heading", { name: "Home" })
        assert.strictEqual(window.location.pathname, "/")
      }
    })

    assert.deepStrictEqual(writes, [
      "POST /teams 201",
      "PATCH /users/me 200",
      "PATCH /users/me 200",
      "DELETE /auth/sessions/current 200"
    ])
  })

  it("the custom sign-up page shows a taken address, signs up, sets the name, renames the user and signs out", async () => {
    const writes = await sameWrites("sign-up", "/", {
      scenario: async (platform) => {
        const signUp = async (email: string) => {
          await screen.findByRole("button", { name: "Sign up" })
          fill("[type=email]", email)
          fill("[type=password]", ada.password)
          await click("Sign up")
        }
        await signUp(ada.email)
        await waitFor(() => assert.isNotEmpty(document.querySelector("p")!.textContent))
        await click("Forgot password?")
        await screen.findByText("Look at your emails.")
        await signUp("grace@example.com")
        await screen.findByRole("heading", { name: "Welcome grace" })
        await click("Rename")
        await screen.findByRole("heading", { name: "Welcome Grace" })
        await click("Sign out")
        await screen.findByRole("button", { name: "Sign up" })
        await signedOut(platform)
      }
    })

    assert.include(writes, "POST /auth/password/sign-up 409")
  })

  it("the page with React Router shows the error of a failed sign-in, signs in, goes home, and renames the user everywhere", async () => {
    await sameWrites("spa", "/login", {
      scenario: async () => {
        const signIn = async (password: string) => {
          await screen.findByRole("button", { name: "Sign in" })
          fill("[type=email]", ada.email)
          fill("[type=password]", password)
          await click("Sign in")
        }
        await signIn("wrong")
        await screen.findByText(/wrong e-?mail or password/i)
        const link = screen.getByText("Forgot password?")
        assert.strictEqual(link.getAttribute("href"), "/handler/forgot-password")
        await signIn(ada.password)
        await screen.findByRole("heading", { name: "Hello Ada" })
        assert.strictEqual(window.location.pathname, "/")
        await click("New team")
        await screen.findByText("1 teams")
      }
    })
  })

  it("the providers of an admin framework sign in, show the user, get a list with the user's token, and sign out", async () => {
    const writes = await sameWrites("admin", "/", {
      scenario: async (platform, side) => {
        await startBackEnd(platform, side)
        const signIn = async (password: string) => {
          await screen.findByRole("button", { name: "Sign in" })
          fill("[name=username]", ada.email)
          fill("[name=password]", password)
          await click("Sign in")
        }
        await click("Check")
        await screen.findByText("Error: Sign in first.")
        await click("Notes")
        await screen.findByText("Error: The back end responded with 401.")
        await signIn("wrong")
        await screen.findByText(/wrong e-?mail or password/i)
        await signIn(ada.password)
        await screen.findByRole("heading", { name: "Ada" })
        await click("Notes")
        await screen.findByText(/^Result: Notes of [0-9a-f-]{36}$/)
        await click("Rename")
        await waitFor(() => assert.strictEqual(document.querySelector("strong")!.textContent, "Countess"))
        await click("Sign out")
        await signedOut(platform)
        await waitFor(() => assert.strictEqual(document.querySelector("strong")!.textContent, ""))
      }
    })

    assert.deepStrictEqual(writes, [
      "POST /auth/password/sign-in 400",
      "POST /auth/password/sign-in 200",
      "PATCH /users/me 200",
      "DELETE /auth/sessions/current 200"
    ])
  })
})
