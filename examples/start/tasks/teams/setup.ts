/** Sets up the roles of a project, and a team with two members. */
import { createAdmin, createServer } from "latchkey/promise"

// the project and its keys are read from the environment
await using admin = createAdmin()
await using server = createServer()

await admin.teamPermissionDefinitions.create({ id: "edit_notes" })
await admin.teamPermissionDefinitions.create({ id: "editor", containedPermissionIds: ["edit_notes"] })

const ada = (await server.users.list({ query: "ada@example.com" }))[0]!
const grace = await server.users.create({ primaryEmail: "grace@example.com", displayName: "Grace" })

const team = await server.teams.createFor({ userId: ada.id, displayName: "Analytical Engines" })
await server.teams.addMember({ teamId: team.id, userId: grace.id })
await server.permissions.grant({ userId: ada.id, teamId: team.id, permissionId: "editor" })

for (const { displayName, id: userId } of [ada, grace]) {
  const mayEdit = await server.permissions.has({ userId, teamId: team.id, permissionId: "edit_notes" })
  console.log(`${displayName} may edit notes: ${mayEdit}`)
}
