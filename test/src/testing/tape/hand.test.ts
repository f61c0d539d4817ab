/** Replays of tapes that are written by hand. docs/laws.md W3 to W5, tape-3, tape-6. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Transport, type WireRequest } from "../../../../layers/call/Transport.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { timesOf } from "../../../../src/testing/tape/clientTimes.ts"
import { playerOf } from "../../../../src/testing/tape/player.ts"
import { startOf } from "../../../../src/testing/tape/Tape.ts"
import { virtualClock } from "../../../../src/testing/tape/virtualClock.ts"

const apiUrl = "https://api.test/api/v1"
const start = Date.parse("2026-04-01T00:00:00Z")

type Exchange = Tape.Tape["exchanges"][number]

const tapeOf = (exchanges: ReadonlyArray<Partial<Exchange>>, standIns: Tape.Tape["standIns"] = {}): Tape.Tape => ({
  tape: 1,
  startedAt: "2026-04-01T00:00:00.000Z",
  apiUrl,
  standIns,
  exchanges: exchanges.map((exchange) => ({
    at: 0,
    took: 0,
    request: { method: "GET", path: "/a" },
    ...(exchange.failure === undefined ? { response: { status: 200 } } : {}),
    ...exchange
  }))
})

const get = (path = "/a"): WireRequest => ({ method: "GET", url: apiUrl + path, headers: {}, body: undefined })

describe("W3: fetch of a replay", () => {
  const fetched = async (exchange: Partial<Exchange>, standIns?: Tape.Tape["standIns"]) => {
    const { fetch } = Tape.replay(tapeOf([exchange], standIns))
    try {
      const response = await fetch(`${apiUrl}/a`, {})
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text()
      }
    } catch (thrown) {
      const { cause, message, name } = thrown as Error
      return { name, message, code: Object(cause).code as unknown, isTypeError: thrown instanceof TypeError }
    }
  }

  it("W3: fetch responds with the recorded status, headers and body", async () => {
    const headers = { "content-type": "application/json", "x-stack-known-error": "A" }
    assert.deepStrictEqual(await fetched({ response: { status: 404, headers, body: { json: { a: 1 } } } }), {
      status: 404,
      headers,
      body: "{\"a\":1}"
    })
    assert.deepStrictEqual(await fetched({ response: { status: 204 } }), { status: 204, headers: {}, body: "" })
    assert.deepStrictEqual(
      await fetched({ response: { status: 200, body: { text: "é {{name:1}}" } } }, { "name:1": {} }),
      {
        status: 200,
        headers: {},
        body: "é Name 1"
      }
    )
  })

  it("W3: fetch fails as the recorded request did", async () => {
    assert.deepStrictEqual(
      await fetched({ failure: { lost: "AbortError: gone (EPIPE)", transient: true, code: "EPIPE" } }),
      { name: "AbortError", message: "gone", code: "EPIPE", isTypeError: true }
    )
    assert.deepStrictEqual(await fetched({ failure: { lost: "Error: a: b", transient: false } }), {
      name: "Error",
      message: "a: b",
      code: undefined,
      isTypeError: true
    })
    assert.deepStrictEqual(
      await fetched({ failure: { lost: "Error: {{lost:1}}", transient: false, code: "{{code:1}}" } }, {
        "lost:1": {},
        "code:1": {}
      }),
      { name: "Error", message: "lost-1", code: "code-1", isTypeError: true }
    )
    assert.deepStrictEqual(await fetched({ failure: { tooLargeFor: 3 } }), {
      status: 200,
      headers: {},
      body: "\0\0\0\0"
    })
    assert.deepStrictEqual(await fetched({ failure: { redirectStatus: 302 } }), { status: 302, headers: {}, body: "" })
    assert.deepStrictEqual(
      await fetched({ failure: { redirectStatus: 307, origin: "https://{{host:1}}" } }, {
        "host:1": { format: "host" }
      }),
      { status: 307, headers: { location: "https://host1.example.com" }, body: "" }
    )
  })

  it("W3: fetch sends the method, headers and text that it is given", async () => {
    const request = { method: "POST", path: "/a", headers: { "x-stack-a": "1" }, body: { text: "t" } }
    const { assertPlayed, fetch } = Tape.replay(tapeOf([{ request }]))

    await fetch(`${apiUrl}/a`, { method: "POST", headers: { "X-Stack-A": "1" }, body: "t" })

    assertPlayed()
  })

  it("W3: a request that isn't on the tape fails as it would with fetch, and the error lists the differences", async () => {
    const { fetch } = Tape.replay(tapeOf([{}]))
    const error = await fetch(`${apiUrl}/b`, {}).catch((thrown: unknown) => thrown)
    assert.include(String(error), "GET /{{path:1}} is not on the tape")
    assert.instanceOf(
      await fetch(`${apiUrl}/b`, { signal: AbortSignal.timeout(100_000) }).catch((thrown: unknown) => thrown),
      Tape.NotOnTape
    )
    assert.strictEqual(
      await fetch(`${apiUrl}/a`, { signal: AbortSignal.abort("stop") }).catch((thrown: unknown) => thrown),
      "stop"
    )
  })
})

describe("W5: the nearest request", () => {
  const missed = (tape: Tape.Tape, request: WireRequest) =>
    Effect.gen(function*() {
      const { assertPlayed, layer, remaining } = Tape.replay(tape)
      const send = Effect.flatMap(Transport, ({ send }) => send(request))
      yield* Effect.exit(Effect.provide(send, layer))
      try {
        assertPlayed()
      } catch (error) {
        assert.lengthOf(remaining(), tape.exchanges.length)
        return error as Tape.NotOnTape
      }
      return assert.fail("every request was played")
    })

  it.effect("W5: a request to the same path is nearer than one with fewer other differences", () =>
    Effect.gen(function*() {
      const query = { q: "1", r: "2", s: "3" }
      const tape = tapeOf([
        { request: { method: "GET", path: "/b" } },
        { request: { method: "PUT", path: "/a" } },
        { request: { method: "GET", path: "/a", query } },
        { request: { method: "GET", path: "/a", query: { q: "1" } } }
      ])

      const error = yield* missed(tape, get("/a?q=1&r=2&t=4"))

      assert.deepInclude(error, {
        request: "GET /{{path:1}}",
        nearest: 3,
        differences: [
          { at: "query.s", recorded: "\"3\"", sent: undefined },
          { at: "query.{{key:3}}", recorded: undefined, sent: "\"<text>\"" }
        ]
      })
      assert.strictEqual(
        error.message,
        "GET /{{path:1}} is not on the tape. Request 3 of the tape is the nearest: query.s is recorded as \"3\", and was not "
          + "sent; query.{{key:3}} is not recorded, and \"<text>\" was sent. Send the recorded request, or record a new tape."
      )
      assert.strictEqual((yield* missed(tape, get("/a?q=2"))).nearest, 4)
      assert.include(
        (yield* missed(tape, get("/a?q=2"))).message,
        "query.{{key:1}} is recorded as \"1\", and \"<text>\" was sent"
      )
      assert.strictEqual((yield* missed(tape, { ...get("/b"), method: "PUT" })).nearest, 1)
      assert.isUndefined(
        (yield* missed(tapeOf([{ request: { method: "GET", path: "/a" } }]), get("/b"))).differences[1]
      )
    }))

  it.effect("W5: a request with another path or method is farther away than one with any other differences", () =>
    Effect.gen(function*() {
      const query = { q: "1", r: "2" }
      for (const request of [{ method: "GET", path: "/b", query }, { method: "PUT", path: "/a", query }]) {
        const tape = tapeOf([{ request }, { request: { method: "GET", path: "/a" } }])

        assert.strictEqual((yield* missed(tape, get("/a?q=1&r=2"))).nearest, 2)
      }
    }))

  it.effect("W5: a difference shows what was sent by its kind alone, however many values the request has", () =>
    Effect.gen(function*() {
      const values = Array.from({ length: 11 }, (_, at) => `value${at}`)
      const body = JSON.stringify({ list: [...values, "VALUE1", "value1", "Ada L"], note: "ada l" })
      const headers = { "content-type": "application/json" }
      const tape = tapeOf([{ request: { method: "POST", path: "/a" } }])

      const { differences } = yield* missed(tape, { ...get(), method: "POST", headers, body })

      const sent = differences.map(({ sent }) => sent).join(" ")
      assert.include(sent, "<list>")
      assert.notMatch(sent, /value|ada|\{\{|\d/i)
    }))

  it("tape-6: an error of a tape states what happened and what to do", () => {
    assert.strictEqual(
      new Tape.NotOnTape({ request: "GET /a", nearest: undefined, differences: [] }).message,
      "GET /a is not on the tape: every recorded request was played. Record a new tape if the request is right."
    )
    assert.strictEqual(
      new Tape.TapeNotPlayed({ requests: ["GET /a", "GET /b"] }).message,
      "The program did not send 2 of the tape's requests: GET /a, GET /b. "
        + "Make these calls, or leave out assertPlayed() if the program no longer needs them."
    )
    assert.strictEqual(
      new Tape.TapeUnreadable({ problem: "it is not JSON" }).message,
      "This is not a tape: it is not JSON. "
        + "Read tapes that Tape.stringify wrote, with the version of Latchkey that recorded them or a newer one."
    )
    for (const error of [Tape.NotOnTape, Tape.TapeNotPlayed, Tape.TapeUnreadable]) {
      assert.strictEqual(
        new (error as new(fields: object) => Error)({ requests: [], differences: [] }).name,
        error.name
      )
    }
  })

  it("W5: a string or value that isn't a tape is rejected with its first problem", () => {
    const problemOf = (json: unknown) => {
      try {
        Tape.parse(json)
        return undefined
      } catch (error) {
        assert.instanceOf(error, Tape.TapeUnreadable)
        return error.problem
      }
    }
    const tape = tapeOf([{}])
    assert.isUndefined(problemOf(tape))
    assert.isUndefined(problemOf(JSON.stringify(tape)))
    assert.strictEqual(problemOf("x"), "it is not JSON")
    assert.match(problemOf({ ...tape, startedAt: "soon" })!, /^startedAt: .*a time in ISO 8601/)
    assert.match(problemOf({ ...tape, exchanges: [{ ...tape.exchanges[0], at: "0" }] })!, /^exchanges.*at: /)
    assert.notMatch(problemOf(5)!, /^:/)
    assert.strictEqual(Tape.stringify(tape), `${JSON.stringify(tape, null, 2)}\n`)
    assert.strictEqual(startOf(tape), start)
  })
})

describe("W3: the project and session of a tape", () => {
  const withRequest = (
    request: Partial<Exchange["request"]>,
    ...more: ReadonlyArray<Partial<Exchange>>
  ) =>
    Tape.replay(tapeOf([{ request: { method: "GET", path: "/a", ...request } }, ...more], { "key:1": {}, "id:1": {} }))

  it("W3: the project has the keys of the recorded headers, or the keys in the form of a refresh", () => {
    const headers = {
      "x-stack-project-id": "{{id:1}}",
      "x-stack-publishable-client-key": "p",
      "x-hexclave-secret-server-key": "{{key:1}}",
      "x-stack-super-secret-admin-key": "s"
    }
    assert.deepStrictEqual(withRequest({ headers }).project, {
      projectId: "id-1",
      publishableClientKey: "p",
      secretServerKey: "key-1",
      superSecretAdminKey: "s",
      baseUrl: "https://api.test"
    })
    assert.deepInclude(withRequest({ body: { form: { client_id: "{{id:1}}", client_secret: "c" } } }).project, {
      projectId: "id-1",
      publishableClientKey: "c",
      secretServerKey: undefined
    })
    assert.deepInclude(withRequest({ body: { json: { client_id: "x" } } }).project, { projectId: "internal" })
    assert.isUndefined(Tape.replay({ ...tapeOf([]), apiUrl: "" }).project.baseUrl)
    assert.strictEqual(
      Tape.replay({ ...tapeOf([]), apiUrl: "http://a/api/v1x/api/v1" }).project.baseUrl,
      "http://a/api/v1x"
    )
  })

  it("W3: a client begins with the tokens that were sent before a response contained them", () => {
    const tokens = ({ client }: Tape.Playback) => {
      const state = client().session.state() as { readonly tokens?: { readonly [name: string]: Redacted.Redacted } }
      return JSON.stringify(state)
    }
    const sent = { "x-stack-refresh-token": "r".repeat(45), "x-stack-access-token": "a" }
    const state = (...given: Parameters<typeof withRequest>) => JSON.parse(tokens(withRequest(...given)))._tag as string

    assert.strictEqual(state({ headers: sent }), "SignedIn")
    assert.strictEqual(state({ body: { form: { refresh_token: "r" } } }), "SignedIn")
    assert.strictEqual(state({}), "SignedOut")
    assert.strictEqual(state({ body: { json: { refresh_token: "r" } } }), "SignedOut")
    const signIn = { response: { status: 200, body: { json: { refresh_token: "{{refresh_token:1}}" } } } }
    const use = { request: { method: "GET", path: "/b", headers: { "x-stack-refresh-token": "r" } } }
    assert.strictEqual(state({}, signIn, use), "SignedOut")
    assert.strictEqual(state({}, use), "SignedIn")
    const other = { response: { status: 200, body: { json: { access_token: "{{access_token:1}}" } } } }
    assert.strictEqual(state({}, other, use), "SignedIn")
    assert.strictEqual(state({}, { failure: { lost: "a", transient: true } }, use), "SignedIn")
    assert.strictEqual(state({}, use, signIn), "SignedIn")
  })

  it("W3: a function gets a client of the level of the recorded requests", () => {
    const callsOf = (level: string | undefined) =>
      withRequest({}, {
        request: { method: "GET", path: "/b", headers: level === undefined ? {} : { "x-stack-access-type": level } }
      })
        .run(
          (client: object, ...given: ReadonlyArray<unknown>) => [
            ...["session", "users", "config"].filter((name) => name in client),
            ...given
          ],
          1,
          2
        )

    assert.deepStrictEqual(callsOf(undefined), ["session", 1, 2])
    assert.deepStrictEqual(callsOf("client"), ["session", 1, 2])
    assert.include(callsOf("server"), "users")
    assert.notInclude(callsOf("server"), "session")
    assert.notDeepEqual(callsOf("admin"), callsOf("server"))
    assert.include(callsOf("other"), "session")
  })

  it("W3: a program may use another address of the API than the recorded one", async () => {
    const { assertPlayed, fetch } = Tape.replay(
      tapeOf([{}, { request: { method: "GET", path: "https://other.test/x" } }])
    )

    await fetch("http://localhost:8102/prefix/api/v1/a", {})
    await fetch("https://other.test/x", {})

    assertPlayed()
  })

  it.effect("W4: the next recorded request is the one after the last that was played, whatever came first", () =>
    Effect.gen(function*() {
      const request = (path: string) => ({ request: { method: "GET", path } })
      const player = playerOf(tapeOf(["/a", "/b", "/c"].map(request)))
      const seen: Array<string | undefined> = [player.next()?.request.path]
      for (const path of ["/b", "/a", "/c"]) {
        yield* player.play(get(path))
        seen.push(player.next()?.request.path)
      }

      assert.deepStrictEqual(seen, ["/a", "/c", "/c", undefined])
      assert.deepStrictEqual(player.remaining(), [])
    }))

  it("W3: each request is played once, and the first of several matches is played first", async () => {
    const { fetch, remaining } = Tape.replay(
      tapeOf([1, 2].map((a) => ({ response: { status: 200, body: { json: { a } } } })))
    )
    const next = async () => Object(await (await fetch(`${apiUrl}/a`, {})).json()).a as number

    assert.deepStrictEqual([await next(), remaining().length, await next(), remaining().length], [1, 1, 2, 0])
  })
})

describe("W4: the clock of a replay", () => {
  it.effect("W4: waits end at their times, the shortest first, without waiting in real time", () =>
    Effect.gen(function*() {
      const { clock, moveTo } = virtualClock(1000, 1_000_000)
      const ends: Array<readonly [name: string, at: number]> = []
      const wait = (name: string, millis: number) =>
        Effect.map(clock.sleep(millis as never), () => void ends.push([name, clock.currentTimeMillisUnsafe()]))
      const waits = [["c", 300], ["a", 100.2], ["b", 200], ["b2", 200], ["now", 0], ["past", -1]] as const
      yield* Effect.forEach(waits, ([name, millis]) => wait(name, millis), { concurrency: "unbounded" })

      assert.deepStrictEqual(ends, [["now", 1000], ["past", 1000], ["a", 1101], ["b", 1200], ["b2", 1200], ["c", 1300]])
      moveTo(5000)
      moveTo(2000)
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 5000)
      assert.strictEqual(yield* clock.currentTimeMillis, 5000)
      assert.strictEqual(yield* clock.currentTimeNanos, 5_000_000_000n)
      assert.strictEqual(clock.currentTimeNanosUnsafe(), 5_000_000_000n)
      assert.strictEqual(yield* clock.monotonicTimeNanos, 5_000_000_000n)
      assert.strictEqual(clock.monotonicTimeNanosUnsafe(), 5_000_000_000n)
    }))

  it.effect("W4: a program may wait until a day after the end of the tape", () =>
    Effect.gen(function*() {
      const { layerClock } = Tape.replay(tapeOf([{ at: 48 * 3_600_000, took: 12 * 3_600_000 }, { at: 0 }]))

      const now = yield* Effect.provide(Effect.andThen(Effect.sleep("84 hours"), Clock.currentTimeMillis), layerClock)

      assert.strictEqual(now, start + 84 * 3_600_000)
    }))

  it.live("W4: a wait that would end later than a day after the end of the tape doesn't end", () =>
    Effect.gen(function*() {
      const { layerClock } = Tape.replay(tapeOf([{ took: 1000 }]))
      const wait = Effect.provide(Effect.sleep(86_401_001), layerClock)

      const fiber = yield* Effect.forkChild(wait, { startImmediately: true })
      yield* Effect.repeat(Effect.sleep(0), { times: 20 })

      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
    }))

  it.live("W4: of two waits, the interrupted one is forgotten and the other one ends", () =>
    Effect.gen(function*() {
      for (const interrupted of [0, 1]) {
        const { clock } = virtualClock(0, 1000)
        const waits = yield* Effect.forEach(
          [50, 70],
          (millis) => Effect.forkChild(clock.sleep(millis as never), { startImmediately: true })
        )
        yield* Fiber.interrupt(waits[interrupted]!)
        yield* Fiber.join(waits[1 - interrupted]!)
        yield* Effect.repeat(Effect.sleep(0), { times: 20 })

        assert.strictEqual(clock.currentTimeMillisUnsafe(), [70, 50][interrupted])
      }
    }))

  it.live("W4: an interrupted wait is forgotten, and the clock doesn't move beyond its end", () =>
    Effect.gen(function*() {
      const { clock } = virtualClock(0, 100)
      const long = yield* Effect.forkChild(clock.sleep(50 as never), { startImmediately: true })
      yield* Fiber.interrupt(long)
      yield* Effect.repeat(Effect.sleep(0), { times: 20 })
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 0)
      yield* clock.sleep(70 as never)
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 70)
      yield* clock.sleep(30 as never)
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 100)
      const beyond = yield* Effect.forkChild(clock.sleep(1 as never), { startImmediately: true })
      yield* Effect.repeat(Effect.sleep(0), { times: 20 })
      assert.isUndefined(beyond.pollUnsafe())
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 100)
      yield* Fiber.interrupt(beyond)
    }))

  it.effect("W4: a recorded response takes its recorded time on the program's clock", () =>
    Effect.gen(function*() {
      const { layer } = Tape.replay(tapeOf([{ took: 500 }]))
      const fiber = yield* Effect.forkChild(
        Effect.provide(Effect.flatMap(Transport, ({ send }) => send(get())), layer),
        { startImmediately: true }
      )
      yield* TestClock.adjust(499)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual(yield* Clock.currentTimeMillis, 500)
    }))
})

describe("tape-3: the client's clock", () => {
  const token = (name: string, iat: number, exp: number) => ({ [name]: { jwt: { header: {}, claims: { iat, exp } } } })
  const seconds = start / 1000
  const standIns = {
    ...token("access_token:1", seconds, seconds + 600),
    ...token("access_token:2", seconds + 7200, seconds + 7800),
    ...token("access_token:3", seconds + 700, seconds + 1300),
    ...token("access_token:4", seconds + 540, seconds + 1140),
    ...token("access_token:5", "soon" as never, "late" as never),
    ...token("access_token:10", seconds + 7200, seconds + 7800)
  }
  const using = (name: string, at: number, more: Partial<Exchange> = {}): Partial<Exchange> => ({
    at,
    request: { method: "GET", path: "/a", headers: { "x-stack-access-token": `{{${name}}}` } },
    ...more
  })
  const refresh = (name: string, at: number): Partial<Exchange> => ({
    at,
    endpoint: "oauth.refresh",
    response: { status: 200, body: { json: { access_token: `{{${name}}}` } } }
  })
  const rejected = { response: { status: 401, headers: { "x-stack-known-error": "ACCESS_TOKEN_EXPIRED" } } }
  const times = (...exchanges: ReadonlyArray<Partial<Exchange>>) =>
    timesOf(tapeOf(exchanges, standIns)).map(({ at, isEarlyRefresh }) => [(at - start) / 1000, isEarlyRefresh])

  it("tape-3: a refresh that nothing else explains shows that the client's clock was moved", () => {
    assert.deepStrictEqual(
      times(using("access_token:1", 0), refresh("access_token:2", 1000), using("access_token:2", 2000)),
      [[0, false], [7200, false], [7201, false]]
    )
  })

  it("tape-3: a refresh at the recorded expiry doesn't move the clock", () => {
    assert.deepStrictEqual(
      times(using("access_token:1", 0), refresh("access_token:3", 540_000), using("access_token:3", 541_000)),
      [[0, false], [540, false], [541, false]]
    )
    assert.deepStrictEqual(
      times(using("access_token:1", 0), refresh("access_token:3", 539_999)).map(([at]) => at),
      [0, 700]
    )
  })

  it("tape-3: a refresh whose token has the same time was requested by a function", () => {
    assert.deepStrictEqual(times(using("access_token:1", 0), refresh("access_token:1", 1000)), [[0, false], [1, true]])
    assert.deepStrictEqual(times(refresh("access_token:2", 1000)), [[1, false]])
  })

  it("tape-3: a refresh right after a sign-in shows a moved clock, and so does a token at the end of its time", () => {
    const signIn = { ...refresh("access_token:1", 0), endpoint: "password.signIn" }

    assert.deepStrictEqual(times(signIn, refresh("access_token:2", 1000)), [[0, false], [7200, false]])
    assert.deepStrictEqual(times(signIn, refresh("access_token:4", 1000)), [[0, false], [540, false]])
    assert.deepStrictEqual(times(signIn, refresh("access_token:10", 1000)), [[0, false], [7200, false]])
  })

  it("tape-3: a sign-in moves no clock, because it says nothing about the client's own", () => {
    const signIn = { ...refresh("access_token:2", 1000), endpoint: "password.signIn" }

    assert.deepStrictEqual(times(using("access_token:1", 0), signIn), [[0, false], [1, false]])
  })

  it("tape-3: a claim that isn't a time is ignored", () => {
    assert.deepStrictEqual(times(using("access_token:5", 0), refresh("access_token:5", 1000)), [[0, false], [1, false]])
  })

  it("tape-3: a second refresh after a rejected token was requested by a function", () => {
    assert.deepStrictEqual(
      times(using("access_token:1", 0, rejected), refresh("access_token:1", 1000), refresh("access_token:1", 2000)),
      [[0, false], [1, false], [2, true]]
    )
  })

  it("tape-3: a token that the platform rejected in the body alone is rejected", () => {
    const error = { code: "ACCESS_TOKEN_EXPIRED", error: "Access token has expired." }
    const inBody = (status: number, json: Tape.Tape["call"] | object) =>
      times(
        using("access_token:1", 0, { response: { status, body: { json: json as never } } }),
        refresh("access_token:1", 1000)
      )[1]

    assert.deepStrictEqual(inBody(401, error), [1, false])
    assert.deepStrictEqual(inBody(200, error), [1, true])
    assert.deepStrictEqual(inBody(401, { code: error.code }), [1, true])
    assert.deepStrictEqual(inBody(401, { error: error.error }), [1, true])
  })

  it("tape-3: a refresh after a rejected token doesn't move the clock, because the platform caused it", () => {
    assert.deepStrictEqual(
      times(using("access_token:1", 0, rejected), refresh("access_token:2", 1000)),
      [[0, false], [1, false]]
    )
    assert.deepStrictEqual(
      times(
        using("access_token:1", 0, { response: { status: 400, headers: { "x-stack-known-error": "USER_NOT_FOUND" } } }),
        refresh("access_token:1", 1000)
      ),
      [[0, false], [1, true]]
    )
    const lost = { ...refresh("access_token:2", 500), failure: { lost: "a", transient: true } }
    const { response: _, ...withoutResponse } = lost
    assert.deepStrictEqual(
      times(using("access_token:1", 0, rejected), withoutResponse, refresh("access_token:2", 1000)),
      [[0, false], [0.5, false], [1, false]]
    )
  })
})
