/** What the command does when a person sits in front of it. */
import { assert, describe, it, onTestFinished } from "vitest"
import { commandIn, commandLine, processEnv } from "../../../support/processes/command.ts"
import { atHand, inTerminal } from "../../../support/processes/pseudoTerminal.ts"
import { accessToken } from "../../../support/project.ts"

const colour = "\u001b["

describe.skipIf(!atHand)("latchkey in a terminal", { timeout: 60_000 }, () => {
  const { folder } = commandIn()

  const start = (args: ReadonlyArray<string>, env: { readonly [name: string]: string } = {}) => {
    const terminal = inTerminal(
      process.execPath,
      [...commandLine, ...args],
      { cwd: folder, env: { ...processEnv, HOME: folder, XDG_CONFIG_HOME: folder, ...env } }
    )
    onTestFinished(terminal.kill)
    return terminal
  }

  it("M7 takes a pasted token without showing it", async () => {
    const token = accessToken({ email: "ada@example.com" })
    const terminal = start(["token", "inspect"])
    await terminal.shows(/It is not shown\./)

    terminal.type(`${token}\r`)

    const { code, shown } = await terminal.ended
    assert.strictEqual(code, 0, shown)
    assert.include(shown, "ada@example.com")
    assert.notInclude(shown, token.slice(0, 20))
  })

  it("ends with 130 when Ctrl-C comes instead of a token", async () => {
    const terminal = start(["token", "inspect"])
    await terminal.shows(/It is not shown\./)

    terminal.type("\u0003")

    assert.strictEqual((await terminal.ended).code, 130)
  })

  it("uses colours, unless told not to", async () => {
    const [coloured, plain] = await Promise.all([
      start(["errors", "PASSWORD_TOO_SHORT"]).ended,
      start(["errors", "PASSWORD_TOO_SHORT"], { NO_COLOR: "1" }).ended
    ])

    assert.include(coloured.shown, colour)
    assert.notInclude(plain.shown, colour)
  })
})
