/** Procedures of tRPC and oRPC that know the signed-in user. */
import { serve } from "@hono/node-server"
import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import type { AddressInfo } from "node:net"
import { assert, describe, it, onTestFinished } from "vitest"
import { orpcOf } from "../../examples/orpc/router.ts"
import { trpcOf } from "../../examples/trpc/router.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { createServer } from "../../src/promise/index.ts"
import { createAuthenticator } from "../../src/verify.ts"
import { ada } from "../support/platform/inProcessEmulator.ts"
import { startExample } from "../support/processes/runExample.ts"

type Authenticator = ReturnType<typeof createAuthenticator>
type Server = ReturnType<typeof createServer>

const handlers = {
  trpc: (authenticator: Authenticator, server: Server) => {
    const { appRouter, createContext } = trpcOf(authenticator, server)
    return (req: Request) => fetchRequestHandler({ endpoint: "/trpc", req, router: appRouter, createContext })
  },
  orpc: (authenticator: Authenticator, server: Server) => orpcOf(authenticator, server).handle
}

/** A call without input. */
const calls = {
  trpc: { path: "/trpc/notes", init: {} },
  orpc: { path: "/rpc/notes", init: { method: "POST", body: "{}" } }
}

const started = async (name: keyof typeof handlers) => {
  const platform = await startEmulator({ users: [ada] })
  onTestFinished(() => platform.close())
  const server = createServer(platform.project)
  onTestFinished(() => server.dispose())
  const handle = handlers[name](createAuthenticator(platform.project), server)
  const http = serve({ fetch: (request) => handle(request), hostname: "127.0.0.1", port: 0 })
  onTestFinished(() => void http.close())
  await new Promise<void>((resolve) => http.once("listening", () => resolve()))
  const { init, path } = calls[name]
  const url = `http://localhost:${(http.address() as AddressInfo).port}${path}`
  const cookies = await platform.sessions.cookies({ user: ada.email, url: "http://localhost" })
  const cookie = cookies.filter(({ name }) => name !== "stack-access").map(({ name, value }) => `${name}=${value}`)
    .join("; ")
  return {
    platform,
    /** Calls `notes` with the cookies of an expired session. */
    call: () => fetch(url, { ...init, headers: { cookie, "content-type": "application/json" } })
  }
}

describe.each(["trpc", "orpc"] as const)("examples/%s", (name) => {
  it("the protected procedures of each example reject signed-out calls, and receive the user of all other calls", async () => {
    const { code, output } = await startExample(name).end()

    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(output.trim().split("\n"), [
      "You are signed-out.",
      "UNAUTHORIZED: The request has no session and no API key. Sign in, then send it again with the session's cookies or x-stack-auth, or with an access token or API key as a bearer token.",
      "These are the notes of Ada.",
      "FORBIDDEN: This requires the permission read_all."
    ])
  })

  it("the server of each example refreshes an expired session once, and sends its cookie to the browser", async () => {
    const { call } = await started(name)

    const response = await call()

    assert.strictEqual(response.status, 200)
    assert.deepStrictEqual(response.headers.getSetCookie().map((each) => each.split("=")[0]), ["stack-access"])
    assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
  })

  it("the server of each example responds with 503 while the platform doesn't respond", async () => {
    const { call, platform } = await started(name)
    await platform.close()

    assert.strictEqual((await call()).status, 503)
  })
})
