import { writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { accessToken } from "../../support/contract/project.ts"
import { commandIn, linesOf } from "../../support/processes/command.ts"

const secondsNow = () => Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000)

const live = () => accessToken({ iat: secondsNow(), exp: secondsNow() + 600, email: "ada@example.com" })

describe("latchkey token inspect", () => {
  const at = commandIn()

  it("M7: token inspect shows the claims and remaining lifetime of a token from standard input, but never the token", async () => {
    const token = live()

    const { code, output } = await at.runHere(["token", "inspect"], { stdin: `${token}\n` })

    assert.strictEqual(code, 0)
    assert.match(output, /^email +ada@example\.com$/m)
    assert.match(output, /^exp +\d{4}-\d\d-\d\dT/m)
    assert.match(output, /^Expires in (?:10 min|9 min 5\d s)\.$/m)
    assert.match(output, /The signature was not checked.* https:\/\/\S+\/guides\/back-ends$/m)
    for (const part of token.split(".").slice(0, 2)) assert.notInclude(output, part)
  })

  it("M5: token inspect prints JSON, including for a token in a file or in a header value", async () => {
    const file = path.join(at.folder, "token")
    writeFileSync(file, `Bearer ${live()}`)

    const [fromFile, fromHeader] = await Promise.all([
      at.runHere(["token", "inspect", file, "--json"]),
      at.runHere(["token", "inspect", "--json"], { stdin: JSON.stringify({ accessToken: live(), refreshToken: "r" }) })
    ])

    for (const { output } of [fromFile, fromHeader]) {
      const [{ command, ok, result }] = linesOf(output) as [any]
      assert.deepStrictEqual([command, ok, result.verified, result.isAccessToken], ["token inspect", true, false, true])
      assert.strictEqual(result.claims.email, "ada@example.com")
      assert.isTrue(result.secondsLeft > 500 && result.secondsLeft <= 600)
    }
  })

  const odd = [
    ["empty input", "", 1, "No input."],
    ["a refresh token", "r".repeat(45), 1, "This looks like a refresh token, which only the server can read."],
    ["another text", "hello.world", 1, "The input is not a JWT."]
  ] as const
  for (const [what, stdin, expected, sentence] of odd) {
    it(`token inspect explains what is wrong with ${what}`, async () => {
      const { code, errors, output } = await at.runHere(["token", "inspect"], { stdin })

      assert.deepStrictEqual([code, output], [expected, ""])
      assert.include(errors, sentence)
    })
  }

  it("token inspect shows that a token has expired, and escapes control characters in claims", async () => {
    const token = accessToken({ iat: 0, exp: 600, name: "\u001b[31mred" })

    const { output } = await at.runHere(["token", "inspect"], { stdin: token })

    assert.match(output, /^Expired \d+ d/m)
    assert.include(output, "\\x1b[31mred")
    assert.notInclude(output, "\u001b")
  })

  it("token inspect names a file that can't be read", async () => {
    const { code, errors } = await at.runHere(["token", "inspect", "nowhere.txt"])

    assert.strictEqual(code, 2)
    assert.strictEqual(errors, "latchkey: The file nowhere.txt cannot be read (ENOENT).\n")
  })
})
