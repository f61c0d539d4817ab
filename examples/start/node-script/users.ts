/** The quick start for a script. It creates a user and lists all users, with the server key. */
import { createServer, UserWithEmailAlreadyExists } from "latchkey/promise"

const server = createServer()

try {
  await server.users.create({ displayName: "Grace", primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true })
} catch (error) {
  if (!(error instanceof UserWithEmailAlreadyExists)) throw error
  console.log("Grace already exists.")
}

// reads all pages of the list, one after the other
for await (const user of server.users.stream()) {
  console.log(`${user.displayName}, ${user.primaryEmail}`)
}

await server.dispose()
