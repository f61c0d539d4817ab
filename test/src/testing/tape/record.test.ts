/** What a recording of `fetch` and of an app's function keeps. docs/laws.md W3, tape-4, tape-5. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { MaxResponseBytes } from "../../../../layers/call/requestSettings.ts"
import { Tape } from "../../../../src/testing/index.ts"

const url = "https://api.test/api/v1/own"

/** Records one request whose response is this, and returns its exchange. */
const recorded = async (init: RequestInit, respond: () => Response | Promise<Response>) => {
  const recording = Tape.record({ fetch: async () => respond(), keep: ["text", "error", "own"] })
  const outcome = await recording.fetch(url, init).catch((thrown: unknown) => thrown)
  const [exchange] = recording.tape().exchanges
  return { outcome, exchange: exchange! }
}

describe("W3: a recording of fetch", () => {
  it("W3: a request without a method is a GET, and its other parts are recorded", async () => {
    const { exchange: get } = await recorded({}, () => Response.json({}))
    const { exchange: post } = await recorded({
      method: "POST",
      headers: { "Content-Type": "text/plain", "X-Stack-Access-Type": "server" },
      body: "a text"
    }, () => Response.json({}))

    assert.deepStrictEqual(get.request, { method: "GET", path: "/{{path:1}}" })
    assert.deepStrictEqual(post.request, {
      method: "POST",
      path: "/{{path:1}}",
      headers: { "content-type": "text/plain", "x-stack-access-type": "server" },
      body: { text: "a text" }
    })
  })

  it("W3: a body that isn't a text is sent, and not recorded", async () => {
    const body = new FormData()
    const { exchange } = await recorded({ method: "POST", body }, () => Response.json({}))

    assert.notProperty(exchange.request, "body")
  })

  it("W3: the program reads the response that the recording keeps", async () => {
    const { exchange, outcome } = await recorded({}, () => Response.json({ own: "x" }, { status: 201 }))

    assert.deepStrictEqual(await (outcome as Response).json(), { own: "x" })
    assert.deepStrictEqual(exchange.response, {
      status: 201,
      headers: { "content-type": "application/json" },
      body: { json: { own: "x" } }
    })
  })

  it("W3: a response above the limit of a client is recorded by its limit, and the program gets it whole", async () => {
    const limit = Effect.runSync(MaxResponseBytes)
    const { exchange, outcome } = await recorded({}, () => new Response(new Uint8Array(limit + 1)))

    assert.deepStrictEqual(exchange.failure, { tooLargeFor: limit })
    assert.strictEqual((await (outcome as Response).arrayBuffer()).byteLength, limit + 1)
  })

  it("W3: a redirect that a browser hides is recorded as one", async () => {
    const { exchange } = await recorded({}, () => Object.defineProperty(new Response(), "status", { value: 0 }))

    assert.deepInclude(exchange.response, { status: 302 })
  })

  it("W3: a lost connection is recorded, and the program gets its error", async () => {
    const lost = new TypeError("fetch failed", { cause: Object.assign(new Error("gone"), { code: "ECONNRESET" }) })
    for (const init of [{}, { signal: new AbortController().signal }]) {
      const { exchange, outcome } = await recorded(init, () => Promise.reject(lost))

      assert.strictEqual(outcome, lost)
      assert.deepStrictEqual(exchange.failure, {
        lost: "TypeError: fetch failed (ECONNRESET)",
        transient: true,
        code: "ECONNRESET"
      })
    }
  })

  it("tape-5: a request that the program aborted has no outcome", async () => {
    const reason = new Error("The user left.")
    const { exchange, outcome } = await recorded({ signal: AbortSignal.abort(reason) }, () => Promise.reject(reason))

    assert.strictEqual(outcome, reason)
    assert.notProperty(exchange, "failure")
    assert.notProperty(exchange, "response")
  })

  it("tape-5: a cleared recording has no requests and no call", async () => {
    const recording = Tape.record({ fetch: async () => Response.json({}) })
    await recording.fetch(url, {})
    recording.run(() => 1, undefined)
    recording.clear()

    assert.deepStrictEqual(recording.tape().exchanges, [])
    assert.notProperty(recording.tape(), "call")
  })
})

