/** Team flows: creation, invitations, memberships and permissions; in-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as TeamInvitations from "../../../../schemas/endpoints/teamInvitations.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import * as definitions from "../../../../src/admin/teamPermissionDefinitions.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as notificationPreferences from "../../../../src/flows/account/notificationPreferences.ts"
import * as permissions from "../../../../src/flows/account/permissions.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as memberProfiles from "../../../../src/flows/teams/memberProfiles.ts"
import * as teamInvitations from "../../../../src/flows/teams/teamInvitations.ts"
import * as teams from "../../../../src/flows/teams/teams.ts"
import * as serverPermissions from "../../../../src/server/permissions.ts"
import * as serverTeams from "../../../../src/server/teams.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asAdmin, asServer, callbackUrl, lastMail, signIn, signUp } from "../../emulator/support/support.ts"

const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

const tagOf = <A, E extends { readonly _tag: string }, R>(flow: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(flow), ({ _tag }): string => _tag)

/** Ann has a team. Bob is signed in, and has the code of an invitation to the team. */
const invited = Effect.gen(function*() {
  const { userId: annId } = yield* signUp()
  const team = yield* teams.create({ displayName: "Tinkers" })
  const { id } = yield* teamInvitations.send({ teamId: team.id, email: bob.email, callbackUrl })
  yield* signOut()
  const { userId: bobId } = yield* signUp(bob)
  const { code } = yield* Effect.map(
    Emulator,
    ({ outbox }) => outbox.byAddress(bob.email).find(({ kind }) => kind === "teamInvitation")!
  )
  return { annId, bobId, teamId: team.id, invitationId: id, code: code! }
})

