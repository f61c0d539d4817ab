/** Registrations of agents: begun by the agent, decided by a person, fetched by polling. docs/platform.md §26. */
import * as Duration from "effect/Duration"
import { nonce } from "../../../../layers/call/index.ts"
import type { AgentAttempt, Platform, Project, Session, User } from "../../state/index.ts"
import { sessions } from "../accounts/index.ts"

/** Default lifetime of a registration. */
export const defaultLifetime = Duration.minutes(15)

/** Lifetime of an agent's session on a person's account. */
export const sessionLifetime = Duration.days(90)

/** Characters of a claim code, without 0, O, 1 and I. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

const newClaimCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => signs[byte % signs.length]).join("")

/** Returns a claim code as it is shown: `XXXX-XXXX`. */
export const shown = ({ claimCode }: AgentAttempt): string => `${claimCode.slice(0, 4)}-${claimCode.slice(4)}`

/** Begins a registration with the session of its anonymous user. */
export const begin = (
  platform: Platform,
  project: Project,
  { lifeMillis = Duration.toMillis(defaultLifetime), session, ...rest }:
    & Pick<AgentAttempt, "agent" | "userHint">
    & { readonly lifeMillis: number | undefined; readonly session: Session }
): AgentAttempt => {
  const now = platform.now()
  const attempt: AgentAttempt = {
    ...rest,
    id: crypto.randomUUID(),
    claimCode: newClaimCode(),
    pollToken: nonce(),
    createdAt: now,
    expiresAt: now + lifeMillis,
    anonymousSessionId: session.id,
    isDenied: false,
    sessionId: null,
    usedAt: null
  }
  project.agentsByPollToken.set(attempt.pollToken, attempt)
  project.agentsByClaimCode.set(attempt.claimCode, attempt)
  return attempt
}

/** Status of a registration, in the platform's order of precedence. */
export type Status = "used" | "denied" | "expired" | "success" | "waiting"

export const statusOf = (platform: Platform, attempt: AgentAttempt): Status =>
  attempt.usedAt !== null
    ? "used"
    : attempt.isDenied
    ? "denied"
    : attempt.expiresAt <= platform.now()
    ? "expired"
    : attempt.sessionId === null
    ? "waiting"
    : "success"

/** Finds an undecided registration by its claim code. Case, dashes and spaces don't matter. */
export const findWaiting = (platform: Platform, project: Project, claimCode: string): AgentAttempt | undefined => {
  const attempt = project.agentsByClaimCode.get(claimCode.replace(/[\s-]/g, "").toUpperCase())
  return attempt !== undefined && statusOf(platform, attempt) === "waiting" ? attempt : undefined
}

/** Opens the agent's session on the person's account. */
export const approve = (platform: Platform, project: Project, attempt: AgentAttempt, person: User): void => {
  attempt.sessionId = sessions.open(platform, project, person, {
    lifeMillis: Duration.toMillis(sessionLifetime),
    agentName: attempt.agent.name
  }).id
}

/** Ends the agent's anonymous session. */
export const deny = (project: Project, attempt: AgentAttempt): void => {
  attempt.isDenied = true
  endAnonymous(project, attempt)
}

/**
 * Returns the status. Hands the session over once, which ends the anonymous session. A session that has already ended
 * is `expired` once, and then `used`.
 */
export const poll = (platform: Platform, project: Project, attempt: AgentAttempt):
  | { readonly status: Exclude<Status, "success"> }
  | { readonly status: "success"; readonly session: Session } =>
{
  const status = statusOf(platform, attempt)
  if (status !== "success") return { status }
  attempt.usedAt = platform.now()
  const session = project.sessions.get(attempt.sessionId!)
  if (session === undefined || session.expiresAt <= platform.now()) return { status: "expired" }
  endAnonymous(project, attempt)
  return { status, session }
}

const endAnonymous = (project: Project, { anonymousSessionId }: AgentAttempt): void => {
  const session = project.sessions.get(anonymousSessionId)
  if (session !== undefined) sessions.end(project, session)
}

/** Whether the project's app for agents is switched on, which it isn't by default. */
export const areEnabled = ({ configRest }: Project): boolean =>
  (configRest["apps"] as Apps | undefined)?.installed?.["agent-auth"]?.enabled === true

interface Apps {
  readonly installed?: { readonly [app: string]: { readonly enabled?: unknown } }
}
