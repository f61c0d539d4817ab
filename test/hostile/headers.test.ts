/** Calls every function. The server sends hostile headers, redirects, or a copy of the request. */
import { afterAll, assert, describe, it } from "vitest"
import { contradicting, echoing, leading, refusing, waiting } from "./headers.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile headers: ${figuresOf()}.`))

describe("every function", () => {
  it.for(casesOf(contradicting))(
    "A8 and B4: every function returns or fails without leaking secrets if headers are contradictory: $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(refusing))(
    "B1, B3, B5, B6 and B11: every function returns or fails without leaking secrets if the error is $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(waiting))(
    "B9 and B10: every function returns or fails without leaking secrets if a 429 has the Retry-After $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(leading))("A9: no function sends anything to the target of a redirect $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(echoing))(
    "P1: every function returns or fails without leaking secrets if the response repeats the request as $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )
})
