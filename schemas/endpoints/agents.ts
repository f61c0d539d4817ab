/**
 * Sign-in of AI agents on a person's account: the agent registers, the person confirms in the browser, and the agent
 * polls. Known only from the sources of a development branch of the platform, and never seen on a running one.
 * Platforms without these routes respond with 404 or 405. docs/protocol.md §28.
 */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import {
  AgentConfirmation,
  AgentDiscovery,
  AgentPoll,
  AgentRegistration,
  DeviceAuthOverview
} from "../entities/Agent.ts"
import { AnonymousAuthenticationNotAllowed, RedirectUrlNotWhitelisted } from "../errors/authConfiguration.ts"
import {
  AgentAuthInvalidClaimCode,
  AgentAuthInvalidPollToken,
  AgentAuthNotEnabled,
  InvalidPollingCodeError
} from "../errors/cliAuthentication.ts"
import { RestrictedUserNotAllowed } from "../errors/restrictions.ts"
import { fixed, Secret, TypedCode, Url } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** Text of 1 to `longest` characters. */
const text = (longest: number) => Schema.NonEmptyString.check(Schema.isMaxLength(longest))

const address = Url.check(Schema.isMaxLength(300))

/** Returns the addresses for agents, and whether the project lets them sign in. Works while agent sign-in is off. */
export const discover = endpoint("client", "agents.discover", "GET /agent/discovery", {
  output: AgentDiscovery,
  session: "optional",
  since: "later"
})

/** Returns the steps of a sign-in as Markdown with the project's addresses, written for agents. */
export const guide = endpoint("client", "agents.guide", "GET /agent/auth.md", {
  // a proxy's HTML page isn't Markdown
  output: Schema.String.check(Schema.isPattern(/^\s*[^\s<]/, { expected: "Markdown" })),
  session: "optional",
  since: "later"
})

/**
 * Registers an agent: creates an anonymous user with a session, and a claim code for a person to confirm. Every call
 * creates another user. `expiresInMillis` is between 30,000 and 3,600,000, by default 900,000 (15 minutes).
 * `RedirectUrlNotWhitelisted` means that the project doesn't trust `appUrl`.
 */
export const register = endpoint("client", "agents.register", "POST /agent/register", {
  input: {
    agent: wireStruct({
      name: text(100),
      description: Schema.optional(Schema.String.check(Schema.isMaxLength(500))),
      url: Schema.optional(address)
    }),
    /** The person the agent claims to work for. Shown to the person who confirms, and never checked. */
    userHint: Schema.optional(Schema.String.check(Schema.isMaxLength(256))),
    /** The app on which the person confirms. */
    appUrl: Schema.optional(address),
    expiresInMillis: Schema.optional(
      Schema.Finite.check(Schema.isGreaterThanOrEqualTo(30_000), Schema.isLessThanOrEqualTo(3_600_000))
    )
  },
  output: AgentRegistration,
  errors: [AgentAuthNotEnabled, RedirectUrlNotWhitelisted],
  session: "optional",
  since: "later"
})

/**
 * Polls a registration. The session on the person's account is returned once, and can't be fetched again if the
 * response is lost. Returning the session ends the anonymous session.
 */
export const poll = endpoint("client", "agents.poll", "POST /agent/register/poll", {
  input: { pollToken: Secret },
  output: AgentPoll,
  errors: [AgentAuthNotEnabled, InvalidPollingCodeError, AgentAuthInvalidPollToken],
  status: ({ session }) => session === undefined || session === null ? 200 : 201,
  session: "optional",
  since: "later"
})

const confirmationErrors = [
  AgentAuthNotEnabled,
  AgentAuthInvalidClaimCode,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed
] as const

/**
 * Returns what an agent says about itself, for the signed-in person to decide. Does not use up the claim code. Unknown,
 * used and expired codes all give the same error.
 */
export const inspect = endpoint("client", "agents.inspect", "POST /agent/register/confirm", {
  input: { claimCode: TypedCode, action: fixed("inspect") },
  output: AgentConfirmation,
  errors: confirmationErrors,
  since: "later"
})

/**
 * Approves an agent: opens a 90-day session on the signed-in person's account, which the agent then fetches. Works
 * once.
 */
export const approve = endpoint("client", "agents.approve", "POST /agent/register/confirm", {
  input: { claimCode: TypedCode, action: fixed("approve") },
  output: AgentConfirmation,
  errors: confirmationErrors,
  invalidates: ["sessions"],
  since: "later"
})

/** Denies an agent, which ends its anonymous session. Works once. */
export const deny = endpoint("client", "agents.deny", "POST /agent/register/confirm", {
  input: { claimCode: TypedCode, action: fixed("deny") },
  output: AgentConfirmation,
  errors: confirmationErrors,
  since: "later"
})

/** Returns the latest registrations of agents, or the latest logins of command-line tools, with their sessions. */
export const overview = endpoint("admin", "agents.overview", "GET /internal/device-auth", {
  input: { kind: Schema.Literals(["cli", "agent"]) },
  output: DeviceAuthOverview,
  since: "later"
})
