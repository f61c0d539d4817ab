import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Transport, type WireRequest } from "../../../../layers/call/Transport.ts"
import * as SharedRateLimitGate from "../../../../layers/fleet/SharedRateLimitGate.ts"
import type { Authentication } from "../../../../src/backend/verify/Authentication.ts"
import { Authenticator, type AuthenticatorOptions } from "../../../../src/backend/verify/Authenticator.ts"
import { UnverifiedLimitReached } from "../../../../src/backend/verify/errors.ts"
import { unverifiedDefaults } from "../../../../src/backend/verify/unverifiedOptions.ts"
import { read } from "../../../support/contract/endpoints.ts"
import { project, projectId, signedOut } from "../../../support/contract/project.ts"
import { userId, wireServerUser } from "../../../support/contract/wireEntities.ts"
import { until } from "../../../support/platform/fleet.ts"
import {
  type Answer,
  fromAnotherProcess,
  json,
  knownError,
  tooMany
} from "../../../support/platform/scriptedTransport.ts"
import { runs } from "../../../support/suite/properties.ts"
import { noon, sign, signingKey } from "./tokenFactory.ts"

const honestKey = `sk_${"honest".padEnd(30, "x")}`
const honestRefresh = "honest".padEnd(45, "x")

const honestKeyOf = (at: number) => `sk_honest${String(at).padStart(24, "x")}`
const teamKeyOf = (at: number) => `sk_honest_team${String(at).padStart(19, "x")}`
const honestRefreshOf = (at: number) => `honest${String(at).padStart(39, "x")}`

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at)
const junkKey = (at: number) => `sk_${String(at).padStart(30, "a")}`
const junkRefresh = (at: number) => String(at).padStart(45, "j")

/**
 * A platform with one session and one API key. After `patience` unknown credentials of one kind, it responds with 429
 * to this kind.
 */
const platformFor = (patience = Infinity) =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const key = yield* Effect.promise(() => signingKey("k"))
    const requests: Array<{ readonly at: number; readonly kind: "api-key" | "session"; readonly honest: boolean }> = []
    const strangers = { "api-key": 0, session: 0 }
    let calm = false

    const stranger = (kind: "api-key" | "session", otherwise: Answer): Answer =>
      ++strangers[kind] > patience && !calm ? tooMany("3600") : otherwise

    const tokenNow = () => {
      const iat = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
      return sign(key, { iat, exp: iat + 600, refresh_token_id: "session-of-honest" })
    }

    const answer = (request: WireRequest): Effect.Effect<Answer> =>
      Effect.gen(function*() {
        const { body = "", url } = request
        if (url.includes("jwks.json")) return json({ keys: [key.jwk] })
        if (url.endsWith("/things")) return tooMany("3600")
        if (url.endsWith(`/users/${userId}`)) return json(wireServerUser)
        const kind = url.includes("/check") ? "api-key" : "session"
        const honest = body.includes("honest")
        requests.push({ at: clock.currentTimeMillisUnsafe() - noon, kind, honest })
        if (kind === "session") {
          return honest
            ? json({
              access_token: yield* Effect.promise(tokenNow),
              token_type: "Bearer",
              expires_in: 3599,
              scope: "legacy"
            })
            : stranger("session", knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
        }
        if (body.includes("honest_team") && url.includes("user-api-keys")) return knownError("WRONG_API_KEY_TYPE", 400)
        const owner = body.includes("honest_team")
          ? { type: "team", team_id: "33333333-3333-4333-8333-333333333333" }
          : { type: "user", user_id: userId }
        return honest
          ? json({
            id: "k1",
            ...owner,
            description: "ci",
            created_at_millis: 0,
            is_public: false,
            value: { last_four: "honx" }
          })
          : stranger("api-key", knownError("API_KEY_NOT_FOUND", 404))
      })

    return {
      layer: Layer.succeed(Transport, { send: (request) => Effect.flatMap(answer(request), (it) => it(request)) }),
      requests: (kind: "api-key" | "session", honest = false) =>
        requests.filter((each) => each.kind === kind && each.honest === honest).map(({ at }) => at),
      /** Stops the 429 responses. */
      calmDown: () => {
        calm = true
      },
      token: (claims: object) => Effect.promise(() => sign(key, claims))
    }
  })

