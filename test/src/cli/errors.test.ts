import { assert, describe, it } from "vitest"
import { endpoints, errors } from "../../../schemas/catalogue.ts"
import { commandIn, linesOf } from "../../support/processes/command.ts"

describe("latchkey errors", () => {
  const at = commandIn()

  it("M5: the errors command lists the meaning and the fix of every known error, and the endpoints that raise it", async () => {
    const [{ result }] = linesOf((await at.runHere(["errors", "--json"])).output) as [any]
    const known = result.errors.filter(({ kind }: any) => kind === "known")

    assert.deepStrictEqual(
      known.map(({ code }: any) => code).toSorted(),
      errors.map(({ spec }) => spec.code).toSorted()
    )
    for (const entry of known) {
      assert.includeMembers(
        Object.keys(entry),
        ["code", "tag", "status", "when", "message", "families", "details", "anyCall", "raisedBy", "docs"]
      )
    }
    for (const { code, message, when } of known) {
      assert.isAbove(when.length, 20, `${code} has no explanation`)
      assert.isAbove(message.length, 10, `${code} has no message`)
    }
    const raised = endpoints.reduce((sum, { spec }) => sum + new Set(spec.errors).size, 0)
    assert.strictEqual(known.reduce((sum: number, { raisedBy }: any) => sum + raisedBy.length, 0), raised)
  })

  it("the errors command explains an error by its code or tag in upper or lower case, and ends with the error's page", async () => {
    const [byCode, byTag] = await Promise.all([
      at.runHere(["errors", "password_too_short"]),
      at.runHere(["errors", "PasswordTooShort"])
    ])

    assert.strictEqual(byCode.output, byTag.output)
    assert.match(
      byCode.output,
      /^PASSWORD_TOO_SHORT {2}PasswordTooShort {2}400\n\nThe password has fewer than `minLength` characters\./
    )
    assert.include(byCode.output, "\nHow to fix it\n- ")
    assert.isBelow(byCode.output.split("\n").length, 12)
    assert.match(
      byCode.output,
      /\n\nPage {2}https:\/\/latchkey-auth\.github\.io\/latchkey\/errors\/PASSWORD_TOO_SHORT\n$/
    )
  })

  it("the errors command lists all errors by subject, each once and in one short sentence", async () => {
    const { output } = await at.runHere(["errors"])
    const [{ result }] = linesOf((await at.runHere(["errors", "--json"])).output) as [any]
    const groups = output.split("\n\n").slice(0, -1).map((group) => group.split("\n"))

    assert.isAbove(groups.length, 20)
    assert.includeDeepMembers(groups.map(([subject]) => subject), ["Any call", "Sessions", "Teams", "API keys"])
    assert.lengthOf(groups.flatMap(([, ...rows]) => rows), result.errors.length)
    assert.isBelow(Math.max(...output.split("\n").map((line) => line.length)), 220)
    assert.match(
      output,
      new RegExp(
        `\n${result.errors.length} errors in ${groups.length} groups\\. .*CODE\nPage {2}https://\\S+/errors/\n$`
      )
    )
  })

  it("the errors command wraps a docstring's indented continuation lines without gaps", async () => {
    const { output } = await at.runHere(["errors", "MULTI_FACTOR_AUTHENTICATION_REQUIRED"])

    assert.match(output, /remembers\s+the\s+attempt\.\s+The\s+prebuilt\s+screens/)
    assert.notMatch(output, /The {2,}prebuilt|prebuilt {2,}screens/)
  })

  it("the errors command lists the errors that match a status or part of a code", async () => {
    const [part, status] = await Promise.all([
      at.runHere(["errors", "cli auth"]),
      at.runHere(["errors", "--json", "409"])
    ])

    assert.match(part.output, /^400 {2}CLI_AUTH_ERROR .*\n400 {2}CLI_AUTH_EXPIRED_ERROR /)
    assert.deepStrictEqual(
      linesOf(status.output)[0].result.errors.map(({ code }: any) => code).toSorted(),
      errors.filter(({ spec }) => spec.status === 409).map(({ spec }) => spec.code).toSorted()
    )
  })

  it("the errors command explains a CallError's reason, lists all reasons for CallError, and lists a family's errors for the family's name", async () => {
    const [offline, all, family] = await Promise.all([
      at.runHere(["errors", "offline"]),
      at.runHere(["errors", "CallError"]),
      at.runHere(["errors", "--json", "InvalidAccessToken"])
    ])

    assert.match(offline.output, /^Offline\n\n[\s\S]*\nPage {2}\S+\/errors\/Offline\n$/)
    assert.match(all.output, / CallError +[\s\S]* ConnectionFailed +[\s\S]* RateLimited +[\s\S]*\n16 errors\./)
    assert.deepStrictEqual(
      linesOf(family.output)[0].result.errors.map(({ code }: any) => code).toSorted(),
      ["ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN", "UNPARSABLE_ACCESS_TOKEN"]
    )
  })

  it("the errors command suggests a similar name for a misspelt one, and nothing if no name is similar", async () => {
    const [misspelt, nothing, json] = await Promise.all([
      at.runHere(["errors", "EMAIL_PASWORD"]),
      at.runHere(["errors", "nothing-like-it"]),
      at.runHere(["errors", "RateLimitted", "--json"])
    ])

    assert.deepStrictEqual([misspelt.code, misspelt.output], [1, ""])
    assert.include(
      misspelt.errors,
      "No error has \"EMAIL_PASWORD\" in its code, tag or status. "
        + "Did you mean EMAIL_PASSWORD_MISMATCH? List all errors: latchkey errors"
    )
    assert.deepStrictEqual([nothing.code, nothing.output], [1, ""])
    assert.notInclude(nothing.errors, "Did you mean")
    assert.include(linesOf(json.output)[0].error.message, "Did you mean RateLimited?")
  })
})
