/** SignedIn, SignedOut and RequireUser. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Suspense } from "react"
import { Navigation } from "../../layers/browser/Navigation.ts"
import { RequireUser, SignedIn, SignedOut, useUser } from "../../react/index.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { signOut } from "../../src/flows/authentication/signOut.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { handle, show, shows } from "./support/rendered.tsx"

const restrictedPlatform = () =>
  inProcessEmulator({
    revision: "2026-04",
    config: { requireEmailVerification: true },
    users: [{ ...ada, verified: false }]
  })

/** Renders all components at once. Their children are nodes or functions. */
const controls = (options: { readonly includeRestricted?: boolean } = {}) => [
  <SignedIn key="1" {...options}>in</SignedIn>,
  <SignedIn key="2" {...options}>{({ displayName }) => ` ${displayName}`}</SignedIn>,
  <SignedOut key="3" {...options}>out</SignedOut>,
  <RequireUser key="4" {...options} fallback=" signed out">{" signed in"}</RequireUser>,
  <RequireUser key="5" {...options} fallback={null}>{({ displayName }) => ` ${displayName}`}</RequireUser>
]

/** A navigation that starts at a URL and records its redirects. */
const navigationAt = (here: string) => {
  const redirects: Array<string> = []
  const layer = Layer.succeed(Navigation, {
    go: (url) => Effect.sync(() => void redirects.push(url)),
    here: () => new URL(here)
  })
  return { layer, redirects }
}

describe("SignedIn, SignedOut and RequireUser", () => {
  it("SignedIn, SignedOut and RequireUser follow the session with one request per user", async () => {
    const { client, requests } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(client(), [<Handle key="0" />, ...controls()])
    await shows("out signed out")

    await run(signIn.withPassword(ada))
    await shows("in Ada signed in Ada")
    await run(signOut())
    await shows("out signed out")

    assert.deepStrictEqual(requests().filter((request) => request === "GET /users/me"), ["GET /users/me"])
  })

  it("U1: SignedIn, SignedOut and RequireUser treat a restricted user as signed out unless includeRestricted is set", async () => {
    const { signedIn } = await restrictedPlatform()

    show(await signedIn(), [...controls(), <p key="and">{controls({ includeRestricted: true })}</p>])

    await shows("out signed outin Ada signed in Ada")
  })

  it("SignedIn, SignedOut and RequireUser treat an anonymous user as signed out, even with includeRestricted", async () => {
    const { client } = await inProcessEmulator()
    const Anyone = () => useUser({ or: "anonymous" }).isAnonymous ? "anonymous: " : "named: "

    show(client(), [<Anyone key="0" />, ...controls(), <p key="and">{controls({ includeRestricted: true })}</p>])

    await shows("anonymous: out signed outout signed out")
  })
})

describe("RequireUser without a fallback", () => {
  it("RequireUser without a fallback redirects to sign-in and back, then shows its children", async () => {
    const { layer, redirects } = navigationAt("https://app.example.com/notes?sort=new")
    const { client } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(Layer.merge(client(), layer), [
      <Handle key="0" />,
      <Suspense key="1" fallback="waiting">
        <RequireUser>{({ displayName }) => `the notes of ${displayName}`}</RequireUser>
      </Suspense>
    ])
    await shows("waiting")

    await run(signIn.withPassword(ada))

    await shows("the notes of Ada")
    assert.deepStrictEqual(redirects, ["/handler/sign-in?after_auth_return_to=%2Fnotes%3Fsort%3Dnew"])
  })

  it("U2: RequireUser without a fallback redirects a restricted user to onboarding, unless includeRestricted is set", async () => {
    const { layer, redirects } = navigationAt("https://app.example.com/notes")
    const { signedIn } = await restrictedPlatform()
    const session = await signedIn()

    show(Layer.merge(session, layer), <RequireUser includeRestricted>{({ displayName }) => displayName}</RequireUser>)
    await shows("Ada")
    assert.deepStrictEqual(redirects, [])
    show(Layer.merge(session, layer), <RequireUser>notes</RequireUser>)

    await waitFor(() => assert.match(redirects.join(), /^\/handler\/onboarding/))
    await shows("Ada")
  })
})
