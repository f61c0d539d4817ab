/** Sender domains that the platform manages. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** The status of a domain. The project's emails are sent from it once it is `applied`. */
export const ManagedEmailDomainStatus = openEnum("pending_dns", "pending_verification", "verified", "applied", "failed")

/** A domain that the platform sends emails from. */
export class ManagedEmailDomain extends Schema.Opaque<ManagedEmailDomain>()(wireStruct({
  domainId: Schema.String,
  subdomain: Schema.String,
  /** The part before the `@`. */
  senderLocalPart: Schema.String,
  /** The name servers that the domain needs. */
  nameServerRecords: Schema.Array(Schema.String),
  status: ManagedEmailDomainStatus
})) {}
