/** The panel on a page that the browser translates. */
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, within } from "@testing-library/react"
import { onTestFinished } from "vitest"
import { observed } from "../../../react/devtools/index.ts"
import { Panel } from "../../../react/devtools/Panel.tsx"
import { useReadState } from "../../../react/index.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as reads from "../../../src/reads.ts"
import { ada, embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { handle, show } from "../support/rendered.tsx"
import { ownTextNodes, translating } from "../support/translated.ts"

const shows: { readonly [tab: string]: string | RegExp } = {
  Session: "Refreshes",
  Requests: "password.signIn",
  Cache: "Watchers",
  Retries: "When every attempt meets",
  Checks: "Found",
  Emulator: /^The platform's clock/
}

/** Has a value in the cache. */
const Reader = () => {
  useReadState(reads.project)
  return null
}

describe("devtools on a translated page", () => {
  it("keep no text node that the translation would take from React, in any tab, and follow what happens", async () => {
    const running = await startEmulator({ pages: true, control: true })
    onTestFinished(() => running.close())
    const { client } = await embeddedPlatform()
    const { Handle, run } = handle()
    show(
      observed(client()),
      <>
        <Handle />
        <Reader />
        <Panel emulator={`${running.baseUrl}/emulator`} onClose={() => {}} />
      </>
    )
    await run(signIn.withPassword(ada))
    await screen.findByRole("tab", { name: "Emulator" })
    translating()
    const bare: Array<string> = []

    for (const [tab, text] of Object.entries(shows)) {
      fireEvent.click(screen.getByRole("tab", { name: tab }))
      await within(screen.getByRole("tabpanel")).findByText(text)
      bare.push(...ownTextNodes(document.querySelector("body > div")!))
    }
    fireEvent.click(await screen.findByRole("button", { name: "server fault (500)" }))
    await screen.findByRole("button", { name: "server fault (500)", pressed: true })

    assert.deepStrictEqual(bare, [])
  })
})
