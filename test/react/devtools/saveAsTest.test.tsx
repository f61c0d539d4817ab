/** "Save as test" of the devtools. */
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { Devtools } from "../../../react/devtools/index.ts"
import { Panel } from "../../../react/devtools/Panel.tsx"
import { takeSnapshot } from "../../../react/devtools/snapshot.ts"
import { LatchkeyProvider } from "../../../react/index.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { handle, render, show } from "../support/rendered.tsx"

afterEach(() => vi.unstubAllGlobals())

/** A page with the panel, which shows the requests of a client. */
const opened = async () => {
  assert.isFunction(Devtools)
  const { emulator } = await inProcessEmulator()
  const { projectId, publishableClientKey } = emulator.project
  const fetch = (url: string, init?: RequestInit) => emulator.fetch(new Request(url, init))
  const { Handle, run } = handle()
  const closed = { times: 0 }
  render(
    <LatchkeyProvider project={{ projectId, publishableClientKey, fetch, tokenStore: "memory" }}>
      <Handle />
      <Panel emulator={false} onClose={() => closed.times++} />
    </LatchkeyProvider>
  )
  fireEvent.click(await screen.findByRole("tab", { name: "Requests" }))
  await screen.findByRole("button", { name: "Save as test" })
  return { run, closed, publishableClientKey }
}

