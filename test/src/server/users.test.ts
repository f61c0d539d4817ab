import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { layerServer } from "../../../layers/access/access.ts"
import { claimsOf } from "../../../layers/session/accessToken.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as serverSessions from "../../../src/server/sessions.ts"
import * as users from "../../../src/server/users.ts"
import { userId, wireServerUser } from "../../support/contract/wireEntities.ts"
import { conversation, nothing } from "../../support/platform/conversation.ts"
import { json } from "../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin, asServer, signUp } from "../emulator/support/support.ts"

const seven = { users: Array.from({ length: 7 }, (_, at) => ({ email: `user${at}@example.com` })) }

const listings = Effect.map(
  Emulator,
  ({ requests }) => requests.list().filter(({ endpoint }) => endpoint === "users.list").length
)

overBothTransports(({ emulated }) => {
  describe("users.stream", () => {
    it.effect("users.stream streams all users page by page, each user once", () =>
      Effect.gen(function*() {
        const emails = yield* asServer(
          Stream.runCollect(Stream.map(users.stream({ limit: 3 }), ({ primaryEmail }) => primaryEmail))
        )

        assert.deepStrictEqual(emails, seven.users.map(({ email }) => email))
        assert.strictEqual(yield* listings, 3)
      }).pipe(Effect.provide(emulated(seven))))

    it.effect("users.stream requests the next page only when it is needed", () =>
      Effect.gen(function*() {
        const some = yield* asServer(Stream.runCollect(Stream.take(users.stream({ limit: 3 }), 3)))

        assert.strictEqual(some.length, 3)
        assert.strictEqual(yield* listings, 1)
      }).pipe(Effect.provide(emulated(seven))))

    it.effect("users.stream lists the remaining pages while users are deleted", () =>
      Effect.gen(function*() {
        yield* asServer(
          Stream.runForEach(users.stream({ limit: 3 }), ({ id }) => users.delete({ userId: id }))
        )

        assert.deepStrictEqual(yield* asServer(Stream.runCollect(users.stream())), [])
      }).pipe(Effect.provide(emulated(seven))))

    it.effect("users.stream fails instead of ending early if the first user of the next page was deleted", () =>
      Effect.gen(function*() {
        const all = yield* asServer(users.list())
        const read = Stream.mapEffect(
          users.stream({ limit: 3 }),
          ({ id }) => id === all[0]!.id ? Effect.asVoid(users.delete({ userId: all[3]!.id })) : Effect.void
        )

        const error = yield* Effect.flip(asServer(Stream.runDrain(read)))

        assert.strictEqual(error._tag, "NextPageLost")
      }).pipe(Effect.provide(emulated(seven))))

    it.effect("users.stream requests 100 users at a time by default, with all options of the query", () =>
      Effect.gen(function*() {
        const page = json({ items: [wireServerUser], is_paginated: true, pagination: { next_cursor: null } })
        const query = { includeAnonymous: true, desc: true, query: "ada" }
        const { requestLines } = yield* conversation("server", Stream.runCollect(users.stream(query)), page)

        assert.deepStrictEqual(requestLines, [
          "GET /users?limit=100&desc=true&query=ada&include_anonymous=true&include_restricted=true"
        ])
      }))

    it.effect("users.stream ends if the platform returns the same cursor again", () =>
      Effect.gen(function*() {
        const page = json({ items: [wireServerUser], is_paginated: true, pagination: { next_cursor: userId } })
        const { value } = yield* conversation("server", Stream.runCollect(users.stream()), page)

        assert.strictEqual(value().length, 2)
      }))
  })

  describe("users.list", () => {
    const people = {
      users: [{ email: "ann@example.com" }, { email: "ben@example.com", verified: false }],
      config: { requireEmailVerification: true }
    }

    const emailsOf = (query?: Parameters<typeof users.list>[0]) =>
      Effect.map(asServer(users.list(query)), (found) => found.map(({ primaryEmail }) => primaryEmail))

    it.effect("U3: users.list includes restricted users by default", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* emailsOf(), ["ann@example.com", "ben@example.com"])
        assert.deepStrictEqual(yield* emailsOf({ includeRestricted: false }), ["ann@example.com"])
        const streamed = yield* asServer(Stream.runCollect(users.stream({ limit: 1 })))
        assert.strictEqual(streamed.length, 2)
      }).pipe(Effect.provide(emulated({ revision: "2026-04", ...people }))))

    it.effect("U4: on a platform without restricted users, users.list retries without includeRestricted, and then omits that parameter for 10 minutes", () =>
      Effect.gen(function*() {
        const both = yield* Effect.provide(
          Effect.all([users.list(), Stream.runCollect(users.stream({ limit: 1 })), users.list()]),
          layerServer(),
          { local: true }
        )

        assert.deepStrictEqual(both.map(({ length }) => length), [2, 2, 2])
        assert.strictEqual(yield* listings, 1 + 4)
      }).pipe(Effect.provide(emulated({ revision: "2025-08", ...people }))))

    it.effect("users.list fails with SchemaError if its query has any other error", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(asServer(users.list({ onlyAnonymous: true, includeAnonymous: true })))

        assert.strictEqual(error._tag === "CallError" && error.reason._tag, "SchemaError")
      }).pipe(Effect.provide(emulated({ revision: "2025-08", ...people }))))
  })

  describe("users.createSession", () => {
    const tokens = json({ access_token: "a", refresh_token: "r" })

    it.effect("users.createSession creates a session of 31,536,000,000 ms by default, without affecting other sessions", () =>
      Effect.gen(function*() {
        const { requestLines, value } = yield* conversation("server", users.createSession({ userId }), tokens)

        assert.strictEqual(Redacted.value(value().refreshToken), "r")
        assert.deepStrictEqual(requestLines, [
          `POST /auth/sessions {"user_id":"${userId}","expires_in_millis":31536000000,"is_impersonation":false}`
        ])
      }))

    it.effect("users.createSession accepts any duration up to 367 days", () =>
      Effect.gen(function*() {
        const { requestLines } = yield* conversation(
          "server",
          users.createSession({ userId, expiresIn: "367 days" }),
          tokens
        )

        assert.include(requestLines[0], "\"expires_in_millis\":31708800000")
      }))

    for (const expiresIn of [0, -1, NaN, Infinity, "368 days", "soon"]) {
      it.effect(`users.createSession rejects ${String(expiresIn)} before any request`, () =>
        Effect.gen(function*() {
          const { failure } = yield* conversation(
            "server",
            users.createSession({ userId, expiresIn: expiresIn as number }),
            nothing
          )

          assert.deepStrictEqual(failure().reason.issues, [
            { path: "expiresIn", problem: "Expected more than 0 and at most 367 days" }
          ])
        }))
    }
  })

  describe("users.impersonate", () => {
    it.effect("users.impersonate creates a session that only the admin level lists", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        const { accessToken } = yield* asServer(users.impersonate({ userId }))

        const mine = Option.getOrThrow(claimsOf(accessToken)).sub
        const seen = yield* asServer(serverSessions.list({ userId }))
        const all = yield* asAdmin(serverSessions.list({ userId }))
        assert.strictEqual(mine, userId)
        assert.deepStrictEqual(seen.map(({ isImpersonation }) => isImpersonation), [false])
        assert.deepStrictEqual(all.map(({ isImpersonation }) => isImpersonation).sort(), [false, true])
      }).pipe(Effect.provide(emulated())))

    it.effect("users.impersonate fails for an unknown user", () =>
      Effect.gen(function*() {
        const result = yield* Effect.result(asServer(users.impersonate({ userId })))

        assert.strictEqual(Result.isFailure(result) && result.failure._tag, "UserIdDoesNotExist")
      }).pipe(Effect.provide(emulated())))
  })
})
