/** Domains for e-mails that the platform looks after. In later revisions of the platform. */
import * as Schema from "effect/Schema"
import { openEnum } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** How far a domain is. The project's e-mails go out from it once it is `applied`. */
export const ManagedEmailDomainStatus = openEnum("pending_dns", "pending_verification", "verified", "applied", "failed")

/** A domain that the platform sends e-mails from. */
export class ManagedEmailDomain extends Schema.Opaque<ManagedEmailDomain>()(wireStruct({
  domainId: Schema.String,
  subdomain: Schema.String,
  /** What stands before the `@`. */
  senderLocalPart: Schema.String,
  /** What the domain's name servers have to be. */
  nameServerRecords: Schema.Array(Schema.String),
  status: ManagedEmailDomainStatus
})) {}
