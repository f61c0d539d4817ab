/**
 * Encryption of the data vault's values, compatible with the platform's own SDK. The platform receives a hash of the
 * key and the encrypted value. docs/platform.md §22.
 */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { randomBytes, subtleCrypto } from "../../layers/call/index.ts"
import { DataVaultValueUnreadable } from "../errors/index.ts"

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

const iterationsOfKey = 100_000

const [saltLength, ivLength] = [16, 12]

const version: ReadonlyArray<number> = [1, 0]

const context = "stack-data-vault-client-side-encryption"

const pbkdf2 = async (password: Bytes, purpose: string, secret: string, iterations: number): Promise<Bytes> => {
  const salt = utf8(JSON.stringify(["stack-crypto-helper-iterated-hash", purpose, "", Base64.encode(utf8(secret))]))
  const key = await subtleCrypto().importKey("raw", password, "PBKDF2", false, ["deriveBits"])
  return new Uint8Array(
    await subtleCrypto().deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 256)
  )
}

const valueKey = async (derived: Bytes, salt: Bytes): Promise<CryptoKey> => {
  const purpose = `${context}-value-encryption-value-encryption`
  const info = utf8(
    JSON.stringify(["stack-crypto-helper-derived-symmetric-key", purpose, "binary-key", Base64.encode(salt)])
  )
  const key = await subtleCrypto().importKey("raw", derived, "HKDF", false, ["deriveKey"])
  return subtleCrypto().deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    key,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"]
  )
}

/** Values derived from a vault key and a secret. */
export interface VaultKey {
  /** Base64 hash under which the platform stores the value. */
  readonly hashedKey: string
  readonly derived: Redacted.Redacted<Bytes>
}

/** Derives a vault key from a key and a secret. Takes tens of milliseconds by design. */
export const deriveKey = async (key: string, secret: string): Promise<VaultKey> => {
  const derived = await pbkdf2(utf8(key), `${context}-value-encryption-key-hash`, secret, iterationsOfKey)
  const hash = await pbkdf2(derived, `${context}-key-hash`, secret, 1)
  return { hashedKey: Base64.encode(hash), derived: Redacted.make(derived) }
}

/** Encrypts a value. Only tests pass `random`. */
export const encrypt = async (
  { derived }: VaultKey,
  value: string,
  random = { salt: randomBytes(saltLength), iv: randomBytes(ivLength) }
): Promise<string> => {
  const { iv, salt } = random
  const key = await valueKey(Redacted.value(derived), salt)
  const encrypted = await subtleCrypto().encrypt({ name: "AES-GCM", iv }, key, utf8(value))
  return Base64.encode(Uint8Array.from([...version, ...salt, ...iv, ...new Uint8Array(encrypted)]))
}

/** Decrypts a value. Fails if another secret encrypted it, or if it was changed. */
export const decrypt = (
  { derived }: VaultKey,
  encrypted: string
): Effect.Effect<Redacted.Redacted, DataVaultValueUnreadable> =>
  Effect.tryPromise({
    try: async () => {
      const bytes = Uint8Array.from(Result.getOrThrow(Base64.decode(encrypted)))
      if (!version.every((byte, at) => bytes[at] === byte)) throw new Error("unknown version")
      const salt = bytes.slice(version.length, version.length + saltLength)
      const iv = bytes.slice(version.length + saltLength, version.length + saltLength + ivLength)
      const key = await valueKey(Redacted.value(derived), salt)
      const text = bytes.slice(version.length + saltLength + ivLength)
      const decrypted = await subtleCrypto().decrypt({ name: "AES-GCM", iv }, key, text)
      return Redacted.make(new TextDecoder("utf-8", { fatal: true }).decode(decrypted))
    },
    catch: () => new DataVaultValueUnreadable()
  })
