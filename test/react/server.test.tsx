/** Rendering without a browser. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isBailoutToCSRError } from "next/dist/shared/lib/lazy-dynamic/bailout-to-csr.js"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { renderToPipeableStream } from "react-dom/server"
import { LatchkeyProvider, useProject, useUser } from "../../react/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as reads from "../../src/reads.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"

describe("rendering without a browser", () => {
  for (const or of ["redirect", "anonymous", "throw"] as const) {
    it(`a server render of useUser({ or: "${or}" }) sends the fallback and the reason when signed out`, async () => {
      const RequiredUser = () => useUser({ or }).displayName ?? "somebody"
      const errors: Array<string> = []
      const { client, requests } = await inProcessEmulator()

      const { pipe } = renderToPipeableStream(
        <LatchkeyProvider layer={client()} fallback="one moment">
          <RequiredUser />
        </LatchkeyProvider>,
        { onError: (error) => void errors.push((error as Error).name) }
      )
      const html = await text(pipe(new PassThrough()))

      assert.include(html, "one moment")
      assert.deepStrictEqual(errors, ["DeferredToBrowser"])
      assert.deepStrictEqual(requests(), [])
    })
  }

  for (const or of ["return-null", "redirect", "anonymous", "throw"] as const) {
    it(
      `N6: a server render of useUser({ or: "${or}" }) uses the initial user although its layer has no session`,
      async () => {
        const Name = () => useUser({ or })?.displayName ?? "signed out"
        // a value without an initial value is read with the layer, which is signed out
        const TitledName = () => `${useProject().displayName}: ${useUser({ or })?.displayName ?? "signed out"}`
        const errors: Array<unknown> = []
        const { client, signedIn } = await inProcessEmulator()
        const initial = reads.initial(await Effect.runPromise(Effect.provide(currentUser.get(), await signedIn())))

        const { pipe } = renderToPipeableStream(
          <LatchkeyProvider layer={client()} initial={initial} fallback="one moment">
            <p>{<Name />}</p>
            <p>{<TitledName />}</p>
          </LatchkeyProvider>,
          { onError: (error) => void errors.push(error) }
        )
        const html = await text(pipe(new PassThrough()))

        assert.include(html, "<p>Ada</p>")
        assert.include(html, "<p>My app: Ada</p>")
        assert.deepStrictEqual(errors, [])
      }
    )
  }

  it("a server render marks the parts of the page that the browser will render, so that Next.js reports no error", async () => {
    const { client } = await inProcessEmulator()
    const Name = () => useUser()?.displayName ?? "signed out"
    const errors: Array<unknown> = []

    const { pipe } = renderToPipeableStream(
      <LatchkeyProvider layer={client()} sessionInBrowser fallback="one moment">
        <Name />
      </LatchkeyProvider>,
      { onError: (error) => void errors.push(error) }
    )
    await text(pipe(new PassThrough()))

    assert.deepStrictEqual(errors.filter((error) => !isBailoutToCSRError(error)), [])
    assert.lengthOf(errors, 1)
  })
})
