/** Access tokens: ES256, with the claims of the revision. docs/platform.md §6, docs/protocol.md §9. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose"
import { JWTExpired } from "jose/errors"
import { AccessTokenExpired } from "../../../../schemas/errors/session.ts"
import {
  apiUrl,
  type KnownToken,
  type Place,
  type Platform,
  type Project,
  type RevisionRules,
  type Session,
  type User
} from "../../state/index.ts"
import { contactChannels, type Restriction, restrictionOf, teams } from "../accounts/index.ts"
import { metrics } from "../analytics/index.ts"

/** Returns the audience of a project's tokens for each kind of user. */
export const audiences = {
  regular: (id: string) => id,
  restricted: (id: string) => `${id}:restricted`,
  anonymous: (id: string) => `${id}:anon`
}

/** Kind of user. Each kind has its own audience and issuer. */
type Kind = keyof typeof audiences

const issuerPaths = {
  regular: "projects",
  restricted: "projects-restricted-users",
  anonymous: "projects-anonymous-users"
} as const satisfies { readonly [Name in Kind]: string }

const issuerOf = (platform: Platform, kind: Kind, projectId: string): string =>
  `${apiUrl(platform)}/${issuerPaths[kind]}/${projectId}`

const kindOf = (audience: string): Kind =>
  audience.endsWith(":anon") ? "anonymous" : audience.endsWith(":restricted") ? "restricted" : "regular"

const seconds = (millis: number): number => Math.floor(millis / 1000)

/**
 * Issues an access token. This counts as activity of the user and the session. docs/platform.md §17. The token expires
 * at `latestExpiry`, in seconds since the epoch, or earlier.
 */
export const issue = (
  platform: Platform,
  project: Project,
  user: User,
  session: Session,
  place: Place | null,
  latestExpiry: number = Infinity
): Effect.Effect<Redacted.Redacted> =>
  Effect.suspend(() => {
    const now = platform.now()
    user.lastActiveAt = session.lastUsedAt = now
    if (place !== null) session.place = place
    metrics.record(project, user, now, place)
    const restriction = restrictionOf(platform, project, user)
    const kind = user.isAnonymous ? "anonymous" : restriction === undefined ? "regular" : "restricted"
    const claims = {
      sub: user.id,
      iss: issuerOf(platform, kind, project.id),
      aud: audiences[kind](project.id),
      iat: seconds(now),
      exp: Math.min(seconds(now) + platform.accessTokenSeconds, latestExpiry),
      ...claimsOf[platform.rules.claims](project, user, session, restriction)
    }
    return Effect.flatMap(platform.keys.of(claims.aud), ([key]) =>
      Effect.promise(() =>
        new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: key!.kid }).sign(key!.privateKey)
      )).pipe(Effect.map((token) => {
        remember(platform, token, {
          projectId: project.id,
          isAnonymous: user.isAnonymous,
          restriction,
          userId: user.id,
          sessionId: session.id,
          issuer: claims.iss,
          expiresAt: claims.exp
        })
        return Redacted.make(token)
      }))
  })

type ClaimsOf = (
  project: Project,
  user: User,
  session: Session,
  restriction: Restriction | undefined
) => { readonly [claim: string]: unknown }

const olderClaims: ClaimsOf = (_, user, session) => ({
  branchId: "main",
  refreshTokenId: session.id,
  role: user.isAnonymous ? "anon" : "authenticated"
})

const newerClaims: ClaimsOf = (project, user, session, restriction) => {
  const primary = contactChannels.primaryOf(project, user)
  return {
    project_id: project.id,
    branch_id: "main",
    refresh_token_id: session.id,
    role: "authenticated",
    name: user.displayName,
    email: primary?.value ?? null,
    email_verified: primary?.isVerified ?? false,
    selected_team_id: teams.selectedOf(project, user)?.id ?? null,
    signed_up_at: seconds(user.signedUpAt),
    is_anonymous: user.isAnonymous,
    is_restricted: restriction !== undefined,
    restricted_reason: restriction === undefined ? null : { type: restriction },
    requires_totp_mfa: user.requiresTotpMfa
  }
}

