/** Access tokens and the keys they are signed with, made to order for those who verify them. */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { projectId } from "../../../support/project.ts"

/** Where these tokens are issued. */
export const issuerUrl = "https://api.test"

/** The moment these tokens are good: milliseconds since the epoch. */
export const noon = Date.UTC(2026, 0, 1, 12)

/** A key pair, its public half as a set of keys lists it. */
export const signingKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const jwk: JWK = { ...await exportJWK(publicKey), kid, alg: "ES256", use: "sig" }
  return { kid, jwk, privateKey, publicKey }
}

export type SigningKey = Awaited<ReturnType<typeof signingKey>>

/** The claims of a regular user's token, valid from noon for ten minutes. */
export const claimsAtNoon = {
  sub: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  iss: `${issuerUrl}/api/v1/projects/${projectId}`,
  aud: projectId,
  iat: noon / 1000,
  exp: noon / 1000 + 600
}

/** Signs whatever it is given. A claim that is `undefined` is left out. */
export const sign = (key: SigningKey, claims: object = {}, header: object = {}): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ ...claimsAtNoon, ...claims })))
    .setProtectedHeader({ alg: "ES256", kid: key.kid, ...header })
    .sign(key.privateKey)

/** Any three parts: what no library would sign. */
export const unsigned = (header: object, claims: object, signature = "AA"): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).concat(signature).join(".")

/** A server of keys in the test's hands: what it answers, and how often it was asked. */
export const keyServer = (...keys: ReadonlyArray<SigningKey>) => {
  const server = {
    keys: keys.map(({ jwk }) => jwk) as ReadonlyArray<unknown>,
    /** Answers in the place of the keys. */
    answer: undefined as undefined | ((init: RequestInit) => Response | Promise<Response>),
    asked: [] as Array<string>,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      server.asked.push(url)
      return server.answer?.(init) ?? Response.json({ keys: server.keys })
    }
  }
  return server
}
