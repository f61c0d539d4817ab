/** Every function at a server whose answers are whole, and not what was asked for. */
import { afterAll, assert, describe, it } from "vitest"
import { biting, inBetween, swapped, unreadable } from "./bodies.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile bodies: ${figuresOf()}.`))

describe("every function ends, in an answer or an error of ours that shows no secret,", { timeout: 300_000 }, () => {
  it.for(casesOf(unreadable))("A6: given a body $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(inBetween))("A7 and A10: given what something in between answers: $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(swapped))("A12: given what something else is answered with: $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(biting))("J1: given JSON $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })
})
