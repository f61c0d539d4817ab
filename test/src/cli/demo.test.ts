import { assert, describe, it } from "vitest"
import { commandIn, linesOf } from "../../support/processes/command.ts"

describe("latchkey demo", () => {
  const at = commandIn()

  it("the demo command runs the tour offline, and exits afterwards with --once", async () => {
    const { code, output } = await at.run(["demo", "--once", "--json"])

    const lines = linesOf(output)
    const { result } = lines.at(-1)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(lines.filter(({ event }) => event === "step").length, result.steps.length)
    const outcome = (step: string) => result.steps.find((each: any) => each.step === step).outcome
    // a caller that starts late gets the new token without a rejection
    assert.match(outcome("1000 callers, an expired token"), /^1000 users, \d+ rejected at first, 1 refresh$/)
    assert.strictEqual(outcome("Sign in from a terminal"), "shares the session of grace@example.com")
  })

  it("the demo command names the console of its emulator, which keeps running until Ctrl-C", async () => {
    const demo = at.start(["demo"])
    const [, console] = await demo.says(/^ {2}(http:\S+\/emulator)$/m)
    await demo.says(/Press Ctrl-C to stop\./)
    const { status } = await fetch(console!)

    const { code } = await demo.stop("SIGINT")

    assert.deepStrictEqual([status, code], [200, 0])
  })
})
