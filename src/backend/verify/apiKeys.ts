/**
 * Authentication of requests by API key: checked on the platform, with a cached result. The check's response doesn't
 * show whether the key's user is anonymous or restricted, so a second request reads the user.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { layerServer } from "../../../layers/access/index.ts"
import { partitionOf, type Project, Transport, whereToGet } from "../../../layers/call/index.ts"
import * as TeamApiKeys from "../../../schemas/endpoints/teamApiKeys.ts"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import type { TeamApiKey, UserApiKey } from "../../../schemas/entities/ApiKey.ts"
import { type Restriction, restrictionOf } from "../../../schemas/entities/restriction.ts"
import { ApiKeyNotFound, ApiKeyNotValid } from "../../../schemas/errors/apiKeys.ts"
import { type CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { catchFamily } from "../../../schemas/KnownError.ts"
import { digest, type Now, Remembered } from "../token/index.ts"
import { restrictedFor } from "./accessTokens.ts"
import { acrossRequests } from "./acrossRequests.ts"
import type { Authentication } from "./Authentication.ts"
import type { RequestLike } from "./credentials.ts"
import type { UnverifiedLimitReached } from "./errors.ts"
import { signedOut, unavailable } from "./outcomes.ts"
import { cacheMiss, type Credentials, maxCached, verifiedFor, type WithinBudget } from "./withinBudget.ts"

/** Time in milliseconds for which a rejected API key is cached. */
const badKeyFor = 60_000

/** Dependencies of API key checks. */
export interface ApiKeyChecks {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly scope: Scope.Scope
  readonly withinBudget: WithinBudget
  readonly addressOf: (request: RequestLike) => string | undefined
  /** Time in milliseconds for which a valid key is cached. */
  readonly cacheFor: number
  /** Whether to return restricted users, instead of rejecting them. */
  readonly includeRestricted: boolean
  readonly now: Now
}

/** A key of a user, possibly an anonymous or restricted one. */
interface KeyOfUser {
  readonly apiKey: UserApiKey
  readonly isAnonymous: boolean
  readonly restriction: Restriction | null
}

type GoodKey = KeyOfUser | TeamApiKey

type Verdict = GoodKey | ApiKeyNotValid

interface ShownKey extends Credentials {
  readonly apiKey: Redacted.Redacted
}

/** Checks a key on the platform. */
const checkOn = ({ project, transport, withinBudget }: ApiKeyChecks) =>
  Effect.gen(function*() {
    const serverOver = (unverified: boolean) =>
      Effect.map(
        Effect.option(
          Effect.provideService(
            Layer.build(Layer.fresh(layerServer())),
            Transport,
            partitionOf(transport, { name: "api-key", unverified })
          )
        ),
        Option.getOrUndefined
      )
    const server = project.secretServerKey === undefined
      ? undefined
      : { verified: yield* serverOver(false), unverified: yield* serverOver(true) }

    return (
      { apiKey, ...credentials }: ShownKey
    ): Effect.Effect<Verdict, CallError | InvalidConfiguration | UnverifiedLimitReached> => {
      const own = credentials.verified ? server?.verified : server?.unverified
      if (own === undefined) return Effect.fail(noServerKey())
      const checked = Effect.provide(UserApiKeys.check({ apiKey }), own).pipe(
        // the platform issued the key, so such requests are rare and not counted
        Effect.catchTag("WrongApiKeyType", () =>
          withinBudget("api-key", known, Effect.provide(TeamApiKeys.check({ apiKey }), own)))
      )
      return withinBudget("api-key", credentials, checked).pipe(
        Effect.flatMap((found): Effect.Effect<Verdict, CallError | UnverifiedLimitReached> =>
          "userId" in found
            ? withinBudget("api-key", known, Effect.provide(ofUser(found), server!.verified!))
            : Effect.succeed(found)
        ),
        catchFamily(ApiKeyNotValid, (error) =>
          Effect.succeed<Verdict>(error))
      )
    }
  })

