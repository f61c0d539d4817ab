/**
 * Domains that the platform sends a project's emails from. The platform runs the DNS zone of a subdomain: the domain's
 * owner only sets the name servers of the subdomain. Later revisions of the platform only. docs/platform.md §15.4.
 *
 * A domain can't be deleted: no documented revision of the platform has an endpoint for that. docs/decisions.md §24.
 */
import * as Effect from "effect/Effect"
import * as ManagedOnboarding from "../../schemas/endpoints/managedOnboarding.ts"
import type { ManagedEmailDomain } from "../../schemas/entities/ManagedEmailDomain.ts"

/**
 * Starts the setup of a subdomain, and returns the name servers to set for it. Starting it again with the same sender
 * returns the existing domain. An invalid subdomain or sender fails with `HttpFailure` (400), and a domain that is in
 * use with `HttpFailure` (409).
 */
export { setup as create } from "../../schemas/endpoints/managedOnboarding.ts"

/** Returns the project's domains. The domain that sends the emails comes first. */
export const list = Effect.fn("admin.managedDomains.list")(function*() {
  return (yield* ManagedOnboarding.list()).items
})

/** A domain, as `create` and `list` return it. */
export type SetUpDomain = Pick<ManagedEmailDomain, "domainId" | "senderLocalPart" | "subdomain">

/**
 * Returns the domain's status, which shows whether the platform has verified the domain. DNS changes can take hours, so
 * repeat the call while the status is `pending_verification`. An unknown domain fails with `HttpFailure` (404).
 */
export const verify = Effect.fn("admin.managedDomains.verify")(function*(domain: SetUpDomain) {
  const { domainId, senderLocalPart, subdomain } = domain
  return (yield* ManagedOnboarding.check({ domainId, senderLocalPart, subdomain })).status
})

/**
 * Sends the project's emails from a verified domain. The domain that sent them before becomes `verified` again. A domain
 * that is not verified fails with `HttpFailure` (409).
 */
export const apply = Effect.fn("admin.managedDomains.apply")(
  function*({ domainId }: Pick<ManagedEmailDomain, "domainId">) {
    yield* ManagedOnboarding.apply({ domainId })
  }
)
