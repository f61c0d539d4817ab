/** Sessions of a user: one per sign-in. docs/platform.md §6. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Where an address is, as far as the platform's edge can tell. */
export class GeoInfo extends Schema.Opaque<GeoInfo>()(wireStruct({
  ip: Schema.String,
  /** Two letters. */
  countryCode: wire("countryCode", maybe(Schema.String)),
  regionCode: wire("regionCode", maybe(Schema.String)),
  cityName: wire("cityName", maybe(Schema.String)),
  latitude: maybe(Schema.Finite),
  longitude: maybe(Schema.Finite),
  /** A time zone of the IANA list: `Europe/Lisbon`. */
  tzIdentifier: wire("tzIdentifier", maybe(Schema.String))
})) {}

/** A session: what a refresh token stands for, from sign-in to sign-out. */
export class ActiveSession extends Schema.Opaque<ActiveSession>()(wireStruct({
  /** Also in the access token, as `refreshTokenId`. */
  id: Schema.String,
  userId: Schema.String,
  createdAt: Millis,
  /** Opened by someone who acts as the user. Such sessions are listed at admin level only. */
  isImpersonation: Schema.Boolean,
  /** Absent until the session is used for the first time. */
  lastUsedAt: Schema.optionalKey(Millis),
  /** It is the session whose access token asked. */
  isCurrentSession: Schema.optionalKey(Schema.Boolean),
  lastUsedAtEndUserIpInfo: Schema.optionalKey(GeoInfo)
})) {}
