import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import { consoleUrl } from "../../../react/devtools/consoleUrl.ts"
import { Panel } from "../../../react/devtools/Panel.tsx"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { show } from "../support/rendered.tsx"

describe("link of the devtools to the emulator's console", () => {
  for (
    const origin of ["http://127.0.0.1:8102", "http://localhost:8102", "http://api.localhost", "http://[::1]:8102"]
  ) {
    it(`the console link in the devtools leads to ${origin}/emulator for a client of ${origin}`, () => {
      assert.strictEqual(consoleUrl(`${origin}/api/v1`), `${origin}/emulator`)
    })
  }

  for (
    const origin of ["https://api.example.com", "https://localhost.example.com", "https://127.0.0.1.example.com"]
  ) {
    it(`the devtools have no console link for a client of ${origin}, which is on another machine`, () => {
      assert.isUndefined(consoleUrl(`${origin}/api/v1`))
    })
  }

  const shown = async (emulator: string | false | undefined) => {
    show((await inProcessEmulator()).client(), <Panel emulator={emulator} onClose={() => {}} />)
    await screen.findByRole("link", { name: "Export as JSON" })
    return screen.queryByRole("link", { name: "Emulator console" })?.getAttribute("href")
  }

  it("the console link in the devtools leads to the console of the client's API by default", async () => {
    const { emulator } = await inProcessEmulator()

    assert.strictEqual(await shown(undefined), `${emulator.baseUrl}/emulator`)
  })

  it("the console link in the devtools leads to the URL that the app has set", async () => {
    assert.strictEqual(await shown("/platform/emulator"), "/platform/emulator")
  })

  it("emulator={false} hides the devtools' console link", async () => {
    assert.isUndefined(await shown(false))
  })
})
