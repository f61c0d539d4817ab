/** A provider with a read cache in its layer. Hooks, programs and tests share this cache. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { PassThrough } from "node:stream"
import { text as textOf } from "node:stream/consumers"
import { Profiler, type ReactNode, Suspense } from "react"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import { layer as layerStoredReads } from "../../layers/reads/PersistedReadCache.ts"
import { get, invalidate, layer as layerReads, read, type ReadDefinition, set } from "../../layers/reads/Reads.ts"
import { ReadStore } from "../../layers/reads/ReadStore.ts"
import { useRead, useReadState, useTeams, useUser } from "../../react/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import { signOut } from "../../src/flows/authentication/signOut.ts"
import * as teams from "../../src/flows/teams/teams.ts"
import * as reads from "../../src/reads.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { type ClientLayer, handle, hydrate, show, shows, text, tree } from "./support/rendered.tsx"

const Name = () => <span>{useUser()?.displayName ?? "signed out"}</span>

/** Services of a program. A provider uses them without building its own. */
const programOver = (layer: ClientLayer) => {
  const runtime = ManagedRuntime.make(layerReads().pipe(Layer.provideMerge(layer)))
  return { run: runtime.runPromise, layer: Layer.effectContext(runtime.contextEffect) }
}

/** A read that counts its requests. */
const counter = () => {
  let count = 0
  return read("counter", Effect.sync(() => `${++count}`))
}

const Counter = ({ of }: { readonly of: ReadDefinition<string> }) => useRead(of)

/** Renders on a server and returns the complete HTML. */
const serve = (children: ReactNode): Promise<string> => {
  const { pipe } = renderToPipeableStream(children)
  return textOf(pipe(new PassThrough()))
}

describe("a provider whose layer has Reads", () => {
  it("an Effect program and a hook over the same layer share one request and see each other's values", async () => {
    const { requests, signedIn } = await inProcessEmulator()
    const { layer, run } = programOver(await signedIn())
    const before = requests().length

    const read = run(get(reads.currentUser))
    show(layer, <Name />)
    await shows("Ada")
    await run(currentUser.update({ displayName: "Countess" }))
    await shows("Countess")

    assert.strictEqual((await read)?.displayName, "Ada")
    assert.strictEqual((await run(get(reads.currentUser)))?.displayName, "Countess")
    assert.deepStrictEqual(
      requests().slice(before).filter((request) => request.includes("/users/me")),
      ["GET /users/me", "PATCH /users/me", "GET /users/me"]
    )
  })

  it("N3: a write of an Effect program refreshes a read that only a hook has started", async () => {
    const { signedIn } = await inProcessEmulator()
    const { layer, run } = programOver(await signedIn())
    show(layer, <Name />)
    await shows("Ada")

    await run(currentUser.update({ displayName: "Countess" }))

    await shows("Countess")
  })

  it("the first frame shows the values that the Effect program has already read", async () => {
    const { signedIn } = await inProcessEmulator()
    const { layer, run } = programOver(await signedIn())
    const of = counter()
    await run(get(of))
    const seen: Array<string> = []
    const Seen = () => {
      seen.push(useReadState(of)._tag)
      return null
    }

    show(layer, [<Seen key="1" />, <Counter key="2" of={of} />])
    await shows("1")

    assert.deepStrictEqual([...new Set(seen)], ["Success"])
  })

  it("an effect run by a component shares the layer's reads", async () => {
    const { Handle, run: runInPage } = handle()
    const { client } = await inProcessEmulator()
    const { layer, run } = programOver(client())
    const of = counter()
    show(layer, [<Handle key="1" />, <Counter key="2" of={of} />])
    await shows("1")

    await runInPage(set(of, "given"))
    await shows("given")

    assert.strictEqual(await run(get(of)), "given")
  })

  it("useUser({ or: \"anonymous\" }) shares the layer's reads", async () => {
    const { client } = await inProcessEmulator()
    const { layer } = programOver(client())
    const AnonymousUser = () => <p>{String(useUser({ or: "anonymous" }).isAnonymous)}</p>

    show(layer, <AnonymousUser />)

    await shows("true")
  })

  it("the layer's reads survive the provider's unmount, because the program continues", async () => {
    const { client } = await inProcessEmulator()
    const { layer, run } = programOver(client())
    const of = counter()
    const { unmount } = show(layer, <Counter of={of} />)
    await shows("1")

    unmount()
    await Promise.resolve()

    assert.strictEqual(await run(get(of)), "1")
  })

  it("a provider switches to the layer's reads, and so do its waiting components, even if the layer is built late", async () => {
    const { client } = await inProcessEmulator()
    const built = Deferred.makeUnsafe<void>()
    const { layer, run } = programOver(Layer.unwrap(Effect.as(Deferred.await(built), client())))
    const of = counter()
    const State = () => useReadState(of)._tag
    show(layer, [<State key="1" />, <Counter key="2" of={of} />])
    await waitFor(() => assert.include(text(), ""))

    Deferred.doneUnsafe(built, Effect.void)
    await shows("Success1")
    await run(invalidate(of))
    await shows("Success2")

    assert.strictEqual(await run(get(of)), "2")
  })

  it("N6: a provider passes initial values on to the layer's reads", async () => {
    const { requests, signedIn } = await inProcessEmulator()
    const user = await Effect.runPromise(Effect.provide(currentUser.get(), await signedIn()))
    const initial = reads.initial(user)
    const { layer, run } = programOver(await signedIn())
    const html = renderToString(tree(await signedIn(), <Name />, { initial }))
    const before = requests().length

    const { problems } = hydrate(html, tree(layer, <Name />, { initial }))
    await shows("Ada")
    const known = await run(get(reads.currentUser))

    assert.strictEqual(known?.displayName, "Ada")
    assert.lengthOf(problems, 0)
    assert.strictEqual(requests().length, before)
  })
})

