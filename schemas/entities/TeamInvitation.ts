/** Invitations to a team, sent by e-mail. docs/platform.md §10. */
import * as Schema from "effect/Schema"
import { Millis } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"
import { Success } from "./answers.ts"

/** An invitation that has neither been accepted nor expired. */
export class TeamInvitation extends Schema.Opaque<TeamInvitation>()(wireStruct({
  id: Schema.String,
  teamId: Schema.String,
  /** Sent by newer platforms only. */
  teamDisplayName: Schema.optionalKey(Schema.String),
  recipientEmail: Schema.String,
  /** Seven days after it was sent. */
  expiresAt: wire("expires_at_millis", Millis)
})) {}

/** The invitation is on its way. */
export class TeamInvitationSent extends Schema.Opaque<TeamInvitationSent>()(wireStruct({
  ...Success.fields,
  /** The invitation's id, to revoke it by. */
  id: Schema.String
})) {}

/** What to show somebody who is about to accept. */
export class TeamInvitationDetails extends Schema.Opaque<TeamInvitationDetails>()(wireStruct({
  teamId: Schema.String,
  teamDisplayName: Schema.String
})) {}
