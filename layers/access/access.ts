/** The three access levels: the headers of a request, and the handling of a rejected token. docs/protocol.md §2. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { type AccessLevel, AdminAccess, type Caller, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import { anyCall, anyClientCall } from "../../schemas/errors/anyCall.ts"
import { ApiKeyNotFound } from "../../schemas/errors/apiKeys.ts"
import { CallError, InvalidConfiguration, InvalidInput, UserChanged } from "../../schemas/errors/CallError.ts"
import { InvalidAdminAccessToken } from "../../schemas/errors/projectAuthentication.ts"
import { InvalidAccessToken } from "../../schemas/errors/session.ts"
import { CannotGetOwnUserWithoutUser } from "../../schemas/errors/users.ts"
import type { KnownError, KnownErrorClass } from "../../schemas/KnownError.ts"
import {
  announced,
  type Credentials,
  Digest,
  makeCaller,
  nonce,
  type Policy,
  Project,
  providedSettings,
  RetryPolicy,
  scrubber,
  type SecretKey,
  tokenIsUndefined,
  Transport,
  whereToGet,
  withoutCredentials
} from "../call/index.ts"
import { watchPoint } from "../observe/index.ts"
import { areOfDifferentUsers, Session, SessionOfCall, type UsableTokens, Writer } from "../session/index.ts"

/** `js <package>@<version>`: identifies the client to the platform. */
export const clientVersion = "js latchkey@0.1.0"

/**
 * Adds the settings that a layer was built with to its services, so that programs that use the layer have these
 * settings too.
 */
const withSettings = <A, E, R>(
  services: Effect.Effect<Context.Context<A>, E, R>
): Effect.Effect<Context.Context<A>, E, R> =>
  Effect.zipWith(providedSettings, services, (settings, own) => Context.merge(settings, own))

/**
 * Calls for an end user. Requests carry the session's tokens and, if the project has one, the publishable key. Needs a
 * `Session`, usually `Session.layer` with the right `TokenStore`.
 */
export const layerClient = (): Layer.Layer<ClientAccess, never, Project | Transport | Session> =>
  Layer.effectContext(withSettings(Effect.map(makeClientCaller, (caller) => Context.make(ClientAccess, caller))))

/** A caller without a session, for requests that obtain a session. */
export const makeSignedOutCaller: Effect.Effect<Caller, never, Project | Transport | Scope.Scope> = Effect.suspend(() =>
  callerFor("client", anyClientCall, () => ({}), undefined)
)

/** The service of {@link layerClient}, without the layer. */
export const makeClientCaller: Effect.Effect<Caller, never, Project | Transport | Session | Scope.Scope> = Effect
  .flatMap(Session, (session) => callerFor("client", anyClientCall, () => ({}), session))

/**
 * Calls from a trusted back end, with the secret server key. Client endpoints are called at server level too, so they
 * can access any user's data. If a `Session` is provided, requests also carry its access token.
 */
export const layerServer = (): Layer.Layer<ServerAccess | ClientAccess, InvalidConfiguration, Project | Transport> =>
  Layer.effectContext(withSettings(Effect.gen(function*() {
    const project = yield* Project
    if (project.secretServerKey === undefined) return yield* missing("secretServerKey", "server")
    const caller = yield* callerFor("server", anyCall, serverHeaders, yield* sessionInReach)
    return Context.make(ServerAccess, caller).pipe(Context.add(ClientAccess, caller))
  })))

/**
 * Calls for the project's dashboard at all three levels, with the super secret admin key or an {@link OwnerSession}.
 * Server and client endpoints are called at admin level.
 */
export const layerAdmin = (): Layer.Layer<
  AdminAccess | ServerAccess | ClientAccess,
  InvalidConfiguration,
  Project | Transport
> =>
  Layer.effectContext(withSettings(Effect.gen(function*() {
    const project = yield* Project
    const owner = yield* Effect.serviceOption(OwnerSession)
    if (Option.isNone(owner) && project.superSecretAdminKey === undefined) {
      return yield* missing("superSecretAdminKey", "admin")
    }
    const caller = yield* callerFor("admin", anyCall, adminHeaders, yield* sessionInReach, Option.getOrUndefined(owner))
    return Context.make(AdminAccess, caller).pipe(
      Context.add(ServerAccess, caller),
      Context.add(ClientAccess, caller)
    )
  })))

/**
 * Session of a project owner on the `internal` project. It replaces the keys of every level. Build it with
 * `Session.layer` over a `Project` with the id `internal`. docs/protocol.md §2, docs/platform.md §2.1.
 */
export class OwnerSession extends Context.Service<OwnerSession, Tokens>()("latchkey/OwnerSession") {}

/** Watchers of the calls of one access level, with the default retry policy of its calls. */
export const ObserveCaller = watchPoint<Caller, { readonly retryPolicy: Policy }>("Caller")

