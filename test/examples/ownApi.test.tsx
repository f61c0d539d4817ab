/** Components that call an API as the signed-in user, with real servers. */
import { serve } from "@hono/node-server"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import type { AddressInfo, Server } from "node:net"
import { useEffect } from "react"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { expressApi } from "../../examples/own-api/express.ts"
import { honoApi } from "../../examples/own-api/hono.ts"
import { AddNote, Notes } from "../../examples/own-api/Notes.tsx"
import { LatchkeyProvider, type SharedClient, useClient } from "../../react/index.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { createAuthenticator } from "../../src/verify.ts"
import { render } from "../react/support/rendered.tsx"
import { ada } from "../support/platform/inProcessEmulator.ts"

type Authenticator = ReturnType<typeof createAuthenticator>

const pages = "https://app.example.com"

const apis = {
  Express: (authenticator: Authenticator): Server => expressApi(authenticator, pages).listen(0, "127.0.0.1"),
  Hono: (authenticator: Authenticator): Server =>
    serve({ fetch: honoApi(authenticator, pages).fetch, hostname: "127.0.0.1", port: 0 }) as Server
}

/** Starts an emulator and one of the APIs. */
const start = async (name: keyof typeof apis) => {
  const platform = await startEmulator({ users: [ada] })
  onTestFinished(() => platform.close())
  const server = apis[name](createAuthenticator(platform.project))
  onTestFinished(() => void server.close())
  await waitFor(() => assert.isNotNull(server.address()))
  return { platform, api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe.each(["Express", "Hono"] as const)("examples/own-api with %s", (name) => {
  it("a page sends the session to an API on another origin, which identifies the user", async () => {
    const { api, platform } = await start(name)
    const held: { client?: SharedClient } = {}
    const Hold = () => {
      const client = useClient()
      useEffect(() => {
        held.client = client
      }, [client])
      return null
    }
    const { projectId, publishableClientKey } = platform.project
    render(
      <LatchkeyProvider project={{ projectId, publishableClientKey, baseUrl: platform.baseUrl }}>
        <Hold />
        <AddNote api={api} />
      </LatchkeyProvider>
    )

    fireEvent.click(await screen.findByRole("button", { name: "Add milk" }))
    const { textContent: signedOut } = await screen.findByRole("alert")
    await held.client!.signIn.withPassword(ada)
    fireEvent.click(screen.getByRole("button", { name: "Add milk" }))

    await screen.findByText("milk")
    assert.strictEqual(signedOut, "Error: The note can't be added: 401")
  })

  it("an API on another origin lets the page send the session header, and read a 401", async () => {
    const { api } = await start(name)

    const preflight = await fetch(`${api}/notes`, {
      method: "OPTIONS",
      headers: {
        "origin": pages,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-stack-auth"
      }
    })
    const signedOut = await fetch(`${api}/notes`, { headers: { origin: pages } })

    assert.strictEqual(preflight.status, 204)
    assert.strictEqual(preflight.headers.get("access-control-allow-origin"), pages)
    assert.deepStrictEqual(
      preflight.headers.get("access-control-allow-headers")!.split(/, ?/).toSorted(),
      ["content-type", "x-stack-auth"]
    )
    assert.strictEqual(signedOut.status, 401)
    assert.strictEqual(signedOut.headers.get("access-control-allow-origin"), pages)
    assert.strictEqual((await signedOut.json() as { readonly reason: string }).reason, "no-credentials")
  })

  it("an API on the page's own origin identifies the user by the session's cookies", async () => {
    const { api, platform } = await start(name)
    const cookies = await platform.sessions.cookies({ user: ada.email, url: "http://localhost" })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
    const { fetch } = globalThis
    vi.stubGlobal(
      "fetch",
      (url: string | URL, init?: RequestInit) =>
        String(url) === "/api/notes" ? fetch(`${api}/notes`, { headers: { cookie } }) : fetch(url, init)
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    await fetch(`${api}/notes`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ note: "bread" })
    })
    render(
      <LatchkeyProvider project={platform.project}>
        <Notes />
      </LatchkeyProvider>
    )

    fireEvent.click(await screen.findByRole("button", { name: "Show my notes" }))

    await screen.findByText("bread")
  })
})
