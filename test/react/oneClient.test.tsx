/** One promise client for components and for the code around them. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createContext, type ReactNode, StrictMode, useContext, useEffect } from "react"
import { createLatchkeyReact, LatchkeyProvider, PageProvider, useClient, useUser } from "../../react/index.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { signIn } from "../../src/flows/authentication/index.ts"
import { Client } from "../../src/programs/index.ts"
import {
  ClientDisposed,
  clientOfRuntime,
  type ClientOptions,
  createClient,
  type SharedClient
} from "../../src/promise/index.ts"
import * as reads from "../../src/reads.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { handle, hydrate, render, shows, text } from "./support/rendered.tsx"
import { renderOnServer } from "./support/renderOnServer.ts"

const Name = () => <p>{useUser()?.displayName ?? "signed out"}</p>

const page = (client: SharedClient, children: ReactNode) => (
  <StrictMode>
    <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
  </StrictMode>
)

/** Starts an emulator without a port, and returns the options of clients that call it. */
const start = async () => {
  const platform = await startEmulator({ users: [ada] })
  const options: ClientOptions = {
    projectId: platform.project.projectId,
    publishableClientKey: platform.project.publishableClientKey,
    baseUrl: platform.baseUrl,
    fetch: (url, init) => platform.fetch(new Request(url, init)),
    tokenStore: "memory"
  }
  return {
    options,
    requestsOfUser: () =>
      platform.requests.list().map(({ method, path }) => `${method} ${path}`).filter((each) =>
        each.includes("/users/me")
      ),
    count: () => platform.requests.list().length,
    clear: () => platform.requests.clear(),
    [Symbol.asyncDispose]: platform.close
  }
}

describe("a provider with a client", () => {
  it("N12: a change that the client makes outside components appears in the components, after one more read", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    render(page(client, <Name />))
    await shows("signed out")

    await client.signIn.withPassword(ada)
    await shows("Ada")
    platform.clear()
    await client.currentUser.update({ displayName: "Countess" })
    await shows("Countess")

    assert.deepStrictEqual(platform.requestsOfUser(), ["PATCH /users/me", "GET /users/me"])
  })

  it("N12: useClient returns the provider's client", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    const found = new Set<SharedClient>()
    const Found = () => {
      const own = useClient()
      useEffect(() => void found.add(own), [own])
      return "found"
    }

    render(page(client, <Found />))
    await shows("found")

    assert.deepStrictEqual([...found], [client])
  })

  it("N12: two providers of one client share one request", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    await client.signIn.withPassword(ada)
    platform.clear()

    render(page(client, <Name />))
    render(page(client, <Name />))
    await shows("AdaAda")

    assert.deepStrictEqual(platform.requestsOfUser(), ["GET /users/me"])
  })

  it("N12: the client outlives its provider, and a later provider uses it again", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    const { unmount } = render(page(client, <Name />))
    await shows("signed out")

    unmount()
    await client.signIn.withPassword(ada)
    render(page(client, <Name />))

    await shows("Ada")
  })

  it("N12: effects of a disposed client fail with ClientDisposed, without a request", async () => {
    await using platform = await start()
    const client = createClient(platform.options)
    const { Handle, run } = handle()
    render(page(client, [<Handle key="1" />, <Name key="2" />]))
    await shows("signed out")
    platform.clear()

    await client.dispose()
    const exit = await run(signIn.withPassword(ada))

    assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof ClientDisposed)
    assert.strictEqual(platform.count(), 0)
  })

  it("N12: a provider accepts the client of a runtime, and shares the reads of its layer", async () => {
    const { signedIn } = await inProcessEmulator()
    const runtime = ManagedRuntime.make(reads.over(await signedIn()))
    const client = clientOfRuntime(() => runtime)
    render(page(client, <Name />))
    await shows("Ada")

    await runtime.runPromise(Effect.provide(reads.set(reads.currentUser, null), Layer.empty))

    await shows("signed out")
  })

  it("N12: createLatchkeyReact accepts a client", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    const own = createLatchkeyReact<import("../../react/index.ts").ClientServices>()
    const OwnName = () => <p>{own.useUser()?.displayName ?? "signed out"}</p>
    render(
      <own.LatchkeyProvider client={client}>
        <OwnName />
      </own.LatchkeyProvider>
    )
    await shows("signed out")

    await client.signIn.withPassword(ada)

    await shows("Ada")
  })

  it("N6: a server render leaves reading the user to the browser, and hydration continues with the client's session", async () => {
    await using platform = await start()
    const { tokenStore: _, ...cookies } = platform.options
    await using client = createClient(cookies)
    const content = (
      <LatchkeyProvider client={client} fallback="one moment">
        <Name />
      </LatchkeyProvider>
    )
    await client.signIn.withPassword(ada)

    const html = renderOnServer(content)
    hydrate(html, content)

    assert.include(html, "one moment")
    await shows("Ada")
  })

  it("N10: a server render with one visitor's initial values reveals none of them to the next visitor", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    await using other = createClient(platform.options)
    await other.signIn.withPassword(ada)
    const initial = reads.initial(await other.currentUser.get())

    const html = [initial, undefined].map((initial) =>
      renderOnServer(
        <LatchkeyProvider client={client} sessionInBrowser initial={initial} fallback="one moment">
          <Name />
        </LatchkeyProvider>
      )
    )

    assert.include(html[0], "Ada")
    assert.notInclude(html[1], "Ada")
  })

  it("N12: the provider of server-rendered pages accepts a client, and starts with the server's user", async () => {
    await using platform = await start()
    await using client = createClient(platform.options)
    await client.signIn.withPassword(ada)
    const user = await client.currentUser.get({ or: "throw" })
    const claims = (await client.accessToken())!.split(".")[1]!
    const { projectId, baseUrl } = platform.options as { readonly projectId: string; readonly baseUrl: string }
    platform.clear()

    render(
      <PageProvider
        client={client}
        fallback={null}
        handed={{ person: user.id, claims, user }}
        offered={undefined}
        settings={{ projectId, baseUrl, publishableClientKey: undefined, extraRequestHeaders: {} }}
      >
        <Name />
      </PageProvider>
    )
    await shows("Ada")
    const before = platform.requestsOfUser()
    await client.currentUser.update({ displayName: "Countess" })
    await shows("Countess")

    assert.deepStrictEqual([before, platform.requestsOfUser()], [[], ["PATCH /users/me", "GET /users/me"]])
  })

  it("a provider reports an object that is not a client", async () => {
    render(page({ ...{} } as never, <Name />))

    await waitFor(() => assert.include(text(), "client is not a client of this copy of Latchkey"))
  })
})

