/** A function of an app, with a bug: it fails for users without a name. `savedTest.test.ts` fixes the bug. */
import type { SharedClient } from "latchkey/promise"

/** Returns the initials of the signed-in user. */
export const initials = async (client: SharedClient): Promise<string> => {
  const { displayName } = await client.currentUser.get({ or: "throw" })
  return displayName!.split(" ").map((name) => name[0]).join("")
}
