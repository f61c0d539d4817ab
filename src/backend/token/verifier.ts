/**
 * Verifies access tokens offline, with the platform's public keys. docs/protocol.md §9, RFC 7519, RFC 8725,
 * docs/laws.md F5, G.
 */
import type { JWK } from "jose"
import { decodeProtectedHeader } from "jose/decode/protected_header"
import { decodeJwt } from "jose/jwt/decode"
import { jwtVerify } from "jose/jwt/verify"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import { addressesOf, hostedBaseUrl } from "../../../schemas/hosted.ts"
import { machineClock, type Now } from "./clock.ts"
import { digest } from "./digest.ts"
import { type TokenFault, TokenRejected, VerifierMisconfigured } from "./errors.ts"
import { type Fetch, type FoundKeys, keyPolicy, type KeySet, keySet } from "./keySet.ts"
import { Remembered } from "./Remembered.ts"
import { subtleCrypto } from "./subtleCrypto.ts"
import { type Claims, dateOf, spelled, type TokenUser, userOf } from "./TokenUser.ts"

/** Options of a verifier: the project, and the accepted tokens. */
export interface VerifierOptions {
  /** Project id: a UUID, or `internal`. */
  readonly projectId: string
  /** URL under which this server reaches the platform, without `/api/v1`. @default the hosted platform */
  readonly baseUrl?: string | undefined
  /**
   * Other URLs of the same platform that tokens may have as issuer, because browsers may reach the platform by another
   * name.
   */
  readonly issuers?: ReadonlyArray<string> | undefined
  /** Whether to accept tokens of anonymous users. @default false */
  readonly anonymous?: boolean | undefined
  /** Whether to accept tokens of restricted users. @default false */
  readonly restricted?: boolean | undefined
  /** @default "main" */
  readonly branch?: string | undefined
  /** Tolerated clock skew of this server in seconds, from 0 to 60. @default 5 */
  readonly clockToleranceSeconds?: number | undefined
  /** @default the runtime's own `fetch` */
  readonly fetch?: Fetch | undefined
  /** Clock, in milliseconds since the epoch. @default the machine's clock */
  readonly now?: Now | undefined
  /** Timeout for fetching the platform's keys, in milliseconds. @default 5000 */
  readonly keysTimeoutMillis?: number | undefined
}

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
 * Maximum length of a token. Longer texts can't be tokens of the platform, because servers don't accept such long
 * headers.
 */
const maxTokenLength = 16_384

/** Maximum number of cached valid tokens, of about 1 kB each. */
const maxCachedTokens = 10_000

