import { assert, describe, it } from "vitest"
import { headerOf, type HeadersLike } from "../../../layers/session/headersLike.ts"

describe("headerOf", () => {
  const cases: ReadonlyArray<readonly [headers: unknown, cookie: string | undefined, host: string | undefined]> = [
    [{}, undefined, undefined],
    [{ cookie: "a=1", host: "a.test" }, "a=1", "a.test"],
    [{ Cookie: ["a=1"], HOST: ["a.test"] }, "a=1", "a.test"],
    [{ cookie: ["a=1", "b=2; c=3"], host: ["a.test", "b.test"] }, "a=1; b=2; c=3", "a.test, b.test"],
    [{ cookie: ["a=1"], Cookie: "b=2" }, "a=1; b=2", undefined],
    [{ cookie: [], host: undefined }, undefined, undefined],
    [{ cookie: [undefined, 1, "a=1"], host: null }, "a=1", undefined],
    [new Headers([["cookie", "a=1"], ["host", "a.test"], ["host", "b.test"]]), "a=1", "a.test, b.test"],
    [new Map([["cookie", ["a=1", "b=2"]]]), "a=1; b=2", undefined]
  ]
  for (const [headers, cookie, host] of cases) {
    it(`headerOf joins cookies with semicolons and other values with commas in ${JSON.stringify(headers)}`, () => {
      assert.strictEqual(headerOf(headers as HeadersLike, "cookie"), cookie)
      assert.strictEqual(headerOf(headers as HeadersLike, "host"), host)
    })
  }
})
