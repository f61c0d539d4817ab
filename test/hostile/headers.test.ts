/** Every function at a server that lies in its headers, leads elsewhere, or gives requests back. */
import { afterAll, assert, describe, it } from "vitest"
import { contradicting, echoing, leading, refusing, waiting } from "./headers.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile headers: ${figuresOf()}.`))

describe("every function ends, in an answer or an error of ours that shows no secret,", { timeout: 300_000 }, () => {
  it.for(casesOf(contradicting))("A8 and B4: given headers with $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(refusing))("B1, B3, B5, B6 and B11: given $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(waiting))("B9 and B10: given a 429 whose time to wait is $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(leading))("A9: led $name, and asks nothing elsewhere", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(echoing))("P1: given its request back $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })
})
