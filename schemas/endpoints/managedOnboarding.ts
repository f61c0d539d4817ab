/** Sending emails from a domain that the platform manages. Since revision 2026-04. */
import * as Schema from "effect/Schema"
import { endpoint } from "../Endpoint.ts"
import { ManagedEmailDomain, ManagedEmailDomainStatus } from "../entities/ManagedEmailDomain.ts"
import { wireStruct } from "../wireNames.ts"

const domain = { subdomain: Schema.String, senderLocalPart: Schema.String }

/** Starts the setup of a domain. Its name servers must be set to those in the response. */
export const setup = endpoint(
  "admin",
  "managedOnboarding.setup",
  "POST /internal/emails/managed-onboarding/setup",
  { since: "2026-04", input: domain, output: ManagedEmailDomain, invalidates: ["managedOnboarding"] }
)

/** Checks whether the domain is ready. */
export const check = endpoint(
  "admin",
  "managedOnboarding.check",
  "POST /internal/emails/managed-onboarding/check",
  {
    since: "2026-04",
    input: { domainId: Schema.String, ...domain },
    output: wireStruct({ status: ManagedEmailDomainStatus }),
    invalidates: ["managedOnboarding"]
  }
)

/** Lists the domains whose setup was started. */
export const list = endpoint(
  "admin",
  "managedOnboarding.list",
  "GET /internal/emails/managed-onboarding/list",
  { since: "2026-04", output: wireStruct({ items: Schema.Array(ManagedEmailDomain) }) }
)

/** Sends the project's emails from a domain that is ready. */
export const apply = endpoint(
  "admin",
  "managedOnboarding.apply",
  "POST /internal/emails/managed-onboarding/apply",
  {
    since: "2026-04",
    input: { domainId: Schema.String },
    output: wireStruct({ status: ManagedEmailDomainStatus }),
    invalidates: ["managedOnboarding"]
  }
)
