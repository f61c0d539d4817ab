/** The screen on which a person decides about an agent. docs/protocol.md §28. */
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/react"
import axe from "axe-core"
import * as Effect from "effect/Effect"
import * as Agents from "../../../schemas/endpoints/agents.ts"
import type { Seed } from "../../../src/emulator/index.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { heading, press, siteUser } from "../support/screens.tsx"

const ada = { email: "ada@example.com", password: "correct horse" } as const

const withAgents: Seed = { features: ["agents"], apps: ["agent-auth"], users: [ada] }

/** Creates a user, and an agent that waits for the user's decision. */
const waitingAgent = async (seed = withAgents) => {
  const platform = await inProcessEmulator(seed)
  const run = <A, E>(self: Effect.Effect<A, E, any>) =>
    Effect.runPromise(Effect.provide(self, platform.client()) as Effect.Effect<A, E>)
  const agent = seed.features === undefined ? undefined : await run(Agents.register({
    agent: { name: "Release bot", description: "Writes release notes" },
    userHint: "ada@example.com"
  }))
  const user = siteUser(platform)
  return {
    user,
    code: agent?.claimCode ?? "ABCD-EFGH",
    open: (code = agent?.claimCode ?? "ABCD-EFGH") => user.visit(`/handler/agent-auth-confirm?code=${code}`),
    status: async () => (await run(Agents.poll({ pollToken: agent!.pollToken }))).status,
    requests: platform.requests
  }
}

describe("agent-auth-confirm screen", () => {
  it("agents-7: the screen shows the code and the agent's own description, and Allow hands over a session", async () => {
    const { code, open, status, user } = await waitingAgent()
    await user.run(signIn.withPassword(ada))
    open(code.toLowerCase().replace("-", ""))
    await screen.findByText(code)
    const before = await status()
    const shown = document.querySelector("main")!.textContent

    await press("Allow")

    await heading("All set")
    for (const text of ["Release bot", "Writes release notes", "ada@example.com", "Nobody has checked it"]) {
      assert.include(shown, text)
    }
    assert.deepStrictEqual([before, await status()], ["waiting", "success"])
  })

  it("agents-7: the screen denies the agent's request after a press of Deny", async () => {
    const { open, status, user } = await waitingAgent()
    await user.run(signIn.withPassword(ada))
    open()

    await press("Deny")

    await heading("Request denied")
    assert.strictEqual(await status(), "denied")
  })

  it("agents-7: the screen decides nothing by itself, and has no axe violations", async () => {
    const { code, open, requests, user } = await waitingAgent()
    await user.run(signIn.withPassword(ada))
    open()
    await screen.findByText(code)

    const { violations } = await axe.run(document.querySelector("main")!, {
      rules: { "color-contrast": { enabled: false } }
    })

    assert.deepStrictEqual(violations.map(({ id }) => id), [])
    assert.lengthOf(requests().filter((each) => each === "POST /agent/register/confirm"), 1)
  })

  it("agents-7: the screen asks a signed-out person to sign in before anything is sent", async () => {
    const { open, requests } = await waitingAgent()
    open()

    await heading("Let an agent use your account")

    assert.notInclude(requests(), "POST /agent/register/confirm")
  })

  it.each([
    ["an unknown code", withAgents, "ZZZZ-ZZZZ", "This code is wrong or has expired"],
    ["a platform without agents", { users: [ada] }, "ABCD-EFGH", "Something went wrong"]
  ])("agents-7: the screen explains %s", async (_, seed, code, message) => {
    const { open, user } = await waitingAgent(seed as Seed)
    await user.run(signIn.withPassword(ada))
    open(code)

    await heading("This request is no longer valid")

    assert.include(document.querySelector("main")!.textContent, message)
  })
})