const claimsOf: { readonly [Spelling in RevisionRules["claims"]]: ClaimsOf } = {
  camelCase: olderClaims,
  snake_case: newerClaims,
  // Uses the newer role for anonymous users too: newer clients require this role; older clients check the audience.
  both: (...of) => ({ ...olderClaims(...of), ...newerClaims(...of) })
}

/** Claims of a verified access token. */
export interface Verified {
  readonly projectId: string
  /** Restriction of the user at the time the token was issued. */
  readonly restriction: Restriction | undefined
  readonly userId: string
  readonly sessionId: string
  readonly isAnonymous: boolean
}

/** The token was not issued by this emulator. */
export class Unreadable extends Data.TaggedError("Unreadable")<{}> {}

/** The token has expired. */
export class Expired extends Data.TaggedError("Expired")<{
  readonly at: Date
  readonly projectId: string
  readonly userId: string
  readonly sessionId: string
}> {}

/**
 * Verifies an access token of any project. Skips the signature of tokens that were issued or verified here before,
 * because the signature check would dominate the cost of a request.
 */
export const verify = (platform: Platform, token: string): Effect.Effect<Verified, Unreadable | Expired> =>
  Effect.suspend(() => {
    const known = platform.keys.known.get(token)
    if (known === undefined || !isOfPlatform(platform, known)) return verifySignature(platform, token)
    return known.expiresAt > seconds(platform.now())
      ? Effect.succeed(known)
      : Effect.fail(new Expired({ ...known, at: new Date(known.expiresAt * 1000) }))
  })

/** Whether a token passes all checks except signature and expiry. */
const isOfPlatform = (platform: Platform, { issuer, projectId }: KnownToken): boolean =>
  platform.store.projects.has(projectId) && issuer.startsWith(`${apiUrl(platform)}/`)

/** Maximum number of cached tokens. */
const maxKnown = 2000

const remember = ({ keys: { known } }: Platform, token: string, claims: KnownToken): void => {
  if (known.size >= maxKnown) known.delete(known.keys().next().value!)
  known.set(token, claims)
}

const verifySignature = (platform: Platform, token: string): Effect.Effect<Verified, Unreadable | Expired> =>
  Effect.gen(function*() {
    const audience = audienceOf(token)
    const projectId = audience?.replace(/:(?:anon|restricted)$/, "")
    if (audience === undefined || projectId === undefined || !platform.store.projects.has(projectId)) {
      return yield* new Unreadable()
    }
    const kid = kidOf(token)
    const key = (yield* platform.keys.of(audience)).find((key) => key.kid === kid)
    if (key === undefined) return yield* new Unreadable()
    const kind = kindOf(audience)
    const issuer = issuerOf(platform, kind, projectId)
    const { payload } = yield* Effect.tryPromise({
      try: () =>
        jwtVerify(token, key.publicKey, {
          algorithms: ["ES256"],
          audience,
          issuer,
          currentDate: new Date(platform.now())
        }),
      catch: (thrown) =>
        thrown instanceof JWTExpired
          ? new Expired({ ...holderOf(thrown.payload), projectId, at: new Date(thrown.payload.exp! * 1000) })
          : new Unreadable()
    })
    const { exp, restricted_reason: reason } = payload
    const verified = {
      projectId,
      isAnonymous: kind === "anonymous",
      restriction: (reason as { readonly type: Restriction } | null | undefined)?.type,
      ...holderOf(payload)
    }
    if (exp !== undefined) remember(platform, token, { ...verified, issuer, expiresAt: exp })
    return verified
  })

/** Reads the ids of user and session, with the claim names of every revision. */
const holderOf = ({ refresh_token_id: newer, refreshTokenId, sub }: JWTPayload) => ({
  userId: String(sub),
  sessionId: String(newer ?? refreshTokenId)
})

/** Creates the error for an expired token. In later revisions the error names the user and the session. */
export const expiredError = ({ rules }: Platform, { at, projectId, sessionId, userId }: Expired): AccessTokenExpired =>
  new AccessTokenExpired({
    expiredAt: at,
    ...(rules.namesUserOfExpired && { projectId, userId, refreshTokenId: sessionId })
  })

const kidOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

const audienceOf = (token: string): string | undefined => {
  try {
    const { aud } = decodeJwt(token)
    return typeof aud === "string" ? aud : undefined
  } catch {
    return undefined
  }
}
