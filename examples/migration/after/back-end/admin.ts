import type { ServerUser } from "latchkey/promise"
import { stackServerApp } from "./stack.ts"

const labelOf = (user: ServerUser): string => user.displayName ?? user.primaryEmail ?? user.id

/** Creates a user with a role, and returns all users. */
export const invite = async (email: string): Promise<ReadonlyArray<string>> => {
  const user = await stackServerApp.users.create({
    primaryEmail: email,
    primaryEmailAuthEnabled: true,
    password: "correct horse battery staple"
  })
  await stackServerApp.users.update({ userId: user.id, serverMetadata: { role: "editor" } })
  const users = await stackServerApp.users.list()
  return users.map(labelOf)
}
