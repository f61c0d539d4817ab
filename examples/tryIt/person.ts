/** Stops an upload when the person signs out. The site shows this code in a sandbox. */
import { client, print } from "./prepared.ts"

// #region code
import { PersonChanged } from "latchkey/promise"

const upload = client.session.forPerson(async (client, signal) => {
  print("the upload starts")
  await new Promise((resolve) => signal.addEventListener("abort", resolve))
  print("the upload stops")
  // this client never writes for another person
  await client.currentUser.update({ clientMetadata: { avatar: "uploaded" } })
})
const ended = upload.catch((error) => error)

await client.signOut()
const error = await ended
if (error instanceof PersonChanged) print(`${error._tag}: ${error.reason}`)
// #endregion
