import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac, randomBytes } from "node:crypto"
import { afterEach, vi } from "vitest"
import { Digest, layerDigest, nonce } from "../../../layers/call/Digest.ts"
import { randomSecret, sha256Base64Url } from "../../../layers/call/digests.ts"
import { Transport } from "../../../layers/index.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import * as oneTimePassword from "../../../src/flows/totp/oneTimePassword.ts"
import { Client, currentUser, signIn, totp } from "../../../src/index.ts"

afterEach(() => void vi.unstubAllGlobals())

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

it("a nonce contains bytes from only one source of random bytes", () => {
  const filled = (byte: number): Digest => ({ randomBytes: (length) => new Uint8Array(length).fill(byte) })
  const [zeros, ones] = [filled(0), filled(1)]

  assert.deepStrictEqual([zeros, ones, ones, zeros].map((digest) => nonce(digest)[0]), ["0", "1", "1", "0"])
  assert.notStrictEqual(nonce(), nonce())
})

it("a PKCE secret has 43 base64url characters and is unique", () => {
  const secrets = new Set(Array.from({ length: 200 }, () => randomSecret()))

  assert.strictEqual(secrets.size, 200)
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
})

it("the PKCE challenge of a verifier matches RFC 7636, appendix B", async () => {
  assert.strictEqual(
    await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  )
})

const hash = (algorithm: string) => (bytes: Uint8Array) => createHash(algorithm).update(bytes).digest()

/** The cryptography of Node without Web Crypto, in the form of a native module: digests as Node's `Buffer`. */
const ofNode = layerDigest({ randomBytes, sha256: hash("sha256"), sha1: hash("sha1") })

const digestOf = (layer: Layer.Layer<never>) => Effect.runSync(Effect.provide(Digest, layer))

describe("layerDigest", () => {
  it("Y8: layerDigest replaces Web Crypto for random bytes, OAuth challenges and TOTP codes", async () => {
    vi.stubGlobal("crypto", undefined)
    const digest = digestOf(ofNode)

    assert.match(nonce(digest), /^[0-9a-z]{45}$/)
    assert.match(randomSecret(digest), /^[\w-]{43}$/)
    assert.strictEqual(
      await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", digest),
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )
    // RFC 6238, appendix B: the last six digits
    const secret = new TextEncoder().encode("12345678901234567890")
    assert.isTrue(await oneTimePassword.matches(digest, secret, "287082", 59_000))
  })

  it("Y8: the calls and flows of a client take their random bytes and digests from layerDigest", async () => {
    await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
    const { baseUrl, fetch, project } = platform
    const [random, sha1] = [vi.fn((length: number) => randomBytes(length)), vi.fn(hash("sha1"))]
    const live = Client.layer({ ...project, baseUrl }).pipe(
      Layer.provide(layerDigest({ randomBytes: random, sha1 })),
      Layer.provide(Transport.layerFetch({ fetch }))
    )

    const isEnabled = await Effect.runPromise(
      Effect.gen(function*() {
        yield* signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
        const { secret } = yield* totp.begin()
        yield* totp.enable({ secret, totp: codeOf(Redacted.value(secret), yield* Clock.currentTimeMillis) })
        return (yield* currentUser.get({ or: "throw" })).requiresTotpMfa
      }).pipe(Effect.provide(live))
    )

    assert.isTrue(isEnabled)
    assert.includeMembers(random.mock.calls.map(([length]) => length), [45 * 64, 20])
    assert.isAbove(sha1.mock.calls.length, 0)
  })

  it("Web Crypto provides the functions that aren't passed to layerDigest", async () => {
    const digest = digestOf(layerDigest({ randomBytes }))

    assert.strictEqual(
      await sha256Base64Url("abc", digest),
      createHash("sha256").update("abc").digest("base64url")
    )
  })

  const wrong: ReadonlyArray<readonly [name: string, give: () => never, problem: string]> = [
    ["throws", () => {
      throw new TypeError("native module not linked")
    }, "failed with TypeError"],
    ["returns no bytes", () => "abc" as never, "returned no bytes instead of"],
    ["returns too few bytes", () => new Uint8Array(3) as never, "returned 3 bytes instead of"]
  ]
  for (const [name, give, problem] of wrong) {
    it(`Y8: a function for layerDigest that ${name} fails the call with InvalidConfiguration, which doesn't quote the function's error`, async () => {
      const digest = digestOf(layerDigest({ randomBytes: give, sha256: give, sha1: give }))
      const uses: { readonly [part: string]: () => unknown } = {
        randomBytes: () => randomSecret(digest),
        sha256: () => sha256Base64Url("abc", digest),
        sha1: () => oneTimePassword.matches(digest, new Uint8Array(20), "000000", 0)
      }
      for (const [part, use] of Object.entries(uses)) {
        const error: InvalidConfiguration = await Promise.resolve().then(use).then(
          () => assert.fail(),
          (error) => error
        )

        assert.strictEqual(error.setting, `layerDigest.${part}`)
        assert.include(error.message, problem)
        assert.notInclude(error.message, "not linked")
      }
    })
  }
})

/** Returns the code of RFC 6238 for a secret, computed by Node. */
const codeFor = (secret: Uint8Array, now: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac("sha1", secret).update(counter).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fff_ffff) % 1_000_000).padStart(6, "0")
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const codeOf = (base32: string, now: number): string => {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return codeFor(Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2))), now)
}

describe("TOTP codes", () => {
  it("TOTP codes match Node's HMAC-SHA-1 for secrets below, at and above the block size", async () => {
    for (const length of [1, 20, 63, 64, 65, 100]) {
      const secret = Uint8Array.from(randomBytes(length))
      const now = length * 1_000_000_007

      assert.isTrue(await oneTimePassword.matches({}, secret, codeFor(secret, now), now), `${length} bytes`)
    }
  })
})
