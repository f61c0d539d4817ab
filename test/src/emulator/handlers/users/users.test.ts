import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ContactChannels from "../../../../../schemas/endpoints/contactChannels.ts"
import * as Password from "../../../../../schemas/endpoints/password.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { ann, asServer, lastMail, send, signUp } from "../../support/support.ts"

const unknownId = "c1f6a0de-3a4f-4f0c-9d5b-2f6f3c0e8a11"

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), (error) => error.reason?._tag ?? error._tag)

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

overBothTransports(({ emulated }) => {
  describe("the signed-in user", () => {
    it.effect("a user can change the user's own fields, and an empty name is stored as null", () =>
      Effect.gen(function*() {
        yield* signUp()

        const named = yield* Users.updateMe({ displayName: "Ann", clientMetadata: { theme: "dark" } })
        const unnamed = yield* Users.updateMe({ displayName: "" })

        assert.deepStrictEqual([named.displayName, unnamed.displayName], ["Ann", null])
        assert.deepStrictEqual(unnamed.clientMetadata, { theme: "dark" })
      }).pipe(Effect.provide(emulated())))

    it.effect("a user can't change fields that are reserved for back ends", () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const headers = { "x-stack-access-token": Redacted.value(accessToken) }

        for (
          const json of [{ primary_email: "b@example.com" }, { client_read_only_metadata: {} }, { is_anonymous: false }]
        ) {
          const { json: body } = yield* send("PATCH", "/api/v1/users/me", { level: "client", headers, json })
          assert.strictEqual(body.code, "SCHEMA_ERROR")
        }
      }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

    it.effect("on 2026-04, changing the primary address adds a new, unverified contact channel", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* ContactChannels.verify({ code: (yield* lastMail(ann.email)).code })
        const channels = Effect.map(
          ContactChannels.list({ userId: "me" }),
          ({ items }) =>
            items.map(({ isPrimary, isVerified, usedForAuth, value }) => [value, isPrimary, isVerified, usedForAuth])
        )

        const moved = yield* Users.updateMe({ primaryEmail: "Ann.2@Example.com" })
        const after = yield* channels
        const back = yield* Users.updateMe({ primaryEmail: ann.email })
        const none = yield* Users.updateMe({ primaryEmail: null })

        assert.deepStrictEqual([moved.primaryEmail, moved.primaryEmailVerified], ["ann.2@example.com", false])
        assert.deepStrictEqual(after, [[ann.email, false, true, true], ["ann.2@example.com", true, false, true]])
        assert.deepStrictEqual([back.primaryEmail, back.primaryEmailVerified], [ann.email, true])
        assert.strictEqual(none.primaryEmail, null)
        assert.lengthOf(yield* channels, 2)
        assert.strictEqual((yield* Users.updateMe({ primaryEmail: null })).primaryEmail, null)
      }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

    it.effect("USER_EMAIL_ALREADY_EXISTS: users.updateMe fails with an address that another user signs in with", () =>
      Effect.gen(function*() {
        yield* signUp({ email: "bob@example.com", password: ann.password })
        yield* signUp()

        const error = yield* Effect.flip(Users.updateMe({ primaryEmail: "bob@example.com" }))
        assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
      }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

    it.effect("a profile picture sent as data is stored and gets a working link", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { fetch } = yield* Emulator

        const { profileImageUrl } = yield* Users.updateMe({ profileImageUrl: png })
        const picture = yield* Effect.promise(() => fetch(new Request(profileImageUrl!)))

        assert.strictEqual(picture.headers.get("content-type"), "image/png")
        assert.strictEqual(
          yield* reasonOf(Users.updateMe({ profileImageUrl: "https://example.com/a.png" })),
          "HttpFailure"
        )
        assert.strictEqual(
          yield* reasonOf(Users.updateMe({ profileImageUrl: "data:image/png;base64,AAAA" })),
          "HttpFailure"
        )
      }).pipe(Effect.provide(emulated())))

    it.effect("a user can select a team only as its member", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { selectedTeamId } = yield* Users.getMe()

        const unselected = yield* Users.updateMe({ selectedTeamId: null })
        const selected = yield* Users.updateMe({ selectedTeamId })

        assert.deepStrictEqual([unselected.selectedTeam, selected.selectedTeamId], [null, selectedTeamId])
        assert.strictEqual(yield* reasonOf(Users.updateMe({ selectedTeamId: unknownId })), "TeamMembershipNotFound")
      }).pipe(Effect.provide(emulated({ config: { createTeamOnSignUp: true } }))))

    it.effect("users can delete their own account only if the project allows it, and the setting is checked first", () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const project = emulator.store.projects.get(emulator.project.projectId)!

        assert.strictEqual(yield* reasonOf(Users.deleteMe()), "HttpFailure")
        project.config = { ...project.config, clientUserDeletionEnabled: true }
        assert.strictEqual(yield* reasonOf(Users.deleteMe()), "CannotGetOwnUserWithoutUser")
        yield* signUp()
        yield* Users.deleteMe()

        assert.strictEqual((yield* asServer(Users.list())).items.length, 0)
        yield* signUp()
      }).pipe(Effect.provide(emulated())))
  })

  describe("a user created by a back end", () => {
    it.effect("a user that a back end creates has the given fields, and empty values in all others", () =>
      Effect.gen(function*() {
        const { json, status } = yield* send("POST", "/api/v1/users", { level: "server", json: {} })

        assert.strictEqual(status, 201)
        assert.deepInclude(json, {
          display_name: null,
          primary_email: null,
          primary_email_auth_enabled: false,
          has_password: false,
          selected_team: null,
          oauth_providers: [],
          is_anonymous: false
        })
      }).pipe(Effect.provide(emulated())))

    it.effect("back ends can create users with the same address, but only one of them can sign in with it", () =>
      Effect.gen(function*() {
        yield* signUp()

        yield* asServer(Users.create({ primaryEmail: ann.email }))
        const taken = Users.create({ primaryEmail: ann.email, primaryEmailAuthEnabled: true })

        assert.strictEqual(yield* reasonOf(asServer(taken)), "UserWithEmailAlreadyExists")
      }).pipe(Effect.provide(emulated())))

    it.effect("a user created with a bcrypt hash can sign in with the password", () =>
      Effect.gen(function*() {
        const passwordHash = Redacted.make("$2b$10$bdPn18VeSHHIiQVI2nTdNOGU0g5jmZRVmzroTo50HQ6ADeFYIAvd6")
        const create = (more: object) =>
          asServer(Users.create({ primaryEmail: ann.email, primaryEmailAuthEnabled: true, ...more }))

        assert.strictEqual(yield* reasonOf(create({ passwordHash, password: ann.password })), "HttpFailure")
        assert.strictEqual(yield* reasonOf(create({ passwordHash: Redacted.make("md5:abc") })), "HttpFailure")
        assert.isTrue((yield* create({ passwordHash })).hasPassword)
        assert.strictEqual(yield* reasonOf(Password.signIn(ann)), "EmailPasswordMismatch")
      }).pipe(Effect.provide(emulated())))

    it.effect("creating a user with settings for the primary email requires a primary email", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* reasonOf(asServer(Users.create({ primaryEmailAuthEnabled: true }))), "HttpFailure")
        assert.strictEqual(yield* reasonOf(asServer(Users.create({ primaryEmailVerified: true }))), "HttpFailure")
      }).pipe(Effect.provide(emulated())))

    it.effect("a back end can create a user with a short password even if sign-up is disabled", () =>
      Effect.gen(function*() {
        const password = Redacted.make("x")
        yield* asServer(Users.create({ primaryEmail: ann.email, primaryEmailAuthEnabled: true, password }))

        yield* Password.signIn({ email: ann.email, password })
      }).pipe(Effect.provide(emulated({ config: { signUpEnabled: false } }))))
  })

  describe("a user changed by a back end", () => {
    it.effect("changing the primary email keeps the verified flag, unless the same update sets the flag", () =>
      Effect.gen(function*() {
        const { id: userId } = yield* asServer(Users.create({ primaryEmail: ann.email, primaryEmailVerified: true }))

        const kept = yield* asServer(Users.update({ userId, primaryEmail: "Ann.2@Example.com" }))
        const updated = yield* asServer(Users.update({ userId, primaryEmail: ann.email, primaryEmailVerified: false }))

        assert.deepStrictEqual([kept.primaryEmail, kept.primaryEmailVerified], ["ann.2@example.com", true])
        assert.deepStrictEqual([updated.primaryEmail, updated.primaryEmailVerified], [ann.email, false])
      }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))

    it.effect("a password change by a back end ends all the user's sessions", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()

        yield* asServer(Users.update({ userId, password: Redacted.make("another one") }))

        const emulator = yield* Emulator
        assert.strictEqual(emulator.store.projects.get(emulator.project.projectId)!.sessions.size, 0)
      }).pipe(Effect.provide(emulated())))

    it.effect("changing an unknown user fails", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* reasonOf(asServer(Users.get({ userId: unknownId }))), "UserNotFound")
        assert.strictEqual(yield* reasonOf(asServer(Users.update({ userId: unknownId }))), "UserNotFound")
        assert.strictEqual(yield* reasonOf(asServer(Users.delete({ userId: unknownId }))), "UserNotFound")
      }).pipe(Effect.provide(emulated())))
  })

  describe("the list of users", () => {
    const made = Effect.gen(function*() {
      const ids: Array<string> = []
      for (const displayName of ["One", "Two", "Three", "Four", "Five"]) {
        yield* TestClock.adjust("1 second")
        const user = yield* asServer(Users.create({ displayName, primaryEmail: `${displayName}@Example.com` }))
        ids.push(user.id)
      }
      return ids
    })

    it.effect("users.list returns pages of users, with the first user of the next page as the cursor", () =>
      Effect.gen(function*() {
        const ids = yield* made

        const first = yield* asServer(Users.list({ limit: 2 }))
        const second = yield* asServer(Users.list({ limit: 2, cursor: ids[2]! }))
        const last = yield* asServer(Users.list({ limit: 2, cursor: ids[4]! }))

        assert.deepStrictEqual(first.items.map(({ id }) => id), ids.slice(0, 2))
        assert.deepStrictEqual(first.pagination, { nextCursor: ids[2]! })
        assert.deepStrictEqual(second.items.map(({ id }) => id), ids.slice(2, 4))
        assert.deepStrictEqual(last.pagination, { nextCursor: null })
      }).pipe(Effect.provide(emulated())))

    it.effect("users.list returns all users without a limit, and no users with an unknown cursor", () =>
      Effect.gen(function*() {
        yield* made

        const whole = yield* asServer(Users.list())
        const unknown = yield* asServer(Users.list({ cursor: unknownId, limit: 2 }))

        assert.deepStrictEqual([whole.items.length, whole.isPaginated, whole.pagination], [5, true, {
          nextCursor: null
        }])
        assert.deepStrictEqual([unknown.items.length, unknown.pagination], [0, { nextCursor: null }])
      }).pipe(Effect.provide(emulated())))

    it.effect("users.list returns the newest users first if requested, with cursors in the same order", () =>
      Effect.gen(function*() {
        const ids = yield* made

        const first = yield* asServer(Users.list({ limit: 3, desc: true }))
        const second = yield* asServer(Users.list({ limit: 3, desc: true, cursor: first.pagination!.nextCursor! }))

        assert.deepStrictEqual([...first.items, ...second.items].map(({ id }) => id), [...ids].reverse())
      }).pipe(Effect.provide(emulated())))

    it.effect("users.list finds users by part of a name or address in upper or lower case, and by complete id", () =>
      Effect.gen(function*() {
        const ids = yield* made
        const found = (query: string) =>
          Effect.map(asServer(Users.list({ query })), ({ items }) => items.map(({ displayName }) => displayName))

        assert.deepStrictEqual(yield* found("tHr"), ["Three"])
        assert.deepStrictEqual(yield* found("FOUR@example"), ["Four"])
        assert.deepStrictEqual(yield* found(ids[4]!.toUpperCase()), ["Five"])
        assert.deepStrictEqual(yield* found(ids[4]!.slice(0, 30)), [])
      }).pipe(Effect.provide(emulated())))

    it.effect("users.list continues from its cursor after users are deleted", () =>
      Effect.gen(function*() {
        const ids = yield* made
        yield* asServer(Users.delete({ userId: ids[1]! }))
        yield* asServer(Users.delete({ userId: ids[3]! }))

        const page = yield* asServer(Users.list({ limit: 2, cursor: ids[2]! }))

        assert.deepStrictEqual(page.items.map(({ id }) => id), [ids[2]!, ids[4]!])
      }).pipe(Effect.provide(emulated())))

    it.effect("a team's members are listed in order of sign-up, from any cursor and in both orders", () =>
      Effect.gen(function*() {
        const ids = yield* made
        const { json: { id: teamId } } = yield* send("POST", "/api/v1/teams", {
          level: "server",
          json: { display_name: "Team" }
        })
        for (const at of [4, 0, 2]) {
          yield* send("POST", `/api/v1/team-memberships/${teamId}/${ids[at]}`, { level: "server", json: {} })
        }
        const listed = (query: { readonly cursor?: string; readonly desc?: boolean; readonly limit?: number }) =>
          Effect.map(asServer(Users.list({ teamId, ...query })), ({ items }) => items.map(({ id }) => ids.indexOf(id)))

        assert.deepStrictEqual(yield* listed({}), [0, 2, 4])
        assert.deepStrictEqual(yield* listed({ cursor: ids[2]! }), [2, 4])
        assert.deepStrictEqual(yield* listed({ cursor: ids[3]! }), [4])
        assert.deepStrictEqual(yield* listed({ cursor: ids[3]!, desc: true }), [2, 0])
        assert.deepStrictEqual(yield* listed({ desc: true, limit: 2 }), [4, 2])
      }).pipe(Effect.provide(emulated())))
  })
})
