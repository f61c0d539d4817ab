/** Rendering where there is no browser at all. */
import { assert, describe, it } from "@effect/vitest"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { renderToPipeableStream } from "react-dom/server"
import { LatchkeyProvider, useUser } from "../../react/index.ts"
import { embeddedPlatform } from "../support/embeddedPlatform.ts"

describe("rendering without a browser", () => {
  for (const or of ["redirect", "anonymous"] as const) {
    it(`or: ${or} with nobody signed in sends the fallback, and says why`, async () => {
      const Demand = () => useUser({ or }).displayName ?? "somebody"
      const errors: Array<string> = []
      const { client, requests } = await embeddedPlatform()

      const { pipe } = renderToPipeableStream(
        <LatchkeyProvider layer={client()} fallback="one moment">
          <Demand />
        </LatchkeyProvider>,
        { onError: (error) => void errors.push((error as Error).name) }
      )
      const html = await text(pipe(new PassThrough()))

      assert.include(html, "one moment")
      assert.deepStrictEqual(errors, ["NotSignedIn"])
      assert.deepStrictEqual(requests(), [])
    })
  }
})
