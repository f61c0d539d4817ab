/** An authenticator with one passkey: ES256 with Web Crypto, and the attestation "none". WebAuthn L2 §6.1 and §6.5. */

const bytesOf = (text: string) => new TextEncoder().encode(text)

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

const joined = (...parts: ReadonlyArray<ArrayLike<number>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)))

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))

/** Encodes a CBOR byte string of up to 65,535 bytes. RFC 8949. */
const cborBytes = (bytes: Uint8Array) =>
  bytes.length < 24
    ? joined([0x40 + bytes.length], bytes)
    : joined([0x59, bytes.length >> 8, bytes.length & 255], bytes)

const cborText = (text: string) => joined([0x60 + text.length], bytesOf(text))

const flags = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 }

/** Encodes one half of an ECDSA signature as a DER integer. */
const derInteger = (bytes: Uint8Array): Uint8Array => {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start === -1 ? new Uint8Array(1) : bytes.slice(start)
  const positive = digits[0]! >= 0x80 ? joined([0], digits) : digits
  return joined([0x02, positive.length], positive)
}

const der = (signature: Uint8Array): Uint8Array<ArrayBuffer> => {
  const body = joined(derInteger(signature.slice(0, 32)), derInteger(signature.slice(32)))
  return joined([0x30, body.length], body)
}

/** Creates an authenticator. */
export const authenticator = async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"]
  )
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))
  const credentialId = crypto.getRandomValues(new Uint8Array(20))
  const id = base64url(credentialId)
  let counter = 0

  const authenticatorData = async (origin: string, flag: number, attested: Uint8Array = new Uint8Array()) =>
    joined(await hashOf(bytesOf(new URL(origin).hostname)), [flag], [0, 0, 0, ++counter], attested)

  const clientData = (type: string, challenge: string, origin: string) =>
    bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** kty EC2, alg ES256, crv P-256. RFC 9053 §7.1. */
  const coseKey = joined(
    [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
    point.slice(1, 33),
    [0x22, 0x58, 0x20],
    point.slice(33)
  )

  return {
    id,

    /** Returns the result of `navigator.credentials.create`. */
    create: async (challenge: string, origin: string) => {
      const attested = joined(new Uint8Array(16), [0, credentialId.length], credentialId, coseKey)
      const data = await authenticatorData(
        origin,
        flags.userPresent | flags.userVerified | flags.attestedData,
        attested
      )
      const attestation = joined(
        [0xa3],
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        [0xa0],
        cborText("authData"),
        cborBytes(data)
      )
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, origin)),
          attestationObject: base64url(attestation),
          transports: ["internal"]
        }
      }
    },

    /** Returns the result of `navigator.credentials.get`. The credential can have a different id. */
    get: async (challenge: string, origin: string, as: string = id) => {
      const data = await authenticatorData(origin, flags.userPresent | flags.userVerified)
      const client = clientData("webauthn.get", challenge, origin)
      const signed = joined(data, await hashOf(client))
      const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, signed)
      return {
        id: as,
        rawId: as,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(der(new Uint8Array(signature)))
        }
      }
    }
  }
}
