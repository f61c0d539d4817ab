/** Invitations to a team, sent by email. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { Success } from "./responses.ts"

/** An invitation that is neither accepted nor expired. */
export class TeamInvitation extends Schema.Opaque<TeamInvitation>()(wireStruct({
  id: Schema.String,
  teamId: Schema.String,
  /** Present on newer platforms only. */
  teamDisplayName: Schema.optionalKey(Schema.String),
  recipientEmail: Schema.String,
  /** Seven days after the invitation was sent. */
  expiresAt: wire("expires_at_millis", Millis)
})) {}

/** The response to sending an invitation. */
export class TeamInvitationSent extends Schema.Opaque<TeamInvitationSent>()(wireStruct({
  ...Success.fields,
  /** The invitation's id, for revoking it. */
  id: Schema.String
})) {}

/** The details to show a user before accepting. */
export class TeamInvitationDetails extends Schema.Opaque<TeamInvitationDetails>()(wireStruct({
  teamId: Schema.String,
  teamDisplayName: Schema.String
})) {}
