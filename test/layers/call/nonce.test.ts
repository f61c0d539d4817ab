import { assert, it } from "@effect/vitest"
import { nonce } from "../../../layers/call/nonce.ts"

it("a nonce is 45 characters that all come up equally: 225 random bits", () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 2000; n++) {
    const text = nonce()
    assert.strictEqual(text.length, 45)
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  }

  assert.strictEqual([...counts.keys()].sort().join(""), "0123456789abcdefghjkmnpqrstvwxyz")
  for (const count of counts.values()) assert.closeTo(count, 2000 * 45 / 32, 400) // about 7.5 standard deviations
})
