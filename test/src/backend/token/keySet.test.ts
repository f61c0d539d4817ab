import { assert, describe, it } from "@effect/vitest"
import type { JWK } from "jose"
import { onTestFinished } from "vitest"
import { KeysUnavailable } from "../../../../src/backend/token/errors.ts"
import { type Fetch, keyPolicy, keySet } from "../../../../src/backend/token/keySet.ts"

const url = "https://api.test/keys"

const key = (kid: string, x = "x"): JWK => ({ kty: "EC", crv: "P-256", kid, x, y: "y" })

const listing = (...keys: ReadonlyArray<unknown>) => Response.json({ keys })

/**
 * Creates a key set with a mock clock. Each request gets the next of the given responses. The last response is
 * repeated.
 */
const setOf = (...answers: ReadonlyArray<() => Response | Promise<Response>>) => {
  const time = { now: 1_000_000_000 }
  const requested: Array<RequestInit> = []
  const fetch: Fetch = async (_, init) => {
    requested.push(init)
    return answers[Math.min(requested.length, answers.length) - 1]!()
  }
  return { ...keySet(url, fetch, () => time.now), requested, time }
}

const problemOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => "found", (error) => error instanceof KeysUnavailable ? error.problem : error)

describe("keySet", () => {
  it("G6: the key set reports why keys are unavailable", async () => {
    const answers: ReadonlyArray<readonly [string, () => Response | Promise<Response>]> = [
      ["the response has status 500", () => new Response("no", { status: 500 })],
      ["the response has status 201", () => new Response(JSON.stringify({ keys: [key("a")] }), { status: 201 })],
      ["the response is not JSON", () => new Response("<html>")],
      ...["null", "7", "\"keys\"", "[]", "{}", "{\"keys\":{}}"].map((text) =>
        ["the response is not a key set", () => new Response(text)] as const
      ),
      ["none of them is an ES256 key", () => listing()],
      ["none of them is an ES256 key", () => listing(null, 7, { kty: "RSA" })],
      ["the response is longer than 524288 bytes", () => listing(key("a"), "x".repeat(keyPolicy.maxResponseBytes))],
      ["the request timed out", () => Promise.reject(new DOMException("late", "TimeoutError"))],
      ["the request failed", () => Promise.reject(new DOMException("stopped", "AbortError"))],
      ["the request failed", () => Promise.reject(new TypeError("fetch failed"))],
      ["the request failed", () => Promise.reject({ name: "TimeoutError" })]
    ]

    for (const [problem, answer] of answers) assert.strictEqual(await problemOf(setOf(answer).find("a")), problem)
  })

  it("A9: the request for public keys accepts JSON and follows no redirects", async () => {
    const keys = setOf(() => listing(key("a")))
    await keys.find("a")

    const [{ signal, ...init }] = keys.requested as [RequestInit]
    assert.deepStrictEqual(init, { headers: { accept: "application/json" }, redirect: "manual" })
    assert.isFalse(signal?.aborted)
  })

  it("G1: the key set keeps only public keys for ES256, with only the members that define the key", async () => {
    const good = key("good")
    const others = [
      { ...good, kty: "RSA" },
      { ...good, crv: "P-384" },
      { ...good, alg: "ES384" },
      { ...good, use: "enc" },
      { ...good, x: 1 },
      { ...good, y: null },
      { ...good, kid: 7 },
      null,
      7,
      "good"
    ]
    const extended = { ...good, alg: "ES256", use: "sig", x5u: "https://evil.test" }
    const { kid: _, ...nameless } = good
    const { candidates } = await setOf(() => listing(...others, extended, nameless)).find(undefined)

    assert.deepStrictEqual(candidates, [good, nameless])
  })

  it("G6: the key set returns at most four keys with the same id", async () => {
    const keys = setOf(() => listing(...["1", "2", "3", "4", "5", "6"].map((x) => key("same", x)), key("other")))

    assert.deepStrictEqual((await keys.find("same")).candidates.map(({ x }) => x), ["1", "2", "3", "4"])
    assert.deepStrictEqual((await keys.find("other")).candidates.map(({ x }) => x), ["x"])
  })

  it("S6: key sets with the same keys in a different order are equal", async () => {
    const keys = setOf(
      () => listing(key("a"), key("b")),
      () => listing(key("b"), key("a")),
      () => listing(key("b"), key("a", "another"))
    )
    const found = []
    for (let turn = 0; turn < 3; turn++) {
      found.push(await keys.find(undefined))
      keys.time.now += keyPolicy.fresh
    }

    assert.strictEqual(keys.requested.length, 3)
    assert.strictEqual(found[1]!.generation, found[0]!.generation)
    assert.strictEqual(found[1]!.candidates, found[0]!.candidates)
    assert.notStrictEqual(found[2]!.generation, found[0]!.generation)
  })

  it("F2: the key set treats its keys as stale after the clock is set back", async () => {
    const keys = setOf(() => listing(key("a")))
    await keys.find(undefined)
    keys.time.now -= 1
    await keys.find(undefined)

    assert.strictEqual(keys.requested.length, 2)
  })

  it("G7: while new keys are unavailable, the key set returns stale keys for an hour, without waiting for the next attempt", async () => {
    const keys = setOf(
      () => listing(key("a")),
      () => new Response(null, { status: 503 }),
      () => new Promise(() => {})
    )
    await keys.find("a")
    keys.time.now += keyPolicy.fresh
    assert.strictEqual((await keys.find(undefined)).candidates.length, 1)
    keys.time.now += keyPolicy.failurePause

    const found = await Promise.race([keys.find(undefined), new Promise((resolve) => setImmediate(resolve, "waits"))])
    assert.deepInclude(found, { candidates: [...(await keys.find("a")).candidates] })
    assert.strictEqual(keys.requested.length, 3)

    const down = setOf(() => listing(key("a")), () => new Response(null, { status: 503 }))
    await down.find("a")
    down.time.now += keyPolicy.staleIfError
    assert.strictEqual(await problemOf(down.find("a")), "the response has status 503")
  })

  it("G3: the key set waits for an unknown key, with one request for all waiting callers", async () => {
    const keys = setOf(() => listing(key("old")), () => listing(key("old"), key("new")))
    await keys.find("old")
    keys.time.now += keyPolicy.unknownKeyPause

    const found = await Promise.all([keys.find("new"), keys.find("new"), keys.find("newer")])

    assert.deepStrictEqual(found.map(({ candidates }) => candidates.length), [1, 1, 0])
    assert.strictEqual(keys.requested.length, 2)
  })

  it("G7: while the platform doesn't respond, the key set reports its keys as unavailable, and no key as unknown", async () => {
    const keys = setOf(() => listing(key("old")), () => new Response(null, { status: 503 }))
    await keys.find("old")
    keys.time.now += keyPolicy.unknownKeyPause

    assert.strictEqual(await problemOf(keys.find("new")), "the response has status 503")
    assert.strictEqual(await problemOf(keys.find("old")), "found")
  })

  it("in Cloudflare Workers, two concurrent requests never wait for each other's fetch of keys", async () => {
    Object.assign(globalThis, { WebSocketPair: () => {} })
    onTestFinished(() => void delete (globalThis as { WebSocketPair?: unknown }).WebSocketPair)
    const keys = setOf(() => listing(key("a")))

    await Promise.all([keys.find("a"), keys.find("a")])

    assert.strictEqual(keys.requested.length, 2)
  })
})
