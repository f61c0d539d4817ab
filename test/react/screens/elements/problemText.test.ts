import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { problemText } from "../../../../react/screens/elements/problemText.ts"
import { ar, de, en } from "../../../../react/screens/index.ts"
import type { Texts } from "../../../../react/screens/texts/en.ts"
import { CallError, HttpFailure, UnexpectedKnownError } from "../../../../schemas/errors/CallError.ts"

const rejection = (status: number, text: string) =>
  new CallError({ endpoint: "teams.create", reason: new HttpFailure({ status, text, requestId: undefined }) })

const sentence = "Client team creation is disabled for this project."

describe("text of a rejected request", () => {
  it("the message of a rejected request is the platform's own sentence if the screens are in English", () => {
    assert.strictEqual(problemText(rejection(400, sentence), en), sentence)
  })

  it("the message of a rejected request quotes the platform's English sentence if the screens are in another language", () => {
    assert.strictEqual(
      problemText(rejection(403, sentence), de as Texts),
      `Die Anfrage wurde abgelehnt. Meldung des Dienstes: „${sentence}“`
    )
    assert.include(problemText(rejection(403, sentence), ar as Texts), sentence)
  })

  it("the message of a rejected request is the platform's sentence even if the error code is unknown", () => {
    const reason = new UnexpectedKnownError({ code: "NEW", status: 400, details: Redacted.make({}), text: sentence })

    assert.strictEqual(problemText(new CallError({ endpoint: "teams.create", reason }), en), sentence)
  })

  for (
    const [what, problem] of [
      ["a server error", rejection(500, "Error: Cannot read properties of undefined.")],
      ["a page of a proxy", rejection(403, "<html><body>Forbidden by policy.</body></html>")],
      ["a stack trace", rejection(400, "TypeError: x is not a function.\n    at handler (route.ts:1:1).")],
      ["JSON", rejection(400, "{\"error\": \"Not allowed here.\"}")],
      ["a single word", rejection(404, "Not-Found")],
      ["an empty text", rejection(400, "")]
    ] as const
  ) {
    it(`the message of a rejected request never shows ${what}`, () => {
      assert.strictEqual(problemText(problem, en), en.problems.unexpected)
    })
  }
})
