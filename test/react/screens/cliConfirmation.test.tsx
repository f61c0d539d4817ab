/** The screen that a command-line tool opens. docs/protocol.md §19. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import * as cliLogin from "../../../src/flows/cli/cliLogin.ts"
import { confirmationCode } from "../../../src/flows/cli/confirmationCode.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

/** Creates a user, and a tool that has just opened the page. */
const startLogin = async () => {
  const platform = await inProcessEmulator({ users: [ada] })
  const tool = await Effect.runPromise(
    Effect.provide(cliLogin.start({ appUrl: location.origin }), platform.client())
  )
  const user = siteUser(platform)
  return {
    user,
    open: () => user.visit(tool.url.slice(location.origin.length)),
    code: confirmationCode(new URL(tool.url).searchParams.get("login_code")!),
    confirmations: () => platform.requests().filter((each) => each === "POST /auth/cli/complete").length,
    /** Polls like the tool, and then returns the tool's user. */
    toolUser: () => Effect.runPromise(Effect.provide(cliLogin.wait(tool), platform.client()))
  }
}

describe("cli-auth-confirm screen", () => {
  it("the cli-auth-confirm screen signs the tool in after Allow, and shows that the user can return to the tool", async () => {
    const { code, confirmations, open, toolUser, user } = await startLogin()
    await user.run(signIn.withPassword(ada))
    open()
    await screen.findByText(code)
    const before = confirmations()

    await press("Allow")

    await heading("All set")
    assert.deepStrictEqual([before, confirmations()], [0, 1])
    assert.isDefined(await toolUser())
  })

  it("the cli-auth-confirm screen sends nothing after Deny", async () => {
    const { confirmations, open, user } = await startLogin()
    await user.run(signIn.withPassword(ada))
    open()

    await press("Deny")

    await heading("Request denied")
    assert.strictEqual(confirmations(), 0)
  })
})
