/**
 * Sign-in of AI agents on a person's account. Known only from the sources of a development branch of the platform; no
 * running platform with it was available. docs/protocol.md §28.
 */
import * as Schema from "effect/Schema"
import { Millis, openEnum, Secret } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { Tokens } from "./Tokens.ts"

/** A registered agent that waits for a person's approval. */
export class AgentRegistration extends Schema.Opaque<AgentRegistration>()(wireStruct({
  /** The code that the person confirms: `XXXX-XXXX`. It gives no access. */
  claimCode: Schema.String,
  /** The address of the page on which the person confirms. */
  confirmUrl: Schema.String,
  /** The secret of the agent, for polling. */
  pollToken: Secret,
  expiresAt: wire("expires_at_millis", Millis),
  /** The agent's own anonymous session until it is approved. */
  anonymousSession: Tokens
})) {}

/** The status of a registration. */
export class AgentPoll extends Schema.Opaque<AgentPoll>()(wireStruct({
  /** The first version of agent sign-in sends `pending` for `waiting`, and `approved` for `success`. */
  status: openEnum("waiting", "success", "denied", "expired", "used", "pending", "approved"),
  /** The session on the person's account. Returned once, with `success` or `approved`. */
  session: Schema.optionalKey(Schema.NullOr(Tokens))
})) {}

/** What an agent says about itself. */
export const AgentDescription = wireStruct({
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String)
})

/** A registration as the person sees it. */
export class AgentConfirmation extends Schema.Opaque<AgentConfirmation>()(wireStruct({
  /** The agent's description of itself, unverified. */
  agent: AgentDescription,
  /** The person the agent claims to work for, unverified. */
  userHint: Schema.NullOr(Schema.String),
  expiresAt: wire("expires_at_millis", Millis),
  /** The first version of agent sign-in sends `pending` for `waiting`, and `approved` for `success`. */
  status: openEnum("waiting", "success", "denied", "pending", "approved")
})) {}

const headers = Schema.Record(Schema.String, Schema.String)

/** Addresses and rules for agents. A program can read them with only a project's id. */
export class AgentDiscovery extends Schema.Opaque<AgentDiscovery>()(wireStruct({
  issuer: Schema.String,
  registrationEndpoint: Schema.String,
  tokenEndpoint: Schema.String,
  revocationEndpoint: Schema.String,
  agentAuthMd: Schema.String,
  agentAuth: wire(
    "hexclave_agent_auth",
    wireStruct({
      /** Whether the project lets agents sign in. */
      enabled: Schema.Boolean,
      projectId: Schema.String,
      projectDisplayName: Schema.String,
      /** `null` if the request had no key. */
      publishableClientKey: Schema.NullOr(Schema.String),
      publishableClientKeyRequired: Schema.optionalKey(Schema.Boolean),
      pollEndpoint: Schema.String,
      confirmEndpoint: Schema.String,
      sessionsEndpoint: Schema.String,
      anonymousSessionHeader: headers,
      claimCodeFormat: Schema.String,
      defaultAttemptLifetimeMillis: Schema.Finite,
      agentSessionLifetimeMillis: Schema.Finite,
      requiredHeaders: headers
    })
  )
})) {}

/** The latest registrations of agents or logins of command-line tools, and the sessions that they opened. */
export class DeviceAuthOverview extends Schema.Opaque<DeviceAuthOverview>()(wireStruct({
  /** Counts by name, such as `waiting_attempts_in_window`. */
  summary: Schema.Record(Schema.String, Schema.Int),
  /** The last 50 attempts. */
  recentAttempts: Schema.Array(wireStruct({
    id: Schema.String,
    status: openEnum("waiting", "success", "denied", "expired", "used"),
    createdAt: Schema.DateFromString,
    expiresAt: Schema.DateFromString,
    usedAt: Schema.NullOr(Schema.DateFromString),
    agent: Schema.NullOr(wireStruct({ ...AgentDescription.fields, userHint: Schema.NullOr(Schema.String) }))
  })),
  /** Up to 200 sessions. */
  sessions: Schema.Array(wireStruct({
    sessionId: Schema.String,
    agentName: Schema.NullOr(Schema.String),
    userId: Schema.String,
    displayName: Schema.NullOr(Schema.String),
    primaryEmail: Schema.NullOr(Schema.String),
    isAnonymous: Schema.Boolean,
    createdAt: Schema.DateFromString,
    lastActiveAt: Schema.DateFromString,
    expiresAt: Schema.NullOr(Schema.DateFromString),
    isExpired: Schema.Boolean
  }))
})) {}
