import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Persistence from "effect/persistence/Persistence"
import * as TestClock from "effect/testing/TestClock"
import { knownErrorOf, realStatus } from "../../../layers/call/response.ts"
import { Transport, type WireRequest } from "../../../layers/call/Transport.ts"
import * as SharedResponses from "../../../layers/fleet/SharedResponses.ts"
import { finished } from "../../support/platform/fleet.ts"
import {
  type Answer,
  answer,
  json,
  knownError,
  lost,
  plain,
  scriptedTransport,
  tooMany
} from "../../support/platform/scriptedTransport.ts"

const api = "https://api.test/api/v1"

const keys: WireRequest = {
  method: "GET",
  url: `${api}/projects/p/.well-known/jwks.json?include_anonymous=true`,
  headers: {},
  body: undefined
}

const check = (apiKey: string, project = "p"): WireRequest => ({
  method: "POST",
  url: `${api}/user-api-keys/check`,
  headers: { "x-stack-project-id": project, "x-stack-secret-server-key": "ssk", "x-stack-random-nonce": apiKey },
  body: JSON.stringify({ api_key: apiKey })
})

/** Several servers that share one store, in front of a platform with scripted responses. */
const fleetOf = (servers: number, ...answers: readonly [Answer, ...ReadonlyArray<Answer>]) =>
  Effect.gen(function*() {
    const platform = scriptedTransport(...answers)
    const records = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
    let away = false
    const unlessAway = <A, E>(self: Effect.Effect<A, E>) => Effect.suspend(() => away ? Effect.never : self)
    const shared = Persistence.layerBackingKvs.pipe(
      Layer.provide(Layer.succeed(KeyValueStore.KeyValueStore, {
        ...records,
        get: (key) => unlessAway(records.get(key)),
        set: (key, value) => unlessAway(records.set(key, value))
      }))
    )
    const fleet = yield* Effect.forEach(Array(servers), () =>
      Effect.map(
        Layer.build(Layer.fresh(SharedResponses.layer().pipe(Layer.provide([platform.layer, shared])))),
        (context) => Context.get(context, Transport)
      ))
    return {
      platform,
      fleet: fleet as [Transport["Service"], Transport["Service"], ...Array<Transport["Service"]>],
      texts: records,
      setAway: (is: boolean) => {
        away = is
      }
    }
  })

const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe("SharedResponses.layer", () => {
  it.effect("a fleet fetches the project's public keys once for all servers, and again after half a minute", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(4, json({ keys: ["ä"] }), json({ keys: ["b"] }))

      const bodies = yield* Effect.forEach(fleet, (server) => server.send(keys))
      yield* TestClock.adjust("30 seconds")
      const later = yield* Effect.forEach(fleet, (server) => server.send(keys))

      assert.deepStrictEqual(bodies.map(({ body }) => text(body)), Array(4).fill(`{"keys":["ä"]}`))
      assert.deepStrictEqual(later.map(({ body }) => text(body)), Array(4).fill(`{"keys":["b"]}`))
      assert.lengthOf(platform.requests, 2)
    }))

  it.effect("a fleet checks an API key once for all servers, without storing the key", () =>
    Effect.gen(function*() {
      const { fleet, platform, texts: records } = yield* fleetOf(3, json({ id: "k" }))

      for (const server of fleet) assert.strictEqual(text((yield* server.send(check("sk_secret"))).body), `{"id":"k"}`)

      assert.lengthOf(platform.requests, 1)
      for (const key of yield* records.keys) assert.notInclude(`${key} ${yield* records.get(key)}`, "sk_secret")
    }))

  it.effect("a fleet shares the rejection of an API key, with the platform's code", () =>
    Effect.gen(function*() {
      const { fleet, platform } = yield* fleetOf(2, knownError("API_KEY_REVOKED", 401))

      for (const server of fleet) {
        const { headers } = yield* server.send(check("a"))
        assert.strictEqual(headers.get("x-stack-known-error"), "API_KEY_REVOKED")
        assert.strictEqual(headers.get("x-stack-actual-status"), "401")
      }

      assert.lengthOf(platform.requests, 1)
    }))

  it.effect("a fleet shares a rejection whose error code is in the newer x-hexclave headers", () =>
    Effect.gen(function*() {
      const newer = answer(
        200,
        { "x-hexclave-known-error": "API_KEY_REVOKED", "x-hexclave-actual-status": "401" },
        JSON.stringify({ code: "API_KEY_REVOKED", error: "Revoked." })
      )
      const { fleet, platform } = yield* fleetOf(2, newer)

      const answers = yield* Effect.forEach(fleet, (server) => server.send(check("a")))

      assert.deepStrictEqual(answers.map(knownErrorOf), Array(2).fill("API_KEY_REVOKED"))
      assert.deepStrictEqual(answers.map(realStatus), [401, 401])
      assert.lengthOf(platform.requests, 1)
    }))

  it.effect("a fleet checks a revoked API key again after a minute", () =>
    Effect.gen(function*() {
      const { fleet: [server] } = yield* fleetOf(2, json({ id: "k" }), knownError("API_KEY_REVOKED", 401))
      yield* server.send(check("a"))
      yield* TestClock.adjust("1 minute")

      const { headers } = yield* server.send(check("a"))

      assert.strictEqual(headers.get("x-stack-known-error"), "API_KEY_REVOKED")
    }))

  it.effect("a fleet shares no responses between keys, projects or other requests", () =>
    Effect.gen(function*() {
      const { fleet: [one, two], platform } = yield* fleetOf(2, json({ id: "k" }))
      const me: WireRequest = { method: "GET", url: `${api}/users/me`, headers: {}, body: undefined }
      const requests = [check("a"), check("b"), check("a", "q"), me, me, { ...keys, method: "POST" }]

      for (const [at, request] of requests.entries()) yield* (at % 2 === 0 ? one : two).send(request)

      assert.lengthOf(platform.requests, requests.length)
    }))

  it.effect("a fleet shares only valid results: no rejected requests, faults or unknown projects", () =>
    Effect.gen(function*() {
      const failures = [
        tooMany("1"),
        plain(500, "broken"),
        json({}, { "x-hexclave-actual-status": "503" }),
        json({}, { "x-stack-actual-status": "503, 503" }),
        knownError("PROJECT_NOT_FOUND", 404),
        lost
      ]
      const { fleet: [one, two], platform } = yield* fleetOf(2, ...failures as [Answer], json({ keys: [] }))

      for (const server of [one, two, one, two, one, two]) yield* Effect.ignore(server.send(keys))
      const { status } = yield* one.send(keys)

      assert.strictEqual(status, 200)
      assert.lengthOf(platform.requests, 7)
    }))

  it.effect("a fleet sends requests to the platform while the store doesn't respond", () =>
    Effect.gen(function*() {
      const { fleet: [server], platform, setAway, texts: records } = yield* fleetOf(2, json({ keys: [] }))
      setAway(true)

      const sent = yield* Effect.forkChild(server.send(keys))

      assert.strictEqual((yield* finished(sent)).status, 200)
      assert.lengthOf(platform.requests, 1)
      assert.isTrue(yield* records.isEmpty)
    }))

  it.effect("a fleet ignores malformed records of responses in the store", () =>
    Effect.gen(function*() {
      const { fleet: [one, two], platform, texts: records } = yield* fleetOf(2, json({ keys: [] }))
      yield* one.send(keys)
      for (const key of yield* records.keys) yield* records.set(key, JSON.stringify([{ status: "200" }, null]))

      const { status } = yield* two.send(keys)

      assert.strictEqual(status, 200)
      assert.lengthOf(platform.requests, 2)
    }))
})
