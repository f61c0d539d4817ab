/** Random bytes and digests, from Web Crypto unless the program provides them. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { bytesOf, decodeUtf8, nameOf } from "./receive.ts"

/** Cryptography that calls and flows need. Web Crypto provides the parts that are left out. */
export interface Digest {
  /** Returns unpredictable bytes. Every call needs some. */
  readonly randomBytes?: ((length: number) => Uint8Array<ArrayBuffer>) | undefined
  /** Returns the SHA-256 of the bytes. Needed for OAuth. */
  readonly sha256?: ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>) | undefined
  /** Returns the SHA-1 of the bytes. Needed to check TOTP codes. */
  readonly sha1?: ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>) | undefined
}

const webCrypto: Digest = {}

/** The provided cryptography. Web Crypto by default. */
export const Digest = Context.Reference<Digest>("latchkey/setting/Digest", { defaultValue: () => webCrypto })

/** Options for {@link layerDigest}. */
export interface DigestOptions {
  /** @default `crypto.getRandomValues` */
  readonly randomBytes?: ((length: number) => Uint8Array) | undefined
  /** @default `crypto.subtle.digest` */
  readonly sha256?: ((bytes: Uint8Array<ArrayBuffer>) => BytesLike | Promise<BytesLike>) | undefined
  /** @default `crypto.subtle.digest` */
  readonly sha1?: ((bytes: Uint8Array<ArrayBuffer>) => BytesLike | Promise<BytesLike>) | undefined
}

type BytesLike = ArrayBuffer | Uint8Array

/**
 * Replaces Web Crypto, in runtimes that lack parts of it. A part that throws, or returns the wrong number of bytes,
 * fails the call with `InvalidConfiguration`.
 */
export const layerDigest = ({ randomBytes, sha1, sha256 }: DigestOptions): Layer.Layer<never> =>
  Layer.succeed(Digest, {
    ...(randomBytes &&
      { randomBytes: (length, ...rest) => checked("randomBytes", length, () => randomBytes(length, ...rest)) }),
    ...(sha256 && { sha256: checkedDigest("sha256", 32, sha256) }),
    ...(sha1 && { sha1: checkedDigest("sha1", 20, sha1) })
  })

const checkedDigest =
  (setting: string, length: number, digest: NonNullable<DigestOptions["sha256"]>): NonNullable<Digest["sha256"]> =>
  async (bytes) => {
    let given: unknown
    try {
      given = await digest(bytes)
    } catch (thrown) {
      throw broken(setting, thrown)
    }
    return checked(setting, length, () => given)
  }

const checked = (setting: string, length: number, give: () => unknown): Uint8Array<ArrayBuffer> => {
  let bytes: Uint8Array | undefined
  try {
    bytes = bytesOf(give())
  } catch (thrown) {
    throw broken(setting, thrown)
  }
  if (bytes?.length === length) return Uint8Array.from(bytes)
  throw new InvalidConfiguration({
    setting: `layerDigest.${setting}`,
    problem: `returned ${bytes === undefined ? "no bytes" : `${bytes.length} bytes`} instead of ${length} bytes`,
    next: "Pass a function that returns a Uint8Array or an ArrayBuffer of this length."
  })
}

/** Names the error without its message, which may quote the bytes. */
const broken = (setting: string, thrown: unknown): InvalidConfiguration =>
  new InvalidConfiguration({
    setting: `layerDigest.${setting}`,
    problem: `failed with ${nameOf(thrown)}`,
    next: "Check that the module that it calls is linked in this build of the app."
  })

/** Returns random bytes. Throws `InvalidConfiguration` if the runtime has no cryptographic source. */
export const randomBytes = (length: number, digest = webCrypto): Uint8Array<ArrayBuffer> => {
  if (digest.randomBytes) return digest.randomBytes(length)
  try {
    return crypto.getRandomValues(new Uint8Array(length))
  } catch {
    throw missing("crypto.getRandomValues", "Use layerDigest, or import react-native-get-random-values first.")
  }
}

/** Creates the error for cryptography that the runtime lacks. */
export const missing = (setting: string, next: string): InvalidConfiguration =>
  new InvalidConfiguration({ setting, problem: "is missing in this runtime", next })

/** Crockford's base32, lower case: no i, l, o, u. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const characters = 45

/**
 * Characters of the next nonces, fetched in advance because each request for random bytes is slow. Each character is
 * used once.
 */
let letters = ""

/** Source of the bytes in `letters`. */
let source: Digest | undefined

/** Returns 45 characters with 225 random bits. docs/protocol.md §2, §12. */
export const nonce = (digest = webCrypto): string => {
  if (letters === "" || source !== digest) {
    letters = decodeUtf8(randomBytes(characters * 64, source = digest).map((byte) => alphabet.charCodeAt(byte & 31)))
  }
  const next = letters.slice(0, characters)
  letters = letters.slice(characters)
  return next
}
