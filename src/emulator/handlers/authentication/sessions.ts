/** Sessions. docs/platform.md §6, docs/protocol.md §20. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import {
  AccessTokenExpired,
  CannotDeleteCurrentSession,
  RefreshTokenNotFoundOrExpired
} from "../../../../schemas/errors/session.ts"
import { UserIdDoesNotExist } from "../../../../schemas/errors/users.ts"
import { sessions } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { type ApiRequest, handle, schemaError, userIdOf, viewsOf } from "../../request/index.ts"
import { platformHeader, type Project, Refusal, type Session, success } from "../../state/index.ts"

const view = (session: Session, { authentication, platform }: ApiRequest) => ({
  id: session.id,
  userId: session.userId,
  createdAt: new Date(session.createdAt),
  isImpersonation: session.isImpersonation,
  ...(session.lastUsedAt === null ? {} : { lastUsedAt: new Date(session.lastUsedAt) }),
  isCurrentSession: session.id === authentication?.sessionId,
  ...(platform.features.has("agents") && { agentName: session.agentName ?? null }),
  ...(session.place === null ? {} : { lastUsedAtEndUserIpInfo: session.place })
})

/** Issues an access token for a refresh token. Fails if the session's user was deleted. docs/platform.md §8.2. */
export const refreshed = (request: ApiRequest, project: Project, refreshToken: string) =>
  Effect.gen(function*() {
    const session = sessions.byRefreshToken(request.platform, project, refreshToken)
    if (session === undefined) return yield* Effect.fail(new RefreshTokenNotFoundOrExpired())
    const user = project.users.get(session.userId)
    if (user === undefined) {
      return request.platform.rules.sessionOfDeletedUser === "notFound"
        ? yield* Effect.fail(new RefreshTokenNotFoundOrExpired())
        : yield* Refusal.fail(500, "The user of this session was deleted")
    }
    return yield* accounts.accessTokenFor(request, project, user, session)
  })

/** Handlers for `/auth/sessions`. */
export const handlers = handle(Sessions, {
  list: (input, request) =>
    Effect.gen(function*() {
      const userId = yield* userIdOf(request, input.userId)
      if (request.level === "client" && userId !== request.user?.id) {
        return yield* Refusal.fail(403, "Users can only list their own sessions")
      }
      const items = sessions.ofUser(request.project, userId)
        .filter(({ isImpersonation }) => !isImpersonation || request.level === "admin")
      return { items: viewsOf(items, (session) => view(session, request)), isPaginated: false }
    }),

  create: (input, request) =>
    Effect.gen(function*() {
      const { platform, project, spec } = request
      const userId = yield* userIdOf(request, input.userId)
      if (input.expiresInMillis !== undefined && input.expiresInMillis <= 0) {
        return yield* Effect.fail(
          schemaError(spec, [{ path: "body.expires_in_millis", problem: "expected a positive number" }])
        )
      }
      const user = project.users.get(userId)
      if (user === undefined) return yield* Effect.fail(new UserIdDoesNotExist({ userId }))
      const session = sessions.open(platform, project, user, {
        lifeMillis: input.expiresInMillis,
        isImpersonation: input.isImpersonation
      })
      if (input.expiresInMillis === 1 && !platform.rules.instantSessions) {
        // the session exists, and has been used
        session.lastUsedAt = platform.now()
        return yield* Refusal.fail(500, "The session expired before its access token was issued")
      }
      const accessToken = yield* accounts.accessTokenFor(request, project, user, session)
      return { accessToken, refreshToken: Redacted.make(session.refreshToken) }
    }),

  delete: ({ id, userId }, request) =>
    Effect.gen(function*() {
      yield* userIdOf(request, userId)
      const { authentication, level, project, user } = request
      const session = project.sessions.get(id)
      if (session === undefined || (level === "client" && session.userId !== user?.id)) {
        return yield* Refusal.fail(404, "There is no such session")
      }
      if (session.id === authentication?.sessionId) return yield* Effect.fail(new CannotDeleteCurrentSession())
      sessions.end(project, session)
      return success
    }),

  deleteCurrent: (_, { authentication, platform, project }) =>
    Effect.gen(function*() {
      const sessionId = authentication?.sessionId
      if (sessionId === undefined) {
        return yield* Effect.fail(
          new AccessTokenExpired({
            expiredAt: new Date(platform.now()),
            ...(platform.rules.namesUserOfExpired && { projectId: null, userId: null, refreshTokenId: null })
          })
        )
      }
      const session = project.sessions.get(sessionId)
      if (session === undefined) {
        return platform.rules.signOutTwice === "notFound"
          ? yield* Effect.fail(new RefreshTokenNotFoundOrExpired())
          : yield* Refusal.fail(500, "The session was already ended")
      }
      sessions.end(project, session)
      return success
    }),

  refresh: (_, request) =>
    Effect.gen(function*() {
      const token = platformHeader(request.incoming, "refresh-token")
      if (token === undefined) {
        return yield* Effect.fail(
          schemaError(request.spec, [{ path: "headers.x-stack-refresh-token", problem: "missing" }])
        )
      }
      return { accessToken: yield* refreshed(request, request.project, token) }
    })
})
