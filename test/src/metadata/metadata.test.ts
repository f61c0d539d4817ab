import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Metadata, MetadataInvalid, ServerMetadata } from "../../../src/metadata/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asServer, signUp } from "../emulator/support/support.ts"

const Theme = Schema.Literals(["light", "dark"])

/** Preferences of a user, which earlier versions of the app stored as `{ dark }`, and new users don't have. */
const preferences = Metadata.define({
  client: Metadata.versions(
    Schema.Struct({ theme: Theme }),
    Metadata.older(Schema.Struct({ dark: Schema.Boolean }), ({ dark }) => ({ theme: dark ? "dark" : "light" })),
    Metadata.older(Schema.Null, () => ({ theme: "light" }))
  )
})

const account = Metadata.define({
  client: Schema.Struct({ theme: Theme }),
  readOnly: Schema.Struct({ plan: Schema.String, since: Schema.DateTimeUtc }),
  server: Schema.Struct({ score: Schema.Number })
})

const since = DateTime.makeUnsafe("2026-04-01T00:00:00Z")

overBothTransports(({ emulated }) => {
  const stored = Effect.map(Users.getMe(), ({ clientMetadata }) => clientMetadata)
  const store = (clientMetadata: Schema.Json) => Users.updateMe({ clientMetadata })

  describe("metadata of the signed-in user", () => {
    it.effect("an older shape of metadata is upgraded when it is read, and stored in the current shape by the next update", () =>
      Effect.gen(function*() {
        yield* signUp()
        const initial = yield* Metadata.currentUser.get(preferences)
        yield* store({ dark: true })

        const upgraded = yield* Metadata.currentUser.get(preferences)
        const unchanged = yield* stored
        yield* Metadata.currentUser.update(preferences, ({ client }) => ({ client }))

        assert.deepStrictEqual([initial, upgraded], [{ client: { theme: "light" } }, { client: { theme: "dark" } }])
        assert.deepStrictEqual([unchanged, yield* stored], [{ dark: true }, { theme: "dark" }])
      }).pipe(Effect.provide(emulated())))

    it.effect("metadata that was never stored is read as null, and storing null removes metadata", () =>
      Effect.gen(function*() {
        yield* signUp()
        const initial = yield* Metadata.currentUser.get(account)
        yield* Metadata.currentUser.update(account, { client: { theme: "dark" } })

        const removed = yield* Metadata.currentUser.update(account, { client: null })

        assert.deepStrictEqual([initial, removed], [{ client: null, readOnly: null }, { client: null, readOnly: null }])
        assert.isNull(yield* stored)
      }).pipe(Effect.provide(emulated())))

    it.effect("N15: stored metadata that matches no version fails with the path and without the value, and update can replace it", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* store({ theme: "s3cret-value" })

        const error = yield* Effect.flip(Metadata.currentUser.get(account))
        const change = yield* Effect.flip(Metadata.currentUser.update(account, ({ client }) => ({ client })))
        const replaced = yield* Metadata.currentUser.update(account, { client: { theme: "dark" } })

        assert.instanceOf(error, MetadataInvalid)
        assert.deepStrictEqual([error.field, error.issues.map(({ path }) => path)], ["clientMetadata", ["theme"]])
        assert.notInclude(`${error.message} ${JSON.stringify(error)}`, "s3cret-value")
        assert.strictEqual(change._tag, "MetadataInvalid")
        assert.deepStrictEqual(replaced.client, { theme: "dark" })
      }).pipe(Effect.provide(emulated())))

    it.effect("N15: an upgrade that throws is reported as invalid metadata", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* store({ dark: true })
        const broken = Metadata.define({
          client: Metadata.versions(
            Schema.Struct({ theme: Theme }),
            Metadata.older(Schema.Struct({ dark: Schema.Boolean }), (): { readonly theme: "dark" } => {
              throw new Error("bug")
            })
          )
        })

        const error = yield* Effect.flip(Metadata.currentUser.get(broken))

        assert.strictEqual(error._tag, "MetadataInvalid")
      }).pipe(Effect.provide(emulated())))

    it.effect("N16: an update keeps the keys of other programs, and removes the keys of older versions", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* store({ dark: true, tourSeen: ["inbox"] })

        yield* Metadata.currentUser.update(preferences, { client: { theme: "light" } })

        assert.deepStrictEqual(yield* stored, { tourSeen: ["inbox"], theme: "light" })
      }).pipe(Effect.provide(emulated())))

    it.effect("with a schema that accepts arbitrary keys, an update replaces all stored keys", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* store({ a: 1, b: 2 })

        yield* Metadata.currentUser.update(
          Metadata.define({ client: Schema.Record(Schema.String, Schema.Number) }),
          ({ client }) => ({ client: { b: client!["b"]! + 1 } })
        )

        assert.deepStrictEqual(yield* stored, { b: 3 })
      }).pipe(Effect.provide(emulated())))

    it.effect("N16: 20 concurrent updates of one client lose no change", () =>
      Effect.gen(function*() {
        yield* signUp()
        const counter = Metadata.define({ client: Schema.Struct({ count: Schema.Number }) })

        yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => Metadata.currentUser.update(counter, ({ client }) => ({ client: { count: (client?.count ?? 0) + 1 } })),
          { concurrency: "unbounded" }
        )

        assert.deepStrictEqual(yield* stored, { count: 20 })
      }).pipe(Effect.provide(emulated())))

    it.effect("an update with an invalid value fails with its path, and writes nothing", () =>
      Effect.gen(function*() {
        yield* signUp()

        const error = yield* Effect.flip(
          Metadata.currentUser.update(account, { client: { theme: "blue" as "dark" } })
        )

        assert.strictEqual(error._tag, "CallError")
        assert.include(error.message, "client.theme")
        assert.isNull(yield* stored)
      }).pipe(Effect.provide(emulated())))

    it.effect("an update of metadata that only back ends can change, or that isn't defined, fails and writes nothing", () =>
      Effect.gen(function*() {
        yield* signUp()
        const changes = [{ readOnly: { plan: "pro", since } }, {
          client: { theme: "dark" },
          sever: { score: 1 }
        }] as const

        const errors = yield* Effect.forEach(
          changes,
          (change) =>
            Effect.flip(
              Metadata.currentUser.update(account, change as { readonly client?: { readonly theme: "dark" } })
            )
        )

        assert.deepStrictEqual(errors.map(({ message }) => /readOnly|sever/.exec(message)?.[0]), ["readOnly", "sever"])
        assert.isNull(yield* stored)
      }).pipe(Effect.provide(emulated())))

    it.effect("reading and updating metadata fail with NotSignedIn when signed out", () =>
      Effect.gen(function*() {
        const errors = [
          yield* Effect.flip(Metadata.currentUser.get(account)),
          yield* Effect.flip(Metadata.currentUser.update(account, { client: null }))
        ]

        assert.deepStrictEqual(errors.map(({ _tag }) => _tag), ["NotSignedIn", "NotSignedIn"])
      }).pipe(Effect.provide(emulated())))
  })

  describe("metadata of teams", () => {
    it.effect("a member changes the client metadata of a team, and reads its read-only metadata", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: teamId } = yield* Teams.create({ displayName: "Gardeners", creatorUserId: "me" })
        yield* asServer(ServerMetadata.teams.update(account, { teamId }, { readOnly: { plan: "pro", since } }))

        const updated = yield* Metadata.teams.update(account, { teamId }, { client: { theme: "dark" } })

        assert.deepStrictEqual(updated, { client: { theme: "dark" }, readOnly: { plan: "pro", since } })
        assert.deepStrictEqual(yield* Metadata.teams.get(account, { teamId }), updated)
      }).pipe(Effect.provide(emulated({ config: { clientTeamCreationEnabled: true } }))))
  })

  describe("metadata in back ends", () => {
    it.effect("a back end changes the three kinds of metadata of a user separately, with dates stored as text", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* Metadata.currentUser.update(account, { client: { theme: "dark" } })
        yield* asServer(ServerMetadata.users.update(account, { userId }, { readOnly: { plan: "pro", since } }))

        const updated = yield* asServer(
          ServerMetadata.users.update(account, { userId }, ({ server }) => ({
            server: { score: (server?.score ?? 0) + 1 }
          }))
        )

        const all = { client: { theme: "dark" }, readOnly: { plan: "pro", since }, server: { score: 1 } }
        assert.deepStrictEqual<unknown>(updated, all)
        assert.deepStrictEqual<unknown>(yield* asServer(ServerMetadata.users.get(account, { userId })), all)
        const user = yield* asServer(Users.get({ userId }))
        assert.deepStrictEqual<unknown>(user.clientReadOnlyMetadata, { plan: "pro", since: "2026-04-01T00:00:00.000Z" })
        assert.deepStrictEqual<unknown>(yield* Metadata.of(account, user), all)
      }).pipe(Effect.provide(emulated())))

    it.effect("Metadata.of returns no server metadata for a user that a client has read", () =>
      Effect.gen(function*() {
        yield* signUp()

        const values = yield* Metadata.of(account, yield* Users.getMe())

        assert.deepStrictEqual(values, { client: null, readOnly: null })
      }).pipe(Effect.provide(emulated())))
  })
})