/** The part of a session that requests need. */
type Tokens = Pick<Session["Service"], "tokens" | "rejected">

/** Returns the header value of a key. Empty without a key, or if an owner's session replaces the key. */
const headerValue = (key: Redacted.Redacted | undefined, owned: boolean): string =>
  key === undefined || owned ? "" : Redacted.value(key)

const serverHeaders: LevelHeaders = (project, owned) => ({
  "x-stack-secret-server-key": headerValue(project.secretServerKey, owned)
})

const adminHeaders: LevelHeaders = (project, owned) => ({
  ...serverHeaders(project, owned),
  "x-stack-super-secret-admin-key": headerValue(project.superSecretAdminKey, owned)
})

const sessionInReach = Effect.map(Effect.serviceOption(Session), Option.getOrUndefined)

const missing = (setting: SecretKey, level: AccessLevel) =>
  Effect.fail(
    new InvalidConfiguration({
      setting,
      problem: `is missing, and calls at ${level} level need it`,
      next: whereToGet(setting)
    })
  )

/**
 * Creates the headers of one level. Each function is defined next to its layer, so that the bundles of other levels
 * don't contain it.
 */
type LevelHeaders = (project: Project["Service"], owned: boolean) => Record<string, string>

/**
 * Creates the caller of a level. Its calls use the settings that the layer was built with, unless the calling fiber
 * provides others.
 */
const callerFor = Effect.fnUntraced(function*(
  level: AccessLevel,
  general: ReadonlyArray<KnownErrorClass>,
  levelHeaders: LevelHeaders,
  session: Session["Service"] | undefined,
  owner?: Tokens
): Effect.fn.Return<Caller, never, Project | Transport | Scope.Scope> {
  const project = yield* Project
  const transport = yield* Transport
  const scope = yield* Effect.scope
  const settings = yield* providedSettings
  const watching = (yield* ObserveCaller)?.({ retryPolicy: yield* RetryPolicy })
  const carriedBy = carrier(level, levelHeaders, project, owner !== undefined)
  const { call } = makeCaller(project, transport, scope, general, (spec) =>
    // Requests that name the project in their body or path carry no project headers. docs/protocol.md §10.
    spec.credentials === "none"
      ? Effect.succeed(withoutCredentials)
      : Effect.withFiber((fiber) => {
        const sessionInForce = fiber.getRef(SessionOfCall) ?? session
        const digest = fiber.getRef(Digest)
        return authorize(carriedBy, digest, sessionInForce, owner, spec.session === "optional")
      }))
  const caller: Caller = {
    call: (spec, input) => {
      const sending = Effect.updateContext(
        announced(call(spec, input), project, spec, input),
        (own: Context.Context<never>) => Context.merge(settings, own)
      )
      // Binds a write to the current user: if a retry or a refresh delays the write, it is not sent once the user has
      // signed out or another user has signed in.
      return spec.method === "GET" || spec.session === "optional"
        ? sending
        : Effect.withFiber((fiber) => {
          const writer = (fiber.getRef(SessionOfCall) ?? session)?.writer(fiber.getRef(Writer))
          return Effect.provideService(sending, Writer, writer)
        })
    }
  }
  return watching === undefined ? caller : watching.around(caller)
})

const noUser = Option.none<UsableTokens>()
const noTokens = Effect.succeed(noUser)

/**
 * Creates the headers of one attempt. With `isOptional`, an invalid session is left out, so that the call doesn't fail.
 */
const authorize = (
  carriedBy: ReturnType<typeof carrier>,
  digest: Digest,
  session: Session["Service"] | undefined,
  owner: Tokens | undefined,
  isOptional: boolean
): Effect.Effect<Credentials, CallError> => {
  const userTokens = session === undefined
    ? noTokens
    : isOptional
    ? session.tokensIfAny
    : session.tokens()
  const ownersTokens = owner === undefined ? noTokens : owner.tokens()
  const carrying = (
    user: Option.Option<UsableTokens>,
    ownerTokens: Option.Option<UsableTokens>
  ): Effect.Effect<Credentials, CallError> => {
    const fresh = Result.try(() => nonce(digest))
    if (Result.isFailure(fresh)) return refused(fresh.failure as InvalidConfiguration)
    const { headers, scrub, secrets, session: token, unset } = carriedBy(
      Option.getOrUndefined(user),
      Option.getOrUndefined(ownerTokens)
    )
    // other code may have written the string "undefined" to the store
    if (unset !== undefined) return refused(new InvalidInput({ issues: [tokenIsUndefined(unset)] }))
    return Effect.succeed({
      headers,
      nonce: fresh.success,
      secrets,
      scrub,
      session: token,
      renew: (error: KnownError, isRepeated: boolean) =>
        error instanceof InvalidAccessToken
          ? isOptional
            ? Effect.map(renewed(session, user), (another) => another || Option.isSome(user))
            : Effect.flatMap(
              renewed(session, user),
              (another) => another && isRepeated ? ofSameUser(session!, user) : Effect.succeed(another)
            )
          : error instanceof CannotGetOwnUserWithoutUser && session !== undefined && Option.isSome(user)
          // The platform accepted the token, but its user is deleted.
          ? Effect.as(session.endOf(user.value), false)
          : error instanceof InvalidAdminAccessToken || error instanceof ApiKeyNotFound
          ? renewed(owner, ownerTokens)
          : Effect.succeed(false)
    })
  }
  return Effect.flatMap(
    userTokens,
    (user) => Effect.flatMap(ownersTokens, (ownerTokens) => carrying(user, ownerTokens))
  )
}

