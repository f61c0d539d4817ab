/** Teams, invitations and permissions. `npm run example -- examples/guides/teams.ts` */
import { startEmulator } from "latchkey/emulator"
import { createAdmin, createClient, createServer, TeamPermissionRequired } from "latchkey/promise"

const password = "correct horse"
await using platform = await startEmulator({
  users: [{ email: "ada@example.com", password }, { email: "grace@example.com", password }],
  config: { clientTeamCreationEnabled: true }
})
const { project } = platform
await using ada = createClient(project)
await using grace = createClient(project)
await ada.signIn.withPassword({ email: "ada@example.com", password })
await grace.signIn.withPassword({ email: "grace@example.com", password })

// #region create
const team = await ada.teams.create({ displayName: "Analytical Engines" })
await ada.teamInvitations.send({
  teamId: team.id,
  email: "grace@example.com",
  callbackUrl: "http://localhost:3000/handler/team-invitation"
})
// #endregion

const code = platform.outbox.byAddress("grace@example.com")[0]?.code ?? ""
// #region accept
// Grace, signed in, on the page that the link in the email opens
const { teamDisplayName } = await grace.teamInvitations.accept({ code })
console.log(`Grace is in ${teamDisplayName}`)
// #endregion

// #region define
// once, in a script that sets up the project
await using admin = createAdmin(platform.project)
await admin.teamPermissionDefinitions.create({ id: "read_reports" })
await admin.teamPermissionDefinitions.create({ id: "analyst", containedPermissionIds: ["read_reports"] })
// #endregion

// #region grant
// in your back end
await using server = createServer(platform.project)
const { id: userId } = await grace.currentUser.get({ or: "throw" })
await server.permissions.grant({ userId, teamId: team.id, permissionId: "analyst" })
// #endregion

// #region has
const mayRead = await grace.permissions.has({ teamId: team.id, permissionId: "read_reports" })
console.log(`Grace may read reports: ${mayRead}`)
// #endregion

// #region refused
try {
  await grace.teams.update({ teamId: team.id, displayName: "Difference Engines" })
} catch (error) {
  if (!(error instanceof TeamPermissionRequired)) throw error
  console.log(`Grace lacks ${error.details.permissionId}`)
}
// #endregion
