/** Lists that revisions later than 2026-04 return in pages. docs/platform.md §10, §11. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as definitions from "../../../src/admin/teamPermissionDefinitions.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as teams from "../../../src/server/teams.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin, asServer } from "../emulator/support/support.ts"

const names = ["Apples", "Pears", "Plums", "Pumpkins", "Quinces"]

const withTeams = Effect.forEach(names, (displayName) => teams.create({ displayName }))

const requested = (path: string) =>
  Emulator.useSync(({ requests }) =>
    requests.list().filter((request) => request.method === "GET" && request.path.endsWith(path)).length
  )

const named = (found: Iterable<{ readonly displayName: string }>) => [...found].map(({ displayName }) => displayName)

overBothTransports(({ emulated }) => {
  describe("server.teams", () => {
    it.effect("server.teams.list requests every page, and returns all teams in their order", () =>
      Effect.gen(function*() {
        yield* withTeams

        assert.deepStrictEqual(named(yield* teams.list({ limit: 2 })), names)
        assert.strictEqual(yield* requested("/teams"), 3)
        assert.deepStrictEqual(named(yield* teams.list({ limit: 2, desc: true })), names.toReversed())
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("server.teams.list returns the teams whose name contains the query, in upper or lower case", () =>
      Effect.gen(function*() {
        yield* withTeams

        assert.deepStrictEqual(named(yield* teams.list({ query: "PL" })), ["Apples", "Plums"])
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("server.teams.stream requests a page only when its items are needed", () =>
      Effect.gen(function*() {
        yield* withTeams

        const first = yield* Stream.runCollect(Stream.take(teams.stream({ limit: 2 }), 2))
        assert.deepStrictEqual(named(first), names.slice(0, 2))
        assert.strictEqual(yield* requested("/teams"), 1)
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("server.teams.list rejects a limit outside 1 to 200 before any request, and requests 200 teams at a time", () =>
      Effect.gen(function*() {
        yield* withTeams

        for (const limit of [0, 201, 1.5]) {
          const error = yield* Effect.flip(teams.list({ limit }))
          assert.nestedPropertyVal(error, "reason._tag", "InvalidInput")
        }
        assert.strictEqual(yield* requested("/teams"), 0)
        assert.deepStrictEqual(named(yield* teams.list({ limit: 200 })), names)
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("the platform rejects a cursor without a limit", () =>
      Effect.gen(function*() {
        const [, second] = yield* withTeams
        const cursor = second!.id

        const error = yield* Effect.flip(Teams.listAll({ cursor }))
        assert.nestedPropertyVal(error, "reason._tag", "SchemaError")
        assert.deepStrictEqual(named((yield* Teams.listAll({ cursor, limit: 2 })).items), names.slice(1, 3))
      }).pipe(asServer, Effect.provide(emulated())))

    for (const revision of ["2025-08", "2026-04"] as const) {
      it.effect(`on ${revision}, server.teams.list returns all teams in one page, and a limit is rejected`, () =>
        Effect.gen(function*() {
          yield* withTeams

          assert.deepStrictEqual(named(yield* teams.list()), names)
          const error = yield* Effect.flip(teams.list({ limit: 2 }))
          assert.strictEqual(error._tag === "CallError" && error.reason._tag, "SchemaError")
        }).pipe(asServer, Effect.provide(emulated({ revision }))))
    }
  })

  describe("admin.teamPermissionDefinitions", () => {
    it.effect("admin.teamPermissionDefinitions.list requests every page, and filters by id and description", () =>
      Effect.gen(function*() {
        yield* definitions.create({ id: "read_reports", description: "See all numbers" })

        const all = yield* definitions.list()
        assert.deepStrictEqual(yield* definitions.list({ limit: 3 }), all)
        assert.deepStrictEqual((yield* definitions.list({ query: "NUMBERS" })).map(({ id }) => id), ["read_reports"])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })
})
