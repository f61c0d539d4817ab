/** Cost of authenticating a request, compared with bare `jose`, which gets the same key and the same tokens. */
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose"
import { compare, type Compared } from "./calls.ts"
import { refreshToken } from "./responses.ts"

const projectId = "internal"
const baseUrl = "http://127.0.0.1:9"
const issuer = `${baseUrl}/api/v1/projects/${projectId}`
const accepted = { algorithms: ["ES256"], issuer, audience: projectId, requiredClaims: ["sub", "exp"] }

const rounds = 9
const times = 8
/** Number of concurrent requests, as in a back end. */
const together = 32
/** Number of tokens: one for each verification of a new token, including warm-up. */
const tokensNeeded = 3500

/** Creates different access tokens with the claims of a user, and the key set that verifies them. */
export const signed = async (count = tokensNeeded) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const keys = { keys: [{ ...await exportJWK(publicKey), kid: "bench", alg: "ES256", use: "sig" }] }
  const claims = (at: number) => ({
    sub: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    branchId: "main",
    refreshTokenId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
    role: "authenticated",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
    selected_team_id: null,
    is_anonymous: false
  })
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      new SignJWT(claims(at))
        .setProtectedHeader({ alg: "ES256", kid: "bench" })
        .setIssuer(issuer).setAudience(projectId).setIssuedAt().setExpirationTime("1 hour")
        .sign(privateKey))
  )
  return { keys, tokens }
}

/** Returns a function that cycles through the values. */
export const inTurn = <A>(all: ReadonlyArray<A>): () => A => {
  let next = 0
  return () => all[next++ % all.length]!
}

export const cookieOf = (accessToken: string): string =>
  [
    "theme=dark",
    `__Host-stack-refresh-${projectId}--default=${
      encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1_735_689_600_000 }))
    }`,
    `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
  ].join("; ")

const requestWith = (headers: Record<string, string>): Request => new Request("https://app.example", { headers })

/** Reads the access token from the cookie without any checks, as a minimal program would. */
const tokenIn = (request: Request): string => {
  for (const pair of (request.headers.get("cookie") ?? "").split("; ")) {
    if (pair.startsWith("stack-access=")) return JSON.parse(decodeURIComponent(pair.slice("stack-access=".length)))[1]
  }
  throw new Error("The request has no session.")
}

/** Measures the verification of tokens and the authentication of requests, with and without a cached result. */
export const verificationCosts = async (): Promise<ReadonlyArray<Compared>> => {
  const { createAuthenticator, createVerifier } = await import("latchkey/verify")
  const { keys, tokens } = await signed()
  const project = { projectId, baseUrl, fetch: async () => Response.json(keys) }
  const set = createLocalJWKSet(keys)
  const bare = (token: string) => jwtVerify(token, set, accepted)
  const requests = tokens.map((token) => requestWith({ cookie: cookieOf(token) }))
  const seen = tokens.slice(0, 100)
  const seenRequests = requests.slice(0, 100)

  const warm = createVerifier(project)
  await Promise.all(seen.map(warm.verify))
  await using authenticator = createAuthenticator(project)
  const signedIn = async (request: Request) => {
    const authentication = await authenticator.authenticateRequest(request)
    if (authentication.status !== "signed-in") throw new Error(`The request is ${authentication.status}.`)
  }
  await Promise.all(seenRequests.map(signedIn))

  const jose = "`jose`"
  const joseAndCookie = "`jose` and parsing the cookie"
  const often = { rounds, times, together }
  const [coldToken, joseToken] = [inTurn(tokens), inTurn(tokens)]
  const [warmToken, warmJoseToken] = [inTurn(seen), inTurn(seen)]
  // the first hundred tokens are cached
  const [coldRequest, joseRequest] = [inTurn(requests.slice(100)), inTurn(requests)]
  const [warmRequest, warmJoseRequest] = [inTurn(seenRequests), inTurn(seenRequests)]
  const cold = createVerifier(project)
  return [
    await compare("`verify`, a new token", jose, () => cold.verify(coldToken()), () => bare(joseToken()), often),
    await compare(
      "`verify`, a cached token",
      jose,
      () => warm.verify(warmToken()),
      () => bare(warmJoseToken()),
      often
    ),
    await compare(
      "`authenticateRequest`, cookie with a new token",
      joseAndCookie,
      () => signedIn(coldRequest()),
      () => bare(tokenIn(joseRequest())),
      often
    ),
    await compare(
      "`authenticateRequest`, cookie with a cached token",
      joseAndCookie,
      () => signedIn(warmRequest()),
      () => bare(tokenIn(warmJoseRequest())),
      often
    )
  ]
}