/** Credentials for requests that don't count against the budget, because the platform has just accepted the key. */
const known: Credentials = { verified: true, address: undefined }

const ofUser = (apiKey: UserApiKey) =>
  Users.get({ userId: apiKey.userId }).pipe(
    Effect.map((user): Verdict => ({ apiKey, isAnonymous: user.isAnonymous, restriction: restrictionOf(user) })),
    // the user, and with it the key, was deleted after the check
    Effect.catchTags({
      UserNotFound: () => Effect.succeed<Verdict>(new ApiKeyNotFound()),
      CannotGetOwnUserWithoutUser: () => Effect.succeed<Verdict>(new ApiKeyNotFound())
    })
  )

const noServerKey = () =>
  new InvalidConfiguration({
    setting: "secretServerKey",
    problem: "is missing, and checking an API key needs it",
    next: whereToGet("secretServerKey")
  })

/** Checks API keys. Requests with the same key share one check, and its result is cached. */
export const makeApiKeys = (checks: ApiKeyChecks) =>
  Effect.gen(function*() {
    const { addressOf, cacheFor, includeRestricted, now, scope } = checks
    const check = yield* checkOn(checks)
    const verdicts = new Remembered<GoodKey>(maxCached, now)
    // separate, so that made-up keys don't evict valid ones
    const badKeys = new Remembered<ApiKeyNotValid>(maxCached, now)
    const verifiedKeys = new Remembered<true>(maxCached, now)

    /** Returns how long a result is cached. Restrictions may be lifted at any time. */
    const lifeOf = (verdict: GoodKey) =>
      "restriction" in verdict && verdict.restriction !== null ? Math.min(cacheFor, restrictedFor) : cacheFor

    const verdictOn = acrossRequests(scope, (key, shown: ShownKey) =>
      Effect.map(check(shown), (verdict) => {
        if (verdict instanceof ApiKeyNotValid) badKeys.set(key, verdict, now() + badKeyFor)
        else {
          verdicts.set(key, verdict, Math.min(now() + lifeOf(verdict), keyIn(verdict).expiresAt?.getTime() ?? Infinity))
          verifiedKeys.set(key, true, now() + verifiedFor)
        }
        return verdict
      }))

    return (apiKey: Redacted.Redacted, request: RequestLike): Effect.Effect<Authentication> =>
      Effect.gen(function*() {
        const key = yield* Effect.promise(() => digest(Redacted.value(apiKey)))
        const verdict = verdicts.get(key) ?? badKeys.get(key) ?? (yield* cacheMiss(
          verdictOn(key, { apiKey, verified: verifiedKeys.get(key) === true, address: addressOf(request) })
        ))
        if (verdict instanceof ApiKeyNotValid) {
          return { ...signedOut("api-key"), message: verdict.message }
        }
        return "restriction" in verdict ? ofKey(verdict, includeRestricted) : ofTeam(verdict)
      }).pipe(Effect.catch((error) => Effect.succeed(unavailable(error))))
  })

const keyIn = (verdict: GoodKey) => "restriction" in verdict ? verdict.apiKey : verdict

const ofTeam = (apiKey: TeamApiKey): Authentication => ({
  status: "team",
  by: "api-key",
  teamId: apiKey.teamId,
  apiKey,
  setCookies: []
})

const ofKey = ({ apiKey, isAnonymous, restriction }: KeyOfUser, includeRestricted: boolean): Authentication => {
  const common = { by: "api-key", userId: apiKey.userId, apiKey, setCookies: [] } as const
  if (isAnonymous) return { ...common, status: "anonymous" }
  if (restriction === null) return { ...common, status: "signed-in" }
  return includeRestricted
    ? { ...common, status: "restricted", restrictedReason: restriction }
    : { status: "signed-out", reason: "restricted", message: ofRestrictedUser, setCookies: [] }
}

const ofRestrictedUser =
  "The API key belongs to a restricted user, so the request counts as signed out. The onboarding page shows the user the "
  + "next step. To accept such users, set includeRestricted to true."
