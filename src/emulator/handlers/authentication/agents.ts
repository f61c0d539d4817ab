/** Sign-in of agents. docs/platform.md §26, docs/protocol.md §28. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseUrl, withoutTrailingSlashes } from "../../../../schemas/address.ts"
import * as Agents from "../../../../schemas/endpoints/agents.ts"
import { AnonymousAuthenticationNotAllowed } from "../../../../schemas/errors/authConfiguration.ts"
import {
  AgentAuthInvalidClaimCode,
  AgentAuthNotEnabled,
  InvalidPollingCodeError
} from "../../../../schemas/errors/cliAuthentication.ts"
import { CurrentProjectNotFound } from "../../../../schemas/errors/projects.ts"
import { RestrictedUserNotAllowed } from "../../../../schemas/errors/restrictions.ts"
import { agentAttempts, restrictionOf, sessions, trusted, users } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { type ApiRequest, handle, requiredUser } from "../../request/index.ts"
import { apiUrl, type Platform, platformHeader, type Project, Refusal } from "../../state/index.ts"
import { agentsGuide } from "./agentsGuide.ts"
import { agentSessions, agentSummary, recentAgents, recentLogins } from "./deviceAuth.ts"

const enabled = (project: Project): Effect.Effect<void, AgentAuthNotEnabled> =>
  Effect.suspend(() => agentAttempts.areEnabled(project) ? Effect.void : Effect.fail(new AgentAuthNotEnabled()))

/** Returns the project of a request, which may name the project only in the header for its id. */
const projectOf = ({ authentication, incoming, platform }: ApiRequest) =>
  Effect.suspend((): Effect.Effect<Project, CurrentProjectNotFound | Refusal> => {
    if (authentication !== undefined) return Effect.succeed(authentication.project)
    const projectId = platformHeader(incoming, "project-id")
    if (projectId === undefined) return Refusal.fail(400, "The request names no project")
    const project = platform.store.projects.get(projectId)
    return project === undefined ? Effect.fail(new CurrentProjectNotFound({ projectId })) : Effect.succeed(project)
  })

/** Returns the page on which the person confirms, without its code. docs/protocol.md §28. */
const confirmPage = ({ baseUrl }: Platform, { config }: Project, appUrl: string | undefined): string => {
  const origin = parseUrl(appUrl ?? "")?.origin
  const own = config.domains.find(({ domain }) => withoutTrailingSlashes(domain) === origin)
  const first = origin === undefined ? config.domains.find(({ domain }) => !domain.includes("*")) : undefined
  const site = origin ?? first?.domain ?? baseUrl
  return `${withoutTrailingSlashes(site)}${(own ?? first)?.handlerPath ?? "/handler"}/agent-auth-confirm`
}

/** Runs a decision of the signed-in person, who is neither anonymous nor restricted, about an undecided registration. */
const confirm = (
  request: ApiRequest,
  claimCode: Redacted.Redacted,
  status: string,
  decide: (attempt: NonNullable<ReturnType<typeof agentAttempts.findWaiting>>, person: ApiRequest["user"] & {}) => void
) =>
  Effect.gen(function*() {
    const { platform, project } = request
    const person = yield* requiredUser(request)
    yield* enabled(project)
    if (person.isAnonymous) return yield* Effect.fail(new AnonymousAuthenticationNotAllowed())
    const restriction = restrictionOf(platform, project, person)
    if (restriction !== undefined) {
      return yield* Effect.fail(new RestrictedUserNotAllowed({ restrictedReason: { type: restriction } }))
    }
    const attempt = agentAttempts.findWaiting(platform, project, Redacted.value(claimCode))
    if (attempt === undefined) return yield* Effect.fail(new AgentAuthInvalidClaimCode())
    decide(attempt, person)
    const { agent, expiresAt, userHint } = attempt
    return { agent, userHint, expiresAt: new Date(expiresAt), status }
  })

