/** Calls every function. The server sends complete responses with an unexpected body. */
import { afterAll, assert, describe, it } from "vitest"
import { biting, inBetween, swapped, unreadable } from "./bodies.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile bodies: ${figuresOf()}.`))

describe("every function", () => {
  it.for(casesOf(unreadable))(
    "A6: every function returns or fails without leaking secrets if the body is $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(inBetween))(
    "A7 and A10: every function returns or fails without leaking secrets if an intermediary responds with $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(swapped))(
    "A12: every function returns or fails without leaking secrets if the response belongs to another request: $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )

  it.for(casesOf(biting))(
    "J1: every function returns or fails without leaking secrets or changing prototypes if the JSON has $name",
    async (it) => {
      assert.deepStrictEqual(await broken(it), [])
    }
  )
})
