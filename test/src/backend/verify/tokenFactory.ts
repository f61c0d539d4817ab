/** Creates access tokens and signing keys for tests of verification. */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { projectId } from "../../../support/contract/project.ts"

/** Issuer of the tokens. */
export const issuerUrl = "https://api.test"

/** Time at which the tokens are issued, in milliseconds since the epoch. */
export const noon = Date.UTC(2026, 0, 1, 12)

/** Creates a key pair, with its public key as a JWK. */
export const signingKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const jwk: JWK = { ...await exportJWK(publicKey), kid, alg: "ES256", use: "sig" }
  return { kid, jwk, privateKey, publicKey }
}

export type SigningKey = Awaited<ReturnType<typeof signingKey>>

/** Claims of a regular user's token, valid from noon for ten minutes. */
export const claimsAtNoon = {
  sub: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  iss: `${issuerUrl}/api/v1/projects/${projectId}`,
  aud: projectId,
  iat: noon / 1000,
  exp: noon / 1000 + 600
}

/** Signs any claims. A claim that is `undefined` is omitted. */
export const sign = (key: SigningKey, claims: object = {}, header: object = {}): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ ...claimsAtNoon, ...claims })))
    .setProtectedHeader({ alg: "ES256", kid: key.kid, ...header })
    .sign(key.privateKey)

/** Encodes header and claims as a token with the given signature. A library would refuse to sign such tokens. */
export const unsigned = (header: object, claims: object, signature = "AA"): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).concat(signature).join(".")

/** A key server that counts its requests. Tests can replace its responses. */
export const keyServer = (...keys: ReadonlyArray<SigningKey>) => {
  const server = {
    keys: keys.map(({ jwk }) => jwk) as ReadonlyArray<unknown>,
    /** Sets a response that replaces the keys. */
    answer: undefined as undefined | ((init: RequestInit) => Response | Promise<Response>),
    requested: [] as Array<string>,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      server.requested.push(url)
      return server.answer?.(init) ?? Response.json({ keys: server.keys })
    }
  }
  return server
}
