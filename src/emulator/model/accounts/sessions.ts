/** Sessions and their refresh tokens. docs/platform.md §6. */
import * as Duration from "effect/Duration"
import { nonce } from "../../../../layers/call/index.ts"
import type { Platform, Project, Session, User } from "../../state/index.ts"

/** Default lifetime of a session. */
export const defaultLifetime = Duration.millis(31_536_000_000)

/** Creates a session. */
export const open = (platform: Platform, project: Project, user: User, options: {
  readonly lifeMillis?: number | undefined
  readonly isImpersonation?: boolean | undefined
  /** @default a new id */
  readonly id?: string | undefined
  readonly agentName?: string | undefined
} = {}): Session => {
  const now = platform.now()
  const session: Session = {
    id: options.id ?? crypto.randomUUID(),
    userId: user.id,
    refreshToken: nonce(),
    createdAt: now,
    expiresAt: now + (options.lifeMillis ?? Duration.toMillis(defaultLifetime)),
    isImpersonation: options.isImpersonation ?? false,
    agentName: options.agentName ?? null,
    lastUsedAt: null,
    place: null
  }
  project.sessions.set(session.id, session)
  project.sessionsByRefreshToken.set(session.refreshToken, session)
  const others = project.sessionsByUser.get(user.id)
  if (others === undefined) project.sessionsByUser.set(user.id, [session])
  else others.push(session)
  return session
}

/** Finds an unexpired session by its refresh token. */
export const byRefreshToken = (platform: Platform, project: Project, token: string): Session | undefined => {
  const session = project.sessionsByRefreshToken.get(token)
  return session !== undefined && session.expiresAt > platform.now() ? session : undefined
}

/** Ends a session. Its access tokens stay valid until they expire. */
export const end = (project: Project, session: Session): void => {
  project.sessions.delete(session.id)
  project.sessionsByRefreshToken.delete(session.refreshToken)
  const left = project.sessionsByUser.get(session.userId)?.filter((other) => other !== session) ?? []
  if (left.length === 0) project.sessionsByUser.delete(session.userId)
  else project.sessionsByUser.set(session.userId, left)
}

/** Returns a user's sessions, newest first. */
export const ofUser = (project: Project, userId: string): ReadonlyArray<Session> =>
  [...project.sessionsByUser.get(userId) ?? []].reverse()

/** Ends all sessions of a user, optionally except one. */
export const endAll = (project: Project, userId: string, except?: Session): void => {
  for (const session of ofUser(project, userId)) {
    if (session !== except) end(project, session)
  }
}
