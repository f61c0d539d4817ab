import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hrefOf } from "../../../../src/flows/redirects/redirectTo.ts"
import { returningHere } from "../../../../src/flows/redirects/returning.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

describe("returningHere", () => {
  const hrefFrom = (href: string) =>
    Effect.gen(function*() {
      const { context } = yield* scriptedBrowser(href)
      return yield* returningHere(hrefOf("afterSignIn")).pipe(Effect.provideContext(context))
    })

  it.effect("H9: returningHere adds the current page as the target", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* hrefFrom("https://app.test/basket?item=1"), "/basket?item=1")
    }))

  it.effect("H9: returningHere keeps an existing target", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* hrefFrom("https://app.test/basket?after_auth_return_to=%2Fhome"), "/home")
    }))

  it.effect("without a page, returningHere adds afterSignIn as the target", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* returningHere(hrefOf("afterSignIn")), "/")
    }))
})
