/** The task of the guide to teams: an invited member may do what a granted permission allows. */
import { startEmulator } from "latchkey/emulator"
import { createAdmin, createClient, createServer, TeamPermissionRequired } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const grace = { email: "grace@example.com", password: "correct horse battery staple" }

test("an invited member gets a role, and nothing beyond it", async () => {
  await using platform = await startEmulator({ users: [ada, grace], config: { clientTeamCreationEnabled: true } })
  await using owner = createClient(platform.project)
  await using member = createClient(platform.project)
  await using server = createServer(platform.project)
  await using admin = createAdmin(platform.project)
  await admin.teamPermissionDefinitions.create({ id: "read_reports" })
  await owner.signIn.withPassword(ada)
  await member.signIn.withPassword(grace)

  const { id: teamId } = await owner.teams.create({ displayName: "Analytical Engines" })
  const callbackUrl = "http://localhost:3000/handler/team-invitation"
  await owner.teamInvitations.send({ teamId, email: grace.email, callbackUrl })
  await member.teamInvitations.accept({ code: platform.outbox.byAddress(grace.email)[0]!.code! })
  expect(await member.permissions.has({ teamId, permissionId: "read_reports" })).toBe(false)

  const { id: userId } = await member.currentUser.get({ or: "throw" })
  await server.permissions.grant({ userId, teamId, permissionId: "read_reports" })
  expect(await member.permissions.has({ teamId, permissionId: "read_reports" })).toBe(true)
  await expect(member.teams.update({ teamId, displayName: "Difference Engines" })).rejects
    .toThrow(TeamPermissionRequired)
})
