import type { ServerUser } from "@stackframe/js"
import { stackServerApp } from "./stack.ts"

const labelOf = (user: ServerUser): string => user.displayName ?? user.primaryEmail ?? user.id

/** Creates a user with a role, and returns all users. */
export const invite = async (email: string): Promise<ReadonlyArray<string>> => {
  const user = await stackServerApp.createUser({
    primaryEmail: email,
    primaryEmailAuthEnabled: true,
    password: "correct horse battery staple"
  })
  await user.update({ serverMetadata: { role: "editor" } })
  const users = await stackServerApp.listUsers()
  return users.map(labelOf)
}
