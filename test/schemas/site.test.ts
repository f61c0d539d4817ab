/** The link to an error's docs page appears wherever developers see the error's stack, but never in texts for users. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { CallError, RateLimited } from "../../schemas/errors/CallError.ts"
import { PasswordTooShort } from "../../schemas/errors/index.ts"
import { errorPage, forDevelopers, site } from "../../schemas/site.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"
import { TokenRejected } from "../../src/backend/token/index.ts"
import { NotSignedIn } from "../../src/errors/index.ts"

const limited = new RateLimited({ attempts: 5, retryAfterMillis: 4000 })

const errors = [
  ["PASSWORD_TOO_SHORT", new PasswordTooShort({ minLength: 12 })],
  ["RateLimited", limited],
  ["RateLimited", new CallError({ endpoint: "users.getMe", reason: limited })],
  ["NotSignedIn", new NotSignedIn({})],
  ["TokenRejected", new TokenRejected("expired", { at: new Date(0), now: new Date(60_000) })]
] as const

describe.each(errors)("docs page %s", (page, error) => {
  const line = `\n    See ${errorPage(page)}\n    at `

  it("an error's docs page appears below the message in the stack, in Node's output and in a pretty cause", () => {
    assert.include(error.stack, `${error.message}${line}`)
    assert.include(inspect(error), `${error.message}${line}`)
    assert.include(Cause.pretty(Cause.fail(error)), `${error.message}${line}`)
  })

  it("an error's docs page appears in no text for end users and in no JSON", () => {
    assert.notInclude(`${error.message} ${String(error)} ${JSON.stringify(error)}`, site)
  })

  it("an error's docs page follows the message in logs and terminals", () => {
    assert.strictEqual(forDevelopers(error), `${error.message} See ${errorPage(page)}`)
  })
})

describe("an uncaught error", () => {
  const uncaught = (code: string) =>
    spawnSync(process.execPath, ["--conditions=latchkey-source", "--input-type=module", "--eval", code], {
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      encoding: "utf8"
    }).stderr

  const errorsModule = pathToFileURL(fileURLToPath(new URL("../../schemas/errors/index.ts", import.meta.url))).href

  it("an uncaught error ends the process and prints its message and its docs page", () => {
    const output = uncaught(
      `import { PasswordTooShort } from "${errorsModule}"; throw new PasswordTooShort({ minLength: 9 })`
    )

    assert.include(output, `with at least 9 characters.\n    See ${errorPage("PASSWORD_TOO_SHORT")}\n    at `)
  })
})

describe("the stack of an error", () => {
  it("an error's stack can be overwritten, as the promise facade does to add the line of the call", async () => {
    const error = new NotSignedIn({})
    error.stack = `${error.stack}\n    at the call`

    assert.match(error.stack, /See https:[^\n]*NotSignedIn\n[\s\S]*at the call$/)
    assert.strictEqual(error.stack.split("See ").length, 2)
    assert.include((await Effect.runPromise(Effect.flip(Effect.fail(error)))).stack, "at the call")
  })

  it("an error's stack stays unchanged if it doesn't begin with the message", () => {
    const error = new NotSignedIn({})
    error.stack = "withPassword@https://app.example.com/app.js:1:2"

    assert.strictEqual(error.stack, "withPassword@https://app.example.com/app.js:1:2")
  })
})

class Custom extends TaggedError("Custom")<{ readonly message: string }> {}

describe("the message of an error", () => {
  it.each([
    ["a known error", () => new PasswordTooShort({ minLength: 12 })],
    ["a tagged error", () => new NotSignedIn({})],
    ["an error with a message field", () => new Custom({ message: "Told so." })],
    ["a CallError", () => new CallError({ endpoint: "users.getMe", reason: limited })]
  ])("an error's message can be extended, as frameworks do with the message of any Error: %s", (_, make) => {
    const error = make()
    const before = error.message

    Object.assign(error, { message: `In the page: ${before}` })

    assert.isNotEmpty(before)
    assert.strictEqual(error.message, `In the page: ${before}`)
    assert.strictEqual(make().message, before)
  })
})
