import { appOf, hexclaveServerApp } from "./stack.ts"

const value = process.env["VALUE"] ?? ""
const app = appOf(process.env["REFRESH_TOKEN"] ?? "")

const commands: { readonly [name: string]: () => Promise<void> } = {
  whoami: async () => {
    const user = await app.getUser()
    console.log(user === null ? "Sign in first." : `You are ${user.displayName}`)
  },
  teams: async () => {
    const user = await app.getUser({ or: "throw" })
    for (const { displayName } of await user.listTeams()) console.log(displayName)
  },
  create: async () => {
    const user = await app.getUser({ or: "throw" })
    const team = await user.createTeam({ displayName: value })
    console.log(`Created ${team.displayName}`)
  },
  promote: async () => {
    for (const user of await hexclaveServerApp.listUsers()) {
      if (user.primaryEmail !== value) continue
      await user.update({ serverMetadata: { plan: "pro" } })
    }
  },
  logout: async () => {
    await (await app.getUser())?.signOut()
    console.log("Signed out.")
  }
}

await commands[process.env["COMMAND"] ?? "whoami"]?.()
process.exit(0)
