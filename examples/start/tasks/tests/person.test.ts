/** The task of the guide to a person's scope: an upload stops when its person signs out. */
import { startEmulator } from "latchkey/emulator"
import { createClient, PersonChanged } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

/** Stands for a transfer that takes long. Rejects when the signal is aborted. */
const transfer = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

test("an upload stops when its person signs out", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await client.signIn.withPassword(ada)

  const uploading = client.session.forPerson((_, signal) => transfer(signal))
  const stopped = expect(uploading).rejects.toThrow(PersonChanged)
  await client.signOut()
  await stopped
})
