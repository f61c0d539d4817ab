// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { configure, fireEvent, screen } from "@testing-library/react"
import { createRoot } from "react-dom/client"
import { afterAll, afterEach } from "vitest"
import { App } from "../../examples/react/App.tsx"
import { LatchkeyProvider } from "../../react/index.ts"
import { embeddedPlatform } from "../support/embeddedPlatform.ts"
import { startExample } from "../support/runExample.ts"

configure({ asyncUtilTimeout: 5000 })

const root = createRoot(document.body.appendChild(document.createElement("div")))

afterEach(() => root.render(null))

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

describe("examples/react", () => {
  it("signs up, out and in, and shows the sentence of what went wrong", async () => {
    const { client } = await embeddedPlatform({})
    root.render(
      <LatchkeyProvider layer={client()}>
        <App />
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

describe("examples/react/main.ts", () => {
  const example = startExample("react")
  afterAll(() => example.stop())

  it("serves a page and its script", async () => {
    const [url] = await example.prints(/http:\/\/localhost:\d+/)
    const page = await fetch(url!)
    const script = await fetch(`${url}/app.js`)

    assert.include(await page.text(), "<div id=\"app\">")
    assert.strictEqual(script.status, 200)
  }, 20_000)
})