type Platform = Effect.Success<ReturnType<typeof platformFor>>

const authenticatorOver = (platform: Layer.Layer<Transport>, options: AuthenticatorOptions = {}, gate = Layer.empty) =>
  Effect.map(
    Layer.build(Layer.fresh(Authenticator.layer(options).pipe(Layer.provide([project, platform, gate])))),
    Context.get(Authenticator)
  )

const cookieOf = (refresh: string, access?: string) =>
  [
    `__Host-stack-refresh-${projectId}--default=${
      encodeURIComponent(JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 }))
    }`,
    ...(access === undefined ? [] : [`stack-access=${encodeURIComponent(JSON.stringify([refresh, access]))}`])
  ].join("; ")

/** A back end, and functions that send credentials to it. */
const backEnd = ({ authenticate }: Authenticator["Service"]) => {
  const send = (headers: { readonly [name: string]: string }) => authenticate({ headers, method: "GET" })
  return {
    send,
    key: (apiKey: string, address = "192.0.2.1") =>
      send({ authorization: `Bearer ${apiKey}`, "x-forwarded-for": address }),
    cookies: (refresh: string, access?: string) => send({ cookie: cookieOf(refresh, access) }),
    session: (refresh: string, access?: string) =>
      send({ "x-stack-auth": JSON.stringify({ accessToken: access ?? null, refreshToken: refresh }) })
  }
}

const inWords = (found: Authentication): string =>
  found.status === "signed-out"
    ? found.reason
    : found.status === "unavailable"
    ? found.error instanceof UnverifiedLimitReached ? `limit of the ${found.error.limitOf}` : "unavailable"
    : found.status

const counted = (found: ReadonlyArray<Authentication>) => {
  const counts: { [words: string]: number } = {}
  for (const each of found) counts[inWords(each)] = (counts[inWords(each)] ?? 0) + 1
  return counts
}

/** Sets the clock to noon, and starts a platform and a back end. */
const before = (patience: number | undefined, options: AuthenticatorOptions = {}) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(noon)
    const platform = yield* platformFor(patience)
    return { platform, server: backEnd(yield* authenticatorOver(platform.layer, options)) }
  })

const expiredTokenOf = (platform: Platform, sessionId: string) =>
  platform.token({ iat: noon / 1000 - 7200, exp: noon / 1000 - 6600, refresh_token_id: sessionId })

