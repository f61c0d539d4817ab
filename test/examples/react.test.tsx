import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/react"
import { Effects } from "../../examples/react-app/Effects.tsx"
import { LatchkeyProvider } from "../../react/index.ts"
import { render } from "../react/support/rendered.tsx"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

describe("examples/react-app/Effects.tsx", () => {
  it("Effects.tsx signs a user up, out and in, and shows an error's message", async () => {
    const { client } = await inProcessEmulator({})
    render(
      <LatchkeyProvider layer={client()}>
        <Effects />
      </LatchkeyProvider>
    )

    await type("Email", "grace@example.com")
    await type("Password", "amazing grace")
    press("Sign up")
    await screen.findByText("Signed in as grace@example.com")
    press("Sign out")
    await type("Email", "grace@example.com")
    await type("Password", "wrong horse")
    press("Sign in")
    const { textContent: problem } = await screen.findByRole("alert")
    await type("Password", "amazing grace")
    press("Sign in")
    await screen.findByText("Signed in as grace@example.com")

    assert.strictEqual(problem, "Wrong e-mail or password.")
  })
})
