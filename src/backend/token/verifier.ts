/**
 * Verifies access tokens offline, with the platform's public keys. docs/protocol.md §9, RFC 7519, RFC 8725,
 * docs/laws.md F5, G.
 */
import type { JWK } from "jose"
import { decodeProtectedHeader } from "jose/decode/protected_header"
import { decodeJwt } from "jose/jwt/decode"
import { jwtVerify } from "jose/jwt/verify"
import { projectClock } from "../../../layers/environment/index.ts"
import { machineClock, type Now } from "./clock.ts"
import { digest } from "./digest.ts"
import { type TokenFault, TokenRejected, VerifierMisconfigured } from "./errors.ts"
import { type Fetch, type FoundKeys, keyPolicy, type KeySet, keySet } from "./keySet.ts"
import { Remembered } from "./Remembered.ts"
import { audienceEndings, issuerPaths, type Settings, settingsOf, type VerifierOptions } from "./settings.ts"
import { subtleCrypto } from "./subtleCrypto.ts"
import { type Claims, dateOf, spelled, type TokenUser, userOf } from "./TokenUser.ts"

/** Contents of a valid token. */
export interface VerifiedToken {
  readonly user: TokenUser
  /** Id of the session. Not a secret. */
  readonly sessionId: string | undefined
  readonly issuedAt: Date | undefined
  readonly expiresAt: Date
  /** All claims, as the platform sent them. */
  readonly claims: Claims
}

/** Verifies the access tokens of one project. Create one verifier and keep it: it caches keys and tokens. */
export interface Verifier {
  /**
   * Returns the contents of a valid token. Rejects with `TokenRejected` for an invalid token, with `KeysUnavailable` if
   * the platform's keys can't be fetched, with `VerifierMisconfigured` for invalid options, and with nothing else.
   */
  readonly verify: (token: string) => Promise<VerifiedToken>
}

/**
 * Maximum length of a token. Longer strings can't be tokens of the platform, because servers don't accept such long
 * headers.
 */
const maxTokenLength = 16_384

/** Maximum number of cached valid tokens, of about 1 kB each. */
const maxCachedTokens = 10_000

/**
 * Creates a verifier. With invalid options, each call rejects.
 *
 * @example
 * ```ts
 * import { createVerifier } from "latchkey/verify"
 *
 * const { verify } = createVerifier(project)
 * const { accessToken } = JSON.parse(request.headers.get("x-stack-auth")!)
 * const { user } = await verify(accessToken)
 * console.log(user.primaryEmail) // ada@example.com
 * ```
 */
export const createVerifier = (options: VerifierOptions): Verifier => {
  const carried = options[projectClock]
  const now = options.now ?? (carried === undefined ? machineClock : () => carried.currentTimeMillisUnsafe())
  let settings: Settings | VerifierMisconfigured
  try {
    settings = settingsOf(options)
  } catch (error) {
    settings = error as VerifierMisconfigured
  }
  const remembered = new Remembered<Known>(maxCachedTokens, now)
  const keys = settings instanceof VerifierMisconfigured ? undefined : keysAt(settings.keysUrl, options, now)
  const kidOf = headerReader()

  return {
    verify: async (token) => {
      if (settings instanceof VerifierMisconfigured || keys === undefined) throw settings
      if (!mayBeToken(token)) throw new TokenRejected("malformed")
      const key = await digest(token)
      const known = remembered.get(key)
      // a cached token is valid only while its key is valid: outdated keys are fetched again, and may have changed
      if (known !== undefined && (await keys.find(known.kid)).generation === known.generation) return known.token
      const kid = kidOf(token)
      // rejects most invalid tokens before they cause a request; with a known key, the claims are read only once
      if (kid === undefined || !keys.has(kid)) checkPlace(claimsIn(token), settings)
      subtleCrypto() // without WebCrypto, every signature would look invalid
      const { candidates, generation } = await keys.find(kid)
      const verified = await verifySignature(token, kid, settings, candidates, now)
      remembered.set(
        key,
        { token: verified, kid, generation },
        verified.expiresAt.getTime() + settings.tolerance * 1000
      )
      return verified
    }
  }
}

/** A valid token, with its key id and the generation of the keys that verified it. */
interface Known {
  readonly token: VerifiedToken
  readonly kid: string | undefined
  readonly generation: number
}

/** Key sets by URL, shared by all verifiers of the process that use the runtime's own `fetch`. */
const shared = new Map<string, KeySet>()

const keysAt = (url: string, { fetch, keysTimeoutMillis, now: given }: VerifierOptions, now: Now): KeySet => {
  if (fetch !== undefined || given !== undefined || keysTimeoutMillis !== undefined) {
    return keySet(url, fetch ?? ownFetch, now, keysTimeoutMillis ?? keyPolicy.timeout)
  }
  const known = shared.get(url) ?? keySet(url, ownFetch, now)
  shared.set(url, known)
  return known
}

/** The runtime's `fetch`, looked up for each request, so that later patches take effect. */
const ownFetch: Fetch = async (url, init) => globalThis.fetch(url, init)

// --- the token ---

const mayBeToken = (token: unknown): token is string =>
  typeof token === "string" && token.length <= maxTokenLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

/**
 * Creates a function that returns the key id of an unverified token, and rejects headers of other tokens. Tokens of one
 * key have the same header, so the last header is read only once.
 */
