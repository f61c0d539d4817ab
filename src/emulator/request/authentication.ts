/**
 * Authenticates requests: project, access level and user. The checks run in the platform's order. docs/platform.md §2.
 */
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../../schemas/access.ts"
import { AnonymousAuthenticationNotAllowed } from "../../../schemas/errors/authConfiguration.ts"
import type { AnyCallError } from "../../../schemas/errors/CallError.ts"
import {
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  ClientAuthenticationRequired,
  InvalidAccessType,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  PublishableClientKeyRequiredForProject,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "../../../schemas/errors/projectAuthentication.ts"
import { BranchDoesNotExist, CurrentProjectNotFound } from "../../../schemas/errors/projects.ts"
import { RestrictedUserNotAllowed } from "../../../schemas/errors/restrictions.ts"
import { InvalidProjectForAccessToken, UnparsableAccessToken } from "../../../schemas/errors/session.ts"
import { accepts, checkClientKey, expiredError, membershipOf, verify } from "../model/index.ts"
import { type Incoming, type Platform, platformHeader, type Project, Refusal, type User } from "../state/index.ts"

/** Result of authenticating a request. */
export interface Authentication {
  readonly level: AccessLevel
  readonly project: Project
  /** User of the access token. */
  readonly user: User | undefined
  /** Session of the access token, even if it has ended. */
  readonly sessionId: string | undefined
}

/** Authenticates a request. Returns `undefined` if the request has no authentication headers. */
export const authenticate = Effect.fnUntraced(function*(
  platform: Platform,
  incoming: Incoming
): Effect.fn.Return<Authentication | undefined, AnyCallError | Refusal> {
  const level = platformHeader(incoming, "access-type")
  const adminToken = platformHeader(incoming, "admin-access-token")
  if (level === undefined) {
    const claims = adminToken ?? Object.values(levels).find(({ header }) => platformHeader(incoming, header))
    return claims === undefined ? undefined : yield* Effect.fail(new ProjectKeyWithoutAccessType())
  }
  if (!isLevel(level)) return yield* Effect.fail(new InvalidAccessType())
  const projectId = platformHeader(incoming, "project-id")
  if (projectId === undefined) {
    return yield* Effect.fail(new AccessTypeWithoutProjectId({ requestType: level }))
  }
  const holder = yield* tokenUser(platform, incoming, projectId)
  const project = platform.store.projects.get(projectId)
  if (project === undefined) return yield* Effect.fail(new CurrentProjectNotFound({ projectId }))
  yield* adminToken === undefined
    ? checkKey(platform, incoming, project, level)
    : checkOwner(platform, project, adminToken)
  const branch = platformHeader(incoming, "branch-id") ?? "main"
  if (branch !== "main") {
    return platform.rules.unknownBranch === "error"
      ? yield* Effect.fail(new BranchDoesNotExist({ branchId: branch }))
      : yield* Refusal.fail(500, `The project has no branch ${branch}`)
  }
  return { level, project, ...holder }
})

const levels = {
  client: {
    header: "publishable-client-key",
    missing: ClientAuthenticationRequired,
    wrong: InvalidPublishableClientKey
  },
  server: { header: "secret-server-key", missing: ServerAuthenticationRequired, wrong: InvalidSecretServerKey },
  admin: { header: "super-secret-admin-key", missing: AdminAuthenticationRequired, wrong: InvalidSuperSecretAdminKey }
} as const

const isLevel = (text: string): text is AccessLevel => Object.hasOwn(levels, text)

const checkKey = (
  platform: Platform,
  incoming: Incoming,
  project: Project,
  level: AccessLevel
): Effect.Effect<void, AnyCallError> => {
  const { header, missing, wrong } = levels[level]
  const key = platformHeader(incoming, header)
  const state = level === "client"
    ? checkClientKey(platform, project, key)
    : key === undefined
    ? "missing"
    : accepts(project, level, key, platform.now())
    ? "good"
    : "wrong"
  switch (state) {
    case "good":
      return Effect.void
    case "missing":
      return Effect.fail(new missing())
    case "required":
      return Effect.fail(new PublishableClientKeyRequiredForProject({ projectId: project.id }))
    case "wrong":
      return Effect.fail(new wrong({ projectId: project.id }))
  }
}

/** Checks an admin access token, which a project owner uses instead of a key. docs/platform.md §2.1. */
const checkOwner = (
  platform: Platform,
  project: Project,
  token: string
): Effect.Effect<void, AnyCallError | Refusal> =>
  Effect.gen(function*() {
    const verified = yield* verify(platform, token).pipe(
      Effect.catchTags({
        Unreadable: () => Effect.fail(new UnparsableAdminAccessToken()),
        Expired: ({ at }) => Effect.fail(new AdminAccessTokenExpired({ expiredAt: at }))
      })
    )
    if (verified.restriction !== undefined && !verified.isAnonymous) {
      return yield* Effect.fail(new UnparsableAdminAccessToken())
    }
    if (verified.projectId !== "internal" || verified.isAnonymous) {
      return yield* Effect.fail(new AdminAccessTokenIsNotAdmin())
    }
    const internal = platform.store.projects.get("internal")!
    if (!internal.users.has(verified.userId)) {
      return yield* Refusal.fail(401, "The user of the admin access token was deleted")
    }
    const { ownerTeamId } = project
    if (ownerTeamId === null || membershipOf(internal, verified.userId, ownerTeamId) === undefined) {
      return yield* Effect.fail(new AdminAccessTokenIsNotAdmin())
    }
  })

const signedOut = { user: undefined, sessionId: undefined }

/** Returns the user of the access token. A deleted user counts as signed out. */
const tokenUser = Effect.fnUntraced(function*(
  platform: Platform,
  incoming: Incoming,
  projectId: string
): Effect.fn.Return<Pick<Authentication, "user" | "sessionId">, AnyCallError> {
  const token = platformHeader(incoming, "access-token")
  if (token === undefined) return signedOut
  const verified = yield* verify(platform, token).pipe(
    Effect.catchTags({
      Unreadable: () => Effect.fail(new UnparsableAccessToken()),
      Expired: (error) => Effect.fail(expiredError(platform, error))
    })
  )
  if (verified.projectId !== projectId) {
    return yield* Effect.fail(
      new InvalidProjectForAccessToken({ expectedProjectId: projectId, actualProjectId: verified.projectId })
    )
  }
  const allowsAnonymous = platformHeader(incoming, "allow-anonymous-user") === "true"
  if (verified.isAnonymous && !allowsAnonymous) {
    return yield* Effect.fail(new AnonymousAuthenticationNotAllowed())
  }
  // until the token is refreshed, its claims are used instead of the user's current state
  const { restriction } = verified
  const allowsRestricted = allowsAnonymous || platformHeader(incoming, "allow-restricted-user") === "true"
  if (restriction !== undefined && !allowsRestricted) {
    return yield* Effect.fail(new RestrictedUserNotAllowed({ restrictedReason: { type: restriction } }))
  }
  const user = platform.store.projects.get(projectId)?.users.get(verified.userId)
  return user === undefined ? signedOut : { user, sessionId: verified.sessionId }
})
