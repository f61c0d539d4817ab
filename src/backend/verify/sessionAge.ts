/**
 * Age of a session, and whether it is an agent's. The access token shows neither, but the platform's list of sessions
 * does. The list is read once per session, with the session's own tokens.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Policy, Project, RetryPolicy, Transport } from "../../../layers/call/index.ts"
import { layerExplicit } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import { type CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { Client } from "../../programs/index.ts"
import { type Now, Remembered } from "../token/index.ts"
import { acrossRequests } from "./acrossRequests.ts"
import type { SessionAuthentication } from "./Authentication.ts"
import type { FreshRule } from "./freshRule.ts"
import { meansOfUser, newestMeans } from "./knownMeans.ts"
import { maxCached } from "./withinBudget.ts"

/** Returns when a session began, in milliseconds since the epoch. */
export type SessionStartedAt = (
  session: SessionAuthentication
) => Effect.Effect<number | undefined, CallError | InvalidConfiguration>

/** Entry of a session in the list of sessions. */
interface ListedSession {
  readonly startedAt: number
  /** Name of the agent, `null` for a person. `undefined` on platforms that don't report it. docs/protocol.md §28. */
  readonly agentName: string | null | undefined
}

/** Finds a session in the list. Returns `undefined` if it isn't listed: it is an impersonation, or it has ended. */
type FindSession = (
  session: SessionAuthentication
) => Effect.Effect<ListedSession | undefined, CallError | InvalidConfiguration>

/** Dependencies of requests about a session. */
export interface SessionLookup {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly policy: Policy
  readonly scope: Scope.Scope
  readonly now: Now
}

/** Creates the lookup. */
const makeFindSession = ({ now, policy, project, scope, transport }: SessionLookup): FindSession => {
  const known = new Remembered<ListedSession>(maxCached, now)
  const platform = Layer.merge(Layer.succeed(Project, project), Layer.succeed(Transport, transport))
  const look = acrossRequests(
    scope,
    (sessionId: string, { tokens }: SessionAuthentication) =>
      Sessions.list({ userId: "me" }).pipe(
        Effect.map(({ items }): ListedSession | undefined => {
          const found = items.find(({ id }) => id === sessionId)
          return found && { startedAt: found.createdAt.getTime(), agentName: found.agentName }
        }),
        Effect.tap((found) =>
          Effect.sync(() => found !== undefined && known.set(sessionId, found, Number.POSITIVE_INFINITY))
        ),
        // the session has ended
        Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.succeed(undefined)),
        Effect.provide(Layer.provide(Client.layerNoProject({ tokenStore: layerExplicit(tokens) }), platform), {
          local: true
        }),
        Effect.provideService(RetryPolicy, policy)
      )
  )
  return (session) =>
    session.sessionId === undefined
      ? Effect.succeed(undefined)
      : Effect.suspend(() => {
        const found = known.get(session.sessionId!)
        return found === undefined ? look(session.sessionId!, session) : Effect.succeed(found)
      })
}

/** Result of a check of a session's age. */
export type Freshness = "fresh" | "too-old" | "new-means"

/** Checks the age of a session, and the sign-in methods if the rule demands it. */
export type CheckFreshness = (
  session: SessionAuthentication,
  rule: FreshRule
) => Effect.Effect<Freshness, CallError | InvalidConfiguration>

/**
 * Creates the check. If a wrong clock puts the beginning in the future, it counts as now. The sign-in methods are
 * read for each check, because they may have changed.
 */
const makeCheckFreshness = (
  { now, policy, project, transport }: Pick<SessionLookup, "now" | "policy" | "project" | "transport">,
  sessionStartedAt: SessionStartedAt
): CheckFreshness => {
  const platform = Layer.merge(Layer.succeed(Project, project), Layer.succeed(Transport, transport))
  return (session, { means, withinMillis }) =>
    Effect.gen(function*() {
      const startedAt = yield* sessionStartedAt(session)
      if (startedAt === undefined || now() - startedAt > withinMillis) return "too-old"
      if (means === "any") return "fresh"
      const current = yield* meansOfUser.pipe(
        Effect.provide(Layer.provide(Client.layerNoProject({ tokenStore: layerExplicit(session.tokens) }), platform), {
          local: true
        }),
        Effect.provideService(RetryPolicy, policy),
        // the session has ended
        Effect.catchTags({
          CannotGetOwnUserWithoutUser: () => Effect.succeed(undefined),
          UserNotFound: () => Effect.succeed(undefined)
        })
      )
      if (current === undefined) return "too-old"
      const newest = yield* Effect.mapError(newestMeans(session.userId, current, now()), storeFailed)
      return newest < 0 || now() - newest > withinMillis ? "fresh" : "new-means"
    })
}

const storeFailed = () =>
  new InvalidConfiguration({
    setting: "KnownMeans",
    problem: "could not be read or written, so that a recent sign-in can't be checked",
    next: "Check the key-value store that layerKnownMeans uses."
  })

/** Holder of a session: a person or an agent. `unknown` if the session isn't listed, because then it proves nothing. */
export type SessionHolder = "person" | "agent" | "unknown"

/**
 * Distinguishes a person's session from an agent's. Fails if the platform's list doesn't show which sessions belong to
 * agents.
 */
export type HolderOf = (
  session: SessionAuthentication
) => Effect.Effect<SessionHolder, CallError | InvalidConfiguration>

/** Creates the check. */
const makeHolderOf = (find: FindSession): HolderOf => (session) =>
  Effect.flatMap(find(session), (found) => {
    if (found === undefined) return Effect.succeed("unknown")
    return found.agentName === undefined
      ? Effect.fail(
        new InvalidConfiguration({
          setting: "RequireHuman",
          problem: "can't tell agents from people, because this platform's list of sessions has no names of agents",
          next: "Remove it: on platforms without sign-in for agents, every session is a person's."
        })
      )
      // any text is an agent's name, also an empty one
      : Effect.succeed(found.agentName === null ? "person" : "agent")
  })

/** Creates the checks of sessions, which share one reading of the list. */
export const makeSessionChecks = (lookup: SessionLookup) => {
  const find = makeFindSession(lookup)
  const sessionStartedAt: SessionStartedAt = (session) => Effect.map(find(session), (found) => found?.startedAt)
  return {
    holderOf: makeHolderOf(find),
    sessionStartedAt,
    checkFreshness: makeCheckFreshness(lookup, sessionStartedAt)
  }
}