const headerReader = () => {
  let last: { readonly text: string; readonly kid: string | undefined } | undefined
  return (token: string): string | undefined => {
    const text = token.slice(0, token.indexOf("."))
    if (last?.text !== text) last = { text, kid: readHeader(token) }
    return last.kid
  }
}

const readHeader = (token: string): string | undefined => {
  const { alg, crit, kid, typ } = decoded(() => decodeProtectedHeader(token))
  if (alg !== "ES256") throw new TokenRejected("algorithm")
  const isJwt = typ === undefined || (typeof typ === "string" && /^(?:application\/)?jwt$/i.test(typ))
  if (crit !== undefined || !isJwt || (kid !== undefined && typeof kid !== "string")) throw new TokenRejected("header")
  return kid
}

const claimsIn = (token: string): Claims => decoded(() => decodeJwt(token))

const decoded = (decode: () => Claims): Claims => {
  try {
    return decode()
  } catch {
    throw new TokenRejected("malformed")
  }
}

/**
 * Rejects a token for another place: issuer and audience must be for the same project and the same kind of user, which is
 * regular, restricted or anonymous. Also rejects the token if the verifier doesn't accept this kind, or a less privileged
 * kind that another claim names.
 */
const checkPlace = (claims: Claims, settings: Settings): void => {
  const { apiUrls, branch, projectId } = settings
  const audiences = Array.isArray(claims["aud"]) ? claims["aud"] : [claims["aud"]]
  // the least privileged kind wins
  const kind = (["anonymous", "restricted", "regular"] as const).find((each) =>
    audiences.includes(`${projectId}${audienceEndings[each]}`)
  )
  if (kind === undefined) throw new TokenRejected("audience")
  if (!apiUrls.some((api) => `${api}/${issuerPaths[kind]}/${projectId}` === claims["iss"])) {
    throw new TokenRejected("issuer")
  }
  const projectClaim = claims["project_id"]
  if (projectClaim !== undefined && projectClaim !== projectId) throw new TokenRejected("audience")
  const namesBranch = claims["branch_id"] !== undefined || claims["branchId"] !== undefined
  if (namesBranch && spelled(claims, "branch_id", "branchId") !== branch) throw new TokenRejected("branch")
  const { isAnonymous, isRestricted } = userOf(claims)
  if (kind === "anonymous" || isAnonymous) {
    if (!settings.anonymous) throw new TokenRejected("anonymous")
  } else if ((kind === "restricted" || isRestricted) && !settings.restricted) throw new TokenRejected("restricted")
}

const verifySignature = async (
  token: string,
  kid: string | undefined,
  settings: Settings,
  candidates: FoundKeys["candidates"],
  now: Now
): Promise<VerifiedToken> => {
  // with several keys, a token must name its key
  if (candidates.length === 0 || (kid === undefined && candidates.length > 1)) throw new TokenRejected("unknown-key")
  const currentDate = new Date(now())
  const { audiences, issuers, tolerance } = settings
  const options = {
    algorithms: ["ES256"],
    issuer: issuers,
    audience: audiences,
    clockTolerance: tolerance,
    currentDate,
    requiredClaims: ["sub", "exp"]
  }
  let payload: Claims
  try {
    payload = await firstThatFits(candidates, (key) => jwtVerify<Claims>(token, key, options), currentDate)
  } catch (rejected) {
    // a token for another place is rejected for that reason, whether or not its signature is valid
    checkPlace(claimsIn(token), settings)
    throw rejected
  }
  checkPlace(payload, settings)
  const user = userOf(payload)
  const expiresAt = dateOf(payload["exp"])
  if (user.id === "" || expiresAt === undefined) throw new TokenRejected("claims")
  return freeze({
    user,
    sessionId: spelled(payload, "refresh_token_id", "refreshTokenId"),
    issuedAt: dateOf(payload["iat"]),
    expiresAt,
    claims: payload
  })
}

const firstThatFits = async (
  keys: ReadonlyArray<JWK>,
  verifyWith: (key: JWK) => Promise<{ readonly payload: Claims }>,
  now: Date
): Promise<Claims> => {
  // created only if needed: an error's stack costs as much as reading a token
  let rejected: TokenRejected | undefined
  for (const key of keys) {
    try {
      return (await verifyWith(key)).payload
    } catch (error) {
      rejected = rejectedFor(error, now)
      if (rejected.reason !== "signature") break
    }
  }
  throw rejected ?? new TokenRejected("signature")
}

/** Token faults by error code of `jose`. The codes are part of its public API. */
const faults: { readonly [code: string]: TokenFault } = {
  ERR_JWS_INVALID: "malformed",
  ERR_JWT_CLAIM_VALIDATION_FAILED: "claims"
}

const rejectedFor = (error: unknown, now: Date): TokenRejected => {
  const { claim, code, payload } = error as {
    readonly code?: string | undefined
    readonly claim?: string | undefined
    readonly payload?: Claims | undefined
  }
  if (code === "ERR_JWT_EXPIRED") {
    return new TokenRejected("expired", { at: dateOf(payload?.["exp"]) ?? new Date(0), now })
  }
  if (claim === "nbf") return new TokenRejected("not-yet-valid")
  // an unusable key and a malformed signature count as a wrong signature
  return new TokenRejected(faults[code ?? ""] ?? "signature")
}

/** Freezes a token, because all requests with the token share the object. */
const freeze = (token: VerifiedToken): VerifiedToken =>
  Object.freeze({ ...token, user: Object.freeze(token.user), claims: Object.freeze(token.claims) })
