/** The task of the guide to external sessions: the emulator issues the vendor's tokens. */
import { startEmulator } from "latchkey/emulator"
import { ExternalStore } from "latchkey/layers"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

test("a user of the vendor is signed in, until the vendor signs them out", async () => {
  await using platform = await startEmulator({ revision: "2026-10", externalAuth: { "clerk-integration": true } })
  const token = (sessionId: string) =>
    platform.external.token({ providerId: "clerk-integration", subject: "user_1", sessionId, name: "Grace" })
  const listeners = new Set<() => void>()
  let session: string | null = "sess_1"
  await using client = createClient({
    ...platform.project,
    tokenStore: ExternalStore.layer({
      provider: "clerk",
      token: () => session === null ? null : token(session),
      sessionId: () => session ?? undefined,
      changes: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
    })
  })
  expect((await client.currentUser.get())?.displayName).toBe("Grace")

  session = null
  for (const listener of listeners) listener()
  expect(await client.currentUser.get()).toBe(null)
})
