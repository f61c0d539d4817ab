/** Flows for back ends, in-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as contactChannels from "../../../src/server/contactChannels.ts"
import * as memberProfiles from "../../../src/server/memberProfiles.ts"
import * as oauthProviders from "../../../src/server/oauthProviders.ts"
import * as teamApiKeys from "../../../src/server/teamApiKeys.ts"
import * as teams from "../../../src/server/teams.ts"
import * as userApiKeys from "../../../src/server/userApiKeys.ts"
import * as users from "../../../src/server/users.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asServer } from "../emulator/support/support.ts"

const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)

overBothTransports(({ emulated }) => {
  const withKeys = emulated({ config: { allowUserApiKeys: true, allowTeamApiKeys: true } })

  describe("back-end operations", () => {
    it.effect("a back end changes a user's address, which becomes unverified, and then marks it as verified", () =>
      Effect.gen(function*() {
        const { id: userId } = yield* users.create({ primaryEmail: "ann@example.com", primaryEmailVerified: true })
        const [channel] = yield* contactChannels.list({ userId })
        const which = { userId, contactChannelId: channel!.id }

        const corrected = yield* contactChannels.changeValue({ ...which, value: " Anne@Example.com " })
        const vouchedFor = yield* contactChannels.setVerified({ ...which, isVerified: true })

        assert.deepInclude(corrected, { value: "anne@example.com", isVerified: false })
        assert.isTrue(vouchedFor.isVerified)
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("a back end adds members to a team and reads their profiles", () =>
      Effect.gen(function*() {
        const { id: userId } = yield* users.create({ displayName: "Ann" })
        const { id: teamId } = yield* teams.create({ displayName: "Tinkers" })
        const none = yield* teams.list({ userId })

        yield* teams.addMember({ teamId, userId })
        yield* memberProfiles.update({ teamId, userId, displayName: "Boss" })

        assert.deepStrictEqual([none, ids(yield* teams.list({ userId }))], [[], [teamId]])
        const [member] = yield* memberProfiles.list({ teamId })
        assert.deepStrictEqual([member?.displayName, member?.user.displayName], ["Boss", "Ann"])
        assert.strictEqual((yield* memberProfiles.get({ teamId, userId })).displayName, "Boss")
      }).pipe(asServer, Effect.provide(emulated())))

    it.effect("a back end creates API keys for a team, which are valid until they are revoked", () =>
      Effect.gen(function*() {
        const { id: teamId } = yield* teams.create({ displayName: "Tinkers" })
        const { id, value: apiKey } = yield* teamApiKeys.create({ teamId, description: "CI", expiresAt: null })

        const described = yield* teamApiKeys.describe({ id, teamId, description: "Robot" })
        const team = yield* teams.byApiKey({ apiKey })
        const checked = yield* teamApiKeys.check({ apiKey })
        const revoked = yield* teamApiKeys.revoke({ id, teamId })

        assert.strictEqual(described.description, "Robot")
        assert.strictEqual(Option.getOrThrow(team).id, teamId)
        assert.strictEqual(checked.id, id)
        assert.deepStrictEqual(yield* teamApiKeys.get({ id, teamId }), revoked)
        assert.deepStrictEqual(yield* teamApiKeys.list({ teamId }), [revoked])
        assert.isTrue(Option.isNone(yield* teams.byApiKey({ apiKey })))
      }).pipe(asServer, Effect.provide(withKeys)))

    it.effect("a back end creates API keys for a user and finds them by id", () =>
      Effect.gen(function*() {
        const { id: userId } = yield* users.create({})
        const { id } = yield* userApiKeys.create({ userId, description: "CI", expiresAt: null })

        yield* userApiKeys.describe({ id, description: "Robot" })

        assert.deepInclude(yield* userApiKeys.get({ id }), { id, userId, description: "Robot" })
        assert.deepStrictEqual(ids(yield* userApiKeys.list({ userId })), [id])
      }).pipe(asServer, Effect.provide(withKeys)))

    it.effect("a back end links a provider account to a user, changes its uses, and unlinks it", () =>
      Effect.gen(function*() {
        const { id: userId } = yield* users.create({ primaryEmail: "ann@example.com" })
        const { id: providerId } = yield* oauthProviders.link({
          userId,
          providerConfigId: "github",
          accountId: "octocat",
          email: "ann@example.com",
          allowSignIn: true,
          allowConnectedAccounts: true
        })

        yield* oauthProviders.update({ userId, providerId, allowSignIn: false })
        const linked = yield* oauthProviders.list({ userId })
        yield* oauthProviders.unlink({ userId, providerId })

        assert.deepStrictEqual(linked.map(({ accountId, allowSignIn }) => [accountId, allowSignIn]), [
          ["octocat", false]
        ])
        assert.deepStrictEqual(yield* oauthProviders.list({ userId }), [])
      }).pipe(asServer, Effect.provide(emulated({ config: { oauthProviders: [{ id: "github", type: "shared" }] } }))))
  })
})