/** The part of a request's credentials that depends on the tokens. */
interface Carried {
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: ReadonlyArray<string>
  readonly scrub: Credentials["scrub"]
  /** The token that is constant for the lifetime of the session. */
  readonly session: Redacted.Redacted | undefined
  /** Name of the header with the value `undefined` as a string, if any. */
  readonly unset: string | undefined
}

/** Key under which the headers of requests without a user are remembered. */
const signedOut = {}

/**
 * Creates the function that returns the headers of a level for the user's and the owner's tokens. The headers of each
 * access token are built once, and kept as long as the token.
 */
const carrier = (level: AccessLevel, levelHeaders: LevelHeaders, project: Project["Service"], owned: boolean) => {
  let remembered: WeakMap<object, Carried & { readonly refreshToken: Redacted.Redacted | undefined }> | undefined
  return (user: UsableTokens | undefined, owner: UsableTokens | undefined): Carried => {
    const key = owner === undefined ? user?.accessToken ?? signedOut : undefined
    const known = key && remembered?.get(key)
    if (known !== undefined && known.refreshToken === user?.refreshToken) return known
    const carried = {
      ...carriedFor(level, levelHeaders, project, owned, user, owner),
      refreshToken: user?.refreshToken
    }
    if (key !== undefined) (remembered ??= new WeakMap()).set(key, carried)
    return carried
  }
}

const carriedFor = (
  level: AccessLevel,
  levelHeaders: LevelHeaders,
  project: Project["Service"],
  owned: boolean,
  user: UsableTokens | undefined,
  owner: UsableTokens | undefined
): Carried => {
  const headers: Record<string, string> = {
    "x-stack-override-error-status": "true",
    "x-stack-project-id": project.id,
    "x-stack-access-type": level,
    "x-stack-client-version": clientVersion,
    "x-stack-allow-anonymous-user": "true",
    "ngrok-skip-browser-warning": "true",
    ...(project.publishableClientKey === undefined || owned
      ? {}
      : { "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey) }),
    ...levelHeaders(project, owned)
  }
  const secrets = [project.publishableClientKey, project.secretServerKey, project.superSecretAdminKey].flatMap(
    (key) => key === undefined ? [] : [Redacted.value(key)]
  )
  const put = (name: string, value: Redacted.Redacted | undefined) => {
    if (value === undefined) return
    secrets.push(headers[name] = Redacted.value(value))
  }
  put("x-stack-access-token", user?.accessToken)
  put("x-stack-refresh-token", user?.refreshToken)
  put("x-stack-admin-access-token", owner?.accessToken)
  return {
    headers,
    secrets,
    scrub: scrubber(secrets),
    session: user?.refreshToken ?? user?.accessToken ?? owner?.refreshToken ?? owner?.accessToken,
    unset: Object.keys(headers).find((name) => String(headers[name]) === "undefined")
  }
}

const refused = (reason: InvalidConfiguration | InvalidInput): Effect.Effect<never, CallError> =>
  Effect.fail(new CallError({ endpoint: "session.tokens", reason }))

/**
 * Fails with the reason `UserChanged` if the session now belongs to a different user than the rejected tokens did. A
 * request that was sent for one user is not repeated for another. docs/laws.md D19.
 */
const ofSameUser = (session: Session["Service"], sent: Option.Option<UsableTokens>): Effect.Effect<true, CallError> =>
  // if there are no tokens now, the repeated request reports the reason
  Effect.flatMap(Effect.orElseSucceed(session.tokens(), () => noUser), (now) =>
    Option.isSome(sent) && Option.isSome(now) && areOfDifferentUsers(sent.value.accessToken, now.value.accessToken)
      ? Effect.fail(new CallError({ endpoint: "session.tokens", reason: new UserChanged() }))
      : Effect.succeed(true))

const renewed = (
  session: Tokens | undefined,
  sent: Option.Option<UsableTokens>
): Effect.Effect<boolean> =>
  session === undefined || Option.isNone(sent) ? Effect.succeed(false) : session.rejected(sent.value.accessToken)