const register: Parameters<typeof handle<typeof Agents>>[1]["register"] = (
  { agent, appUrl, expiresInMillis, userHint },
  request
) =>
  Effect.gen(function*() {
    const { platform, project } = request
    yield* enabled(project)
    if (appUrl !== undefined) yield* trusted(project, appUrl)
    const user = users.add(platform, project)
    user.isAnonymous = true
    accounts.completeSignUp(platform, project, user)
    const name = agent.name.trim()
    const session = sessions.open(platform, project, user, { agentName: name })
    const attempt = agentAttempts.begin(platform, project, {
      agent: { name, description: agent.description?.trim() ?? null, url: agent.url ?? null },
      userHint: userHint?.trim() ?? null,
      lifeMillis: expiresInMillis,
      session
    })
    const claimCode = agentAttempts.shown(attempt)
    const confirmUrl = new URL(confirmPage(platform, project, appUrl))
    confirmUrl.searchParams.set("code", claimCode)
    return {
      claimCode,
      confirmUrl: confirmUrl.href,
      pollToken: Redacted.make(attempt.pollToken),
      expiresAt: new Date(attempt.expiresAt),
      anonymousSession: yield* accounts.continueSession(request, user, session)
    }
  })

const discover: Parameters<typeof handle<typeof Agents>>[1]["discover"] = (_, request) =>
  Effect.map(projectOf(request), (project) => {
    const { incoming, platform } = request
    const api = apiUrl(platform)
    const key = platformHeader(incoming, "publishable-client-key")
    const isKeyRequired = !platform.rules.clientsWithoutKey
    return {
      issuer: platform.baseUrl,
      registrationEndpoint: `${api}/agent/register`,
      tokenEndpoint: `${api}/auth/sessions/current/refresh`,
      revocationEndpoint: `${api}/auth/sessions/current`,
      agentAuthMd: `${api}/agent/auth.md`,
      agentAuth: {
        enabled: agentAttempts.areEnabled(project),
        projectId: project.id,
        projectDisplayName: project.displayName,
        publishableClientKey: key ?? null,
        publishableClientKeyRequired: isKeyRequired,
        pollEndpoint: `${api}/agent/register/poll`,
        confirmEndpoint: `${api}/agent/register/confirm`,
        sessionsEndpoint: `${api}/auth/sessions`,
        anonymousSessionHeader: { "x-hexclave-allow-anonymous-user": "true" },
        claimCodeFormat: "XXXX-XXXX",
        defaultAttemptLifetimeMillis: Duration.toMillis(agentAttempts.defaultLifetime),
        agentSessionLifetimeMillis: Duration.toMillis(agentAttempts.sessionLifetime),
        requiredHeaders: {
          "x-hexclave-project-id": project.id,
          "x-hexclave-access-type": "client",
          ...(key !== undefined || isKeyRequired
            ? { "x-hexclave-publishable-client-key": key ?? "<publishable client key of the app>" }
            : {})
        }
      }
    }
  })

/** Handlers for `/agent`. */
export const handlers = handle(Agents, {
  discover,
  guide: (_, request) =>
    Effect.map(projectOf(request), (project) => {
      request.responseHeaders["content-type"] = "text/markdown; charset=utf-8"
      return agentsGuide(apiUrl(request.platform), project, agentAttempts.areEnabled(project))
    }),
  register,
  poll: ({ pollToken }, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* enabled(project)
      const attempt = project.agentsByPollToken.get(Redacted.value(pollToken))
      if (attempt === undefined) return yield* Effect.fail(new InvalidPollingCodeError())
      const found = agentAttempts.poll(platform, project, attempt)
      if (found.status !== "success") return { status: found.status }
      const person = project.users.get(found.session.userId)!
      return { status: found.status, session: yield* accounts.continueSession(request, person, found.session) }
    }),
  inspect: ({ claimCode }, request) => confirm(request, claimCode, "waiting", () => {}),
  approve: ({ claimCode }, request) =>
    confirm(
      request,
      claimCode,
      "success",
      (attempt, person) => agentAttempts.approve(request.platform, request.project, attempt, person)
    ),
  deny: ({ claimCode }, request) =>
    confirm(request, claimCode, "denied", (attempt) => agentAttempts.deny(request.project, attempt)),
  overview: ({ kind }, { platform, project }) =>
    Effect.sync(() => {
      const attempts = kind === "agent" ? recentAgents(platform, project) : recentLogins(platform, project)
      // a command-line tool has no session of its own, because it shares the session that confirmed it
      const opened = kind === "agent" ? agentSessions(platform, project) : []
      return { summary: agentSummary(attempts, opened), recentAttempts: attempts, sessions: opened }
    })
})
