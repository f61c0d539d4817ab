/** After a change, cached reads have the same values as new responses of the platform. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ReadCache, type ReadDefinition } from "../../layers/reads/Reads.ts"
import type { Session } from "../../layers/session/Session.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import * as contactChannels from "../../src/flows/account/contactChannels.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as notificationPreferences from "../../src/flows/account/notificationPreferences.ts"
import * as userApiKeys from "../../src/flows/account/userApiKeys.ts"
import * as memberProfiles from "../../src/flows/teams/memberProfiles.ts"
import * as teamApiKeys from "../../src/flows/teams/teamApiKeys.ts"
import * as teams from "../../src/flows/teams/teams.ts"
import * as reads from "../../src/reads.ts"
import { overBothTransports, passing } from "../support/platform/transports.ts"
import { signUp } from "./emulator/support/support.ts"

type UserServices = ClientAccess | Session

const newKey = { description: "key", expiresAt: null }

/** Writes by name, each with a read that it changes. */
const writes = (teamId: string) => ({
  "currentUser.update": [currentUser.update({ displayName: "Countess" }), "currentUser"],
  "contactChannels.add": [contactChannels.add({ value: "other@example.com" }), "contactChannels"],
  "teams.create": [teams.create({ displayName: "Gardeners" }), "teams"],
  "teams.update": [teams.update({ teamId, displayName: "Menders" }), "teams"],
  "teams.select": [teams.select({ teamId: null }), "currentUser"],
  "teams.leave": [teams.leave({ teamId }), "teams"],
  "teams.delete": [teams.delete({ teamId }), "teams"],
  "userApiKeys.create": [userApiKeys.create(newKey), "userApiKeys"],
  "teamApiKeys.create": [teamApiKeys.create({ ...newKey, teamId }), "teamApiKeys"],
  "memberProfiles.update": [memberProfiles.update({ teamId, displayName: "Boss" }), "members"],
  "notificationPreferences.set": [
    Effect.flatMap(notificationPreferences.list(), (kinds) =>
      notificationPreferences.set({
        notificationCategoryId: kinds.find(({ canDisable }) => canDisable)!.notificationCategoryId,
        enabled: false
      })),
    "notificationPreferences"
  ]
} as const)

const watchedIn = (teamId: string): { readonly [name: string]: ReadDefinition<unknown, unknown, UserServices> } => ({
  currentUser: reads.currentUser,
  project: reads.project,
  teams: reads.teams,
  contactChannels: reads.contactChannels,
  notificationPreferences: reads.notificationPreferences,
  userApiKeys: reads.userApiKeys,
  teamApiKeys: reads.teamApiKeys(teamId),
  members: reads.read("members", memberProfiles.list({ teamId })),
  permissions: reads.permissions(),
  permissionsInTeam: reads.permissions(teamId)
})

/** Returns the results of the effects by name. The result of a failed effect is `undefined`. */
const answers = (effects: { readonly [name: string]: Effect.Effect<unknown, unknown, UserServices | ReadCache> }) =>
  Effect.all(
    Object.fromEntries(
      Object.entries(effects).map(([name, effect]) => [name, Effect.catch(effect, () => Effect.succeed(undefined))])
    )
  )

overBothTransports(({ emulated }) => {
  const layer = reads.over(
    emulated({ config: { clientTeamCreationEnabled: true, allowUserApiKeys: true, allowTeamApiKeys: true } })
  )

  describe("cached reads", () => {
    for (const name of Object.keys(writes("")) as Array<keyof ReturnType<typeof writes>>) {
      it.effect(`N3: cached reads match the platform's responses after ${name}`, () =>
        Effect.gen(function*() {
          yield* signUp()
          const { id: teamId } = yield* teams.create({ displayName: "Tinkers" })
          const watched = watchedIn(teamId)
          for (const each of Object.values(watched)) {
            yield* Effect.forkChild(Stream.runDrain(reads.changes(each)), { startImmediately: true })
          }
          yield* passing("1 second")
          const shown = answers(
            Object.fromEntries(Object.entries(watched).map(([key, each]) => [key, reads.get(each)]))
          )
          const fresh = answers(Object.fromEntries(Object.entries(watched).map(([key, { effect }]) => [key, effect])))
          const before = yield* shown
          const [write, about] = writes(teamId)[name]

          yield* write
          yield* passing("1 second")

          const after = yield* shown
          const expected = yield* fresh
          // A read that fails now keeps its previous value, such as the keys of a team that the user has left.
          for (const [key, value] of Object.entries(expected)) {
            if (value !== undefined) assert.deepStrictEqual(after[key], value, key)
          }
          assert.notDeepEqual(after[about], before[about])
        }).pipe(Effect.provide(layer)))
    }
  })
})
