import { appOf, hexclaveServerApp } from "./stack.ts"

const value = process.env["VALUE"] ?? ""
const app = appOf(process.env["REFRESH_TOKEN"] ?? "")

const commands: { readonly [name: string]: () => Promise<void> } = {
  whoami: async () => {
    const user = await app.currentUser.get()
    console.log(user === null ? "Sign in first." : `You are ${user.displayName}`)
  },
  teams: async () => {
    await app.currentUser.get({ or: "throw" })
    for (const { displayName } of await app.teams.list()) console.log(displayName)
  },
  create: async () => {
    await app.currentUser.get({ or: "throw" })
    const team = await app.teams.create({ displayName: value })
    console.log(`Created ${team.displayName}`)
  },
  promote: async () => {
    for (const user of await hexclaveServerApp.users.list()) {
      if (user.primaryEmail !== value) continue
      await hexclaveServerApp.users.update({ userId: user.id, serverMetadata: { plan: "pro" } })
    }
  },
  logout: async () => {
    if (await app.currentUser.get() !== null) await app.signOut()
    console.log("Signed out.")
  }
}

await commands[process.env["COMMAND"] ?? "whoami"]?.()
process.exit(0)
