/** The overview of agents and command-line logins for the project's owner. docs/platform.md §26. */
import type { DeviceAuthOverview } from "../../../../schemas/entities/Agent.ts"
import { agentAttempts, contactChannels } from "../../model/index.ts"
import type { Platform, Project } from "../../state/index.ts"

const attemptLimit = 50
const sessionLimit = 200

type Attempt = DeviceAuthOverview["recentAttempts"][number]

/** Returns the latest registrations of agents, newest first. */
export const recentAgents = (platform: Platform, project: Project): ReadonlyArray<Attempt> =>
  [...project.agentsByPollToken.values()].slice(-attemptLimit).reverse().map((attempt) => ({
    id: attempt.id,
    status: agentAttempts.statusOf(platform, attempt),
    createdAt: new Date(attempt.createdAt),
    expiresAt: new Date(attempt.expiresAt),
    usedAt: attempt.usedAt === null ? null : new Date(attempt.usedAt),
    agent: { ...attempt.agent, userHint: attempt.userHint }
  }))

/** Returns the latest logins of command-line tools, newest first. */
export const recentLogins = (platform: Platform, project: Project): ReadonlyArray<Attempt> =>
  [...project.cliLoginsByPollingCode.values()].slice(-attemptLimit).reverse().map((login) => ({
    id: login.id ?? "",
    status: login.usedAt !== null
      ? "used"
      : login.expiresAt <= platform.now()
      ? "expired"
      : login.refreshToken === null
      ? "waiting"
      : "success",
    createdAt: new Date(login.createdAt ?? 0),
    expiresAt: new Date(login.expiresAt),
    usedAt: login.usedAt === null ? null : new Date(login.usedAt),
    agent: null
  }))

/** Returns the latest sessions of agents, newest first, including those that they had before a person approved. */
export const agentSessions = (platform: Platform, project: Project) =>
  [...project.sessions.values()].filter(({ agentName }) => agentName != null).slice(-sessionLimit).reverse().flatMap(
    (session) => {
      const user = project.users.get(session.userId)
      return user === undefined ? [] : [{
        sessionId: session.id,
        agentName: session.agentName ?? null,
        userId: user.id,
        displayName: user.displayName,
        primaryEmail: contactChannels.primaryOf(project, user)?.value ?? null,
        isAnonymous: user.isAnonymous,
        createdAt: new Date(session.createdAt),
        lastActiveAt: new Date(session.lastUsedAt ?? session.createdAt),
        expiresAt: new Date(session.expiresAt),
        isExpired: session.expiresAt <= platform.now()
      }]
    }
  )

/** Counts attempts by status, and live sessions. */
export const agentSummary = (
  attempts: ReadonlyArray<Attempt>,
  sessions: ReturnType<typeof agentSessions>
): { readonly [name: string]: number } => {
  const counts = ["waiting", "success", "denied", "expired", "used"].map((status) => [
    `${status}_attempts_in_window`,
    attempts.filter((attempt) => attempt.status === status).length
  ])
  return {
    attempts_in_window: attempts.length,
    ...Object.fromEntries(counts),
    active_sessions_in_window: sessions.filter(({ isExpired }) => !isExpired).length,
    attempt_window_limit: attemptLimit,
    session_window_limit: sessionLimit
  }
}
