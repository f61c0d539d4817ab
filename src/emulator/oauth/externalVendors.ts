/**
 * Identity vendors of external sessions: their settings, and the checks of their tokens. The emulator simulates
 * each vendor with its own keys. docs/platform.md §25.
 */
import * as Effect from "effect/Effect"
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  SignJWT
} from "jose"
import { JWKSNoMatchingKey, JWSSignatureVerificationFailed, JWTClaimValidationFailed, JWTExpired } from "jose/errors"
import { parseUrl } from "../../../schemas/address.ts"
import { ExternalAuthProviderNotConfigured, InvalidExternalAuthToken } from "../../../schemas/errors/oauth.ts"
import {
  type ExternalProviderId,
  type ExternalSettings,
  type Platform,
  playedSettings,
  type Project,
  Refusal
} from "../state/index.ts"

/** Settings that a vendor requires. */
const requiredSettings: { readonly [Id in ExternalProviderId]: ReadonlyArray<keyof ExternalSettings> } = {
  "clerk-integration": ["issuer"],
  "better-auth-integration": ["issuer", "audience", "jwksUrl"],
  "workos-integration": ["clientId"]
}

/** An identity at a vendor, and its session there. */
export interface ExternalIdentity {
  readonly issuer: string
  readonly subject: string
  readonly sessionId: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
}

interface Configured {
  readonly settings: ExternalSettings
  readonly issuer: string
  readonly parties: ReadonlyArray<string> | undefined
}

const notConfigured = (reason: string) => Effect.fail(new ExternalAuthProviderNotConfigured({ reason }))

const invalid = (reason: string) => new InvalidExternalAuthToken({ reason })

const issuerOf = ({ clientId, issuer }: ExternalSettings): string =>
  issuer ?? `https://api.workos.com/user_management/${clientId}`

/** Parses the list of authorized parties; `undefined` if one of them isn't a URL. */
const originsOf = (list: string): ReadonlyArray<string> | undefined => {
  const origins = list.split(/[,\n\r]+/).map((entry) => entry.trim()).filter((entry) => entry !== "")
    .map((entry) => parseUrl(entry)?.origin)
  return origins.includes(undefined) ? undefined : origins as ReadonlyArray<string>
}

/** Returns the settings of a vendor, if the project has turned the vendor on and completed the settings. */
const configuredIn = (
  project: Project,
  providerId: ExternalProviderId
): Effect.Effect<Configured, ExternalAuthProviderNotConfigured> =>
  Effect.suspend(() => {
    const { installed = {} } = (project.configRest["apps"] ?? {}) as {
      readonly installed?: { readonly [id: string]: ExternalSettings & { readonly enabled?: boolean } }
    }
    const settings = installed[providerId]
    if (settings?.enabled !== true) return notConfigured("provider_disabled")
    if (requiredSettings[providerId].some((name) => !settings[name])) return notConfigured("required_setting_missing")
    const parties = settings.authorizedParties === undefined ? [] : originsOf(settings.authorizedParties)
    if (parties === undefined) return notConfigured("invalid_authorized_party")
    return Effect.succeed({
      settings,
      issuer: issuerOf(settings),
      parties: settings.authorizedParties === undefined ? undefined : parties
    })
  })

const ringOf = (providerId: ExternalProviderId): string => `external:${providerId}`

/** Whether the emulator simulates the vendor with these settings. WorkOS has one address, so it is always simulated. */
const isPlayed = (providerId: ExternalProviderId, settings: ExternalSettings): boolean =>
  providerId === "clerk-integration"
    ? settings.issuer === playedSettings[providerId].issuer
    : settings.jwksUrl === playedSettings[providerId].jwksUrl

const keysOf = (
  platform: Platform,
  providerId: ExternalProviderId,
  settings: ExternalSettings
): Effect.Effect<JWTVerifyGetKey> =>
  isPlayed(providerId, settings)
    ? Effect.map(
      platform.keys.of(ringOf(providerId)),
      (keys) => createLocalJWKSet({ keys: keys.map(({ jwk }) => jwk) })
    )
    : Effect.sync(() =>
      createRemoteJWKSet(new URL(settings.jwksUrl ?? `${issuerOf(settings).replace(/\/$/, "")}/.well-known/jwks.json`))
    )