describe("a provider whose layer stores reads", () => {
  /** The browser's storage. */
  const storage = () => {
    const texts = new Map<string, string>()
    const store = Layer.succeed(ReadStore, {
      get: (key) => Effect.sync(() => texts.get(key)),
      set: (key, text) => Effect.sync(() => void texts.set(key, text)),
      remove: (key) => Effect.sync(() => void texts.delete(key)),
      clear: Effect.sync(() => texts.clear())
    })
    return {
      over: (layer: ClientLayer) => layerStoredReads().pipe(Layer.provide(store), Layer.provideMerge(layer)),
      everything: () => [...texts].flat().join()
    }
  }

  const Page = () => (
    <b>
      <Name /> {useTeams().map(({ displayName }) => displayName)}
    </b>
  )

  /** A platform with a user in a team, and a browser that has stored the user and the teams. */
  const visited = async () => {
    const { emulator, requests, signedIn } = await inProcessEmulator({
      users: [ada],
      config: { clientTeamCreationEnabled: true }
    })
    const layer = await signedIn()
    await Effect.runPromise(Effect.provide(teams.create({ displayName: "Engines" }), layer))
    const { everything, over } = storage()
    const { unmount } = show(over(layer), <Page />)
    await shows("Ada Engines")
    unmount()
    await Promise.resolve()
    return { emulator, requests, everything, over, signedIn }
  }

  it("N9: the first frame shows the last known user and teams, until the platform's responses replace them", async () => {
    const { emulator, over, signedIn } = await visited()
    const layer = await signedIn()
    await Effect.runPromise(Effect.provide(currentUser.update({ displayName: "Countess" }), layer))
    emulator.faults.add({ respond: { type: "latency", duration: "50 millis" } })
    const frames: Array<string> = []
    const Frame = ({ children }: { readonly children: ReactNode }) => (
      <Profiler
        id="page"
        onRender={() => frames.push(text())}
      >
        {children}
      </Profiler>
    )

    show(
      over(layer),
      <Frame>
        <Page />
      </Frame>
    )
    await shows("Countess Engines")

    assert.strictEqual(frames.find((frame) => frame !== ""), "Ada Engines")
  })

  it("T2, N9: a page hydrates with the server's values, even if the browser has stored other values", async () => {
    const { emulator, over, signedIn } = await visited()
    const State = () => <i>{useReadState(reads.currentUser)._tag}</i>
    const page = (layer: ClientLayer) =>
      tree(layer, [
        <State key="1" />,
        <Suspense key="2" fallback="waiting">
          <Page />
        </Suspense>
      ])
    const server = await signedIn()
    const browser = over(await signedIn())
    emulator.faults.add({ respond: { type: "latency", duration: "50 millis" } })
    const html = renderToString(page(server))

    const { container, problems } = hydrate(html, page(browser))
    await waitFor(() => assert.strictEqual(container.textContent, "SuccessAda Engines"))

    assert.include(html, "Pending")
    assert.include(html, "waiting")
    // messages of React 19 and of React 18 for a part of the page that only the browser renders
    const leftToBrowser = /Switched to client rendering|did not finish this Suspense boundary/
    assert.deepStrictEqual(problems.filter((problem) => !leftToBrowser.test(String(problem))), [])
  })

  it("T2, N9: streamed values stay on screen until the platform has responded in the browser as well", async () => {
    const { over, signedIn } = await visited()
    const html = await serve(tree(await signedIn(), <Name />))
    const layer = await signedIn()
    const browser = over(layer)
    const { container, problems } = hydrate(html, tree(browser, <Name />))
    await waitFor(() =>
      assert.isTrue(Object.keys(container.querySelector("span")!).some((key) => key.startsWith("__react")))
    )

    assert.strictEqual(container.textContent, "Ada")
    assert.deepStrictEqual(problems, [])
  })

  it("N10: no stored personal data remains after sign-out", async () => {
    const { Handle, run } = handle()
    const { everything, over, signedIn } = await visited()
    const before = everything()
    show(over(await signedIn()), [<Handle key="1" />, <Name key="2" />])

    await run(signOut())
    await shows("signed out")

    assert.include(before, "ada@example.com")
    assert.notInclude(everything(), "Ada")
    assert.notInclude(everything(), "Engines")
  })
})
