/** Components and hooks for a restricted user. docs/laws.md U1, U2. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Suspense } from "react"
import { Navigation } from "../../layers/browser/Navigation.ts"
import { useUser } from "../../react/index.ts"
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import type { User } from "../../schemas/entities/User.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { Boundary, handle, show, shows } from "./support/rendered.tsx"

const platformOf = () =>
  inProcessEmulator({
    revision: "2026-04",
    config: { requireEmailVerification: true },
    users: [{ ...ada, verified: false }]
  })

const describeUser = (user: User | null) =>
  user === null ? "signed out" : `${user.displayName} (${restrictionOf(user)})`

const Name = () => <p>{describeUser(useUser())}</p>

const Included = () => <p>{describeUser(useUser({ includeRestricted: true }))}</p>

describe("useUser with a restricted user", () => {
  it("U1: useUser treats a restricted user as signed out, and returns the user and reason with includeRestricted, in one request", async () => {
    const { requests, signedIn } = await platformOf()

    show(await signedIn(), [<Name key="1" />, <Included key="2" />])

    await shows("signed outAda (email_not_verified)")
    assert.deepStrictEqual(requests(), ["GET /users/me"])
  })

  it("U1: useUser({ or: \"throw\" }) throws NotSignedIn with the reason for a restricted user", async () => {
    const RequiredUser = () => useUser({ or: "throw" }).displayName

    show(
      await (await platformOf()).signedIn(),
      <Boundary>
        <RequiredUser />
      </Boundary>
    )

    await shows(
      "The user is restricted (email_not_verified) and counts as signed out. "
        + "Redirect to the onboarding page, or use includeRestricted."
    )
  })

  it("U1 U2: useUser({ or: \"redirect\" }) sends a restricted user to onboarding, and returns the user once the restriction is lifted", async () => {
    const redirects: Array<string> = []
    const navigation = Layer.succeed(Navigation, {
      go: (url) => Effect.sync(() => void redirects.push(url)),
      here: () => undefined
    })
    const { client, emulator } = await platformOf()
    const { Handle, run } = handle()
    const RequiredUser = () => useUser({ or: "redirect" }).displayName
    show(Layer.merge(client(), navigation), [
      <Handle key="1" />,
      <Name key="2" />,
      <Suspense key="3" fallback="waiting">
        <RequiredUser />
      </Suspense>
    ])
    await shows("signed outwaiting")
    await run(signIn.withPassword(ada))
    await waitFor(() => assert.deepStrictEqual(redirects, ["/handler/sign-in", "/handler/onboarding"]))
    await shows("signed outwaiting")
    for (const channel of emulator.store.projects.get(emulator.project.projectId)!.contactChannels.values()) {
      Object.assign(channel, { isVerified: true })
    }

    await run(currentUser.update({ displayName: "Countess" }))

    await shows("Countess (null)Countess")
    assert.strictEqual(redirects.length, 2)
  })
})
