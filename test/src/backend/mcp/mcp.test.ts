import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as ProjectPermissionDefinitions from "../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { serverPayments } from "../../../../src/payments/index.ts"
import { overBothTransports, settled } from "../../../support/platform/transports.ts"
import { runs } from "../../../support/suite/properties.ts"
import { payments } from "../../emulator/payments/shop.ts"
import { ann, asAdmin, asServer, emulated, signUp } from "../../emulator/support/support.ts"
import { foreignToken, seed } from "./people.ts"
import { address, initialize, modern, read, resultOf, served, textOf } from "./served.ts"

const bea = { ...ann, email: "bea@example.com" }
const metadata = "http://localhost/.well-known/oauth-protected-resource/mcp"

overBothTransports(({ emulated }) => {
  it.effect("mcp-1: a request without a valid token in its headers gets a 401 whose challenge names the metadata", () =>
    Effect.gen(function*() {
      const { begin, post } = yield* served()
      const { accessToken } = yield* signUp()
      const token = textOf(accessToken)
      const session = yield* begin(token)
      const bad = {
        changed: `${token.slice(0, -6)}AAAAAA`,
        otherFormat: "gho_0123456789",
        refreshToken: textOf((yield* signUp(bea)).refreshToken!),
        foreign: yield* foreignToken
      }
      yield* TestClock.adjust("11 minutes")
      const challenges: Record<string, string> = {}
      for (const [name, refused] of Object.entries({ ...bad, expired: token, missing: undefined })) {
        for (const sent of [{}, { session }]) {
          const response = yield* post(initialize, { ...sent, token: refused })
          const text = yield* Effect.promise(() => response.text())
          assert.strictEqual(response.status, 401, name)
          assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
          assert.include(JSON.parse(text), { status: 401, title: "Not authenticated" })
          if (refused !== undefined) assert.notInclude(text, refused)
          challenges[name] = response.headers.get("www-authenticate")!
          assert.match(challenges[name], new RegExp(`^Bearer .*resource_metadata="${metadata}"$`))
        }
      }

      assert.notInclude(challenges["missing"], "error=")
      delete challenges["missing"]
      for (const challenge of Object.values(challenges)) assert.include(challenge, "error=\"invalid_token\"")
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-1: tokens in cookies and in the query are ignored", () =>
    Effect.gen(function*() {
      const { post } = yield* served()
      const tokens = yield* signUp()
      const token = textOf(tokens.accessToken)
      const cookie = `stack-access=${encodeURIComponent(JSON.stringify([textOf(tokens.refreshToken!), token]))}; `
        + `stack-refresh-${(yield* Emulator).project.projectId}=${textOf(tokens.refreshToken!)}`

      assert.strictEqual((yield* post(initialize, { query: `?access_token=${token}` })).status, 401)
      assert.strictEqual((yield* post(initialize, { headers: { cookie, host: "localhost" } })).status, 401)
      assert.strictEqual((yield* post(initialize, { token })).status, 200)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-1: the metadata needs no token, at the path of the resource and at the root", () =>
    Effect.gen(function*() {
      const { get } = yield* served({ documentation: "https://notes.example.com/tokens" })
      for (const path of ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]) {
        const { message, status } = yield* Effect.flatMap(get(path), read)
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(message, {
          resource: address,
          resource_name: "Notes",
          bearer_methods_supported: ["header"],
          resource_documentation: "https://notes.example.com/tokens"
        })
      }
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-1: while the platform can't be reached, a session's token is verified, and an API key gets a 503", () =>
    Effect.gen(function*() {
      const { call, begin, post } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const key = yield* UserApiKeys.create({ userId, description: "mcp", expiresAt: null })
      const token = textOf(accessToken)
      const session = yield* begin(token)
      const { faults, requests } = yield* Emulator
      const before = requests.list().length
      assert.strictEqual(resultOf(yield* call("whoami", { token, session })), userId)
      assert.strictEqual(requests.list().length, before)
      faults.add({ respond: { type: "tooManyRequests", retryAfterSeconds: 7 } })
      const unavailable = yield* post(initialize, { token: textOf(key.value) })

      assert.strictEqual(unavailable.status, 503)
      assert.isNull(unavailable.headers.get("www-authenticate"))
      assert.match(unavailable.headers.get("retry-after")!, /^\d+$/)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-2: a user's API key identifies its user, as a bearer token or in x-api-key, until the key is revoked", () =>
    Effect.gen(function*() {
      const { call, begin, post } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const key = yield* UserApiKeys.create({ userId, description: "mcp", expiresAt: null })
      const token = textOf(key.value)
      const session = yield* begin(token)
      // an MCP session belongs to its person, whichever credentials the person uses
      for (
        const sent of [{ token, session }, { token: textOf(accessToken), session }, {
          headers: { "x-api-key": token },
          session
        }]
      ) {
        assert.strictEqual(resultOf(yield* call("whoami", sent)), userId)
      }
      yield* UserApiKeys.update({ apiKeyId: key.id, revoked: true })
      yield* TestClock.adjust("1 minute")

      assert.strictEqual((yield* post(initialize, { token })).status, 401)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-3: only the person who began an MCP session can use it and end it", () =>
    Effect.gen(function*() {
      const { call, begin, post, remove } = yield* served()
      const [a, b] = [yield* signUp(), yield* signUp(bea)]
      const [tokenA, tokenB] = [textOf(a.accessToken), textOf(b.accessToken)]
      const [ofA, ofB] = [yield* begin(tokenA), yield* begin(tokenB)]

      assert.strictEqual((yield* call("whoami", { token: tokenB, session: ofA })).status, 404)
      assert.strictEqual((yield* remove(ofA, tokenB)).status, 404)
      assert.strictEqual((yield* post(initialize, { token: tokenB, session: "made-up" })).status, 404)
      assert.strictEqual(resultOf(yield* call("whoami", { token: tokenA, session: ofA })), a.userId)
      assert.strictEqual(resultOf(yield* call("whoami", { token: tokenB, session: ofB })), b.userId)
      assert.strictEqual((yield* remove(ofA, tokenA)).status, 204)
      assert.strictEqual((yield* call("whoami", { token: tokenA, session: ofA })).status, 404)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-3: a person's new token continues the MCP session, and another person's token never does", () =>
    Effect.gen(function*() {
      const { call, begin } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const session = yield* begin(textOf(accessToken))
      const other = yield* signUp(bea)
      yield* TestClock.adjust("11 minutes")
      const expired = yield* call("whoami", { token: textOf(accessToken), session })
      const { accessToken: next } = yield* Password.signIn(ann)
      const { accessToken: others } = yield* Password.signIn(bea)

      assert.strictEqual(expired.status, 401)
      assert.strictEqual((yield* call("whoami", { token: textOf(others), session })).status, 404)
      assert.strictEqual(resultOf(yield* call("whoami", { token: textOf(next), session })), userId)
      assert.notStrictEqual(other.userId, userId)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-4: a call that its client abandons is interrupted, and other calls continue", () =>
    Effect.gen(function*() {
      const { call, begin, waiting } = yield* served()
      const [a, b] = [yield* signUp(), yield* signUp(bea)]
      const [tokenA, tokenB] = [textOf(a.accessToken), textOf(b.accessToken)]
      const [ofA, ofB] = [yield* begin(tokenA), yield* begin(tokenB)]
      const abandoned = new AbortController()
      yield* Effect.forkScoped(
        Effect.exit(call("waits", { token: tokenA, session: ofA, signal: abandoned.signal }))
      )
      yield* Deferred.await(waiting.begun)
      const other = yield* Effect.forkScoped(call("waits", { token: tokenB, session: ofB }), { startImmediately: true })
      abandoned.abort()
      yield* Deferred.await(waiting.interrupted)
      yield* Deferred.succeed(waiting.release, void 0)

      assert.strictEqual(resultOf(yield* Fiber.join(other)), b.userId)
      assert.strictEqual(resultOf(yield* call("whoami", { token: tokenA, session: ofA })), a.userId)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-5: a subscription ends when its access token expires, and when its API key is revoked", () =>
    Effect.gen(function*() {
      const { post } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const key = yield* UserApiKeys.create({ userId, description: "mcp", expiresAt: null })
      const { headers, message } = modern("subscriptions/listen", { notifications: { toolsListChanged: true } })
      const listen = (token: string) =>
        Effect.gen(function*() {
          const response = yield* post(message, { token, headers })
          assert.strictEqual(response.status, 200)
          const ended = yield* Effect.forkScoped(Effect.promise(() => response.text()), { startImmediately: true })
          yield* settled
          return ended
        })
      const isOpen = (stream: Fiber.Fiber<string>) => stream.pollUnsafe() === undefined
      /**
       * Advances the time until a stream ends. Each check of a key has real time to complete before the next minute.
       */
      const untilEnd = (stream: Fiber.Fiber<string>) =>
        Effect.gen(function*() {
          while (isOpen(stream)) {
            yield* TestClock.adjust("20 seconds")
            yield* settled
          }
        })
      const bySession = yield* listen(textOf(accessToken))
      const byKey = yield* listen(textOf(key.value))
      yield* TestClock.adjust("9 minutes")
      yield* settled
      assert.deepStrictEqual([bySession, byKey].map(isOpen), [true, true])
      yield* untilEnd(bySession)
      assert.isTrue(isOpen(byKey))

      const { faults } = yield* Emulator
      faults.add({ respond: "drop" })
      for (let times = 0; times < 10; times++) {
        yield* TestClock.adjust("10 seconds")
        yield* settled
      }
      assert.isTrue(isOpen(byKey))
      faults.clear()
      yield* UserApiKeys.update({ apiKeyId: key.id, revoked: true })
      yield* untilEnd(byKey)
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-6: RequirePermission and RequireFresh reject a call with the problem details of their error", () =>
    Effect.gen(function*() {
      const { call, begin } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const team = yield* Teams.create({ displayName: "Ours", creatorUserId: "me" })
      const key = yield* UserApiKeys.create({ userId, description: "mcp", expiresAt: null })
      yield* asAdmin(ProjectPermissionDefinitions.create({ id: "read_all" }))
      const token = textOf(accessToken)
      const session = yield* begin(token)
      const sent = { token, session }
      const refused = yield* call("all", sent)
      yield* asServer(ProjectPermissions.grant({ userId, permissionId: "read_all" }))

      assert.deepInclude(refused.message.error, { code: -32010 })
      assert.include(refused.message.error.data, { _tag: "NotPermitted", status: 403, permissionId: "read_all" })
      assert.strictEqual(resultOf(yield* call("all", sent)), userId)
      assert.strictEqual(resultOf(yield* call("team", sent, { team: team.id })), team.id)
      for (const args of [{ team: "00000000-0000-4000-8000-000000000000" }, {}]) {
        assert.strictEqual((yield* call("team", sent, args)).message.error.data._tag, "NotPermitted")
      }
      assert.strictEqual(resultOf(yield* call("erase", sent)), userId)
      assert.strictEqual(
        (yield* call("erase", { token: textOf(key.value), session })).message.error.data._tag,
        "NotAuthenticated"
      )
      yield* TestClock.adjust("6 minutes")
      assert.include((yield* call("erase", sent)).message.error.data, { _tag: "NotFresh", maxAgeMillis: 300_000 })
    }).pipe(Effect.scoped, Effect.provide(emulated(seed))))

  it.effect("mcp-6: a tool spends its person's credits with withCredits, and the credits are refunded if the tool fails", () =>
    Effect.gen(function*() {
      const { call, begin } = yield* served()
      const { accessToken, userId } = yield* signUp()
      const item = { userId, itemId: "credits" }
      const left = Effect.map(asServer(serverPayments.items.get(item)), ({ quantity }) => quantity)
      yield* asServer(serverPayments.items.increase({ ...item, by: 3 }))
      const token = textOf(accessToken)
      const sent = { token, session: yield* begin(token) }
      const failed = yield* call("paid", sent, { as: "fails" })
      const afterFailure = yield* left

      assert.include(resultOf(failed), "no paper")
      assert.isTrue(failed.message.result.isError)
      assert.strictEqual(afterFailure, 3)
      assert.strictEqual(resultOf(yield* call("paid", sent, { as: "works" })), "a picture")
      assert.strictEqual(yield* left, 1)
      assert.include(resultOf(yield* call("paid", sent, { as: "works" })), "ItemQuantityInsufficientAmount")
      assert.strictEqual(yield* left, 1)
    }).pipe(Effect.scoped, Effect.provide(emulated({ ...seed, payments }))))
})

const people = [ann, bea, { ...ann, email: "cleo@example.com" }]

const Step = Schema.Struct({
  /** The person of the token, and the person of the MCP session that the request names. */
  person: Schema.Literals([0, 1, 2]),
  sessionOf: Schema.Literals([0, 0, 1, 2]),
  second: Schema.Boolean,
  credentials: Schema.Literals(["right", "right", "right", "changed", "missing", "foreign"]),
  does: Schema.Literals(["whoami", "whoami", "whoami", "stateless", "abandons", "signsInAgain", "ends"]),
  /** Minutes until the next step. No sum of them is the lifetime of a token, 10 minutes, or a little more. */
  then: Schema.Literals([0, 0, 0, 4, 13])
})

describe("MCP", () => {
  it.effect.prop(
    "mcp-3: in any interleaving of people, connections, wrong tokens, sign-ins and abandoned calls, no request sees another "
      + "person",
    { steps: Arbitrary.array(Arbitrary.schema(Step), { minLength: 4, maxLength: 24 }) },
    ({ steps }) =>
      Effect.gen(function*() {
        const { call, begin, post, remove } = yield* served()
        const foreign = yield* foreignToken
        const all = yield* Effect.forEach(people, (each) =>
          Effect.gen(function*() {
            const { accessToken, userId } = yield* signUp(each)
            const token = textOf(accessToken)
            return { each, userId, token, sessions: [yield* begin(token), yield* begin(token)] }
          }))
        const born = all.map(() => 0)
        const ended = new Set<string>()
        let minutes = 0
        const fibers: Array<Fiber.Fiber<void>> = []
        for (const { credentials, does, person, second, sessionOf, then } of steps) {
          const { each, token: right, userId } = all[person]!
          const session = all[sessionOf]!.sessions[second ? 1 : 0]!
          const token = { right, changed: `${right.slice(0, -6)}AAAAAA`, missing: undefined, foreign }[credentials]
          const isValid = credentials === "right" && minutes - born[person]! < 10
          if (does === "signsInAgain") {
            const { accessToken } = yield* Password.signIn(each)
            all[person] = { ...all[person]!, token: textOf(accessToken) }
            born[person] = minutes
          } else if (does === "ends") {
            yield* Fiber.joinAll(fibers.splice(0))
            if (token !== undefined && (yield* remove(session, token)).status === 204) {
              assert.strictEqual(sessionOf, person)
              ended.add(session)
            }
          } else if (does === "abandons") {
            const controller = new AbortController()
            yield* Effect.forkScoped(Effect.exit(call("whoami", { token, session, signal: controller.signal })))
            controller.abort()
          } else {
            const wasEnded = ended.has(session)
            const stateless = modern("tools/call", { name: "whoami", arguments: {} })
            const asked = does === "stateless"
              ? Effect.flatMap(post(stateless.message, { token, headers: stateless.headers }), read)
              : call("whoami", { token, session })
            const checked = Effect.map(asked, (found) => {
              const seen = all.filter((one) => found.text.includes(one.userId)).map((one) => one.userId)
              const allowed = isValid && (does === "stateless" || sessionOf === person && !wasEnded)
              assert.deepStrictEqual(seen, allowed ? [userId] : [])
              assert.strictEqual(found.status, allowed ? 200 : isValid ? 404 : 401)
            })
            fibers.push(yield* Effect.forkScoped(checked, { startImmediately: true }))
          }
          if (then > 0) {
            yield* Fiber.joinAll(fibers.splice(0))
            yield* TestClock.adjust(`${then} minutes`)
            minutes += then
          }
        }
        yield* Fiber.joinAll(fibers)
      }).pipe(Effect.scoped, Effect.provide(emulated(seed))),
    { arbitrary: { runs: runs(20) } }
  )
})
