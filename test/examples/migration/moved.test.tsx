/** The single-page app of `examples/migration/after`, on the emulator. */
import { fireEvent, screen } from "@testing-library/react"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { startEmulator } from "../../../src/emulator/index.ts"
import { reveal } from "../../../src/promise/index.ts"
import { render } from "../../react/support/rendered.tsx"
import "../../react/support/screens.tsx"
import { ada } from "../../support/platform/inProcessEmulator.ts"

describe("examples/migration/after/spa", () => {
  it("the moved page shows a refused sign-in, signs in, goes home by the router, and renames the user everywhere", async () => {
    const platform = await startEmulator({ users: [{ email: ada.email, password: ada.password }] })
    onTestFinished(() => platform.close())
    const { projectId, publishableClientKey } = platform.project
    vi.stubEnv("VITE_STACK_PROJECT_ID", projectId)
    vi.stubEnv("VITE_STACK_PUBLISHABLE_CLIENT_KEY", reveal(publishableClientKey))
    vi.stubEnv("VITE_STACK_API_URL", platform.baseUrl)
    onTestFinished(() => void vi.unstubAllEnvs())
    window.history.replaceState(null, "", "/login")
    const { App } = await import("../../../examples/migration/after/spa/src/App.tsx")
    const { stackClientApp } = await import("../../../examples/migration/after/spa/src/stack.ts")
    onTestFinished(() => stackClientApp.dispose())
    render(<App />)
    const submit = async (password: string) => {
      await screen.findByRole("button", { name: "Sign in" })
      fireEvent.change(document.querySelector("[type=email]")!, { target: { value: ada.email } })
      fireEvent.change(document.querySelector("[type=password]")!, { target: { value: password } })
      fireEvent.click(screen.getByRole("button", { name: "Sign in" }))
    }

    await submit("wrong")
    await screen.findByText(/Wrong e-mail or password/)
    assert.strictEqual(screen.getByText("Forgot password?").getAttribute("href"), "/handler/forgot-password")
    await submit(ada.password)
    await screen.findByRole("heading", { name: `Hello ${ada.email}` })
    fireEvent.click(screen.getByRole("button", { name: "Rename" }))

    await screen.findByRole("heading", { name: "Hello Ada" })
    assert.strictEqual(window.location.pathname, "/")
    assert.strictEqual((await stackClientApp.currentUser.get({ or: "throw" })).displayName, "Ada")
  })
})
