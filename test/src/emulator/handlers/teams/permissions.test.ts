import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as InternalProjects from "../../../../../schemas/endpoints/internalProjects.ts"
import * as Password from "../../../../../schemas/endpoints/password.ts"
import * as ProjectDefinitions from "../../../../../schemas/endpoints/projectPermissionDefinitions.ts"
import * as ProjectPermissions from "../../../../../schemas/endpoints/projectPermissions.ts"
import * as TeamApiKeys from "../../../../../schemas/endpoints/teamApiKeys.ts"
import * as TeamMemberProfiles from "../../../../../schemas/endpoints/teamMemberProfiles.ts"
import * as TeamMemberships from "../../../../../schemas/endpoints/teamMemberships.ts"
import * as TeamDefinitions from "../../../../../schemas/endpoints/teamPermissionDefinitions.ts"
import * as TeamPermissions from "../../../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../../../schemas/endpoints/teams.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { PermissionNotFound } from "../../../../../schemas/errors/permissions.ts"
import type { ProjectConfig } from "../../../../../src/emulator/state/config.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { bob, bobJoins, gardeners, gardening, nowhere, refusal, signedOut } from "../../support/gardeners.ts"
import { asAdmin, asServer, callbackUrl, send, signIn, signUp } from "../../support/support.ts"

const done = Effect.succeed

const systemIds = [
  "$delete_team",
  "$invite_members",
  "$manage_api_keys",
  "$read_members",
  "$remove_members",
  "$update_team"
]

const defineInTeams = (id: string, ...containedPermissionIds: ReadonlyArray<string>) =>
  asAdmin(TeamDefinitions.create({ id, containedPermissionIds }))

const defineInProject = (id: string, ...containedPermissionIds: ReadonlyArray<string>) =>
  asAdmin(ProjectDefinitions.create({ id, containedPermissionIds }))

const idsOf = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id)

const ownIn = (teamId: string, recursive = false) =>
  Effect.map(TeamPermissions.list({ teamId, userId: "me", recursive }), idsOf)

const own = (recursive = false) => Effect.map(ProjectPermissions.list({ userId: "me", recursive }), idsOf)

const configure = (config: Partial<Record<Defaults, ReadonlyArray<{ readonly id: string }>>>) =>
  asAdmin(InternalProjects.updateCurrent({ config }))

type Defaults = Extract<keyof ProjectConfig, `${string}DefaultPermissions`>

const containedIn = (id: string) =>
  Effect.map(
    asAdmin(TeamDefinitions.list()),
    ({ items }) => items.find((definition) => definition.id === id)?.containedPermissionIds
  )