describe("several clients of one project in a page", () => {
  it("N17: a write by a second client refreshes the reads of the first", async () => {
    await using platform = await start()
    const { tokenStore: _, ...cookies } = platform.options
    await using second = createClient(cookies)
    render(
      <StrictMode>
        <LatchkeyProvider project={cookies}>
          <Name />
        </LatchkeyProvider>
      </StrictMode>
    )
    await shows("signed out")
    await second.signIn.withPassword(ada)
    await shows("Ada")

    platform.clear()
    await second.currentUser.update({ displayName: "Countess" })
    await shows("Countess")

    assert.deepStrictEqual(platform.requestsOfUser(), ["PATCH /users/me", "GET /users/me"])
  })

  it("N17: a write in another project refreshes nothing", async () => {
    await using platform = await start()
    await using another = await start()
    await using client = createClient(platform.options)
    await using second = createClient({ ...another.options, baseUrl: "https://another.test" })
    await Promise.all([client, second].map((each) => each.signIn.withPassword(ada)))
    render(page(client, <Name />))
    await shows("Ada")
    platform.clear()

    await second.currentUser.update({ displayName: "Grace" })
    await client.currentUser.update({ displayName: "Countess" })
    await shows("Countess")

    assert.deepStrictEqual(platform.requestsOfUser(), ["PATCH /users/me", "GET /users/me"])
  })
})

describe("redirectMethod with useNavigate", () => {
  const visited: Array<unknown> = []
  const Router = createContext<(url: string, options: unknown) => void>(() => {
    throw new Error("useNavigate may be used only below the router")
  })
  const redirectMethod = { useNavigate: () => useContext(Router) }
  const router = (url: string, options: unknown) => {
    visited.push(url, options)
    history.pushState(null, "", url)
  }
  const signInUrl = "/handler/sign-in?after_auth_return_to=%2F"

  const Protected = () => <p>{useUser({ or: "redirect" }).displayName}</p>

  for (
    const [name, providerOf] of [
      ["client", (options: ClientOptions) => ({ client: createClient(options) })],
      ["project", (project: ClientOptions) => ({ project: { ...project, tokenStore: "memory" as const } })],
      ["layer", (project: ClientOptions) => ({ layer: Client.layer({ ...project, tokenStore: "memory" }) })]
    ] as const
  ) {
    it(`a provider with the prop ${name} calls the router's hook, and redirects with the function that the hook returns`, async () => {
      await using platform = await start()
      visited.length = 0
      const props = providerOf({ ...platform.options, redirectMethod })

      render(
        <StrictMode>
          <Router.Provider value={router}>
            <LatchkeyProvider {...props}>
              <Protected />
            </LatchkeyProvider>
          </Router.Provider>
        </StrictMode>
      )

      await waitFor(() => assert.deepStrictEqual(visited, [signInUrl, { replace: true }]))
    })
  }

  it("the client outside components also redirects through the router", async () => {
    await using platform = await start()
    visited.length = 0
    await using client = createClient({ ...platform.options, redirectMethod })
    render(<Router.Provider value={router}>{page(client, <Name />)}</Router.Provider>)
    await shows("signed out")

    void client.redirectTo.signIn().catch(() => {})

    await waitFor(() => assert.strictEqual(visited[0], signInUrl))
  })
})
