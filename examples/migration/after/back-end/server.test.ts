/** Tests the moved server with the emulator. */
import { startEmulator } from "latchkey/emulator"
import { createClient, reveal } from "latchkey/promise"
import type { AddressInfo, Server } from "node:net"
import { expect, onTestFinished, test, vi } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("the moved server accepts the token of a page that hasn't moved, and no other token", async () => {
  await using platform = await startEmulator({ users: [ada] })
  const { projectId, publishableClientKey, secretServerKey } = platform.project
  vi.stubEnv("STACK_PROJECT_ID", projectId)
  vi.stubEnv("STACK_PUBLISHABLE_CLIENT_KEY", reveal(publishableClientKey))
  vi.stubEnv("STACK_SECRET_SERVER_KEY", reveal(secretServerKey))
  vi.stubEnv("STACK_API_URL", platform.baseUrl)
  vi.resetModules() // so that the server reads these variables
  onTestFinished(() => void vi.unstubAllEnvs().resetModules())
  const { app } = await import("./server.ts")
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, "127.0.0.1", () => resolve(started))
  })
  onTestFinished(() => void server.close())
  const notes = async (token: string) => {
    const { port } = server.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}/notes`, { headers: { "x-stack-access-token": token } })).status
  }

  await using client = createClient(platform.project)
  await client.signIn.withPassword(ada)
  const { accessToken } = await client.authJson()
  expect([await notes(accessToken!), await notes("no token")]).toEqual([200, 401])
})
