/** Verification of access tokens with the keys that the project's platform publishes. */
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

/** Returns the contents of a valid access token. */
export type VerifyAccessToken = (
  accessToken: Redacted.Redacted
) => Effect.Effect<VerifiedToken, TokenRejected | KeysUnavailable | VerifierMisconfigured>

/** Creates a verifier that fetches keys with the program's own transport. */
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

/** Whether the token was rejected because of a restriction, which a newer token may no longer have. */
export const isRestricted = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && error.reason === "restricted"

/** Maximum age of a restriction in milliseconds, before the session is refreshed to check it again. */
export const restrictedFor = 10_000

/** Whether a newer token of the session may be valid. A token for another project or platform can't become valid. */
export const isRenewable = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && renewable.has(error.reason)

/** Returns the session id of an access token with a valid signature. */
export const sessionOf = (accessToken: Redacted.Redacted): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = Redacted.value(accessToken)
    return spelled(decodeJwt(text), "refresh_token_id", "refreshTokenId") ?? await digest(text)
  })

const fetchOver = (transport: Transport["Service"], apiUrl: string, gate: Gate): Fetch => {
  const bucket = bucketOf(transport, apiUrl)
  const send = (url: string) =>
    Effect.gen(function*() {
      // the request is not retried: the next caller that needs the keys requests them again
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
