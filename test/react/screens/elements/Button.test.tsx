import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { Button } from "../../../../react/screens/elements/Button.tsx"
import { Frame } from "../../../../react/screens/elements/Frame.tsx"
import { render } from "../../support/rendered.tsx"

describe("Button", () => {
  it("a busy button announces its state in an existing live region", async () => {
    const Screen = () => {
      const [busy, setBusy] = useState(false)
      return (
        <Frame title="A screen">
          <Button busy={busy} onClick={() => setBusy(true)}>Save</Button>
          <button onClick={() => setBusy(false)}>End</button>
        </Frame>
      )
    }
    render(<Screen />)
    const line = await screen.findByRole("status")
    const announces = (text: string) => waitFor(() => assert.strictEqual(line.textContent, text))
    await announces("")

    screen.getByRole("button", { name: "Save" }).click()
    await announces("Working …")
    assert.strictEqual(screen.getByRole("button", { name: "Save" }).textContent, "Save")

    screen.getByRole("button", { name: "End" }).click()
    await announces("")
  })
})
