/** A promise client under each provider: of pages that a server renders, of an app's own services, and of a native app. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import { createContext, type ReactNode, StrictMode, useContext, useEffect } from "react"
import {
  type ClientServices,
  createLatchkeyReact,
  LatchkeyProvider,
  PageProvider,
  useAction,
  useClient,
  useUser
} from "../../react/index.ts"
import { LatchkeyProvider as StartProvider } from "../../react/tanstackStart/index.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { currentUser } from "../../src/flows/account/index.ts"
import { createClient as createNativeClient, layerNative } from "../../src/native/index.ts"
import { type ClientOptions, createClient, type SharedClient } from "../../src/promise/index.ts"
import { ada } from "../support/platform/inProcessEmulator.ts"
import { render, shows } from "./support/rendered.tsx"
import { renderOnServer } from "./support/renderOnServer.ts"

const { LatchkeyProvider: OwnProvider, ...own } = createLatchkeyReact<ClientServices>()

/** What components need of `latchkey/react` or of an app's own services. */
interface Hooks {
  readonly useUser: typeof useUser
  readonly useAction: typeof own.useAction
}

/** A provider with a client, and the hooks below it. */
interface Surface {
  readonly create?: (options: ClientOptions) => ReturnType<typeof createClient>
  readonly hooks?: Hooks
  readonly provider: (client: SharedClient, children: ReactNode) => ReactNode
}

const handedOver = {
  fallback: "one moment",
  handed: undefined,
  offered: undefined,
  settings: { projectId: "", baseUrl: "", publishableClientKey: undefined, extraRequestHeaders: {} }
}

const createNative = (options: ClientOptions) =>
  createNativeClient({
    ...options,
    native: layerNative({ scheme: "myapp", openAuthSession: async () => ({ type: "cancel" }) })
  })

const surfaces: { readonly [name: string]: Surface } = {
  "LatchkeyProvider": {
    provider: (client, children) => <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
  },
  "PageProvider": {
    provider: (client, children) => <PageProvider {...handedOver} client={client}>{children}</PageProvider>
  },
  "LatchkeyProvider of TanStack Start": {
    provider: (client, children) => <StartProvider {...handedOver} client={client}>{children}</StartProvider>
  },
  "createLatchkeyReact": {
    hooks: own,
    provider: (client, children) => <OwnProvider client={client}>{children}</OwnProvider>
  },
  "LatchkeyProvider with the client of a native app": {
    create: createNative,
    provider: (client, children) => <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
  }
}

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
  return { options, platform, [Symbol.asyncDispose]: platform.close }
}

describe.each(Object.entries(surfaces))("%s", (_, surface) => {
  const { create = createClient, hooks = { useUser, useAction }, provider } = surface

  const Name = () => <p>{hooks.useUser()?.displayName ?? "signed out"}</p>

  it("N12: components and the given client share the session and the reads, in both directions", async () => {
    await using started = await start()
    const { options, platform } = started
    await using client = create(options)
    let rename: () => void = () => {}
    const Rename = () => {
      const { run } = hooks.useAction(() => currentUser.update({ displayName: "Grace" }))
      useEffect(() => {
        rename = () => run()
      }, [run])
      return null
    }
    render(
      <StrictMode>
        {provider(client, [<Name key="1" />, <Rename key="2" />])}
      </StrictMode>
    )
    await shows("signed out")

    await client.signIn.withPassword(ada)
    await shows("Ada")
    platform.requests.clear()
    await client.currentUser.update({ displayName: "Countess" })
    await shows("Countess")
    rename()
    await shows("Grace")
    assert.strictEqual((await client.currentUser.get({ or: "throw" })).displayName, "Grace")
    await client.signOut()
    await shows("signed out")

    const updates = platform.requests.list().filter(({ method, path }) => `${method} ${path}` === "PATCH /users/me")
    assert.lengthOf(updates, 2)
  })

  // a native app passes its router's function to layerNative
  it.skipIf(create === createNative)(
    "N12: the router's hook of a given client's redirectMethod is called below the provider",
    async () => {
      await using started = await start()
      const visited: Array<string> = []
      const Router = createContext<(url: string) => void>(() => {
        throw new Error("useNavigate may be used only below the router")
      })
      const router = (url: string) => {
        visited.push(url)
        history.pushState(null, "", url)
      }
      const redirectMethod = { useNavigate: () => useContext(Router) }
      await using client = create({ ...started.options, redirectMethod })
      const Protected = () => <p>{hooks.useUser({ or: "redirect" }).displayName}</p>

      render(
        <Router.Provider value={router}>{provider(client, <Protected />)}</Router.Provider>
      )
      await waitFor(() => assert.deepStrictEqual(visited, ["/handler/sign-in?after_auth_return_to=%2F"]))
      void client.redirectTo.signUp().catch(() => {})

      await waitFor(() => assert.match(visited[1] ?? "", /^\/handler\/sign-up/))
    }
  )

  it("N10: a server render with a given client without a session shows no user", async () => {
    await using started = await start()
    await using client = create(started.options)

    const html = renderOnServer(provider(client, <Name />))

    assert.notInclude(html, "Ada")
  })
})

it("N12: useClient returns the given client below every provider of latchkey/react", async () => {
  await using started = await start()
  await using client = createClient(started.options)
  const found: Array<SharedClient> = []
  const Found = () => {
    const own = useClient()
    useEffect(() => void found.push(own), [own])
    return "found"
  }
  const { createLatchkeyReact: _, ...others } = surfaces

  for (const { provider } of Object.values(others)) render(provider(client, <Found />))
  await waitFor(() => assert.lengthOf(found, Object.keys(others).length))

  assert.isTrue(found.every((each) => each === client))
})
