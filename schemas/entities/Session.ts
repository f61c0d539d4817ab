/** Sessions of a user; each sign-in creates one. docs/platform.md §6. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The location of an IP address, as far as the platform knows it. */
export class GeoInfo extends Schema.Opaque<GeoInfo>()(wireStruct({
  ip: Schema.String,
  /** Two-letter country code. */
  countryCode: wire("countryCode", maybe(Schema.String)),
  regionCode: wire("regionCode", maybe(Schema.String)),
  cityName: wire("cityName", maybe(Schema.String)),
  latitude: maybe(Schema.Finite),
  longitude: maybe(Schema.Finite),
  /** An IANA time zone, for example `Europe/Lisbon`. */
  tzIdentifier: wire("tzIdentifier", maybe(Schema.String))
})) {}

/** A session: from sign-in to sign-out, identified by a refresh token. */
export class ActiveSession extends Schema.Opaque<ActiveSession>()(wireStruct({
  /** Id of the session. The access token contains it as `refreshTokenId`. */
  id: Schema.String,
  userId: Schema.String,
  createdAt: Millis,
  /** Whether a back end or admin opened the session as the user. Only the admin level lists such sessions. */
  isImpersonation: Schema.Boolean,
  /** Absent until the session's first use. */
  lastUsedAt: Schema.optionalKey(Millis),
  /** Whether the request's access token belongs to this session. */
  isCurrentSession: Schema.optionalKey(Schema.Boolean),
  /**
   * Name of the agent that uses the session, `null` for people. Absent on platforms without agents. docs/protocol.md
   * §28.
   */
  agentName: maybe(Schema.String),
  lastUsedAtEndUserIpInfo: Schema.optionalKey(GeoInfo)
})) {}
