/**
 * Age of a session. The access token doesn't show it: each refresh issues a new one. The platform's list of sessions
 * does. It is read once per session, with the session's own tokens.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Policy, Project, RetryPolicy, Transport } from "../../../layers/call/index.ts"
import { layerExplicit } from "../../../layers/session/index.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import type { CallError, InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { Client } from "../../programs/index.ts"
import { type Now, Remembered } from "../token/index.ts"
import { acrossRequests } from "./acrossRequests.ts"
import type { SessionAuthentication } from "./Authentication.ts"
import { maxCached } from "./withinBudget.ts"

/** Returns when a session began, in milliseconds since the epoch. */
export type SessionStartedAt = (
  session: SessionAuthentication
) => Effect.Effect<number | undefined, CallError | InvalidConfiguration>

/** Creates the lookup. A session that the platform doesn't list, such as an impersonation, has no known beginning. */
export const makeSessionStartedAt = ({ now, policy, project, scope, transport }: {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly policy: Policy
  readonly scope: Scope.Scope
  readonly now: Now
}): SessionStartedAt => {
  const known = new Remembered<number>(maxCached, now)
  const platform = Layer.merge(Layer.succeed(Project, project), Layer.succeed(Transport, transport))
  const look = acrossRequests(
    scope,
    (sessionId: string, { tokens }: SessionAuthentication) =>
      Sessions.list({ userId: "me" }).pipe(
        Effect.map(({ items }) => items.find(({ id }) => id === sessionId)?.createdAt.getTime()),
        Effect.tap((startedAt) =>
          Effect.sync(() => startedAt !== undefined && known.set(sessionId, startedAt, Number.POSITIVE_INFINITY))
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
        const startedAt = known.get(session.sessionId!)
        return startedAt === undefined ? look(session.sessionId!, session) : Effect.succeed(startedAt)
      })
}

/** Whether a session began within a time before now. A beginning in the future, by a wrong clock, counts as now. */
export const isFresh = (startedAt: number | undefined, within: Duration.Input, now: number): boolean =>
  startedAt !== undefined && now - startedAt <= Duration.toMillis(within)
