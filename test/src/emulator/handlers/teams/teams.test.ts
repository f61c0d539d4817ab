import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as InternalProjects from "../../../../../schemas/endpoints/internalProjects.ts"
import * as TeamApiKeys from "../../../../../schemas/endpoints/teamApiKeys.ts"
import * as TeamMemberProfiles from "../../../../../schemas/endpoints/teamMemberProfiles.ts"
import * as TeamMemberships from "../../../../../schemas/endpoints/teamMemberships.ts"
import * as TeamPermissions from "../../../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../../../schemas/endpoints/teams.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { bob, bobJoins, gardeners, gardening, nowhere, refusal, signedOut } from "../../support/gardeners.ts"
import { ann, asAdmin, asServer, send, signIn, signUp } from "../../support/support.ts"

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const done = Effect.succeed

const idsIn = (teamId: string, userId: string) =>
  Effect.map(asServer(TeamPermissions.list({ teamId, userId })), ({ items }) => items.map(({ id }) => id))

overBothTransports(({ emulated }) => {
  const { gardens, refused } = gardening({ emulated })

  describe("teams", () => {
    it.effect("the creator of a team becomes a member with the project's creator permissions", () =>
      Effect.gen(function*() {
        const { annId, bobId, teamId } = yield* gardeners

        assert.deepStrictEqual(yield* idsIn(teamId, annId), ["team_admin"])
        assert.isNull((yield* Users.getMe()).selectedTeamId)
        const { id } = yield* asServer(Teams.createAsServer({ displayName: "", creatorUserId: bobId }))
        assert.deepStrictEqual(yield* idsIn(id, bobId), ["team_admin"])
      }).pipe(Effect.provide(gardens)))

    it.effect("a team created by a back end without a creator has no members", () =>
      Effect.gen(function*() {
        const { annId } = yield* gardeners
        const { id: teamId } = yield* asServer(Teams.createAsServer({ displayName: "Nobody's" }))
        const older = yield* asServer(Teams.createAsServer({ displayName: "Ann's", addCurrentUser: true }))

        const profiles = yield* asServer(TeamMemberProfiles.listAll({ teamId }))
        assert.deepStrictEqual(profiles.items, [])
        assert.deepStrictEqual(yield* idsIn(older.id, annId), ["team_admin"])
      }).pipe(Effect.provide(gardens)))

    it.effect("users can create teams only for themselves, and only if the project allows it", () =>
      Effect.gen(function*() {
        const { bobId } = yield* gardeners
        const create = (options: object) => refusal(Teams.create({ displayName: "Bakers", ...options }))

        assert.strictEqual(yield* create({ creatorUserId: bobId }), "status 403")
        assert.strictEqual(yield* create({ creatorUserId: "me", addCurrentUser: true }), "status 400")
        yield* asAdmin(InternalProjects.updateCurrent({ config: { clientTeamCreationEnabled: false } }))
        assert.strictEqual(yield* create({}), "status 403")
        yield* signedOut
        const asNobody = asServer(Teams.createAsServer({ displayName: "Bakers", addCurrentUser: true }))
        assert.strictEqual(yield* refusal(asNobody), "status 401")
      }).pipe(Effect.provide(gardens)))

    it.effect("members see a team's client fields, and back ends see all fields", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners
        yield* asServer(Teams.updateAny({
          teamId,
          clientReadOnlyMetadata: { tier: "gold" },
          serverMetadata: { crm: 1 },
          profileImageUrl: "https://cdn.example.com/team.png"
        }))

        const seen = yield* Teams.update({ teamId, displayName: "", clientMetadata: { plot: 7 } })
        const whole = yield* asServer(Teams.getAny({ teamId }))

        assert.deepStrictEqual({ ...seen }, {
          id: teamId,
          displayName: "",
          profileImageUrl: "https://cdn.example.com/team.png",
          clientMetadata: { plot: 7 },
          clientReadOnlyMetadata: { tier: "gold" }
        })
        assert.deepInclude(whole, { ...seen, serverMetadata: { crm: 1 } })
        assert.strictEqual((yield* Teams.update({ teamId, profileImageUrl: null })).profileImageUrl, null)
      }).pipe(Effect.provide(gardens)))

    it.effect("a team's picture must be image data if a member sets it, and can be any link if a back end sets it", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners
        const { fetch } = yield* Emulator

        const { profileImageUrl } = yield* Teams.update({ teamId, profileImageUrl: png })
        const picture = yield* Effect.promise(() => fetch(new Request(profileImageUrl!)))

        assert.strictEqual(picture.headers.get("content-type"), "image/png")
        const link = { profileImageUrl: "https://cdn.example.com/team.png" }
        assert.strictEqual(yield* refusal(Teams.update({ teamId, ...link })), "status 400")
        assert.strictEqual(yield* refusal(Teams.create({ displayName: "Bakers", ...link })), "status 400")
      }).pipe(Effect.provide(gardens)))

    it.effect("a user's teams are listed oldest first, regardless of when the user joined", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { id: second } = yield* asServer(
          Teams.createAsServer({ displayName: "Bakers", creatorUserId: world.bobId })
        )
        yield* bobJoins(world)

        const ofBob = yield* asServer(Teams.listAll({ userId: world.bobId }))
        const all = yield* asServer(Teams.listAll())

        assert.deepStrictEqual(ofBob.items.map(({ id }) => id), [world.teamId, second])
        assert.deepStrictEqual(all.items.map(({ id }) => id), [world.teamId, second])
        assert.deepStrictEqual((yield* Teams.list({ userId: "me" })).items.map(({ id }) => id), [world.teamId])
        assert.deepStrictEqual((yield* asServer(Teams.listAll({ userId: nowhere }))).items, [])
        assert.strictEqual(yield* refusal(Teams.list({ userId: world.bobId })), "status 403")
        assert.strictEqual(yield* refusal(Teams.list()), "status 403")
      }).pipe(Effect.provide(gardens)))

    it.effect("deleting a team deletes its memberships, selections, invitations and API keys", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners
        yield* asAdmin(InternalProjects.updateCurrent({ config: { allowTeamApiKeys: true } }))
        yield* TeamApiKeys.create({ teamId, description: "Robot", expiresAt: null })
        yield* Users.updateMe({ selectedTeamId: teamId })

        yield* Teams.delete({ teamId })

        assert.isNull((yield* Users.getMe()).selectedTeamId)
        assert.deepStrictEqual((yield* Teams.list({ userId: "me" })).items, [])
        assert.deepStrictEqual(yield* idsIn(teamId, annId), [])
        assert.deepStrictEqual((yield* asServer(TeamApiKeys.list({ teamId }))).items, [])
      }).pipe(Effect.provide(gardens)))

    refused(
      "TEAM_NOT_FOUND",
      "teams.getAny, .updateAny and .delete of a back end fail for an unknown team",
      () =>
        done([
          asServer(Teams.getAny({ teamId: nowhere })),
          asServer(Teams.updateAny({ teamId: nowhere })),
          asServer(Teams.delete({ teamId: nowhere }))
        ])
    )

    refused(
      "USER_NOT_FOUND",
      "teams.createAsServer fails for an unknown creator",
      () => done([asServer(Teams.createAsServer({ displayName: "Bakers", creatorUserId: nowhere }))])
    )

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "teams.list, .listAll, .create and .createAsServer fail for `me` when signed out",
      () =>
        Effect.as(signedOut, [
          Teams.list({ userId: "me" }),
          Teams.list(),
          asServer(Teams.listAll({ userId: "me" })),
          Teams.create({ displayName: "Bakers", creatorUserId: "me" }),
          asServer(Teams.createAsServer({ displayName: "Bakers", creatorUserId: "me" }))
        ])
    )

    refused(
      "USER_AUTHENTICATION_REQUIRED",
      "teams.create, .get, .update and .delete fail when signed out",
      ({ teamId }) =>
        Effect.as(signedOut, [
          Teams.create({ displayName: "Bakers" }),
          Teams.get({ teamId }),
          Teams.update({ teamId }),
          Teams.delete({ teamId })
        ])
    )

    refused(
      "TEAM_MEMBERSHIP_NOT_FOUND",
      "teams.get, .update and .delete fail for an unknown team, or a user outside the team",
      ({ teamId }) =>
        Effect.as(signIn(bob), [
          Teams.get({ teamId }),
          Teams.get({ teamId: nowhere }),
          Teams.update({ teamId }),
          Teams.update({ teamId: nowhere }),
          Teams.delete({ teamId }),
          Teams.delete({ teamId: nowhere })
        ])
    )

    refused(
      "TEAM_PERMISSION_REQUIRED",
      "teams.update and .delete fail for a member without the permission",
      (world) =>
        Effect.as(Effect.andThen(bobJoins(world), signIn(bob)), [
          Teams.update({ teamId: world.teamId, displayName: "Mine" }),
          Teams.delete({ teamId: world.teamId })
        ])
    )
  })

  describe("personal teams", () => {
    const layer = emulated({ config: { createTeamOnSignUp: true } })

    it.effect("a new user's personal team is created, selected and named", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { selectedTeam } = yield* Users.getMe()

        assert.strictEqual(selectedTeam?.displayName, "ann@example.com's Team")
        assert.deepStrictEqual(yield* idsIn(selectedTeam!.id, userId), ["team_admin"])
        const made = yield* asServer(Users.create({ displayName: "Carl" }))
        assert.strictEqual((yield* asServer(Users.get({ userId: made.id }))).selectedTeam?.displayName, "Carl's Team")
        const { userId: anonymousId } = yield* Anonymous.signUp()
        const nameless = yield* asServer(Users.get({ userId: anonymousId }))
        assert.strictEqual(nameless.selectedTeam?.displayName, "Personal Team")
      }).pipe(Effect.provide(layer)))
  })

  describe("team members", () => {
    it.effect("new team members get the project's member permissions", () =>
      Effect.gen(function*() {
        const world = yield* gardeners

        assert.deepStrictEqual({ ...(yield* bobJoins(world)) }, { teamId: world.teamId, userId: world.bobId })

        assert.deepStrictEqual(yield* idsIn(world.teamId, world.bobId), ["team_member"])
      }).pipe(Effect.provide(gardens)))

    it.effect("every member can leave a team, which revokes the member's permissions and keeps the team", () =>
      Effect.gen(function*() {
        const { annId, teamId } = yield* gardeners

        yield* TeamMemberships.delete({ teamId, userId: "me" })
        yield* asServer(TeamMemberships.create({ teamId, userId: annId }))

        assert.deepStrictEqual(yield* idsIn(teamId, annId), ["team_member"])
        yield* asServer(TeamMemberships.delete({ teamId, userId: annId }))
        assert.strictEqual((yield* asServer(Teams.getAny({ teamId }))).displayName, "Gardeners")
      }).pipe(Effect.provide(gardens)))

    it.effect("members can remove other members if they have $remove_members, directly or through a containing permission", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)

        yield* TeamMemberships.delete({ teamId: world.teamId, userId: world.bobId })

        assert.deepStrictEqual((yield* asServer(Teams.listAll({ userId: world.bobId }))).items, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("deleting a user removes the user from all teams", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)

        yield* asServer(Users.delete({ userId: world.bobId }))

        const profiles = yield* asServer(TeamMemberProfiles.listAll({ teamId: world.teamId }))
        assert.deepStrictEqual(profiles.items.map(({ userId }) => userId), [world.annId])
      }).pipe(Effect.provide(gardens)))

    it.effect("adding a team member requires a body, which may be empty", () =>
      Effect.gen(function*() {
        const { bobId, teamId } = yield* gardeners
        const path = `/api/v1/team-memberships/${teamId}/${bobId}`

        assert.strictEqual((yield* send("POST", path, { level: "server" })).json.code, "SCHEMA_ERROR")
        assert.strictEqual((yield* send("POST", path, { level: "server", json: {} })).status, 201)
      }).pipe(Effect.provide(gardens)))

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "teamMemberships.create and .delete fail for `me` when signed out",
      ({ bobId, teamId }) =>
        Effect.as(signedOut, [
          asServer(TeamMemberships.create({ teamId, userId: "me" })),
          TeamMemberships.delete({ teamId, userId: "me" }),
          TeamMemberships.delete({ teamId, userId: bobId })
        ])
    )

    refused(
      "USER_NOT_FOUND",
      "teamMemberships.create and .delete fail for an unknown user, even for an unknown team",
      ({ teamId }) =>
        done([
          asServer(TeamMemberships.create({ teamId, userId: nowhere })),
          asServer(TeamMemberships.create({ teamId: nowhere, userId: nowhere })),
          asServer(TeamMemberships.delete({ teamId, userId: nowhere }))
        ])
    )

    refused(
      "TEAM_NOT_FOUND",
      "teamMemberships.create fails for an unknown team",
      ({ bobId }) => done([asServer(TeamMemberships.create({ teamId: nowhere, userId: bobId }))])
    )

    refused(
      "TEAM_MEMBERSHIP_ALREADY_EXISTS",
      "teamMemberships.create fails for a user who is already a member",
      (world) => Effect.as(bobJoins(world), [bobJoins(world)])
    )

    refused(
      "TEAM_MEMBERSHIP_NOT_FOUND",
      "teamMemberships.delete fails for a user outside the team, as caller or as target",
      ({ annId, bobId, teamId }) =>
        Effect.as(signIn(bob), [
          TeamMemberships.delete({ teamId, userId: "me" }),
          TeamMemberships.delete({ teamId, userId: annId }),
          asServer(TeamMemberships.delete({ teamId, userId: bobId }))
        ])
    )

    refused(
      "TEAM_PERMISSION_REQUIRED",
      "teamMemberships.delete of another member fails without $remove_members",
      (world) =>
        Effect.as(Effect.andThen(bobJoins(world), signIn(bob)), [
          TeamMemberships.delete({ teamId: world.teamId, userId: world.annId })
        ])
    )
  })

  describe("webhook events of teams", () => {
    it.effect("webhook events are emitted for created, changed and deleted teams and for added members, but not for the creator", () =>
      Effect.gen(function*() {
        const { events } = yield* Emulator
        const received: Array<string> = []
        events.listen(({ type }) => received.push(type))
        const world = yield* gardeners
        const { bobId, teamId } = world
        received.length = 0

        yield* Teams.create({ displayName: "Bakers" })
        yield* bobJoins(world)
        yield* asServer(TeamPermissions.grant({ teamId, userId: bobId, permissionId: "$update_team" }))
        yield* asServer(TeamPermissions.grant({ teamId, userId: bobId, permissionId: "$update_team" }))
        yield* asServer(TeamPermissions.revoke({ teamId, userId: bobId, permissionId: "$update_team" }))
        yield* Teams.update({ teamId, displayName: "Gardeners United" })
        yield* TeamMemberships.delete({ teamId, userId: bobId })
        yield* Teams.delete({ teamId })

        assert.deepStrictEqual(received, [
          "team.created",
          "team_membership.created",
          "team_permission.created",
          "team_permission.created",
          "team_permission.deleted",
          "team.updated",
          "team_membership.deleted",
          "team.deleted"
        ])
      }).pipe(Effect.provide(gardens)))
  })

  describe("member profiles", () => {
    it.effect("a member profile equals the user's profile until it is set for the team", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners
        const me = { teamId, userId: "me" } as const
        yield* Users.updateMe({ displayName: "Ann" })

        const before = yield* TeamMemberProfiles.get(me)
        const after = yield* TeamMemberProfiles.update({ ...me, displayName: "The gardener", profileImageUrl: png })
        const without = yield* TeamMemberProfiles.update({ ...me, profileImageUrl: null })
        const linked = yield* TeamMemberProfiles.update({ ...me, profileImageUrl: "https://cdn.example.com/a.png" })

        assert.deepInclude(before, { displayName: "Ann", profileImageUrl: null })
        assert.strictEqual(after.displayName, "The gardener")
        assert.match(after.profileImageUrl!, /^http/)
        assert.deepInclude(without, { displayName: "The gardener", profileImageUrl: null })
        assert.strictEqual(linked.profileImageUrl, "https://cdn.example.com/a.png")
        assert.strictEqual((yield* Users.getMe()).displayName, "Ann")
      }).pipe(Effect.provide(gardens)))

    it.effect("member profiles are listed in the order of joining, and include the users for back ends", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* TestClock.adjust("1 second")
        yield* bobJoins(world)
        const { annId, bobId, teamId } = world

        const { items } = yield* TeamMemberProfiles.list({ teamId })
        const all = yield* asServer(TeamMemberProfiles.listAll())
        const ofBob = yield* asServer(TeamMemberProfiles.listAll({ userId: bobId }))

        assert.deepStrictEqual(items.map(({ userId }) => userId), [annId, bobId])
        assert.deepStrictEqual(all.items.map(({ user }) => user.primaryEmail), [ann.email, bob.email])
        assert.deepStrictEqual(ofBob.items.map(({ user }) => user.id), [bobId])
        const named = yield* asServer(TeamMemberProfiles.updateAny({ teamId, userId: bobId, displayName: "Robert" }))
        assert.strictEqual(
          (yield* asServer(TeamMemberProfiles.getAny({ teamId, userId: bobId }))).displayName,
          "Robert"
        )
        assert.strictEqual(named.user.displayName, null)
      }).pipe(Effect.provide(gardens)))

    it.effect("members can change only their own profile, and clients must name the team", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)
        const { bobId, teamId } = world

        const other = TeamMemberProfiles.update({ teamId, userId: bobId, displayName: "X" })
        assert.strictEqual(yield* refusal(other), "status 403")
        assert.strictEqual(yield* refusal(TeamMemberProfiles.list({ userId: "me" })), "status 400")
      }).pipe(Effect.provide(gardens)))

    it.effect("reading other members' profiles requires $read_members, and reading the user's own profile doesn't", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* bobJoins(world)
        const { bobId, teamId } = world
        yield* asServer(TeamPermissions.revoke({ teamId, userId: bobId, permissionId: "team_member" }))
        yield* signIn(bob)

        assert.strictEqual((yield* TeamMemberProfiles.list({ teamId, userId: "me" })).items.length, 1)
        assert.strictEqual((yield* TeamMemberProfiles.get({ teamId, userId: bobId })).userId, bobId)
        yield* asServer(TeamPermissions.grant({ teamId, userId: bobId, permissionId: "$read_members" }))
        assert.strictEqual((yield* TeamMemberProfiles.list({ teamId })).items.length, 2)
      }).pipe(Effect.provide(gardens)))

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "teamMemberProfiles.list, .listAll, .get, .getAny, .update and .updateAny fail for `me` when signed out",
      ({ teamId }) =>
        Effect.as(signedOut, [
          TeamMemberProfiles.list({ teamId, userId: "me" }),
          asServer(TeamMemberProfiles.listAll({ userId: "me" })),
          TeamMemberProfiles.get({ teamId, userId: "me" }),
          asServer(TeamMemberProfiles.getAny({ teamId, userId: "me" })),
          TeamMemberProfiles.update({ teamId, userId: "me" }),
          asServer(TeamMemberProfiles.updateAny({ teamId, userId: "me" }))
        ])
    )

    refused(
      "TEAM_MEMBERSHIP_NOT_FOUND",
      "teamMemberProfiles.list, .get, .getAny, .update and .updateAny fail for a user outside the team",
      ({ annId, bobId, teamId }) =>
        Effect.as(signIn(bob), [
          TeamMemberProfiles.list({ teamId }),
          TeamMemberProfiles.list({ teamId: nowhere, userId: "me" }),
          TeamMemberProfiles.get({ teamId, userId: annId }),
          TeamMemberProfiles.get({ teamId, userId: "me" }),
          asServer(TeamMemberProfiles.getAny({ teamId, userId: bobId })),
          asServer(TeamMemberProfiles.getAny({ teamId: nowhere, userId: annId })),
          TeamMemberProfiles.update({ teamId, userId: "me" }),
          asServer(TeamMemberProfiles.updateAny({ teamId, userId: bobId }))
        ])
    )

    refused(
      "TEAM_PERMISSION_REQUIRED",
      "teamMemberProfiles.list and .get of other members fail without $read_members",
      (world) =>
        Effect.gen(function*() {
          yield* bobJoins(world)
          const { annId, bobId, teamId } = world
          yield* asServer(TeamPermissions.revoke({ teamId, userId: bobId, permissionId: "team_member" }))
          yield* signIn(bob)
          return [TeamMemberProfiles.list({ teamId }), TeamMemberProfiles.get({ teamId, userId: annId })]
        })
    )

    refused(
      "USER_NOT_FOUND",
      "teamMemberProfiles.list, .listAll, .get, .getAny and .updateAny fail for an unknown user",
      ({ teamId }) =>
        done([
          TeamMemberProfiles.list({ teamId, userId: nowhere }),
          asServer(TeamMemberProfiles.listAll({ userId: nowhere })),
          TeamMemberProfiles.get({ teamId, userId: nowhere }),
          asServer(TeamMemberProfiles.getAny({ teamId, userId: nowhere })),
          asServer(TeamMemberProfiles.updateAny({ teamId, userId: nowhere }))
        ])
    )

    refused(
      "TEAM_NOT_FOUND",
      "teamMemberProfiles.listAll fails for an unknown team",
      () => done([asServer(TeamMemberProfiles.listAll({ teamId: nowhere }))])
    )
  })
})
