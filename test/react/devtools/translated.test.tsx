/** The devtools panel on a page that the browser translates. */
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, within } from "@testing-library/react"
import { observed } from "../../../react/devtools/index.ts"
import { Panel } from "../../../react/devtools/Panel.tsx"
import { useReadState } from "../../../react/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as reads from "../../../src/reads.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { handle, show } from "../support/rendered.tsx"
import { ownTextNodes, translating } from "../support/translated.ts"

const expectedTexts: { readonly [tab: string]: string } = {
  Session: "Refreshes",
  Requests: "password.signIn",
  Cache: "Subscribers",
  Retries: "If every attempt fails with",
  Checks: "Result"
}

/** Reads a value so that the cache contains one. */
const Reader = () => {
  useReadState(reads.project)
  return null
}

describe("devtools on a translated page", () => {
  it("no devtools tab has a bare text node, which browser translation would replace", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(
      observed(client()),
      <>
        <Handle />
        <Reader />
        <Panel emulator={undefined} onClose={() => {}} />
      </>
    )
    await run(signIn.withPassword(ada))
    translating()
    const bare: Array<string> = []

    for (const [tab, text] of Object.entries(expectedTexts)) {
      fireEvent.click(screen.getByRole("tab", { name: tab }))
      await within(screen.getByRole("tabpanel")).findByText(text)
      if (tab === "Requests") {
        fireEvent.click(screen.getByRole("button", { name: "Record" }))
        fireEvent.click(screen.getByRole("button", { name: "Save as test" }))
        await screen.findByText("0 requests")
      }
      bare.push(...ownTextNodes(document.querySelector("body > div")!))
    }

    assert.deepStrictEqual(bare, [])
  })
})