describe("unverified credentials", () => {
  it.effect("S2: the authenticator refreshes a valid session although unverified API keys caused an hour-long 429", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(40)
      for (const at of numbered(60)) yield* server.key(junkKey(at))

      const honest = yield* server.cookies(honestRefresh)

      assert.strictEqual(honest.status, "signed-in")
      assert.lengthOf(platform.requests("api-key"), 41, "R4: no request after the first 429")
      assert.lengthOf(platform.requests("session", true), 1)
    }))

  it.effect("S1, S2: the authenticator accepts known sessions and API keys during a flood of invalid credentials and hour-long 429s", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(40)
      const expiredToken = yield* expiredTokenOf(platform, "session-of-honest")
      assert.strictEqual((yield* server.key(honestKey)).status, "signed-in")
      const outcomes: Array<Authentication> = []
      const honest: Array<string> = []

      for (const second of numbered(75)) {
        outcomes.push(
          ...(yield* Effect.forEach(
            numbered(40),
            (at) =>
              at % 2 === 0 ? server.key(junkKey(second * 40 + at)) : server.cookies(junkRefresh(second * 40 + at)),
            { concurrency: "unbounded" }
          ))
        )
        if (second % 30 === 0) {
          honest.push(
            inWords(yield* server.cookies(honestRefresh, expiredToken)),
            inWords(yield* server.key(honestKey))
          )
        }
        yield* TestClock.adjust("1 second")
      }

      assert.deepStrictEqual(new Set(honest), new Set(["signed-in"]))
      assert.lengthOf(platform.requests("session", true), 1)
      assert.lengthOf(platform.requests("api-key", true), 2, "its verdict expires after a minute")
      for (const kind of ["api-key", "session"] as const) {
        assert.isAtMost(platform.requests(kind).length, 41 + 75 / 5, `${kind}: a probe every five seconds`)
      }
      const counts = counted(outcomes)
      assert.notInclude(Object.keys(counts), "signed-in")
      for (const found of outcomes) assert.deepStrictEqual(found.setCookies, [], "a limit deletes no cookies")
    }))

  it.effect("S1: unverified credentials cause at most as many requests as the budget allows", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(undefined)

      const found = yield* Effect.forEach(
        numbered(2000),
        (at) => at % 2 === 0 ? server.key(junkKey(at)) : server.session(junkRefresh(at)),
        { concurrency: "unbounded" }
      )

      assert.deepStrictEqual(counted(found), {
        "api-key": 120,
        "session-ended": 120,
        "limit of the process": 1760
      })
      assert.lengthOf(platform.requests("api-key"), unverifiedDefaults.limit)
      assert.lengthOf(platform.requests("session"), unverifiedDefaults.limit)
      const refused = yield* server.key(junkKey(5000))
      assert.strictEqual(refused.status === "unavailable" && refused.retryAfterMillis, 500)
      yield* TestClock.adjust("10 seconds")
      yield* Effect.forEach(numbered(100), (at) => server.key(junkKey(6000 + at)), { concurrency: "unbounded" })
      assert.lengthOf(platform.requests("api-key"), unverifiedDefaults.limit + 20, "the budget refills evenly")
    }))

  for (
    const [what, credentials, status] of [
      ["sessions without an access token", honestRefreshOf, "signed-in"],
      ["users' API keys", honestKeyOf, "signed-in"],
      ["teams' API keys", teamKeyOf, "team"]
    ] as const
  ) {
    it.effect(`S1: four hundred ${what} that the platform accepts don't reduce the budget for unverified credentials`, () =>
      Effect.gen(function*() {
        const { platform, server } = yield* before(undefined)
        const kind = credentials === honestRefreshOf ? "session" : "api-key"
        const send = kind === "session" ? server.cookies : server.key

        const found = yield* Effect.forEach(numbered(400), (at) => send(credentials(at)))
        const junk = yield* Effect.forEach(
          numbered(200),
          (at) => kind === "session" ? server.cookies(junkRefresh(at)) : server.key(junkKey(at))
        )

        assert.deepStrictEqual(counted(found), { [status]: 400 })
        assert.lengthOf(platform.requests(kind, true), status === "team" ? 800 : 400)
        assert.lengthOf(platform.requests(kind), unverifiedDefaults.limit, "the budget is unused")
        assert.strictEqual(counted(junk)["limit of the process"], 80)
      }))
  }

  it.effect("S1: the authenticator accepts concurrent valid sessions up to the limit for unverified credentials, any number of times", () =>
    Effect.gen(function*() {
      const { server } = yield* before(undefined)

      for (const round of numbered(4)) {
        const found = yield* Effect.forEach(
          numbered(unverifiedDefaults.limit),
          (at) => server.cookies(honestRefreshOf(1000 * round + at)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(counted(found), { "signed-in": unverifiedDefaults.limit })
      }
    }))

  it.effect("S1: a request in progress counts as unverified until the platform accepts its credentials", () =>
    Effect.gen(function*() {
      const { platform } = yield* before(undefined)
      let started = 0
      const slow = Layer.effect(
        Transport,
        Effect.map(Transport, ({ send }) => ({
          send: (request) =>
            request.url.includes("/token")
              ? Effect.suspend(() => {
                started++
                return Effect.andThen(Effect.sleep(100), send(request))
              })
              : send(request)
        }))
      ).pipe(Layer.provide(platform.layer))
      const server = backEnd(yield* authenticatorOver(slow, { unverified: { limit: 10 } }))
      const wave = (from: number, count: number) =>
        Effect.forkChild(
          Effect.forEach(numbered(count), (at) => server.cookies(honestRefreshOf(from + at)), {
            concurrency: "unbounded"
          })
        )

      const first = yield* wave(0, 15)
      yield* until(() => started === 10)
      yield* TestClock.adjust("100 millis")
      yield* until(() => first.pollUnsafe() !== undefined)
      const second = yield* wave(100, 10)
      yield* until(() => started === 20)
      yield* TestClock.adjust("100 millis")

      assert.deepStrictEqual(counted(yield* Fiber.join(first)), { "signed-in": 10, "limit of the process": 5 })
      assert.deepStrictEqual(counted(yield* Fiber.join(second)), { "signed-in": 10 })
    }))

  it.effect.prop(
    "S1: rejected credentials reduce the budget and accepted credentials don't, in any order",
    {
      events: Arbitrary.array(
        Arbitrary.schema(Schema.Union([
          Schema.Struct({ honest: Schema.Literals([1, 2, 5, 10]) }),
          Schema.Struct({ junk: Schema.Literals([1, 3, 8, 30]) }),
          Schema.Struct({ seconds: Schema.Literals([1, 4, 60]) })
        ])),
        { minLength: 3, maxLength: 20 }
      )
    },
    ({ events }) =>
      Effect.gen(function*() {
        const limit = 10
        const { platform, server } = yield* before(undefined, { unverified: { limit, window: "10 seconds" } })
        let left = limit
        let at = 0
        let refused = 0

        for (const event of events) {
          if ("seconds" in event) {
            yield* TestClock.adjust(event.seconds * 1000)
            left = Math.min(limit, left + event.seconds)
          } else if ("junk" in event) {
            yield* Effect.forEach(numbered(event.junk), () => server.session(junkRefresh(++at)), {
              concurrency: "unbounded"
            })
            const cost = Math.min(left, event.junk)
            left -= cost
            refused += cost
          } else {
            const together = yield* Effect.forEach(
              numbered(event.honest),
              () => server.session(honestRefreshOf(++at)),
              { concurrency: "unbounded" }
            )
            assert.isAtLeast(counted(together)["signed-in"] ?? 0, Math.min(left, event.honest))
            const alone = yield* Effect.forEach(numbered(event.honest), () => server.session(honestRefreshOf(++at)))
            assert.strictEqual(counted(alone)["signed-in"] ?? 0, left === 0 ? 0 : event.honest)
          }
        }

        assert.lengthOf(platform.requests("session"), refused)
      }),
    { arbitrary: { runs: runs(50) } }
  )

  it.effect("S1: accepted credentials from one address don't reduce the address's budget", () =>
    Effect.gen(function*() {
      const clientAddress = () => "192.0.2.7"
      const { platform, server } = yield* before(undefined, { unverified: { clientAddress } })

      const found = yield* Effect.forEach(numbered(100), (at) => server.cookies(honestRefreshOf(at)))
      const junk = yield* Effect.forEach(numbered(100), (at) => server.cookies(junkRefresh(at)))

      assert.deepStrictEqual(counted(found), { "signed-in": 100 })
      assert.deepStrictEqual(counted(junk), { "session-ended": 20, "limit of the address": 80 })
      assert.lengthOf(platform.requests("session"), unverifiedDefaults.limitPerAddress)
    }))

  it.effect("S1: a credential check that gets a 500 from the platform reduces the budget for unverified credentials", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      let requests = 0
      const platform = Layer.succeed(Transport, {
        send: (request) => {
          requests++
          return json({}, { "x-stack-actual-status": "500" })(request)
        }
      })
      const server = backEnd(yield* authenticatorOver(platform, { unverified: { limit: 10 } }))

      const flood = yield* Effect.forkChild(
        Effect.forEach(numbered(50), (at) => server.cookies(honestRefreshOf(at)), { concurrency: 5 })
      )
      for (const _ of numbered(20)) yield* TestClock.adjust("100 millis")

      assert.isAtMost(requests, 10 + 1)
      yield* Fiber.interrupt(flood)
    }))

  it.effect("S1: retries after lost connections reduce the budget for unverified credentials", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      let requests = 0
      const platform = Layer.succeed(Transport, {
        send: (request) => {
          requests++
          return json({}, { "x-stack-actual-status": "508" })(request)
        }
      })
      const server = backEnd(yield* authenticatorOver(platform, { unverified: { limit: 10 } }))

      yield* Effect.forkChild(Effect.forEach(numbered(50), (at) => server.key(junkKey(at)), { concurrency: 5 }))
      yield* TestClock.adjust("1 second")

      assert.isAtMost(requests, 10)
    }))

  it.effect("S1: the same invalid key or cookie is sent to the platform at most once a minute", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(undefined)

      for (const _ of numbered(50)) {
        yield* server.key(junkKey(1))
        yield* server.cookies(junkRefresh(1))
      }
      yield* TestClock.adjust("59 seconds")
      yield* server.key(junkKey(1))
      yield* server.cookies(junkRefresh(1))

      assert.lengthOf(platform.requests("api-key"), 1)
      assert.lengthOf(platform.requests("session"), 1)
    }))

  it.effect("S2: the authenticator sends a probe every five seconds during a 429, and sends all requests again after a successful probe", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(1)
      const wave = (from: number) =>
        Effect.forEach(numbered(10), (at) => server.key(junkKey(from + at)), { concurrency: "unbounded" })
      yield* server.key(junkKey(1))
      yield* server.key(junkKey(2))

      for (const second of numbered(11)) {
        yield* wave(100 * (second + 1))
        if (second === 9) platform.calmDown()
        yield* TestClock.adjust("1 second")
      }
      const refused = yield* server.key(junkKey(2))
      const after = counted(yield* wave(5000))

      assert.deepStrictEqual(platform.requests("api-key").slice(0, 4), [0, 0, 5000, 10_000])
      assert.deepStrictEqual(inWords(refused), "api-key")
      assert.deepStrictEqual(after, { "api-key": 10 })
    }))

  it.effect("a verified but expired access token makes only one refresh token count as known", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(undefined, { unverified: { limit: 0 } })
      const mine = yield* expiredTokenOf(platform, "session-of-mallory")
      const forged = `${(yield* expiredTokenOf(platform, "another")).split(".").slice(0, 2).join(".")}.${
        "A".repeat(86)
      }`

      const one = yield* server.session(junkRefresh(0), mine)
      const others = yield* Effect.forEach(numbered(100), (at) => server.session(junkRefresh(at + 1), mine))
      const byForgery = yield* Effect.forEach(numbered(100), (at) => server.session(junkRefresh(at + 200), forged))

      assert.strictEqual(inWords(one), "session-ended")
      assert.deepStrictEqual(counted([...others, ...byForgery]), { "limit of the process": 200 })
      assert.lengthOf(platform.requests("session"), 1)
    }))

  it.effect("repeated refreshes of a verified session don't reduce the budget for unverified credentials", () =>
    Effect.gen(function*() {
      const { platform, server } = yield* before(undefined, { unverified: { limit: 1 } })
      const first = yield* server.cookies(honestRefresh)
      yield* server.cookies(junkRefresh(1))

      const statuses: Array<string> = []
      for (const at of numbered(5)) {
        yield* TestClock.adjust("20 minutes")
        yield* server.cookies(junkRefresh(at + 2))
        statuses.push((yield* server.cookies(honestRefresh)).status)
      }

      assert.strictEqual(first.status, "signed-in")
      assert.deepStrictEqual(new Set(statuses), new Set(["signed-in"]))
      assert.lengthOf(platform.requests("session", true), 6)
    }))

  it.effect("S1: each client address has a limited share of the budget for unverified credentials", () =>
    Effect.gen(function*() {
      const clientAddress = ({ headers }: { readonly headers: any }): string => headers["x-forwarded-for"]
      const { platform, server } = yield* before(undefined, { unverified: { clientAddress } })

      const flood = yield* Effect.forEach(numbered(500), (at) => server.key(junkKey(at), "192.0.2.7"))
      const network = yield* Effect.forEach(
        numbered(500),
        (at) => server.key(junkKey(1000 + at), `2001:db8:1:2::${at.toString(16)}`)
      )
      const other = yield* server.key(honestKey, "192.0.2.8")

      assert.deepStrictEqual(counted(flood), { "api-key": 20, "limit of the address": 480 })
      assert.deepStrictEqual(counted(network), { "api-key": 20, "limit of the address": 480 })
      assert.strictEqual(other.status, "signed-in")
      assert.lengthOf(platform.requests("api-key"), 40)
    }))

  for (
    const unverified of [
      { limit: -1 },
      { limit: NaN },
      { limitPerAddress: Infinity },
      { window: 0 },
      { window: "0 seconds" as const }
    ]
  ) {
    it.effect(`an invalid limit for unverified credentials is rejected: ${JSON.stringify(unverified)}`, () =>
      Effect.gen(function*() {
        const { server } = yield* before(undefined, { unverified })

        const found = yield* server.key(honestKey)

        assert.strictEqual(found.status === "unavailable" && found.error._tag, "VerifierMisconfigured")
      }))
  }
})