/** Returns the error of a token that could not be verified. */
const refusalOf = (thrown: unknown): InvalidExternalAuthToken | Refusal => {
  if (thrown instanceof JWTExpired) return invalid("expired")
  if (thrown instanceof JWTClaimValidationFailed) {
    return invalid(
      thrown.reason === "missing" && thrown.claim !== "aud"
        ? "missing_claim"
        : thrown.claim === "iss"
        ? "issuer_mismatch"
        : thrown.claim === "aud"
        ? "audience_mismatch"
        : "unknown"
    )
  }
  if (thrown instanceof JWSSignatureVerificationFailed || thrown instanceof JWKSNoMatchingKey) {
    return invalid("signature_mismatch")
  }
  const { code = "" } = Object(thrown) as { readonly code?: string }
  return /^ERR_J(?:WS|WT|OSE_ALG|OSE_NOT)/.test(code)
    ? invalid("malformed_token")
    : new Refusal({ status: 500, text: "The keys of the identity provider could not be fetched" })
}

const textOf = (claim: unknown): string | undefined => {
  const text = typeof claim === "string" ? claim.trim() : ""
  return text.length >= 1 && text.length <= 256 ? text : undefined
}

const vendorProblem = (
  providerId: ExternalProviderId,
  { parties, settings }: Configured,
  claims: JWTPayload
): string | undefined => {
  if (providerId === "clerk-integration" && parties !== undefined) {
    const party = typeof claims["azp"] === "string" ? parseUrl(claims["azp"])?.origin : undefined
    if (party === undefined || !parties.includes(party)) return "authorized_party_mismatch"
  }
  if (providerId === "workos-integration" && claims["client_id"] !== settings.clientId) return "client_id_mismatch"
  return [claims.sub, claims["sid"]].every((claim) => typeof claim === "string" && claim !== "")
    ? undefined
    : "missing_claim"
}

/** Verifies a token of a vendor. */
export const verified = (
  platform: Platform,
  project: Project,
  providerId: ExternalProviderId,
  token: string
): Effect.Effect<ExternalIdentity, ExternalAuthProviderNotConfigured | InvalidExternalAuthToken | Refusal> =>
  Effect.gen(function*() {
    const configured = yield* configuredIn(project, providerId)
    const header = yield* Effect.try({
      try: () => decodeProtectedHeader(token),
      catch: () => invalid("malformed_token")
    })
    if (providerId === "clerk-integration" && header.typ?.toLowerCase() === "at+jwt") {
      return yield* Effect.fail(invalid("unsupported_token_type"))
    }
    const { issuer, settings } = configured
    const keys = yield* keysOf(platform, providerId, settings)
    const { payload } = yield* Effect.tryPromise({
      try: () =>
        jwtVerify(token, keys, {
          issuer,
          ...(providerId === "better-auth-integration" ? { audience: settings.audience! } : {}),
          requiredClaims: ["exp"],
          currentDate: new Date(platform.now())
        }),
      catch: refusalOf
    })
    const problem = vendorProblem(providerId, configured, payload)
    if (problem !== undefined) return yield* Effect.fail(invalid(problem))
    return {
      issuer,
      subject: payload.sub!,
      sessionId: payload["sid"] as string,
      expiresAt: payload.exp!,
      email: textOf(payload["email"]),
      emailVerified: payload["email_verified"] === true,
      name: textOf(payload["name"])
    }
  })

/** A session at a vendor that the emulator simulates. */
export interface PlayedSession {
  readonly providerId: ExternalProviderId
  /** The user's id at the vendor. */
  readonly subject: string
  /** The session's id at the vendor. */
  readonly sessionId: string
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly name?: string | undefined
  /** Lifetime of the token in milliseconds. @default one minute */
  readonly expiresInMillis?: number | undefined
  /** Claims that are added, or replace others, such as `azp`, `iss` or `aud`. */
  readonly claims?: { readonly [claim: string]: unknown } | undefined
}

/** Issues a token of a vendor that the emulator simulates. */
export const tokenOf = (platform: Platform, session: PlayedSession): Effect.Effect<string> => {
  const { claims = {}, email, emailVerified, expiresInMillis = 60_000, name, providerId, sessionId, subject } = session
  const settings = playedSettings[providerId]
  const now = Math.floor(platform.now() / 1000)
  const payload = {
    iss: issuerOf(settings),
    sub: subject,
    sid: sessionId,
    iat: now,
    exp: now + Math.floor(expiresInMillis / 1000),
    ...(settings.audience === undefined ? {} : { aud: settings.audience }),
    ...(settings.clientId === undefined ? {} : { client_id: settings.clientId }),
    ...(email === undefined ? {} : { email }),
    ...(emailVerified === undefined ? {} : { email_verified: emailVerified }),
    ...(name === undefined ? {} : { name }),
    ...claims
  }
  return Effect.flatMap(
    platform.keys.of(ringOf(providerId)),
    ([key]) =>
      Effect.promise(() =>
        new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: key!.kid }).sign(key!.privateKey)
      )
  )
}
