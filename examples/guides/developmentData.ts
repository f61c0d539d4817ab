/** Adds roles and a team to a project, for development. `npm run example -- examples/guides/developmentData.ts` */
import { startEmulator } from "latchkey/emulator"
import { createAdmin, createServer, PermissionIdAlreadyExists } from "latchkey/promise"

await using platform = await startEmulator({
  users: [{ email: "ada@example.com" }, { email: "grace@example.com" }]
})

// #region permissions
// without an argument, createAdmin() reads the project from the environment
await using admin = createAdmin(platform.project)

const permissions = [
  { id: "read_notes", containedPermissionIds: [] },
  { id: "edit_notes", containedPermissionIds: ["read_notes"] },
  { id: "editor", containedPermissionIds: ["edit_notes", "$invite_members"] }
]
for (const permission of permissions) {
  try {
    await admin.teamPermissionDefinitions.create(permission)
  } catch (error) {
    // an earlier run has already defined this permission
    if (!(error instanceof PermissionIdAlreadyExists)) throw error
  }
}

// permissions that every new member gets, and permissions that the creator of a team gets
await admin.project.update({
  config: {
    teamMemberDefaultPermissions: [{ id: "team_member" }, { id: "read_notes" }],
    teamCreatorDefaultPermissions: [{ id: "team_admin" }, { id: "editor" }]
  }
})
// #endregion

// #region team
await using server = createServer(platform.project)

const users = await server.users.list()
const [ada, grace] = ["ada@example.com", "grace@example.com"]
  .map((email) => users.find(({ primaryEmail }) => primaryEmail === email)!)

const team = await server.teams.createFor({ userId: ada!.id, displayName: "Analytical Engines" })
await server.teams.addMember({ teamId: team.id, userId: grace!.id })

for (const { id: userId, primaryEmail } of [ada!, grace!]) {
  const [mayRead, mayEdit] = await Promise.all(
    ["read_notes", "edit_notes"].map((permissionId) =>
      server.permissions.has({ userId, teamId: team.id, permissionId })
    )
  )
  console.log(`${primaryEmail}: read ${mayRead}, edit ${mayEdit}`)
}
// #endregion