describe("SharedRateLimitGate.layer", () => {
  /** Servers that share a rate limiter. Each server has its own authenticator. */
  const fleetOf = (
    servers: number,
    patience: number | undefined,
    options?: Parameters<typeof SharedRateLimitGate.layer>[0]
  ) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const platform = yield* platformFor(patience)
      const limiter = yield* Layer.build(
        Layer.fresh(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))
      )
      const fleet = yield* Effect.forEach(numbered(servers), () =>
        Effect.map(
          authenticatorOver(
            fromAnotherProcess(platform.layer),
            {},
            Layer.orDie(SharedRateLimitGate.layer(options)).pipe(
              Layer.provide(Layer.succeedContext(limiter)),
              Layer.fresh
            )
          ),
          backEnd
        ))
      return { platform, fleet }
    })

  it.effect("S1: all servers of a fleet share one budget for unverified credentials", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(5, undefined, { unverified: { limit: 200 } })

      for (const at of numbered(300)) {
        for (const [nr, server] of fleet.entries()) yield* server.key(junkKey(nr * 1000 + at))
      }

      assert.isAtMost(platform.requests("api-key").length, 200)
      assert.isAtLeast(platform.requests("api-key").length, 190)
    }))

  it.effect("S1: accepted credentials don't reduce the fleet's budget", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(3, undefined, { unverified: { limit: 30 } })

      const found = yield* Effect.forEach(
        numbered(300),
        (at) => fleet[at % 3]![at % 2 === 0 ? "cookies" : "key"](at % 2 === 0 ? honestRefreshOf(at) : honestKeyOf(at))
      )
      for (const at of numbered(100)) yield* fleet[at % 3]!.cookies(junkRefresh(at))

      assert.deepStrictEqual(counted(found), { "signed-in": 300 })
      assert.lengthOf(platform.requests("session"), 30)
    }))

  it.effect("S2: a 429 for unverified credentials at one server blocks them at all servers, but blocks no known sessions", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(3, 5)
      const expiredToken = yield* expiredTokenOf(platform, "session-of-honest")

      for (const at of numbered(50)) yield* fleet[0]!.cookies(junkRefresh(at))
      for (const at of numbered(50)) yield* fleet[1]!.cookies(junkRefresh(100 + at))
      const honest = yield* Effect.forEach(fleet, (server) => server.cookies(honestRefresh, expiredToken))

      assert.lengthOf(platform.requests("session"), 6)
      assert.deepStrictEqual(honest.map(({ status }) => status), ["signed-in", "signed-in", "signed-in"])
    }))

  it.effect("S2: a fleet verifies tokens during an hour-long 429 on another call", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon)
      const platform = yield* platformFor()
      const gate = SharedRateLimitGate.layer().pipe(
        Layer.provide(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))
      )
      const services = yield* Layer.build(
        Layer.provideMerge(Authenticator.layer(), Layer.mergeAll(project, platform.layer, gate))
      )
      const server = backEnd(Context.get(services, Authenticator))
      yield* Effect.exit(Effect.provide(read(), Layer.provide(signedOut, Layer.succeedContext(services))))

      const honest = yield* server.session(honestRefresh, yield* platform.token({}))

      assert.strictEqual(honest.status, "signed-in")
    }))

  it.effect("S2: a very long Retry-After affects a fleet for only a few seconds at a time", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(2, 0)

      yield* fleet[0]!.key(junkKey(1))
      yield* fleet[1]!.key(junkKey(2))
      assert.deepStrictEqual(platform.requests("api-key"), [0])
      platform.calmDown()
      yield* TestClock.adjust("5 seconds")

      assert.strictEqual(inWords(yield* fleet[1]!.key(junkKey(3))), "api-key")
      assert.strictEqual(inWords(yield* fleet[0]!.key(junkKey(4))), "api-key")
    }))
})
