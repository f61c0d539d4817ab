import { assert, describe, it } from "@effect/vitest"
import { retryAfterMillis } from "../../../layers/call/retryAfter.ts"

describe("retryAfterMillis", () => {
  const now = Date.parse("Sun, 06 Nov 1994 08:49:30 GMT")

  const table: ReadonlyArray<readonly [law: string, header: string | null | undefined, expected: number | undefined]> =
    [
      ["B8: a Retry-After header with seconds", "3", 3000],
      ["B8: a Retry-After header with seconds with a fraction", "1.5", 1500],
      ["B8: a Retry-After header with seconds with several digits of a fraction", "1.125", 1125],
      ["B9: a Retry-After header with 0", "0", 0],
      ["B9: a Retry-After header with an HTTP date", "Sun, 06 Nov 1994 08:49:37 GMT", 7000],
      ["B9: a Retry-After header with an HTTP date of RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT", 7000],
      [
        "B9: a Retry-After header with an HTTP date of asctime, which is always in UTC",
        "Sun Nov  6 08:49:37 1994",
        7000
      ],
      ["B9: a Retry-After header with a date in the past", "Sun, 06 Nov 1994 08:00:00 GMT", 0],
      ["B9: a Retry-After header with a negative number", "-5", undefined],
      ["B9: a Retry-After header with a number with an exponent", "1e12", undefined],
      ["B9: a Retry-After header with a number beyond any wait", "1000000000000", 1e15],
      ["B9: a Retry-After header with Infinity", "Infinity", undefined],
      ["B9: a Retry-After header with NaN", "NaN", undefined],
      ["B9: a Retry-After header with garbage", "soon", undefined],
      ["B9: a Retry-After header with an invalid date", "Sun, 99 Foo 1994 08:49:37 GMT", undefined],
      ["B9: a Retry-After header with an empty header", "", undefined],
      ["B9: a Retry-After header with a date without its weekday", "06 Nov 1994 08:49:37 GMT", undefined],
      ["B10: a response without Retry-After", null, undefined],
      ["B10: an undefined Retry-After header", undefined, undefined],
      ["A8: a Retry-After header with two values", "3, 60", 3000],
      ["A8: a Retry-After header with garbage, then a value", "soon, 60", 60_000],
      ["A8: a Retry-After header with a date, then a value", "Sun, 06 Nov 1994 08:49:37 GMT, 5", 7000],
      ["A8: a Retry-After header with a value, then a date", "5, Sun, 06 Nov 1994 08:49:37 GMT", 5000],
      ["A8: a Retry-After header with garbage, then a date", "soon, Sun, 06 Nov 1994 08:49:37 GMT", 7000]
    ]

  for (const [law, header, expected] of table) {
    it(`${law} requires ${expected === undefined ? "no wait" : `a wait of ${expected} ms`}`, () => {
      assert.strictEqual(retryAfterMillis(header, now), expected)
    })
  }

  for (const skew of [-86_400_000, -1_800_000, 0, 1_800_000, 86_400_000]) {
    it(`F1: a Retry-After date is measured from the response's own date, with the local clock off by ${skew / 1000} s`, () => {
      const until = "Sun, 06 Nov 1994 08:49:37 GMT"

      for (const date of ["Sun, 06 Nov 1994 08:49:35 GMT", "Sun Nov  6 08:49:35 1994"]) {
        assert.strictEqual(retryAfterMillis(until, now + skew, date), 2000)
      }
    })
  }

  for (const date of [null, "", "5", "yesterday", "Sun, 99 Foo 1994 08:49:35 GMT"]) {
    it(`F4: a Retry-After date is measured by the local clock, up to 10 minutes, if the response's date is ${JSON.stringify(date)}`, () => {
      assert.strictEqual(retryAfterMillis("Sun, 06 Nov 1994 08:59:30 GMT", now, date), 600_000)
      assert.strictEqual(retryAfterMillis("Sun, 06 Nov 1994 08:59:31 GMT", now, date), undefined)
    })
  }

  it("F3: a Retry-After date means the same in every time zone", () => {
    const before = process.env["TZ"]
    for (const zone of ["America/New_York", "Asia/Kathmandu"]) {
      process.env["TZ"] = zone
      for (const [law, header, expected] of table) assert.strictEqual(retryAfterMillis(header, now), expected, law)
    }
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  })

  // with quadratic time, this test would run into the time limit for tests that hang
  it("B9: a Retry-After header of 1,000,000 characters is read in linear time", () => {
    for (const part of [",", " ", "a", "Sun, ", "Sun ", ", a"]) {
      assert.isUndefined(retryAfterMillis(part.repeat(1_000_000 / part.length), now), part)
    }
  })
})
