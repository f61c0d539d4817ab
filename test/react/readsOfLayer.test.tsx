/** A provider whose layer has shared reads: hooks, programs and tests have the same ones. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { renderToString } from "react-dom/server"
import { get, invalidate, read, type ReadDefinition, Reads, set } from "../../layers/reads/Reads.ts"
import { useRead, useReadState, useUser } from "../../react/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as reads from "../../src/reads.ts"
import { embeddedPlatform } from "../support/embeddedPlatform.ts"
import { type ClientLayer, handle, hydrate, show, shows, text, tree } from "./support/rendered.tsx"

const Name = () => <span>{useUser()?.displayName ?? "nobody"}</span>

/** A program's own services, for a provider to use as they are. */
const programOver = (layer: ClientLayer) => {
  const runtime = ManagedRuntime.make(Reads.layer.pipe(Layer.provideMerge(layer)))
  return { run: runtime.runPromise, layer: Layer.effectContext(runtime.contextEffect) }
}

/** Counts how often it is read. */
const counter = () => {
  let count = 0
  return read("counter", Effect.sync(() => `${++count}`))
}

const Counter = ({ of }: { readonly of: ReadDefinition<string> }) => useRead(of)

describe("a provider whose layer has Reads", () => {
  it("an Effect program and a hook make one request, and show each other's values", async () => {
    const { requests, signedIn } = await embeddedPlatform()
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

  it("the first frame shows what the program knows", async () => {
    const { signedIn } = await embeddedPlatform()
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

  it("what a component runs has the same ones", async () => {
    const { Handle, run: runInPage } = handle()
    const { client } = await embeddedPlatform()
    const { layer, run } = programOver(client())
    const of = counter()
    show(layer, [<Handle key="1" />, <Counter key="2" of={of} />])
    await shows("1")

    await runInPage(set(of, "told"))
    await shows("told")

    assert.strictEqual(await run(get(of)), "told")
  })

  it("keeps them when the provider is gone: the program goes on", async () => {
    const { client } = await embeddedPlatform()
    const { layer, run } = programOver(client())
    const of = counter()
    const { unmount } = show(layer, <Counter of={of} />)
    await shows("1")

    unmount()
    await Promise.resolve()

    assert.strictEqual(await run(get(of)), "1")
  })

  it("follows them however late the layer is built: whoever waits or watches then does so there", async () => {
    const { client } = await embeddedPlatform()
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

  it("N6: begins with what a server read, and leaves it to the reads of the layer", async () => {
    const { requests, signedIn } = await embeddedPlatform()
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
