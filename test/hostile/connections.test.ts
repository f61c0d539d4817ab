/** Every function at a server whose connections break, stall, flood, or speak no HTTP. */
import { afterAll, assert, describe, it } from "vitest"
import { breaking, malformed, stalling, tooLarge } from "./connections.ts"
import { broken, casesOf, figuresOf } from "./trial.ts"

afterAll(() => console.log(`Hostile connections: ${figuresOf()}.`))

describe("every function ends, in an error of ours that shows no secret,", { timeout: 300_000 }, () => {
  it.for(casesOf(breaking))("A3: given an answer that breaks off $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(stalling))("A4: given an answer that stalls $name", async (it) => {
    assert.deepStrictEqual(await broken(it, { stalls: true }), [])
  })

  it.for(casesOf(tooLarge))("A5: given an answer $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })

  it.for(casesOf(malformed))("A13: given an answer $name", async (it) => {
    assert.deepStrictEqual(await broken(it), [])
  })
})
