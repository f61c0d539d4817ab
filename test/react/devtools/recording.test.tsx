import { assert, describe, it } from "@effect/vitest"
import { screen, waitFor } from "@testing-library/react"
import * as Exit from "effect/Exit"
import { Devtools, observed } from "../../../react/devtools/index.ts"
import { RequestsView } from "../../../react/devtools/RequestsView.tsx"
import { SessionView } from "../../../react/devtools/SessionView.tsx"
import { type Snapshot, takeSnapshot } from "../../../react/devtools/snapshot.ts"
import { LatchkeyProvider } from "../../../react/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { handle, render, show } from "../support/rendered.tsx"

const taken = (exit: Exit.Exit<Snapshot, unknown>): Snapshot => {
  assert.isTrue(Exit.isSuccess(exit))
  return (exit as Exit.Success<Snapshot>).value
}

describe("recording of the devtools", () => {
  it("devtools record every call under a provider with project options, once they are loaded", async () => {
    const { emulator } = await inProcessEmulator()
    const { projectId, publishableClientKey } = emulator.project
    const fetch = (url: string, init?: RequestInit) => emulator.fetch(new Request(url, init))
    const { Handle, run } = handle()
    assert.isFunction(Devtools)
    render(
      <LatchkeyProvider project={{ projectId, publishableClientKey, fetch, tokenStore: "memory" }}>
        <Handle />
      </LatchkeyProvider>
    )

    await run(signIn.withPassword(ada))
    const { calls, isObserved, storage } = taken(await run(takeSnapshot))

    assert.isTrue(isObserved)
    assert.deepStrictEqual(calls.map(({ endpoint }) => endpoint), ["password.signIn"])
    assert.isDefined(storage)
  })

  it("devtools record a call only once if the provider's layer is also observed", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(observed(client()), <Handle />)

    await run(signIn.withPassword(ada))
    const { calls, session, storage } = taken(await run(takeSnapshot))

    assert.deepStrictEqual(calls.map(({ attempts, endpoint }) => [endpoint, attempts.length]), [["password.signIn", 1]])
    assert.isDefined(storage)
    assert.isDefined(session)
  })

  it("D22 D23: devtools show what happened to the session, and why the user was signed out", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(observed(client()), <Handle />)

    await run(signIn.withPassword(ada))
    await run(signOut())
    const snapshot = taken(await run(takeSnapshot))
    render(<SessionView {...snapshot} />)

    assert.deepStrictEqual(snapshot.ledger.map(({ _tag }) => _tag), ["SignedIn", "Ended"])
    await screen.findByText("The user signed in with signIn.withPassword.")
    assert.isNotEmpty(await screen.findAllByText("The user was signed out here by signOut."))
  })

  it("devtools begin with a sentence about the signed-in user, the session's expiry and its beginning, and export no name or address", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(observed(client()), <Handle />)

    await run(signIn.withPassword(ada))
    const snapshot = taken(await run(takeSnapshot))
    render(<SessionView {...snapshot} />)
    const shown = await screen.findByText(/^Signed in as/)

    assert.match(
      shown.textContent ?? "",
      new RegExp(
        `^Signed in as ${ada.email}\\. The access token is valid until \\d\\d:\\d\\d:\\d\\d, and the next call after that `
          + "refreshes it\\. The user signed in with signIn\\.withPassword\\."
      )
    )
    assert.notInclude(JSON.stringify(snapshot), ada.email)
  })

  it("devtools explain why there are no calls, in every tab that needs recorded calls", async () => {
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(client(), <Handle />)
    const snapshot: Snapshot = { ...taken(await run(takeSnapshot)), isObserved: false, storage: undefined, calls: [] }

    render(<SessionView {...snapshot} />)
    await screen.findByText(/Calls are not recorded/)
    assert.isNull(screen.queryByText("Stored in"))
    assert.isNull(screen.queryByText(/None since the page loaded/))
    render(<RequestsView {...snapshot} />)

    await waitFor(() => assert.lengthOf(screen.queryAllByText(/Calls are not recorded/), 2))
  })
})
