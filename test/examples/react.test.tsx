import { assert, describe, it } from "@effect/vitest"
import { configure, fireEvent, screen } from "@testing-library/react"
import { createRoot } from "react-dom/client"
import { afterAll, afterEach } from "vitest"
import { Effects } from "../../examples/react-app/Effects.tsx"
import { LatchkeyProvider } from "../../react/index.ts"
import { embeddedPlatform } from "../support/embeddedPlatform.ts"
import { startExample } from "../support/runExample.ts"

configure({ asyncUtilTimeout: 20_000 })

const root = createRoot(document.body.appendChild(document.createElement("div")))

afterEach(() => root.render(null))

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

describe("examples/react-app/Effects.tsx", () => {
  it("signs up, out and in, and shows the sentence of what went wrong", async () => {
    const { client } = await embeddedPlatform({})
    root.render(
      <LatchkeyProvider layer={client()}>
        <Effects />
      </LatchkeyProvider>
    )

    await type("E-mail", "grace@example.com")
    await type("Password", "amazing grace")
    press("Sign up")
    await screen.findByText("Signed in as grace@example.com")
    press("Sign out")
    await type("E-mail", "grace@example.com")
    await type("Password", "wrong horse")
    press("Sign in")
    const { textContent: problem } = await screen.findByRole("alert")
    await type("Password", "amazing grace")
    press("Sign in")
    await screen.findByText("Signed in as grace@example.com")

    assert.strictEqual(problem, "Wrong e-mail or password.")
  })
})

describe("npm start", () => {
  const example = startExample("react-app", {}, ["--no-tour", "--port", "0", "--app-port", "0"])
  afterAll(() => example.stop())

  // the tour is that of `latchkey demo`, tested there
  it("serves a page of which every part is there", async () => {
    const [, url] = await example.prints(/Open (http:\/\/localhost:\d+)/)
    const page = await fetch(url!, { headers: { accept: "text/html" } })
    const script = await fetch(`${url}/browser.tsx`)
    const outbox = await fetch(`${url}/emulator/control/mails`)

    assert.include(await page.text(), "<div id=\"app\">")
    assert.strictEqual(script.status, 200)
    assert.deepStrictEqual(await outbox.json(), { mails: [] })
  }, 60_000)

  it("lets pages of other sites neither read the outbox nor move the clock through it", async () => {
    const [, url] = await example.prints(/Open (http:\/\/localhost:\d+)/)
    const origin = "https://evil.example"

    const read = await fetch(`${url}/emulator/control/mails`, { headers: { origin } })
    const moved = await fetch(`${url}/emulator/control/clock`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ advance: "1 day" })
    })

    assert.deepStrictEqual([read.status, moved.status], [403, 403])
  }, 60_000)
})
