/** Users' profiles, addresses, teams, permissions and keys. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { strict as assert } from "node:assert"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import * as TeamInvitations from "../../../schemas/endpoints/teamInvitations.ts"
import * as TeamMemberProfiles from "../../../schemas/endpoints/teamMemberProfiles.ts"
import * as TeamMemberships from "../../../schemas/endpoints/teamMemberships.ts"
import * as TeamPermissionDefinitions from "../../../schemas/endpoints/teamPermissionDefinitions.ts"
import * as TeamPermissions from "../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { asAdmin, asServer, cleanUp, LivePlatform, needs, newCredentials, refusalOf, signUp } from "./LivePlatform.ts"
import type { Scenarios } from "./scenarios.ts"

/** Creates a team, which is deleted when the scenario ends. */
const team = (creatorUserId?: string) =>
  Effect.gen(function*() {
    const { server } = yield* LivePlatform
    const made = yield* asServer(Teams.createAsServer({
      displayName: "Conformance",
      ...(creatorUserId === undefined ? {} : { creatorUserId })
    }))
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.provideContext(Teams.delete({ teamId: made.id }), server)))
    return made
  })

export const userScenarios: Scenarios = {
  "users change their name and metadata, but only read the metadata of back ends": Effect.gen(function*() {
    const { userId } = yield* signUp
    yield* asServer(Users.update({ userId, clientReadOnlyMetadata: { plan: "pro" }, serverMetadata: { note: 1 } }))

    yield* Users.updateMe({ displayName: "Conny", clientMetadata: { theme: ["dark", 2, null] } })

    const me = yield* Users.getMe()
    assert.equal(me.displayName, "Conny")
    assert.deepEqual(me.clientMetadata, { theme: ["dark", 2, null] })
    assert.deepEqual(me.clientReadOnlyMetadata, { plan: "pro" })
    assert.equal("serverMetadata" in me, false)
  }),

  "users are listed page by page, each once": Effect.gen(function*() {
    const name = `conformance ${crypto.randomUUID()}`
    const made = yield* Effect.forEach([1, 2, 3], (number) =>
      Effect.gen(function*() {
        const { id } = yield* asServer(Users.create({ displayName: `${name} ${number}` }))
        yield* cleanUp(id)
        return id
      }))

    const first = yield* asServer(Users.list({ query: name, limit: 2 }))
    const second = yield* asServer(Users.list({ query: name, limit: 2, cursor: first.pagination!.nextCursor! }))

    assert.deepEqual([...first.items, ...second.items].map(({ id }) => id), made)
    assert.equal(second.pagination?.nextCursor, null)
  }),

  "an address is added, verified by a back end, and removed": Effect.gen(function*() {
    const { userId } = yield* signUp
    const { email } = yield* newCredentials

    const channel = yield* ContactChannels.create({ userId: "me", type: "email", value: email, usedForAuth: false })
    assert.equal(channel.isVerified, false)
    assert.equal(channel.isPrimary, false)
    const which = { userId, contactChannelId: channel.id }
    assert.equal((yield* asServer(ContactChannels.updateAny({ ...which, isVerified: true }))).isVerified, true)
    yield* ContactChannels.delete({ userId: "me", contactChannelId: channel.id })

    assert.equal((yield* ContactChannels.list({ userId: "me" })).items.length, 1)
  }),

  "the creator of a team has permissions, and other members are added and removed": Effect.gen(function*() {
    const { userId } = yield* signUp
    const { id: teamId } = yield* team(userId)
    const other = yield* asServer(Users.create({ displayName: "Another" }))
    yield* cleanUp(other.id)

    yield* asServer(TeamMemberships.create({ teamId, userId: other.id }))

    assert.deepEqual((yield* Teams.list({ userId: "me" })).items.map(({ id }) => id), [teamId])
    assert.equal((yield* asServer(TeamMemberProfiles.listAll({ teamId }))).items.length, 2)
    assert.notEqual((yield* TeamPermissions.list({ userId: "me", teamId, recursive: true })).items.length, 0)
    assert.equal(
      yield* refusalOf(asServer(TeamMemberships.create({ teamId, userId: other.id }))),
      "TeamMembershipAlreadyExists"
    )
    yield* asServer(TeamMemberships.delete({ teamId, userId: other.id }))
    assert.equal((yield* asServer(TeamMemberProfiles.listAll({ teamId }))).items.length, 1)
  }),

  "a permission is defined, granted, found in one that contains it, and revoked": Effect.gen(function*() {
    const { userId } = yield* signUp
    const { id: teamId } = yield* team(userId)
    const { admin } = yield* LivePlatform
    const suffix = crypto.randomUUID().replaceAll("-", "")
    const [read, edit] = [`read_${suffix}`, `edit_${suffix}`]
    for (const [id, contained] of [[read, []], [edit, [read]]] as const) {
      yield* asAdmin(TeamPermissionDefinitions.create({ id, containedPermissionIds: contained }))
      const remove = TeamPermissionDefinitions.delete({ permissionId: id })
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.provideContext(remove, admin)))
    }
    const granted = (recursive: boolean) =>
      Effect.map(
        TeamPermissions.list({ userId: "me", teamId, recursive }),
        ({ items }) => items.map(({ id }) => id).filter((id) => id === read || id === edit).toSorted()
      )

    yield* asServer(TeamPermissions.grant({ teamId, userId, permissionId: edit }))

    assert.deepEqual(yield* granted(false), [edit])
    assert.deepEqual(yield* granted(true), [edit, read])
    yield* asServer(TeamPermissions.revoke({ teamId, userId, permissionId: edit }))
    assert.deepEqual(yield* granted(true), [])
  }),

  "an invitation is listed until it is revoked": Effect.gen(function*() {
    const { callbackUrl } = yield* LivePlatform
    const { userId } = yield* signUp
    const { id: teamId } = yield* team(userId)
    const { email } = yield* newCredentials

    yield* TeamInvitations.sendCode({ email, teamId, callbackUrl })

    const { items: [invitation, ...others] } = yield* TeamInvitations.list({ teamId })
    assert.equal(others.length, 0)
    assert.equal(invitation?.recipientEmail, email)
    yield* TeamInvitations.delete({ id: invitation!.id, teamId })
    assert.equal((yield* TeamInvitations.list({ teamId })).items.length, 0)
  }),

  "a user's API key is valid until it is revoked, and shown in full only once": Effect.gen(function*() {
    const { config } = yield* LivePlatform
    yield* needs(config.allowUserApiKeys, "users can't have API keys")
    const { userId } = yield* signUp

    const key = yield* UserApiKeys.create({ userId: "me", description: "Conformance", expiresAt: null })

    const apiKey = key.value
    assert.equal((yield* asServer(UserApiKeys.check({ apiKey }))).userId, userId)
    const { items: [listed] } = yield* UserApiKeys.list({ userId: "me" })
    assert.equal(listed?.value.lastFour, Redacted.value(apiKey).slice(-4))
    yield* UserApiKeys.update({ apiKeyId: key.id, revoked: true })
    assert.equal(yield* refusalOf(asServer(UserApiKeys.check({ apiKey }))), "ApiKeyRevoked")
  })
}