overBothTransports(({ emulated }) => {
  const { gardens, refused } = gardening({ emulated })

  describe("permission definitions", () => {
    it.effect("by default, a project has the platform's six team permissions, the permissions team_admin and team_member, and no project permissions", () =>
      Effect.gen(function*() {
        const { items } = yield* asAdmin(TeamDefinitions.list())

        assert.deepStrictEqual(items.map(({ id }) => id), [...systemIds, "team_admin", "team_member"])
        assert.deepStrictEqual(
          items.map(({ containedPermissionIds }) => containedPermissionIds.length),
          [0, 0, 0, 0, 0, 0, 6, 2]
        )
        assert.isTrue(items.every(({ description }) => description !== undefined))
        assert.deepStrictEqual((yield* asAdmin(ProjectDefinitions.list())).items, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("a permission definition omits an unset description, and lists contained permissions by id", () =>
      Effect.gen(function*() {
        yield* defineInTeams("read_reports")
        const bare = yield* defineInTeams("edit_reports", "read_reports", "$read_members", "read_reports")
        const described = yield* asAdmin(ProjectDefinitions.create({ id: "beta", description: "Sees it early" }))

        assert.deepStrictEqual({ ...bare }, {
          id: "edit_reports",
          containedPermissionIds: ["$read_members", "read_reports"]
        })
        assert.deepStrictEqual({ ...described }, {
          id: "beta",
          description: "Sees it early",
          containedPermissionIds: []
        })
      }).pipe(Effect.provide(gardens)))

    it.effect("updating a permission definition replaces it instead of merging it", () =>
      Effect.gen(function*() {
        yield* asAdmin(TeamDefinitions.create({ id: "a", description: "A", containedPermissionIds: ["team_member"] }))

        const contained = yield* asAdmin(TeamDefinitions.update({ permissionId: "a", containedPermissionIds: ["a"] }))
        const described = yield* asAdmin(TeamDefinitions.update({ permissionId: "a", description: "B" }))

        assert.deepStrictEqual({ ...contained }, { id: "a", containedPermissionIds: ["a"] })
        assert.deepStrictEqual({ ...described }, { id: "a", description: "B", containedPermissionIds: [] })
      }).pipe(Effect.provide(gardens)))

    it.effect("changing a permission's id updates other definitions and grants, but not the project's defaults", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)
        yield* defineInTeams("chief", "team_member")

        yield* asAdmin(TeamDefinitions.update({ permissionId: "team_member", id: "helper" }))

        assert.deepStrictEqual(yield* containedIn("chief"), ["helper"])
        yield* signIn(bob)
        assert.deepStrictEqual(yield* ownIn(world.teamId), ["helper"])
        const { config } = yield* asAdmin(InternalProjects.getCurrent())
        assert.deepStrictEqual(config.teamMemberDefaultPermissions, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("deleting a permission removes it from grants and from other definitions", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        yield* defineInTeams("reader")
        yield* defineInTeams("writer", "reader")
        yield* asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "reader" }))

        yield* asAdmin(TeamDefinitions.delete({ permissionId: "reader" }))
        yield* defineInTeams("reader")

        assert.deepStrictEqual(yield* ownIn(teamId), ["team_admin"])
        assert.deepStrictEqual(yield* containedIn("writer"), [])
      }).pipe(Effect.provide(gardens)))

    it.effect("a permission definition moves to the scope of the endpoint that changes it, and grants of the old scope are hidden", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        yield* defineInTeams("reader")
        yield* asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "reader" }))

        yield* asAdmin(ProjectDefinitions.update({ permissionId: "reader" }))

        assert.deepStrictEqual(yield* ownIn(teamId), ["team_admin"])
        assert.deepStrictEqual(idsOf(yield* asAdmin(ProjectDefinitions.list())), ["reader"])
      }).pipe(Effect.provide(gardens)))

    it.effect("reading a single permission definition fails with 405, because the platform doesn't support it", () =>
      Effect.gen(function*() {
        const answers = yield* Effect.forEach(
          ["team", "project"],
          (scope) => send("GET", `/api/v1/${scope}-permission-definitions/team_admin`, { level: "admin" })
        )

        assert.deepStrictEqual(answers.map(({ status, text }) => [status, text]), [[405, ""], [405, ""]])
      }).pipe(Effect.provide(gardens)))

    it.effect("permission ids may consist of lower-case letters, digits, underscores and colons, or be one of the platform's six ids", () =>
      Effect.gen(function*() {
        const path = "/api/v1/team-permission-definitions"
        const answers = yield* Effect.forEach(
          ["Read", "$read", "$read_members", "a-b", ""],
          (id) => send("POST", path, { level: "admin", json: { id } })
        )

        assert.deepStrictEqual(answers.map(({ json }) => json.code), Array<string>(5).fill("SCHEMA_ERROR"))
      }).pipe(Effect.provide(gardens)))

    for (
      const [scope, { create, delete: remove, update }] of [
        ["team", TeamDefinitions],
        ["project", ProjectDefinitions]
      ] as const
    ) {
      const name = `${scope}PermissionDefinitions`

      refused(
        "PERMISSION_ID_ALREADY_EXISTS",
        `${name}.create and .update fail with an existing id of either scope`,
        () =>
          Effect.gen(function*() {
            yield* defineInTeams("in_teams")
            yield* defineInProject("in_project")
            yield* asAdmin(create({ id: "other" }))
            return ["in_teams", "in_project"].flatMap((id) => [
              asAdmin(create({ id })),
              asAdmin(update({ permissionId: "other", id }))
            ]).concat(asAdmin(update({ permissionId: "other", id: "$read_members" })))
          })
      )

      refused(
        "CONTAINED_PERMISSION_NOT_FOUND",
        `${name}.create and .update fail if they contain a permission of the other scope, an unknown permission or themselves`,
        () =>
          Effect.gen(function*() {
            yield* defineInTeams("in_teams")
            yield* defineInProject("in_project")
            yield* asAdmin(create({ id: "known" }))
            const other = scope === "team" ? "in_project" : "in_teams"
            return [
              asAdmin(create({ id: "new", containedPermissionIds: ["new"] })),
              ...["unknown", other].flatMap((id) => [
                asAdmin(create({ id: "new", containedPermissionIds: [id] })),
                asAdmin(update({ permissionId: "known", containedPermissionIds: [id] }))
              ])
            ]
          })
      )

      refused(
        "PERMISSION_NOT_FOUND",
        `${name}.update and .delete fail for an unknown or a built-in permission`,
        () =>
          done(["unknown", "$read_members"].flatMap((permissionId) => [
            asAdmin(update({ permissionId })),
            asAdmin(remove({ permissionId }))
          ]))
      )
    }

    refused(
      "PERMISSION_NOT_FOUND",
      "teamPermissionDefinitions.delete fails for a project permission, and projectPermissionDefinitions.delete for a team permission",
      () =>
        Effect.as(Effect.andThen(defineInTeams("in_teams"), defineInProject("in_project")), [
          asAdmin(TeamDefinitions.delete({ permissionId: "in_project" })),
          asAdmin(ProjectDefinitions.delete({ permissionId: "in_teams" }))
        ])
    )
  })

  describe("permissions in a team", () => {
    it.effect("the list of team permissions contains direct permissions, and contained permissions if requested", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners

        assert.deepStrictEqual(yield* ownIn(teamId), ["team_admin"])
        assert.deepStrictEqual(yield* ownIn(teamId, true), [...systemIds, "team_admin"])
      }).pipe(Effect.provide(gardens)))

    it.effect("permissions that contain each other are resolved, and each is listed once", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        yield* defineInTeams("a")
        yield* defineInTeams("b", "a")
        yield* asAdmin(TeamDefinitions.update({ permissionId: "a", containedPermissionIds: ["b", "$update_team"] }))
        yield* asServer(TeamPermissions.revoke({ teamId, userId: annId, permissionId: "team_admin" }))
        yield* asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "a" }))
        yield* asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "b" }))

        assert.deepStrictEqual(yield* ownIn(teamId, true), ["$update_team", "a", "b"])
        assert.strictEqual((yield* Teams.update({ teamId, displayName: "Circle" })).displayName, "Circle")
      }).pipe(Effect.provide(gardens)))

    it.effect("the list of permissions is filtered by team, user and id after contained permissions are added", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)
        const { annId, bobId, teamId } = world
        const { id: other } = yield* Teams.create({ displayName: "Bakers" })

        const { items } = yield* asServer(TeamPermissions.list({ recursive: true, permissionId: "$read_members" }))
        const ofTeam = yield* asServer(TeamPermissions.list({ teamId }))
        const none = yield* asServer(TeamPermissions.list({ permissionId: "$read_members" }))

        const expected = [[other, annId], [teamId, annId], [teamId, bobId]].map(([teamId, userId]) =>
          `${teamId} ${userId}`
        )
        assert.deepStrictEqual(items.map(({ teamId, userId }) => `${teamId} ${userId}`), expected.sort())
        assert.strictEqual(ofTeam.items.length, 2)
        assert.deepStrictEqual(none.items, [])
        assert.deepStrictEqual((yield* asServer(TeamPermissions.list({ teamId: nowhere }))).items, [])
        assert.deepStrictEqual((yield* asServer(TeamPermissions.list({ userId: nowhere }))).items, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("clients can list only their own permissions", () =>
      Effect.gen(function*() {
        const { bobId, teamId } = yield* gardeners

        assert.strictEqual(yield* refusal(TeamPermissions.list({ teamId, userId: bobId })), "status 403")
        assert.strictEqual(yield* refusal(TeamPermissions.list({ teamId })), "status 403")
        assert.strictEqual(yield* refusal(ProjectPermissions.list({ userId: bobId })), "status 403")
        assert.strictEqual(yield* refusal(ProjectPermissions.list()), "status 403")
      }).pipe(Effect.provide(gardens)))

    it.effect("a permission, even one of the platform's own, can be granted twice, and is then removed by a single revocation", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        const input = { teamId, userId: annId, permissionId: "$read_members" }
        yield* asServer(TeamPermissions.grant(input))

        assert.deepStrictEqual({ ...(yield* asServer(TeamPermissions.grant(input))) }, {
          id: "$read_members",
          teamId,
          userId: annId
        })

        assert.deepStrictEqual(yield* ownIn(teamId), ["$read_members", "team_admin"])
        yield* asServer(TeamPermissions.revoke(input))
        assert.deepStrictEqual(yield* ownIn(teamId), ["team_admin"])
      }).pipe(Effect.provide(gardens)))

    it.effect("a member can manage API keys if a granted permission contains $manage_api_keys", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* asAdmin(InternalProjects.updateCurrent({ config: { allowTeamApiKeys: true } }))
        yield* bobJoins(world)
        const { bobId, teamId } = world
        yield* defineInTeams("robot_keeper", "$manage_api_keys")
        yield* signIn(bob)

        assert.strictEqual(yield* refusal(TeamApiKeys.list({ teamId })), "API_KEY_NOT_FOUND")
        yield* asServer(TeamPermissions.grant({ teamId, userId: bobId, permissionId: "robot_keeper" }))

        assert.deepStrictEqual((yield* TeamApiKeys.list({ teamId })).items, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("granted permissions without a definition are ignored", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners

        yield* asAdmin(TeamDefinitions.delete({ permissionId: "team_admin" }))

        assert.deepStrictEqual(yield* ownIn(teamId, true), [])
        assert.strictEqual(yield* refusal(TeamMemberProfiles.list({ teamId })), "TEAM_PERMISSION_REQUIRED")
      }).pipe(Effect.provide(gardens)))

    it.effect("unknown permission ids that start with $ are rejected as malformed", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        const path = `/api/v1/team-permissions/${teamId}/${annId}`

        const unknown = yield* send("POST", `${path}/$fly`, { level: "server", json: {} })
        const known = yield* send("POST", `${path}/$read_members`, { level: "server", json: {} })
        const without = yield* send("POST", `${path}/$read_members`, { level: "server" })

        assert.deepStrictEqual([unknown.json.code, known.status, without.json.code], [
          "SCHEMA_ERROR",
          201,
          "SCHEMA_ERROR"
        ])
      }).pipe(Effect.provide(gardens)))

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "teamPermissions.list, .grant and .revoke fail for `me` when signed out",
      ({ teamId }) =>
        Effect.as(signedOut, [
          TeamPermissions.list({ userId: "me" }),
          TeamPermissions.list(),
          asServer(TeamPermissions.list({ userId: "me" })),
          asServer(TeamPermissions.grant({ teamId, userId: "me", permissionId: "team_member" })),
          asServer(TeamPermissions.revoke({ teamId, userId: "me", permissionId: "team_member" }))
        ])
    )

    refused("USER_NOT_FOUND", "teamPermissions.grant and .revoke fail for an unknown user", ({ teamId }) =>
      done([
        asServer(TeamPermissions.grant({ teamId, userId: nowhere, permissionId: "team_member" })),
        asServer(TeamPermissions.revoke({ teamId, userId: nowhere, permissionId: "team_member" }))
      ]))

    refused(
      "TEAM_MEMBERSHIP_NOT_FOUND",
      "teamPermissions.grant and .revoke fail for a user outside the team, before the permission is checked",
      ({ annId, bobId, teamId }) =>
        done([
          asServer(TeamPermissions.grant({ teamId, userId: bobId, permissionId: "unknown" })),
          asServer(TeamPermissions.grant({ teamId: nowhere, userId: annId, permissionId: "team_member" })),
          asServer(TeamPermissions.revoke({ teamId, userId: bobId, permissionId: "team_member" }))
        ])
    )

    refused(
      "PERMISSION_NOT_FOUND",
      "teamPermissions.grant fails for an unknown permission",
      ({ annId, teamId }) => done([asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "unknown" }))])
    )

    refused(
      "WRONG_PERMISSION_SCOPE",
      "teamPermissions.grant fails for a project permission",
      ({ annId, teamId }) =>
        Effect.as(defineInProject("beta"), [
          asServer(TeamPermissions.grant({ teamId, userId: annId, permissionId: "beta" }))
        ])
    )

    refused(
      "TEAM_PERMISSION_NOT_FOUND",
      "teamPermissions.revoke fails for a permission that was not granted, or is only contained",
      ({ annId, teamId }) =>
        done(
          ["team_member", "$read_members", "unknown"].map((permissionId) =>
            asServer(TeamPermissions.revoke({ teamId, userId: annId, permissionId }))
          )
        )
    )
  })

  describe("permissions in the project", () => {
    it.effect("the list of project permissions contains direct permissions, and contained permissions if requested", () =>
      Effect.gen(function*() {
        const { annId, bobId } = yield* gardeners
        yield* defineInProject("tester")
        yield* defineInProject("lead", "tester")
        yield* asServer(ProjectPermissions.grant({ userId: annId, permissionId: "lead" }))
        yield* asServer(ProjectPermissions.grant({ userId: bobId, permissionId: "tester" }))

        assert.deepStrictEqual(yield* own(), ["lead"])
        assert.deepStrictEqual(yield* own(true), ["lead", "tester"])
        const { items } = yield* asServer(ProjectPermissions.list({ recursive: true, permissionId: "tester" }))
        assert.deepStrictEqual(items.map(({ userId }) => userId), [annId, bobId].sort())
        yield* asServer(ProjectPermissions.revoke({ userId: annId, permissionId: "lead" }))
        assert.deepStrictEqual(yield* own(true), [])
      }).pipe(Effect.provide(gardens)))

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "projectPermissions.list, .grant and .revoke fail for `me` when signed out",
      () =>
        Effect.as(Effect.andThen(defineInProject("beta"), signedOut), [
          ProjectPermissions.list({ userId: "me" }),
          ProjectPermissions.list(),
          asServer(ProjectPermissions.grant({ userId: "me", permissionId: "beta" })),
          asServer(ProjectPermissions.revoke({ userId: "me", permissionId: "beta" }))
        ])
    )

    refused(
      "USER_NOT_FOUND",
      "projectPermissions.grant and .revoke fail for an unknown user",
      () =>
        Effect.as(defineInProject("beta"), [
          asServer(ProjectPermissions.grant({ userId: nowhere, permissionId: "beta" })),
          asServer(ProjectPermissions.revoke({ userId: nowhere, permissionId: "beta" }))
        ])
    )

    refused(
      "PERMISSION_NOT_FOUND",
      "projectPermissions.grant fails for an unknown or built-in permission, and .revoke for a permission that was not granted",
      ({ annId }) =>
        Effect.as(defineInProject("beta"), [
          asServer(ProjectPermissions.grant({ userId: annId, permissionId: "unknown" })),
          asServer(ProjectPermissions.grant({ userId: annId, permissionId: "$read_members" })),
          asServer(ProjectPermissions.revoke({ userId: annId, permissionId: "beta" }))
        ])
    )

    refused(
      "WRONG_PERMISSION_SCOPE",
      "projectPermissions.grant fails for a team permission",
      ({ annId }) => done([asServer(ProjectPermissions.grant({ userId: annId, permissionId: "team_member" }))])
    )
  })

  describe("default permissions", () => {
    it.effect("default permissions apply only to new users and members", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* defineInProject("beta")
        yield* configure({
          userDefaultPermissions: [{ id: "beta" }],
          teamCreatorDefaultPermissions: [{ id: "$update_team" }],
          teamMemberDefaultPermissions: [{ id: "$read_members" }, { id: "$invite_members" }]
        })

        assert.deepStrictEqual([yield* own(), yield* ownIn(world.teamId)], [[], ["team_admin"]])
        const { id: teamId } = yield* Teams.create({ displayName: "Bakers" })
        yield* bobJoins(world)

        assert.deepStrictEqual(yield* ownIn(teamId), ["$update_team"])
        yield* signIn(bob)
        assert.deepStrictEqual(yield* ownIn(world.teamId), ["$invite_members", "$read_members"])
      }).pipe(Effect.provide(gardens)))

    it.effect("every kind of sign-up grants the default permissions as ordinary grants", () =>
      Effect.gen(function*() {
        yield* defineInProject("beta")
        yield* configure({ userDefaultPermissions: [{ id: "beta" }] })

        const { userId } = yield* signUp()
        const { id } = yield* asServer(Users.create({}))
        const { userId: anonymousId } = yield* Anonymous.signUp()

        const { items } = yield* asServer(ProjectPermissions.list())
        assert.sameMembers(items.map(({ userId }) => userId), [userId, id, anonymousId])
        yield* asServer(ProjectPermissions.revoke({ userId, permissionId: "beta" }))
        assert.deepStrictEqual(yield* own(), [])
      }).pipe(Effect.provide(gardens)))

    it.effect("a default permission with a deleted definition is hidden, and makes adding members fail", () =>
      Effect.gen(function*() {
        const { bobId, teamId } = yield* gardeners
        yield* asAdmin(TeamDefinitions.delete({ permissionId: "team_member" }))

        const { config } = yield* asAdmin(InternalProjects.getCurrent())
        const added = yield* Effect.flip(asServer(TeamMemberships.create({ teamId, userId: bobId })))

        assert.deepStrictEqual(config.teamMemberDefaultPermissions, [])
        assert.instanceOf(added, PermissionNotFound)
        assert.strictEqual((yield* Teams.create({ displayName: "Bakers" })).displayName, "Bakers")
        yield* asAdmin(TeamDefinitions.delete({ permissionId: "team_admin" }))
        assert.strictEqual(yield* refusal(Teams.create({ displayName: "Brewers" })), "PERMISSION_NOT_FOUND")
        assert.strictEqual((yield* Teams.list({ userId: "me" })).items.length, 2)
      }).pipe(Effect.provide(gardens)))

    it.effect("sign-up is rejected while a default permission's definition is deleted, and creates no partial account", () =>
      Effect.gen(function*() {
        const carl = { email: "carl@example.com", password: Redacted.make("battery staple") }
        const signUpAs = Password.signUp({ ...carl, verificationCallbackUrl: callbackUrl })
        yield* defineInProject("beta")
        yield* configure({ userDefaultPermissions: [{ id: "beta" }] })
        yield* asAdmin(ProjectDefinitions.delete({ permissionId: "beta" }))

        const ways = [signUpAs, Anonymous.signUp(), asServer(Users.create({}))]
        const errors = yield* Effect.forEach(ways, (way) => Effect.flip(way as Effect.Effect<unknown, unknown, any>))

        for (const error of errors) {
          assert.instanceOf(error, PermissionNotFound)
          assert.strictEqual(error.details.permissionId, "beta")
        }
        assert.deepStrictEqual((yield* asServer(Users.list({ includeAnonymous: true }))).items, [])
      }).pipe(Effect.provide(emulated())))
  })
})