describe("tape-4: a recording of a function", () => {
  const recording = () => Tape.record({ keep: ["arguments", "returned"] })
  const nothing = (..._given: ReadonlyArray<unknown>) => undefined

  it("tape-4: the function gets the client and its arguments, and the program its result", async () => {
    const { run } = recording()

    assert.deepStrictEqual(run((...given: ReadonlyArray<unknown>) => given, "client", 1, "two"), ["client", 1, "two"])
    assert.strictEqual(await run(async (client: string) => client, "client"), "client")
  })

  it("tape-4: the arguments and the result are kept, also of a promise", async () => {
    const { run, tape } = recording()

    run((_client: unknown, text: string) => ({ text }), undefined, "a")
    assert.deepStrictEqual<unknown>(tape().call, { arguments: ["a"], returned: { text: "a" } })

    await run(async () => "late", undefined)
    assert.deepStrictEqual<unknown>(tape().call, { arguments: [], returned: "late" })
  })

  it("tape-4: a function that throws or rejects has returned nothing, and the program gets its error", async () => {
    const { run, tape } = recording()
    const broken = new Error("no")

    assert.throws(() =>
      run(
        (..._given: ReadonlyArray<unknown>) => {
          throw broken
        },
        undefined,
        1
      ), broken)
    assert.deepStrictEqual<unknown>(tape().call, { arguments: [1] })

    assert.strictEqual(
      await run((..._given: ReadonlyArray<unknown>) => Promise.reject(broken), undefined, 2).catch((thrown: unknown) =>
        thrown
      ),
      broken
    )
    assert.deepStrictEqual<unknown>(tape().call, { arguments: [2] })
  })

  it("W1: a wrapped secret is replaced wherever its text occurs, although the arguments are listed", async () => {
    const { clear, fetch, run, tape } = Tape.record({
      fetch: async () => Response.json({}),
      keep: ["arguments", "returned", "text", "note"]
    })
    const secret = Redacted.make("a wrapped secret")
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{\"note\":\"a wrapped secret\"}"
    })
    run(
      (..._given: ReadonlyArray<unknown>) => ({ nested: secret }),
      undefined,
      "a text",
      secret,
      [{ deep: secret }],
      "with a wrapped secret in it"
    )

    assert.deepStrictEqual<unknown>(tape().call, {
      arguments: ["a text", "{{secret:1}}", [{ deep: "{{secret:1}}" }], "{{arguments:1}}"],
      returned: { nested: "{{secret:1}}" }
    })
    assert.deepStrictEqual<unknown>(tape().exchanges[0]?.request.body, { json: { note: "{{secret:1}}" } })
    assert.notInclude(Tape.stringify(tape()), "wrapped secret")

    clear()
    run(nothing, undefined, "a wrapped secret")
    assert.deepStrictEqual<unknown>(tape().call?.arguments, ["a wrapped secret"])
  })

  it("tape-4: a wrapped secret that the program has wiped is null", () => {
    const { run, tape } = recording()
    const wiped = Redacted.make("wiped")
    Redacted.wipeUnsafe(wiped)

    run(nothing, undefined, wiped, "a")

    assert.deepStrictEqual<unknown>(tape().call?.arguments, [null, "a"])
  })

  it("W1: a wrapped password has the placeholder of the password that was sent", async () => {
    const { fetch, run, tape } = Tape.record({ fetch: async () => Response.json({}) })
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{\"password\":\"hunter\"}"
    })
    run(nothing, undefined, Redacted.make("hunter"))

    assert.deepStrictEqual<unknown>(tape().call?.arguments, ["{{password:1}}"])
  })

  it("tape-4: arguments are kept as JSON, and anything else as null", () => {
    const { run, tape } = recording()
    const cycle: Array<unknown> = []
    cycle.push(cycle)
    const given: ReadonlyArray<readonly [value: unknown, kept: unknown]> = [
      ["a", "a"],
      [null, null],
      [{ a: null, b: [null] }, { a: null, b: [null] }],
      [undefined, null],
      [() => 1, null],
      [cycle, null],
      [1n, null],
      [NaN, null],
      [[1, [true, undefined]], [1, [true, null]]],
      [{ a: { b: 1, c: undefined } }, { a: { b: 1 } }],
      [new Date(0), "1970-01-01T00:00:00.000Z"],
      [new URL("https://example.com/a"), "https://example.com/a"],
      [{ a: new Map(), b: new Set([1]) }, { a: {}, b: {} }]
    ]

    run(nothing, undefined, ...given.map(([value]) => value))

    assert.deepStrictEqual<unknown>(tape().call, { arguments: given.map(([, kept]) => kept), returned: null })
  })
})
