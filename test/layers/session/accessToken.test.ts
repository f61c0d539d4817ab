import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { claimsOf, lifeOf, measuredSkew, remainingMillis } from "../../../layers/session/accessToken.ts"
import { accessToken } from "../../support/contract/project.ts"

const token = (claims: object) => Redacted.make(accessToken(claims))
const unknown = { issuedAt: undefined, expiresAt: undefined }
const now = 1_750_000_000_000

describe("claimsOf", () => {
  it("claimsOf reads claims under the names of either platform revision", () => {
    const older = Option.getOrThrow(claimsOf(token({ branchId: "main", refreshTokenId: "r", role: "anon" })))
    const later = Option.getOrThrow(claimsOf(token({ branch_id: "main", refresh_token_id: "r", is_anonymous: true })))

    assert.deepInclude(older, { branchId: "main", refreshTokenId: "r", isAnonymous: true })
    assert.deepInclude(later, { branchId: "main", refreshTokenId: "r", isAnonymous: true })
  })

  it("claimsOf decodes names in any script and both special characters of base64url", () => {
    const name = "Zoë 張 🗝 >>> ???"
    const bytes = new TextEncoder().encode(JSON.stringify({ sub: "u", name }))
    const payload = btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")

    assert.match(payload, /-.*_/)
    assert.strictEqual(Option.getOrThrow(claimsOf(Redacted.make(`h.${payload}.s`))).name, name)
  })

  const malformed = {
    "empty": "",
    "without dots": "token",
    "with an empty payload": "a..c",
    "whose payload is not base64": "a.%%%.c",
    "whose payload is not JSON": `a.${btoa("{")}.c`,
    "whose payload is null": `a.${btoa("null")}.c`,
    "whose payload is an array": `a.${btoa("[1]")}.c`,
    "whose payload is a number": `a.${btoa("1")}.c`,
    "of 10,000 dots": ".".repeat(10_000),
    "of 70,000 characters": `a.${btoa(JSON.stringify({ sub: "u", exp: 1, pad: "x".repeat(70_000) }))}.c`,
    "whose payload is not UTF-8": `a.${btoa("\xff\xfe")}.c`
  }
  for (const [what, text] of Object.entries(malformed)) {
    it(`D11: a token ${what} has no claims and an unknown lifetime`, () => {
      assert.isTrue(Option.isNone(claimsOf(Redacted.make(text))))
      assert.deepStrictEqual(lifeOf(Redacted.make(text)), unknown)
    })
  }

  it.prop("D11: reading a token never throws, whatever its text", [Schema.String, Schema.Json], ([text, json]) => {
    for (const candidate of [text, `a.${text}.c`, `a.${btoa(encodeURIComponent(JSON.stringify(json)))}.c`]) {
      claimsOf(Redacted.make(candidate))
      lifeOf(Redacted.make(candidate))
    }
  })
})

describe("lifeOf", () => {
  it("D11: lifeOf reads the lifetime even if another claim is malformed", () => {
    const odd = token({ iat: 100, exp: 700, email_verified: "perhaps" })

    assert.isTrue(Option.isNone(claimsOf(odd)))
    assert.deepStrictEqual(lifeOf(odd), { issuedAt: 100_000, expiresAt: 700_000 })
  })

  it("D11: a token's lifetime keeps fractions of a second", () => {
    assert.deepStrictEqual(lifeOf(token({ iat: 0.5, exp: 600.25 })), { issuedAt: 500, expiresAt: 600_250 })
  })

  it("D11: lifeOf accepts the earliest and the latest possible date", () => {
    assert.deepStrictEqual(lifeOf(token({ iat: -8.64e12, exp: 8.64e12 })), { issuedAt: -8.64e15, expiresAt: 8.64e15 })
  })

  for (const odd of [1e300, -1e300, 8.64e12 + 1, "600", null, {}, [600], true]) {
    it(`D11: a token's lifetime ignores an expiry of ${JSON.stringify(odd)}`, () => {
      assert.deepStrictEqual(lifeOf(token({ iat: odd, exp: odd })), unknown)
    })
  }

  it("D11: a token without expiry counts as valid until rejected, and a token that expired before 1970 as expired", () => {
    assert.strictEqual(remainingMillis(lifeOf(token({ iat: 0, exp: undefined })), 0, now), Infinity)
    assert.isBelow(remainingMillis(lifeOf(token({ iat: -700, exp: -100 })), 0, 0), 0)
  })
})

describe("measuredSkew", () => {
  const issued = { issuedAt: now, expiresAt: now + 600_000 }
  const skewAt = (sentAt: number | undefined, receivedAt: number, believed = 0) =>
    measuredSkew(issued, { sentAt, receivedAt, believed })

  it("F1: a correct clock has no measured skew, even though issue times are truncated to seconds", () => {
    assert.strictEqual(skewAt(now + 999, now + 1500), 0)
    assert.strictEqual(skewAt(now - 800, now + 200), 0)
  })

  it("F1: a fast clock's skew is measured at the time of the request, and a slow clock's skew at the time of the response", () => {
    assert.strictEqual(skewAt(now + 3_600_000, now + 3_600_500), 3_599_000)
    assert.strictEqual(skewAt(now - 3_600_500, now - 3_600_000), -3_600_000)
  })

  it("F1: reading a stored token keeps the known clock skew, unless the token's issue time would then be in the future", () => {
    assert.strictEqual(skewAt(undefined, now + 9_000_000, 3_600_000), 3_600_000)
    assert.strictEqual(skewAt(undefined, now - 5000, 0), -5000)
  })

  it("a token without an issue time keeps the known clock skew", () => {
    assert.strictEqual(measuredSkew(unknown, { sentAt: now, receivedAt: now, believed: 7 }), 7)
  })
})

describe("remainingMillis", () => {
  const seconds = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3600 })))
  const millis = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 })))
  const offset = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -3.2e11, maximum: 3.2e11 })))

  it.prop(
    "F1: the computed remaining lifetime of a token is wrong by at most the round trip plus the one second that truncation costs",
    { life: seconds, there: millis, back: millis, later: millis, offset },
    ({ back, later, life, offset, there }) => {
      const issuedAt = now - now % 1000
      const expiresAt = issuedAt + life * 1000
      const sentAt = now - there + offset
      const receivedAt = now + back + offset
      const own = measuredSkew({ issuedAt, expiresAt }, { believed: 0, receivedAt, sentAt })

      const remaining = remainingMillis({ issuedAt, expiresAt }, own, receivedAt + later)

      const actual = expiresAt - (now + back + later)
      assert.isAtMost(Math.abs(remaining - actual), there + back + 1000)
    }
  )

  it("D11: the remaining lifetime depends only on the expiry if a token has no issue time", () => {
    assert.strictEqual(remainingMillis({ issuedAt: undefined, expiresAt: now + 600_000 }, 0, now + 1), 599_999)
  })

  it("F2: the remaining lifetime never exceeds the token's full lifetime, however far the clock is set back", () => {
    assert.strictEqual(remainingMillis({ issuedAt: now, expiresAt: now + 600_000 }, 0, now - 3_600_000), 600_000)
  })
})