const maxToleranceSeconds = 60

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
  const now = options.now ?? machineClock
  let settings: Settings | VerifierMisconfigured
  try {
    settings = settingsOf(options)
  } catch (error) {
    settings = error as VerifierMisconfigured
  }
  const remembered = new Remembered<Known>(maxCachedTokens, now)
  const keys = settings instanceof VerifierMisconfigured ? undefined : keysAt(settings.keysUrl, options, now)

  return {
    verify: async (token) => {
      if (settings instanceof VerifierMisconfigured || keys === undefined) throw settings
      if (!mayBeToken(token)) throw new TokenRejected("malformed")
      const key = await digest(token)
      const known = remembered.get(key)
      // a cached token is valid only while its key is valid: outdated keys are fetched again, and may have changed
      if (known !== undefined && (await keys.find(known.kid)).generation === known.generation) return known.token
      const unverified = readUnverified(token, settings)
      subtleCrypto() // without WebCrypto, every signature would look invalid
      const { candidates, generation } = await keys.find(unverified.kid)
      const verified = await verifySignature(token, unverified, settings, candidates, now)
      remembered.set(
        key,
        { token: verified, kid: unverified.kid, generation },
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

// --- the options ---

type Kind = "regular" | "anonymous" | "restricted"

const issuerPaths: { readonly [K in Kind]: string } = {
  regular: "projects",
  anonymous: "projects-anonymous-users",
  restricted: "projects-restricted-users"
}

const audienceEndings: { readonly [K in Kind]: string } = { regular: "", anonymous: ":anon", restricted: ":restricted" }

interface Settings {
  readonly projectId: string
  readonly branch: string
  readonly anonymous: boolean
  readonly restricted: boolean
  readonly tolerance: number
  /** Base URLs including `/api/v1`. */
  readonly apiUrls: ReadonlyArray<string>
  readonly keysUrl: string
}

const settingsOf = (options: VerifierOptions): Settings => {
  const { anonymous = false, branch = "main", clockToleranceSeconds: tolerance = 5, projectId, restricted = false } =
    options
  if (typeof projectId !== "string" || !/^(?:internal|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(projectId)) {
    throw new VerifierMisconfigured(
      "projectId",
      "is neither a UUID nor \"internal\"",
      "Copy it from the project's settings."
    )
  }
  if (typeof tolerance !== "number" || !(tolerance >= 0 && tolerance <= maxToleranceSeconds)) {
    throw new VerifierMisconfigured(
      "clockToleranceSeconds",
      `is not a number from 0 to ${maxToleranceSeconds}`,
      "Correct the clock if its skew is larger."
    )
  }
  const base = addressOf("baseUrl", options.baseUrl ?? hostedBaseUrl)
  const issuers = [base, ...(options.issuers ?? []).map((each) => addressOf("issuers", each))]
  const parameters = new URLSearchParams()
  if (anonymous) parameters.set("include_anonymous", "true")
  if (restricted) parameters.set("include_restricted", "true")
  const query = parameters.toString()
  return {
    projectId,
    branch,
    anonymous,
    restricted,
    tolerance,
    apiUrls: issuers.flatMap(addressesOf).map((each) => `${each}/api/v1`),
    keysUrl: `${base}/api/v1/projects/${projectId}/.well-known/jwks.json${query === "" ? "" : `?${query}`}`
  }
}

const addressOf = (setting: string, text: unknown): string => {
  const next = `Use a URL such as ${hostedBaseUrl}, without /api/v1.`
  const url = typeof text === "string" ? parseUrl(text) : undefined
  if (url === undefined) throw new VerifierMisconfigured(setting, "is not a URL", next)
  const { hash, origin, password, pathname, protocol, search, username } = url
  const root = withoutTrailingSlashes(pathname)
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== "" || root.endsWith("/api/v1")) {
    throw new VerifierMisconfigured(setting, "is not the URL of a platform", next)
  }
  return origin + root
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

/** The runtime's `fetch`, looked up for each request, so that later patches of it apply. */
const ownFetch: Fetch = async (url, init) => globalThis.fetch(url, init)

// --- the token ---

interface UnverifiedToken {
  readonly kid: string | undefined
  readonly issuer: string
  readonly audience: string
}

const mayBeToken = (token: unknown): token is string =>
  typeof token === "string" && token.length <= maxTokenLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

/** Reads the unverified token. Rejects most invalid tokens before any key is needed. */
const readUnverified = (token: string, settings: Settings): UnverifiedToken => {
  let header: Claims
  let claims: Claims
  try {
    header = decodeProtectedHeader(token)
    claims = decodeJwt(token)
  } catch {
    throw new TokenRejected("malformed")
  }
  const { alg, crit, kid, typ } = header
  if (alg !== "ES256") throw new TokenRejected("algorithm")
  const isJwt = typ === undefined || (typeof typ === "string" && /^(?:application\/)?jwt$/i.test(typ))
  if (crit !== undefined || !isJwt || (kid !== undefined && typeof kid !== "string")) throw new TokenRejected("header")
  return { kid, ...placeOf(claims, settings) }
}

/**
 * Returns the expected issuer and audience. Both must be for the same kind of user: regular, restricted or anonymous.
 * Rejects the token if the verifier doesn't accept this kind, or a less privileged kind that another claim names.
 */
const placeOf = (claims: Claims, settings: Settings): Omit<UnverifiedToken, "kid"> => {
  const { apiUrls, branch, projectId } = settings
  const audiences = Array.isArray(claims["aud"]) ? claims["aud"] : [claims["aud"]]
  // the least privileged kind wins
  const kind = (["anonymous", "restricted", "regular"] as const).find((each) =>
    audiences.includes(`${projectId}${audienceEndings[each]}`)
  )
  if (kind === undefined) throw new TokenRejected("audience")
  const issuer = apiUrls.map((api) => `${api}/${issuerPaths[kind]}/${projectId}`).find((each) => each === claims["iss"])
  if (issuer === undefined) throw new TokenRejected("issuer")
  const projectClaim = claims["project_id"]
  if (projectClaim !== undefined && projectClaim !== projectId) throw new TokenRejected("audience")
  const namesBranch = claims["branch_id"] !== undefined || claims["branchId"] !== undefined
  if (namesBranch && spelled(claims, "branch_id", "branchId") !== branch) throw new TokenRejected("branch")
  const { isAnonymous, isRestricted } = userOf(claims)
  if (kind === "anonymous" || isAnonymous) {
    if (!settings.anonymous) throw new TokenRejected("anonymous")
  } else if ((kind === "restricted" || isRestricted) && !settings.restricted) throw new TokenRejected("restricted")
  return { issuer, audience: `${projectId}${audienceEndings[kind]}` }
}

const verifySignature = async (
  token: string,
  { audience, issuer, kid }: UnverifiedToken,
  { tolerance }: Settings,
  candidates: FoundKeys["candidates"],
  now: Now
): Promise<VerifiedToken> => {
  // with several keys, a token must name its key
  if (candidates.length === 0 || (kid === undefined && candidates.length > 1)) throw new TokenRejected("unknown-key")
  const currentDate = new Date(now())
  const payload = await firstThatFits(candidates, (key) =>
    jwtVerify<Claims>(token, key, {
      algorithms: ["ES256"],
      issuer,
      audience,
      clockTolerance: tolerance,
      currentDate,
      requiredClaims: ["sub", "exp"]
    }), currentDate)
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
    readonly code?: string
    readonly claim?: string
    readonly payload?: Claims
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
