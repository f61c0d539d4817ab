/** Access tokens of the project, verified with the keys that its platform publishes. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose/jwt/decode"
import {
  bucketOf,
  type Gate,
  partitionOf,
  type Project,
  retryAfterMillis,
  type Transport
} from "../../../layers/call/index.ts"
import {
  createVerifier,
  digest,
  type Fetch,
  type KeysUnavailable,
  type Now,
  spelled,
  type TokenFault,
  TokenRejected,
  type VerifiedToken,
  type VerifierMisconfigured,
  type VerifierOptions
} from "../token/index.ts"

/** What an access token says, if it is to be believed. */
export type VerifyAccessToken = (
  accessToken: Redacted.Redacted
) => Effect.Effect<VerifiedToken, TokenRejected | KeysUnavailable | VerifierMisconfigured>

/** Verifies with keys that come over the program's own transport. */
export const accessTokenVerifier = (
  { gate, now, options, project, transport }: {
    readonly project: Project["Service"]
    readonly transport: Transport["Service"]
    readonly options: Pick<VerifierOptions, "branch" | "clockToleranceSeconds" | "issuers"> & {
      readonly includeRestricted?: boolean | undefined
    }
    readonly gate: Gate
    readonly now: Now
  }
): VerifyAccessToken => {
  const { includeRestricted, ...rest } = options
  const { verify } = createVerifier({
    ...rest,
    restricted: includeRestricted,
    projectId: project.id,
    baseUrl: project.apiUrl.replace(/\/api\/v1$/, ""),
    anonymous: true,
    fetch: fetchOver(partitionOf(transport, { name: "keys", unverified: false }), project.apiUrl, gate),
    now
  })
  return (accessToken) =>
    Effect.tryPromise({
      try: () => verify(Redacted.value(accessToken)),
      catch: (error) => error as TokenRejected | KeysUnavailable | VerifierMisconfigured
    })
}

const renewable: ReadonlySet<TokenFault> = new Set(["expired", "malformed", "unknown-key", "signature"])

/** Whether somebody is refused for what a new token may not say any more: restrictions are lifted. */
export const isRestricted = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && error.reason === "restricted"

/** A restricted session is asked about again after so many milliseconds. */
export const restrictedFor = 10_000

/** Whether another token of the same session may do. What is meant for somebody else stays so. */
export const isRenewable = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && renewable.has(error.reason)

/** The session of an access token with a good signature. */
export const sessionOf = (accessToken: Redacted.Redacted): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = Redacted.value(accessToken)
    return spelled(decodeJwt(text), "refresh_token_id", "refreshTokenId") ?? await digest(text)
  })

const fetchOver = (transport: Transport["Service"], apiUrl: string, gate: Gate): Fetch => {
  const bucket = bucketOf(transport, apiUrl)
  const send = (url: string) =>
    Effect.gen(function*() {
      // nothing retries it: the next caller that needs the keys requests them again
      const permit = yield* gate.acquire(bucket, true)
      const response = yield* transport.send({
        method: "GET",
        url,
        headers: { accept: "application/json" },
        body: undefined
      })
      const { headers, status } = response
      const now = yield* Clock.currentTimeMillis
      const wait = retryAfterMillis(headers.get("retry-after"), now, headers.get("date"))
      yield* status === 429 ? permit.rateLimited(Duration.millis(wait ?? 0)) : permit.succeeded
      return response
    })
  return async (url, { signal }) => {
    const { body, status } = await Effect.runPromise(send(url), signal == null ? undefined : { signal })
    return new Response(Uint8Array.from(body), { status })
  }
}
