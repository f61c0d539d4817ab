/** Invites someone to a team, and checks a permission. The site shows this code in a sandbox. */
import { client, emulator, print } from "./prepared.ts"

// #region code
const team = await client.teams.create({ displayName: "Difference Engines" })
await client.teamInvitations.send({ teamId: team.id, email: "grace@example.com" })
const mail = emulator.outbox.byAddress("grace@example.com").at(-1)
print(`Grace gets an email: ${mail?.subject}`)

const mayInvite = await client.permissions.has({ teamId: team.id, permissionId: "$invite_members" })
print(`Ada may invite members: ${mayInvite}`)

const user = await client.currentUser.get({ or: "throw" })
print(`${user.displayName} is in ${(await client.teams.list()).map(({ displayName }) => displayName).join(" and ")}`)
// #endregion
