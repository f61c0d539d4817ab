/** What developers see before their app is set up. */
import { screen, waitFor } from "@testing-library/react"
import { assert, describe, it } from "vitest"
import { LatchkeyProvider } from "../../react/index.ts"
import { LatchkeyHandler } from "../../react/screens/index.ts"
import { render } from "./support/rendered.tsx"

const projectId = "1c0a1c6e-4b5e-4f35-9d0f-3a1f0d1a7c11"

describe("a page whose emulator is not running", () => {
  it("says so after the first attempt, and offers to try again", async () => {
    const requests: Array<string> = []
    const fetch = async (url: string) => {
      requests.push(new URL(url).pathname)
      throw new TypeError("Failed to fetch")
    }
    history.replaceState(null, "", "/handler/sign-in")
    render(
      <LatchkeyProvider project={{ projectId, baseUrl: "http://127.0.0.1:8199", fetch }}>
        <LatchkeyHandler />
      </LatchkeyProvider>
    )

    const alert = await screen.findByRole("alert")
    await waitFor(() => screen.getByRole("button", { name: "Try again" }))

    assert.match(
      alert.textContent,
      /^Nothing listens at http:\/\/127\.0\.0\.1:8199, or the browser may not reach it\. Is the emulator running\? npx latchkey emulator\./
    )
    // one attempt, and the health checks
    assert.deepStrictEqual(requests, ["/api/v1/projects/current", "/api/v1", "/health"])
  })
})
