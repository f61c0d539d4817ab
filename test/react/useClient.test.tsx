import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as React from "react"
import { type ReactNode, useEffect } from "react"
import * as ReadPolicy from "../../layers/reads/ReadPolicy.ts"
import { LatchkeyProvider, type SharedClient, useClient, useSession, useUser } from "../../react/index.ts"
import { ClientDisposed, clientOfRuntime } from "../../src/promise/index.ts"
import * as reads from "../../src/reads.ts"
import { accessToken, signedIn as signedInWith } from "../support/contract/project.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { scriptedTransport, silence } from "../support/platform/scriptedTransport.ts"
import { render, show, shows, tree } from "./support/rendered.tsx"

const Name = () => <span>{useUser()?.displayName ?? "signed out"}</span>

/** A component that passes its client to the test. */
const clientHandle = () => {
  const clients: Array<SharedClient> = []
  const ClientHandle = ({ children }: { readonly children?: ReactNode }) => {
    const client = useClient()
    useEffect(() => void clients.push(client), [client])
    return children
  }
  const client = async () => {
    await waitFor(() => assert.isNotEmpty(clients))
    return clients.at(-1)!
  }
  return { ClientHandle, client, clients }
}

describe("useClient", () => {
  it("N12: useClient shares the session and the cached reads of the hooks", async () => {
    const { client: layer, requests } = await inProcessEmulator()
    const { ClientHandle, client } = clientHandle()
    // without a throttle, the order of the requests doesn't depend on the time between them
    const unthrottled = layer().pipe(Layer.provide(ReadPolicy.layer({ throttle: 0 })))
    show(unthrottled, [<ClientHandle key="1" />, <Name key="2" />])
    await shows("signed out")

    await (await client()).signIn.withPassword(ada)
    await shows("Ada")
    await (await client()).currentUser.update({ displayName: "Countess" })
    await shows("Countess")
    await (await client()).signOut()
    await shows("signed out")

    assert.deepStrictEqual(requests(), [
      "POST /auth/password/sign-in",
      "GET /users/me",
      "PATCH /users/me",
      "GET /users/me",
      "POST /auth/oauth/token",
      "DELETE /auth/sessions/current"
    ])
  })

  it("N12: useClient returns one client for all components of a provider, and another client for another provider", async () => {
    const { ClientHandle, clients } = clientHandle()
    const { client } = await inProcessEmulator()
    const page = [<ClientHandle key="1" />, <ClientHandle key="2" />]
    show(client(), page)
    await waitFor(() => assert.strictEqual(new Set(clients).size, 1))
    show(client(), page)

    await waitFor(() => assert.strictEqual(new Set(clients).size, 2))
  })

  it("useClient can send the session's header to other servers", async () => {
    const { client: layer, signedIn } = await inProcessEmulator()
    const ofAda = clientHandle()
    const ofNobody = clientHandle()
    show(await signedIn(), <ofAda.ClientHandle />)
    show(layer(), <ofNobody.ClientHandle />)

    const headers = await (await ofAda.client()).authHeaders()

    assert.deepStrictEqual(Object.keys(headers), ["x-stack-auth"])
    assert.include(headers["x-stack-auth"], "accessToken")
    assert.notInclude((await (await ofNobody.client()).authHeaders())["x-stack-auth"], "eyJ")
  })

  it("useClient reports the state of the session, now and after changes", async () => {
    const { client: layer } = await inProcessEmulator()
    const { ClientHandle, client } = clientHandle()
    const State = () => useSession()._tag
    show(layer(), [<ClientHandle key="1" />, <State key="2" />])
    await shows("SignedOut")
    const { session, signIn } = await client()
    const seen = [session.state()._tag]
    const unsubscribe = session.subscribe(() => seen.push(session.state()._tag))

    await signIn.withPassword(ada)
    await shows("SignedIn")
    unsubscribe()

    assert.deepStrictEqual([...new Set(seen)], ["SignedOut", "SignedIn"])
  })

  it("useClient's calls continue when their component unmounts", async () => {
    const { client: layer } = await inProcessEmulator()
    const { ClientHandle, client } = clientHandle()
    const ready = layer()
    const { rerender } = show(ready, [<ClientHandle key="1" />, <Name key="2" />])
    await shows("signed out")

    const signedIn = (await client()).signIn.withPassword(ada)
    rerender(tree(ready, [<Name key="2" />]))
    await signedIn

    await shows("Ada")
  })

  it("N12: useClient's calls are interrupted when the provider unmounts, and later calls send nothing", async () => {
    const { aborted, layer, requests } = scriptedTransport(silence)
    const { ClientHandle, client } = clientHandle()
    const { unmount } = show(
      signedInWith(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)),
      <ClientHandle />
    )
    const held = await client()
    const pending = held.currentUser.get().settled()
    await waitFor(() => assert.strictEqual(requests.length, 1))

    unmount()
    const interrupted = await pending
    const later = await held.currentUser.get().settled()

    assert.isTrue(!interrupted.ok && interrupted.error instanceof ClientDisposed)
    assert.isTrue(!later.ok && later.error instanceof ClientDisposed)
    assert.deepStrictEqual([aborted(), requests.length], [1, 1])
  })

  it.runIf("Activity" in React)(
    "useClient works again after an Activity has hidden and shown its provider",
    async () => {
      const { client: layer } = await inProcessEmulator()
      const { ClientHandle, client } = clientHandle()
      const ready = layer()
      const page = (mode: "hidden" | "visible") => (
        <React.Activity mode={mode}>
          {tree(ready, [<ClientHandle key="1" />, <Name key="2" />])}
        </React.Activity>
      )
      const { rerender } = render(page("visible"))
      await shows("signed out")
      await (await client()).currentUser.get()
      rerender(page("hidden"))
      await waitFor(() => assert.isNotNull(document.querySelector("span[style]")))
      rerender(page("visible"))
      await shows("signed out")

      await (await client()).signIn.withPassword(ada)

      await shows("Ada")
    }
  )

  it("useClient rejects with InvalidConfiguration if the provider's services can't be built", async () => {
    const { ClientHandle, client } = clientHandle()
    render(
      <LatchkeyProvider project={{ projectId: "not an id" }}>
        <ClientHandle />
      </LatchkeyProvider>
    )

    const settled = await (await client()).currentUser.get().settled()

    assert.isTrue(!settled.ok && settled.error._tag === "InvalidConfiguration")
  })
})

