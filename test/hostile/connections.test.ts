/** Calls every function. The server breaks or stalls connections, or sends malformed data. */
import { afterAll, assert, describe, it } from "vitest"
import { breaking, malformed, stalling, tooLarge } from "./connections.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile connections: ${figuresOf()}.`))

describe("every function", () => {
  it.for(casesOf(breaking))(
    "A3: every function fails without leaking secrets if the connection breaks $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(stalling))(
    "A4: every function fails without leaking secrets if the response stalls $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it, { stalls: true }), [])
    }
  )

  it.for(casesOf(tooLarge))("A5: every function fails without leaking secrets if the response is $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(malformed))(
    "A13: every function fails without leaking secrets if the response is malformed: $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )
})
