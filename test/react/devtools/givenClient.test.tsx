/** The devtools under a provider with a client. */
import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import { Devtools } from "../../../react/devtools/index.ts"
import { type Snapshot, takeSnapshot } from "../../../react/devtools/snapshot.ts"
import { LatchkeyProvider, useUser } from "../../../react/index.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import { createClient } from "../../../src/promise/index.ts"
import { ada, inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { handle, render, shows } from "../support/rendered.tsx"

const Name = () => <p>{useUser()?.displayName ?? "signed out"}</p>

const start = async () => {
  const { emulator } = await inProcessEmulator()
  const { projectId, publishableClientKey } = emulator.project
  const fetch = (url: string, init?: RequestInit) => emulator.fetch(new Request(url, init))
  return createClient({ projectId, publishableClientKey, fetch, tokenStore: "memory" })
}

const taken = (exit: Exit.Exit<Snapshot, unknown>): Snapshot => {
  assert.isTrue(Exit.isSuccess(exit))
  return (exit as Exit.Success<Snapshot>).value
}

/** The recorded endpoints. A watched session may also refresh its token in the background. */
const endpointsIn = ({ calls }: Snapshot): ReadonlyArray<string | undefined> =>
  calls.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint !== "oauth.refresh")

describe("devtools of a client", () => {
  it("N12 D22: the devtools record the calls of a given client, by components and by other code, with its session and reads", async () => {
    assert.isFunction(Devtools)
    await using client = await start()
    const { Handle, run } = handle()
    await client.signIn.withPassword(ada)
    render(
      <LatchkeyProvider client={client}>
        <Handle />
        <Name />
      </LatchkeyProvider>
    )
    await shows("Ada")

    await client.currentUser.update({ displayName: "Countess" })
    await shows("Countess")
    const before = taken(await run(takeSnapshot))
    await run(signOut())
    await shows("signed out")
    const after = taken(await run(takeSnapshot))

    const endpoints = ["password.signIn", "users.getMe", "users.updateMe", "users.getMe"]
    assert.isTrue(before.isObserved)
    assert.deepStrictEqual(endpointsIn(before), endpoints)
    assert.deepStrictEqual(endpointsIn(after).slice(0, 5), [
      ...endpoints,
      "sessions.deleteCurrent"
    ])
    assert.isDefined(before.session)
    assert.isDefined(before.storage)
    assert.include(before.reads.map(({ key }) => key), "currentUser")
    assert.deepStrictEqual(after.ledger.map(({ _tag }) => _tag).filter((tag) => tag !== "Refreshed"), [
      "SignedIn",
      "Ended"
    ])
  })

  it("N12: two providers of one client show the same recording", async () => {
    await using client = await start()
    const [one, other] = [handle(), handle()]
    for (const { Handle } of [one, other]) {
      render(
        <LatchkeyProvider client={client}>
          <Handle />
        </LatchkeyProvider>
      )
    }

    await client.signIn.withPassword(ada)
    const snapshots = [taken(await one.run(takeSnapshot)), taken(await other.run(takeSnapshot))]

    for (const { calls } of snapshots) {
      assert.deepStrictEqual(calls.map(({ endpoint }) => endpoint), ["password.signIn"])
    }
  })
})