overBothTransports(({ emulated }) => {
  const withTeams = emulated({ config: { clientTeamCreationEnabled: true } })

  describe("teams", () => {
    it.effect("a new team is selected until the user selects another team or no team", () =>
      Effect.gen(function*() {
        yield* signUp()
        const first = yield* teams.create({ displayName: "Tinkers" })
        const second = yield* teams.create({ displayName: "Gardeners" })
        const selected = Effect.map(currentUser.get({ or: "throw" }), ({ selectedTeam }) => selectedTeam?.id ?? null)

        const afterCreation = yield* selected
        yield* teams.select({ teamId: first.id })
        const chosen = yield* selected
        yield* teams.select({ teamId: null })

        assert.deepStrictEqual([afterCreation, chosen, yield* selected], [second.id, first.id, null])
        assert.deepStrictEqual((yield* teams.list()).map(({ displayName }) => displayName), ["Tinkers", "Gardeners"])
      }).pipe(Effect.provide(withTeams)))

    it.effect("clients can't create teams if the project doesn't allow it, but a back end can create a team for a user", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const refused = yield* tagOf(teams.create({ displayName: "Tinkers" }))
        const { id } = yield* asServer(serverTeams.createFor({ userId, displayName: "Tinkers" }))

        assert.strictEqual(refused, "CallError")
        assert.deepStrictEqual((yield* teams.list()).map((team) => team.id), [id])
      }).pipe(Effect.provide(emulated())))

    it.effect("the creator can change and delete a team, which no longer exists for other users", () =>
      Effect.gen(function*() {
        yield* signUp()
        const { id: teamId } = yield* teams.create({ displayName: "Tinkers" })

        const changed = yield* teams.update({ teamId, displayName: "Fixers" })
        yield* teams.delete({ teamId })

        assert.strictEqual(changed.displayName, "Fixers")
        assert.strictEqual(yield* tagOf(asServer(serverTeams.get({ teamId }))), "TeamNotFound")
      }).pipe(Effect.provide(withTeams)))
  })

  describe("team invitations", () => {
    it.effect("a user can read the team of an invitation before accepting it, and accept the invitation once", () =>
      Effect.gen(function*() {
        const { bobId, code, teamId } = yield* invited
        const shown = yield* teamInvitations.details({ code })
        const joined = yield* teamInvitations.accept({ code })
        const again = yield* tagOf(teamInvitations.accept({ code }))

        assert.deepStrictEqual(
          [shown, joined],
          Array.from({ length: 2 }, () => ({
            teamId,
            teamDisplayName: "Tinkers"
          }))
        )
        assert.strictEqual(again, "VerificationCodeAlreadyUsed")
        assert.include((yield* memberProfiles.list({ teamId })).map(({ userId }) => userId), bobId)
      }).pipe(Effect.provide(withTeams)))

    it.effect("a team invitation is rejected after it is revoked, or after a week", () =>
      Effect.gen(function*() {
        const { code, invitationId: id, teamId } = yield* invited
        yield* signIn()
        assert.strictEqual((yield* teamInvitations.list({ teamId })).length, 1)
        yield* teamInvitations.revoke({ id, teamId })
        const revoked = yield* tagOf(teamInvitations.check({ code }))
        yield* teamInvitations.send({ teamId, email: "eve@example.com", callbackUrl })
        const late = (yield* lastMail("eve@example.com")).code
        yield* TestClock.adjust("8 days")

        assert.strictEqual(revoked, "VerificationCodeNotFound")
        assert.strictEqual(yield* tagOf(teamInvitations.check({ code: late })), "VerificationCodeExpired")
      }).pipe(Effect.provide(withTeams)))
  })

  describe("received invitations", () => {
    it.effect("a user accepts a received team invitation by id, without the email", () =>
      Effect.gen(function*() {
        const { bobId, invitationId, teamId } = yield* invited
        yield* asServer(Users.update({ userId: bobId, primaryEmailVerified: true }))

        const received = yield* teamInvitations.listReceived()
        yield* TeamInvitations.acceptById({ id: received[0]!.id, userId: "me" })

        assert.deepStrictEqual(received.map(({ id, teamDisplayName }) => [id, teamDisplayName]), [
          [invitationId, "Tinkers"]
        ])
        assert.deepStrictEqual((yield* teams.list()).map(({ id }) => id), [teamId])
        assert.deepStrictEqual(yield* teamInvitations.listReceived(), [])
      }).pipe(Effect.provide(withTeams)))
  })

  describe("team members", () => {
    it.effect("a team member can change the member's own name in the team and leave it, but can't remove other members", () =>
      Effect.gen(function*() {
        const { annId, code, teamId } = yield* invited
        yield* teamInvitations.accept({ code })

        yield* memberProfiles.update({ teamId, displayName: "Bobby" })
        const { displayName } = yield* memberProfiles.get({ teamId })
        const refused = yield* tagOf(teams.removeMember({ teamId, userId: annId }))
        yield* teams.leave({ teamId })

        assert.strictEqual(displayName, "Bobby")
        assert.strictEqual(refused, "TeamPermissionRequired")
        assert.deepStrictEqual(yield* teams.list(), [])
      }).pipe(Effect.provide(withTeams)))

    it.effect("a team member has granted permissions, and the permissions that these contain, until they are revoked", () =>
      Effect.gen(function*() {
        const { bobId: userId, code, teamId } = yield* invited
        yield* teamInvitations.accept({ code })
        yield* asAdmin(Effect.andThen(
          definitions.create({ id: "read" }),
          definitions.create({ id: "edit", containedPermissionIds: ["read"] })
        ))
        const reads = permissions.has({ teamId, permissionId: "read" })

        const before = yield* reads
        yield* asServer(serverPermissions.grant({ userId, teamId, permissionId: "edit" }))
        const after = yield* reads
        const direct = (yield* permissions.list({ teamId, recursive: false })).map(({ id }) => id)
        yield* asServer(serverPermissions.revoke({ userId, teamId, permissionId: "edit" }))

        assert.deepStrictEqual([before, after, yield* reads], [false, true, false])
        assert.deepStrictEqual(direct, ["edit", "team_member"])
        assert.isTrue(Option.isNone(yield* permissions.get({ teamId, permissionId: "edit" })))
      }).pipe(Effect.provide(withTeams)))

    it.effect("a renamed team permission stays granted, and is granted to new members", () =>
      Effect.gen(function*() {
        const { annId, code, teamId } = yield* invited
        yield* asAdmin(definitions.update({ permissionId: "team_member", id: "member" }))
        yield* teamInvitations.accept({ code })
        const granted = yield* asServer(serverPermissions.list({ userId: annId, teamId }))

        assert.isTrue(yield* permissions.has({ teamId, permissionId: "member" }))
        assert.include(granted.map(({ id }) => id), "$update_team")
      }).pipe(Effect.provide(withTeams)))
  })

  describe("notification preferences", () => {
    it.effect("notification categories can be turned off and on", () =>
      Effect.gen(function*() {
        yield* signUp(ann)
        const { notificationCategoryId } = (yield* notificationPreferences.list()).find(({ canDisable }) => canDisable)!
        const isEnabled = Effect.map(
          notificationPreferences.list(),
          (all) => all.find((each) => each.notificationCategoryId === notificationCategoryId)!.enabled
        )

        yield* notificationPreferences.set({ notificationCategoryId, enabled: false })
        const off = yield* isEnabled
        yield* notificationPreferences.set({ notificationCategoryId, enabled: true })

        assert.deepStrictEqual([off, yield* isEnabled], [false, true])
      }).pipe(Effect.provide(withTeams)))
  })
})
