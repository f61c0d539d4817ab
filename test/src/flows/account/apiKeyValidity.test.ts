import { assert, describe, it } from "@effect/vitest"
import { whyInternalInvalid, whyInvalid } from "../../../../src/flows/account/apiKeyValidity.ts"

const now = new Date(1000)
const past = new Date(999)
const future = new Date(1001)

describe("whyInvalid", () => {
  it("whyInvalid reports revocation before expiry for API keys of users and teams", () => {
    assert.strictEqual(whyInvalid({ manuallyRevokedAt: past, expiresAt: past }, now), "manually-revoked")
    assert.strictEqual(whyInvalid({ manuallyRevokedAt: past }, now), "manually-revoked")
    assert.strictEqual(whyInvalid({ expiresAt: past }, now), "expired")
  })

  it("whyInvalid reports expiry before revocation for project keys", () => {
    assert.strictEqual(whyInternalInvalid({ manuallyRevokedAt: past, expiresAt: past }, now), "expired")
    assert.strictEqual(whyInternalInvalid({ manuallyRevokedAt: past, expiresAt: future }, now), "manually-revoked")
  })

  it("whyInvalid reports no reason for a key before its expiry, or for a key that never expires", () => {
    assert.isNull(whyInvalid({ expiresAt: future }, now))
    assert.isNull(whyInvalid({}, now))
    assert.isNull(whyInternalInvalid({ expiresAt: future }, now))
    assert.strictEqual(whyInternalInvalid({ expiresAt: now }, now), "expired")
  })
})
