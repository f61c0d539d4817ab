/** Flows that `createClient` loads when they are first called. */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as flows from "../../../src/flows/index.ts"
import { clientCalls } from "../../../src/promise/clientCalls.ts"
import { callsLoadedLater, clientFlows } from "../../../src/promise/clientFlows.ts"
import { CodeNotLoaded, createClient } from "../../../src/promise/index.ts"
import { later } from "../../../src/promise/later.ts"

const greetings = { greet: (name: string) => Effect.succeed(`Hello ${name}`), leave: () => Effect.succeed("Goodbye") }

const names = { greet: true, leave: true } as const

describe("a function that is loaded later", () => {
  it("a function loaded on demand loads its code with its first call", async () => {
    let loads = 0
    const { greet } = later(async () => {
      loads++
      return greetings
    }, names)
    const before = [loads, Effect.isEffect(greet("Ada")), loads]

    assert.deepStrictEqual(before, [0, true, 0])
    assert.strictEqual(await Effect.runPromise(greet("Ada")), "Hello Ada")
    assert.strictEqual(loads, 1)
  })

  it("a function loaded on demand fails with CodeNotLoaded while its code can't be loaded, and the next call tries to load the code again", async () => {
    const cause = new TypeError("Failed to fetch dynamically imported module")
    let isOnLine = false
    const { greet } = later(() => isOnLine ? Promise.resolve(greetings) : Promise.reject(cause), names)

    const failed = await Effect.runPromise(Effect.flip(greet("Ada")))
    isOnLine = true

    assert.deepInclude(failed, { _tag: "CodeNotLoaded", cause })
    assert.instanceOf(failed, CodeNotLoaded)
    assert.include((failed as unknown as CodeNotLoaded).message, "reload the page")
    assert.strictEqual(await Effect.runPromise(greet("Ada")), "Hello Ada")
  })
})

describe("a client", () => {
  const functionsIn = (namespace: object): ReadonlyArray<string> =>
    Object.entries(namespace).flatMap(([name, member]) =>
      typeof member === "function" ? [name] : functionsIn(member).map((each) => `${name}.${each}`)
    ).sort()

  it("a client has every flow, including flows that are loaded on demand", () => {
    assert.deepStrictEqual(functionsIn(clientFlows), functionsIn(flows))
  })

  it("a client has every call of the client level", () => {
    assert.deepStrictEqual(functionsIn(callsLoadedLater), functionsIn(clientCalls))
  })

  it("a call that is loaded on demand rejects with InvalidInput for arguments of another type", async () => {
    await using client = createClient({ projectId: "internal", publishableClientKey: "pck" })

    const error = await client.teams.get(undefined as never).then(() => assert.fail(), (error) => error)

    assert.deepInclude(error, { _tag: "CallError" })
    assert.strictEqual(error.reason._tag, "InvalidInput")
  })
})
