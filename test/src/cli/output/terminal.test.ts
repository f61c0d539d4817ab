/** The command's output in a terminal. */
import { assert, describe, it, onTestFinished } from "vitest"
import { isColoured } from "../../../../src/cli/help/coloured.ts"
import { columnsOf, cut, wrapped } from "../../../../src/cli/output/index.ts"
import { accessToken } from "../../../support/contract/project.ts"
import { commandIn, commandLine, processEnv } from "../../../support/processes/command.ts"
import { atHand, inTerminal } from "../../../support/processes/pseudoTerminal.ts"

const colour = "\u001b["

describe.skipIf(!atHand)("latchkey in a terminal", () => {
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

  it("M7: the token prompt accepts a pasted token without showing it", async () => {
    const token = accessToken({ email: "ada@example.com" })
    const terminal = start(["token", "inspect"])
    await terminal.shows(/It is not shown\./)

    terminal.type(`${token}\r`)

    const { code, shown } = await terminal.ended
    assert.strictEqual(code, 0, shown)
    assert.include(shown, "ada@example.com")
    assert.notInclude(shown, token.slice(0, 20))
  })

  it("the token prompt exits with 130 after Ctrl-C", async () => {
    const terminal = start(["token", "inspect"])
    await terminal.shows(/It is not shown\./)

    terminal.type("\u0003")

    assert.strictEqual((await terminal.ended).code, 130)
  })

  it("the list of errors fits the terminal, and a terminal of width 0 counts as one of unknown width", async () => {
    const listed = async (columns: number) => {
      const program = [process.execPath, ...commandLine, "errors"].join(" ")
      const terminal = inTerminal("/bin/sh", ["-c", `stty cols ${columns}; exec ${program}`], {
        cwd: folder,
        env: { ...processEnv, HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1" }
      })
      onTestFinished(terminal.kill)
      return (await terminal.ended).shown.split(/\r?\n/)
    }
    const [wide, narrow, unknown] = await Promise.all([listed(100), listed(15), listed(0)])

    assert.isAtMost(Math.max(...wide.map((line) => line.length)), 100)
    assert.include(wide.join("\n"), "\nTeams\n409  TEAM_ALREADY_EXISTS ")
    assert.include(narrow.join("\n"), "\n404  TEAM_NOT_FOUND\n")
    assert.lengthOf(unknown, wide.length)
  })

  it("the latchkey command uses colours in a terminal unless NO_COLOR is set", async () => {
    const [coloured, plain] = await Promise.all([
      start(["errors", "PASSWORD_TOO_SHORT"]).ended,
      start(["errors", "PASSWORD_TOO_SHORT"], { NO_COLOR: "1" }).ended
    ])

    assert.include(coloured.shown, colour)
    assert.notInclude(plain.shown, colour)
  })
})

describe("output", () => {
  it("the output width is unknown if the columns are 0, missing or those of a pipe", () => {
    assert.strictEqual(columnsOf({ isTTY: true, columns: 80 }), 80)
    assert.strictEqual(columnsOf({ isTTY: true, columns: 1 }), 1)
    for (const stream of [{ isTTY: true, columns: 0 }, { isTTY: true }, { columns: 80 }, {}]) {
      assert.isUndefined(columnsOf(stream))
    }
  })

  it("output wraps at any whitespace, and at 20 columns in narrower terminals", () => {
    const text = "Do not tell  which of the\n   causes it was."

    assert.deepStrictEqual(wrapped(text, 30), ["Do not tell which of the", "causes it was."])
    for (const columns of [-5, 0, 1, 7, 20]) {
      assert.deepStrictEqual(wrapped(text, columns), ["Do not tell which of", "the causes it was."])
    }
    assert.deepStrictEqual(wrapped("ab AVERYLONGNAMEOFANERROR cd", 20), ["ab", "AVERYLONGNAMEOFANERROR", "cd"])
  })

  it("a line of output is truncated to the number of columns", () => {
    assert.deepStrictEqual(
      [cut("Teams", 5), cut("Teams", 4), cut("Teams", 1), cut("Teams", 0), cut("Teams", undefined)],
      ["Teams", "Tea…", "…", "…", "Teams"]
    )
  })

  const cases = [
    [{}, true, true],
    [{}, false, false],
    [{ TERM: "dumb" }, true, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "true", TERM: "dumb" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ FORCE_COLOR: "false" }, true, false],
    [{ FORCE_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false]
  ] as const
  it.each(cases)("output is coloured with %o in a terminal (%s): %s", (env, isTerminal, coloured) => {
    assert.strictEqual(isColoured(env, isTerminal), coloured)
  })
})
