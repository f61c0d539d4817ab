/** Access tokens of the project, verified with the keys that its platform publishes. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose/jwt/decode"
import { partitionOf, type Policy, type Project, RetryPolicy, type Transport } from "../../layers/call/index.ts"
import type { Now } from "./clock.ts"
import { digest } from "./digest.ts"
import { type KeysUnavailable, type TokenFault, TokenRejected, type VerifierMisconfigured } from "./errors.ts"
import type { Fetch } from "./keySet.ts"
import { spelled } from "./TokenUser.ts"
import { createVerifier, type VerifiedToken, type VerifierOptions } from "./verifier.ts"

/** What an access token says, if it is to be believed. */
export type VerifyAccessToken = (
  accessToken: Redacted.Redacted
) => Effect.Effect<VerifiedToken, TokenRejected | KeysUnavailable | VerifierMisconfigured>

/** Verifies with keys that come over the program's own transport. */
export const accessTokenVerifier = (
  { now, options, policy, project, transport }: {
    readonly project: Project["Service"]
    readonly transport: Transport["Service"]
    readonly options: Pick<VerifierOptions, "branch" | "clockToleranceSeconds" | "issuers"> & {
      readonly restricted?: boolean | undefined
    }
    readonly policy: Policy
    readonly now: Now
  }
): VerifyAccessToken => {
  const { verify } = createVerifier({
    ...options,
    projectId: project.id,
    baseUrl: project.apiUrl.replace(/\/api\/v1$/, ""),
    anonymous: true,
    fetch: fetchOver(partitionOf(transport, { name: "keys", unverified: false }), policy),
    now
  })
  return (accessToken) =>
    Effect.tryPromise({
      try: () => verify(Redacted.value(accessToken)),
      catch: (error) => error as TokenRejected | KeysUnavailable | VerifierMisconfigured
    })
}

const renewable: ReadonlySet<TokenFault> = new Set(["expired", "malformed", "unknown-key", "signature"])

/** Whether another token of the same session may do. What is meant for somebody else stays so. */
export const isRenewable = (error: unknown): error is TokenRejected =>
  error instanceof TokenRejected && renewable.has(error.reason)

/** The session of an access token with a good signature. */
export const sessionOf = (accessToken: Redacted.Redacted): Effect.Effect<string> =>
  Effect.promise(async () => {
    const text = Redacted.value(accessToken)
    return spelled(decodeJwt(text), "refresh_token_id", "refreshTokenId") ?? await digest(text)
  })

const fetchOver = (transport: Transport["Service"], policy: Policy): Fetch => async (url, { signal }) => {
  const sent = transport.send({ method: "GET", url, headers: { accept: "application/json" }, body: undefined }).pipe(
    Effect.provideService(RetryPolicy, policy)
  )
  const { body, status } = await Effect.runPromise(sent, signal == null ? undefined : { signal })
  return new Response(Uint8Array.from(body), { status })
}