describe("clientOfRuntime", () => {
  it("N12: clientOfRuntime shares the session and the cached reads of an Effect runtime", async () => {
    const { client: layer, requests } = await inProcessEmulator()
    const runtime = ManagedRuntime.make(reads.over(layer()))
    const client = clientOfRuntime(() => runtime)

    await client.signIn.withPassword(ada)
    const user = await runtime.runPromise(reads.get(reads.currentUser))
    const state = await runtime.runPromise(Effect.map(reads.get(reads.session), ({ _tag }) => _tag))
    await runtime.dispose()

    assert.strictEqual(user?.displayName, "Ada")
    assert.strictEqual(state, "SignedIn")
    assert.deepStrictEqual(requests(), ["POST /auth/password/sign-in", "GET /users/me"])
  })

  it("clientOfRuntime rejects the first call with ClientDisposed if the runtime was disposed before it", async () => {
    const { layer, requests } = scriptedTransport(silence)
    const runtime = ManagedRuntime.make(signedInWith(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)))
    const client = clientOfRuntime(() => runtime)
    await runtime.dispose()

    const first = await client.currentUser.get().settled()

    assert.isTrue(!first.ok && first.error instanceof ClientDisposed)
    assert.isEmpty(requests)
  })

  it("clientOfRuntime rejects calls with ClientDisposed once the runtime is disposed", async () => {
    const { aborted, layer, requests } = scriptedTransport(silence)
    const runtime = ManagedRuntime.make(signedInWith(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)))
    const client = clientOfRuntime(() => runtime)
    const pending = client.currentUser.get().settled()
    await waitFor(() => assert.strictEqual(requests.length, 1))

    await runtime.dispose()
    const [interrupted, later] = [await pending, await client.currentUser.get().settled()]

    assert.isTrue(!interrupted.ok && interrupted.error instanceof ClientDisposed)
    assert.isTrue(!later.ok && later.error instanceof ClientDisposed)
    assert.strictEqual(aborted(), 1)
  })
})
