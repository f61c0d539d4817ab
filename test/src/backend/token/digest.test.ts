import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { createHash } from "node:crypto"

const secrets = ["", "a token", "eyJ.🔑.é", "\uD800", "x".repeat(16_384)]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

describe("digest", () => {
  const refused = () => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.")
  }

  it.each([
    ["where Node's functions are missing", undefined],
    ["in the Edge Runtime of Next.js, where they throw", refused]
  ])("digest returns SHA-256 in base64, with Node's own hash, and with WebCrypto %s", async (_, getBuiltinModule) => {
    const { digest: ofNode } = await import("../../../../src/backend/token/digest.ts")
    vi.resetModules()
    vi.stubGlobal("process", { ...process, getBuiltinModule })
    const { digest: elsewhere } = await import("../../../../src/backend/token/digest.ts")

    const byWebCrypto = vi.spyOn(crypto.subtle, "digest")

    const expected = secrets.map((secret) => createHash("sha256").update(secret).digest("base64"))
    assert.deepStrictEqual(await Promise.all(secrets.map(ofNode)), expected)
    assert.strictEqual(byWebCrypto.mock.calls.length, 0)
    assert.deepStrictEqual(await Promise.all(secrets.map(elsewhere)), expected)
    assert.strictEqual(byWebCrypto.mock.calls.length, secrets.length)
  })
})
