import { assert, it } from "@effect/vitest"
import { nonce, randomSecret, sha256Base64Url } from "../../../layers/call/webCrypto.ts"

it("a nonce has 45 uniformly distributed characters, which is 225 random bits", () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 2000; n++) {
    const text = nonce()
    assert.strictEqual(text.length, 45)
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  }

  assert.strictEqual([...counts.keys()].sort().join(""), "0123456789abcdefghjkmnpqrstvwxyz")
  for (const count of counts.values()) assert.closeTo(count, 2000 * 45 / 32, 400) // the limit is about 7.5 standard deviations
})

it("a PKCE secret has 43 base64url characters and is unique", () => {
  const secrets = new Set(Array.from({ length: 200 }, randomSecret))

  assert.strictEqual(secrets.size, 200)
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
})

it("the PKCE challenge of a verifier matches RFC 7636, appendix B", async () => {
  assert.strictEqual(
    await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  )
})