/** Opens the form when the panel shows this text. */
const openForm = async (text: string) => {
  await within(screen.getByRole("tabpanel")).findAllByText(text)
  fireEvent.click(screen.getByRole("button", { name: "Save as test" }))
  return screen.findByRole("form", { name: "Save as test" })
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

/** Copies the test, and returns its source. */
const copied = async (): Promise<string> => {
  const texts: Array<string> = []
  vi.stubGlobal("navigator", {
    ...navigator,
    clipboard: {
      writeText: async (text: string) => void texts.push(text)
    }
  })
  press("Copy")
  await screen.findByText(/^Copied a test with /)
  return texts.at(-1)!
}

const endpointsIn = (source: string) => [...source.matchAll(/"endpoint": "([\w.]+)"/g)].map(([, endpoint]) => endpoint)

const wrong = { ...ada, password: "a wrong password" }

describe("Save as test", () => {
  it("W1: Save as test writes no password, token, key or email address", async () => {
    const { publishableClientKey, run } = await opened()
    await run(signIn.withPassword(ada))
    const tokens = String((await run(signIn.withPassword(wrong)))._tag)
    assert.strictEqual(tokens, "Failure")
    await openForm("EmailPasswordMismatch")

    const source = await copied()

    assert.deepStrictEqual(endpointsIn(source), ["password.signIn", "password.signIn"])
    assert.notMatch(source, /eyJ[\w-]+\.[\w-]+\.|pck_\w/)
    for (const secret of [ada.email, ada.password, wrong.password, publishableClientKey]) {
      assert.notInclude(source, secret as string)
    }
  })

  it("W6: Save as test downloads a test with the user's title, and derives the file name from it", async () => {
    const { run } = await opened()
    const blobs: Array<Blob> = []
    const names: Array<string> = []
    vi.stubGlobal(
      "URL",
      class extends URL {
        static override createObjectURL = (blob: Blob) => {
          blobs.push(blob)
          return "blob:saved"
        }
        static override revokeObjectURL = () => {}
      }
    )
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await run(signIn.withPassword(wrong))
    await openForm("EmailPasswordMismatch")

    type("What should happen", "Ada's sign-in works: Ünder any name!")
    press("Download")
    await screen.findByText(
      "Saved ada-s-sign-in-works-under-any-name.tape.test.ts, with 1 request and 3 replaced secrets."
    )
    clicks.mockRestore()

    assert.deepStrictEqual(names, ["ada-s-sign-in-works-under-any-name.tape.test.ts"])
    const reader = new FileReader()
    reader.readAsText(blobs[0]!)
    await waitFor(() => assert.isNotNull(reader.result))
    assert.include(reader.result as string, "test(\"Ada's sign-in works: Ünder any name!\"")
  })

  it("W6: a saved test ends with the last failure, unless the user chooses all requests", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(wrong))
    await run(signIn.withPassword(ada))
    await run(currentUser.get({ or: "throw" }))
    await openForm("users.getMe")

    const untilFailure = await copied()
    type("To", "now")
    const all = await copied()

    assert.deepStrictEqual(endpointsIn(untilFailure), ["password.signIn"])
    assert.include(untilFailure, "test(\"password.signIn succeeds\"")
    assert.deepStrictEqual(endpointsIn(all), ["password.signIn", "password.signIn", "users.getMe"])
  })

  it("W6: a saved test contains only the requests after Record, or the chosen number of requests", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))
    press("Record")
    await screen.findByText("0 requests")
    await run(currentUser.get({ or: "throw" }))
    await run(currentUser.update({ displayName: "Countess" }))
    await screen.findByText("2 requests")
    await openForm("users.updateMe")

    const recorded = await copied()
    type("From", "last")
    type("Number of requests", "1")
    const last = await copied()

    assert.deepStrictEqual(endpointsIn(recorded), ["users.getMe", "users.updateMe"])
    assert.deepStrictEqual(endpointsIn(last), ["users.updateMe"])
  })

  it("W6: Save as test can write a test of a function of the app", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))
    await openForm("password.signIn")

    type("Function to test (optional)", "loadTasks")
    type("in the module", "./loadTasks.ts")
    const source = await copied()

    assert.include(source, "import { loadTasks } from \"./loadTasks.ts\"")
    assert.include(source, "await replay.run(loadTasks, {")
  })

  it("Save as test explains that there are no requests", async () => {
    await opened()
    await openForm("None.")

    press("Copy")

    await screen.findByText("There are no requests to save.")
  })

  it("Save as test explains that the requests of the layer's own transport are not recorded", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(
      client(),
      <>
        <Handle />
        <Panel emulator={false} onClose={() => {}} />
      </>
    )
    fireEvent.click(await screen.findByRole("tab", { name: "Requests" }))
    await run(signIn.withPassword(ada))
    await openForm("password.signIn")

    press("Copy")

    await screen.findByText(/^The layer has a transport of its own/)
  })

  it("Save as test names the file after the last call if the title is empty", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))
    await run(currentUser.get({ or: "throw" }))
    await openForm("users.getMe")
    const names: Array<string> = []
    vi.stubGlobal(
      "URL",
      class extends URL {
        static override createObjectURL = () => "blob:saved"
        static override revokeObjectURL = () => {}
      }
    )
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function(this: HTMLAnchorElement) {
      names.push(this.download)
    })

    press("Download")
    await screen.findByText(/^Saved /)
    clicks.mockRestore()

    assert.deepStrictEqual(names, ["users-get-me.tape.test.ts"])
  })

  it("Save as test explains that the browser did not allow copying", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))
    await openForm("password.signIn")

    press("Copy")

    await screen.findByText("The browser did not allow copying. Download the file instead.")
  })

  it("Save as test moves focus to its first field, and Escape closes only the form and returns focus", async () => {
    const { closed } = await opened()
    const form = await openForm("None.")
    await waitFor(() => assert.strictEqual(document.activeElement, screen.getByLabelText("What should happen")))

    fireEvent.keyDown(screen.getByLabelText("From"), { key: "Escape" })

    await waitFor(() => assert.isFalse(form.isConnected))
    assert.strictEqual(document.activeElement, screen.getByRole("button", { name: "Save as test" }))
    assert.strictEqual(closed.times, 0)
  })

  it("the snapshot of the devtools counts the kept requests, without their contents", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))

    const exit = await run(takeSnapshot)

    const text = JSON.stringify(exit)
    assert.include(text, "\"requests\":{\"kept\":1,\"dropped\":0}")
    assert.notInclude(text, ada.email)
    assert.notInclude(text, ada.password)
  })

  it("Save as test shows a preview of the test, until a choice changes", async () => {
    const { run } = await opened()
    await run(signIn.withPassword(ada))
    await openForm("password.signIn")

    press("Preview")
    const preview = await screen.findByLabelText("Preview of the test")
    assert.deepStrictEqual(endpointsIn(preview.textContent ?? ""), ["password.signIn"])
    assert.notInclude(preview.textContent, ada.email)
    type("What should happen", "Ada signs in")

    await waitFor(() => assert.isNull(screen.queryByLabelText("Preview of the test")))
  })
})
