/** Sign-out on a page that requires a user, with a router. docs/laws.md redirects-1, redirects-2. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import { Suspense, useSyncExternalStore } from "react"
import { LatchkeyProvider, RequireUser, useUser } from "../../react/index.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { ClientDisposed, createClient, type SharedClient } from "../../src/promise/index.ts"
import { ada } from "../support/platform/inProcessEmulator.ts"
import { render, shows } from "./support/rendered.tsx"

/** A minimal router, which keeps the location in the page's history. */
const makeRouter = () => {
  const listeners = new Set<() => void>()
  const visited: Array<string> = []
  return {
    visited,
    navigate: (to: string, { replace }: { readonly replace: boolean } = { replace: false }) => {
      visited.push(to)
      if (replace) history.replaceState(null, "", to)
      else history.pushState(null, "", to)
      listeners.forEach((listener) => listener())
    },
    usePath: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }, () => location.pathname + location.search)
  }
}

type Router = ReturnType<typeof makeRouter>

const Private = () => {
  const { displayName } = useUser({ or: "redirect" })
  return <p>{`the page of ${displayName}`}</p>
}

/** An app whose pages below `/app` require a user: each for itself, or by their layout. */
const app = (client: SharedClient, router: Router, guard: "page" | "layout") => {
  const Routes = () => {
    const path = router.usePath().split("?")[0]!
    if (!path.startsWith("/app")) return <p>{path}</p>
    return guard === "layout"
      ? <RequireUser>{(user) => <p>{`${path} of ${user.displayName}`}</p>}</RequireUser>
      : <Private />
  }
  return (
    <LatchkeyProvider client={client}>
      <Suspense fallback="waiting">
        <Routes />
      </Suspense>
    </LatchkeyProvider>
  )
}

/** Signs out and begins to redirect. The promise of a redirect resolves 2 seconds later. */
const leave = async (client: SharedClient) => {
  await client.signOut()
  client.redirectTo.afterSignOut().catch((error: unknown) => assert.instanceOf(error, ClientDisposed))
}

/** Opens a page of the app, signed in as Ada. */
const open = async (at: string, { afterSignOut, guard = "page" }: {
  readonly afterSignOut: string
  readonly guard?: "page" | "layout"
}) => {
  history.replaceState(null, "", at)
  const router = makeRouter()
  const platform = await startEmulator({ users: [ada] })
  const client = createClient({
    projectId: platform.project.projectId,
    publishableClientKey: platform.project.publishableClientKey,
    baseUrl: platform.baseUrl,
    fetch: (url, init) => platform.fetch(new Request(url, init)),
    tokenStore: "memory",
    redirectMethod: { navigate: router.navigate },
    urls: { afterSignOut }
  })
  await client.signIn.withPassword(ada)
  render(app(client, router, guard))
  await shows(guard === "page" ? "the page of Ada" : `${at} of Ada`)
  return {
    router,
    leave: () => leave(client),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]()
      await platform.close()
      history.replaceState(null, "", "/")
    }
  }
}

describe("a sign-out on a page that requires a user", () => {
  it("redirects-1: the caller's redirect to another page is the only one", async () => {
    await using at = await open("/app", { afterSignOut: "/goodbye" })

    await at.leave()

    await shows("/goodbye")
    assert.deepStrictEqual(at.router.visited, ["/goodbye"])
  })

  it("redirects-1: a layout that also requires a user on the next page redirects to the sign-in page", async () => {
    await using at = await open("/app/a", { afterSignOut: "/app/b", guard: "layout" })

    await at.leave()

    await shows("/handler/sign-in")
    assert.deepStrictEqual(at.router.visited, ["/app/b", "/handler/sign-in?after_auth_return_to=%2Fapp%2Fb"])
  })

  it("redirects-1: a redirect to the same page is followed by one to the sign-in page", async () => {
    await using at = await open("/app", { afterSignOut: "/app" })

    await at.leave()

    await shows("/handler/sign-in")
    assert.deepStrictEqual(at.router.visited, ["/app", "/handler/sign-in?after_auth_return_to=%2Fapp"])
  })

  it("redirects-2: a signed-out visitor is redirected at every visit of the page", async () => {
    await using at = await open("/app", { afterSignOut: "/goodbye" })
    await at.leave()
    await shows("/goodbye")

    for (const visit of [1, 2, 3]) {
      // the first visits may still be within the earlier redirect
      await waitFor(() => {
        at.router.navigate(`/app?${at.router.visited.length}`)
        return waitFor(() => assert.isTrue(location.pathname === "/handler/sign-in"), { timeout: 200 })
      })
      await shows("/handler/sign-in")
      at.router.navigate(`/goodbye?${visit}`)
      await shows("/goodbye")
    }
  })
})
