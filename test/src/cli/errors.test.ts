import { assert, describe, it } from "vitest"
import { endpoints, errors } from "../../../schemas/catalogue.ts"
import { commandIn, linesOf } from "../../support/processes/command.ts"

describe("latchkey errors", { timeout: 60_000 }, () => {
  const at = commandIn()

  it("M5 tells of every known error when it comes, what to do, and who raises it", async () => {
    const [{ result }] = linesOf((await at.runHere(["errors", "--json"])).output) as [any]

    assert.deepStrictEqual(
      result.errors.map(({ code }: any) => code).toSorted(),
      errors.map(({ spec }) => spec.code).toSorted()
    )
    for (const entry of result.errors) {
      assert.includeMembers(
        Object.keys(entry),
        ["code", "tag", "status", "when", "message", "families", "details", "anyCall", "raisedBy"]
      )
    }
    for (const { code, message, when } of result.errors) {
      assert.isAbove(when.length, 20, `${code} does not say when it comes`)
      assert.isAbove(message.length, 10, `${code} has no sentence`)
    }
    const raised = endpoints.reduce((sum, { spec }) => sum + new Set(spec.errors).size, 0)
    assert.strictEqual(result.errors.reduce((sum: number, { raisedBy }: any) => sum + raisedBy.length, 0), raised)
  })

  it("shows one in full, found by code or tag in any case", async () => {
    const [byCode, byTag] = await Promise.all([
      at.runHere(["errors", "password_too_short"]),
      at.runHere(["errors", "PasswordTooShort"])
    ])

    assert.strictEqual(byCode.output, byTag.output)
    assert.strictEqual(
      byCode.output,
      `PASSWORD_TOO_SHORT  400

The password has fewer than \`minLength\` characters. Ask for a longer one.

"Choose a password with at least 8 characters."

Tag        PasswordTooShort
Family     PasswordRequirementsNotMet
Details    minLength
Field      password
Catch      Effect.catchTag("PasswordTooShort", …)  or  error instanceof PasswordTooShort
Raised by  password.reset, password.set, password.signUp, password.update
`
    )
  })

  it("lists those that a part of the code or a status finds", async () => {
    const [part, status, none] = await Promise.all([
      at.runHere(["errors", "cli auth"]),
      at.runHere(["errors", "--json", "409"]),
      at.runHere(["errors", "nothing-like-it"])
    ])

    assert.match(part.output, /^400 {2}CLI_AUTH_ERROR .*\n400 {2}CLI_AUTH_EXPIRED_ERROR /)
    assert.deepStrictEqual(
      linesOf(status.output)[0].result.errors.map(({ code }: any) => code).toSorted(),
      errors.filter(({ spec }) => spec.status === 409).map(({ spec }) => spec.code).toSorted()
    )
    assert.deepStrictEqual([none.code, none.output], [1, ""])
  })
})
