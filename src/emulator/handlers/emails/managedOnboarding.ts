/**
 * Domains that the platform sends emails from. The platform's development domain service verifies every domain after a
 * second; a setting of the emulator changes that. docs/platform.md §15.4.
 */
import * as Effect from "effect/Effect"
import * as ManagedOnboarding from "../../../../schemas/endpoints/managedOnboarding.ts"
import { configLayers } from "../../model/index.ts"
import { handle } from "../../request/index.ts"
import { type ManagedDomain, type Project, Refusal } from "../../state/index.ts"

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const localPart = /^[A-Za-z0-9._%+-]+$/

const nameServerRecords = ["ns1.dnsimple.com", "ns2.dnsimple.com"]

/** Returns the id of a domain: the development service's name, with underscores for all other characters. */
const idOf = ({ tenancyId }: Project, subdomain: string): string =>
  `managed_mock_${tenancyId}_${subdomain}`.replace(/[^\w-]/g, "_")

/** Returns a domain whose state follows the clock. */
const verified = (domain: ManagedDomain, now: number): ManagedDomain => {
  if (domain.status === "pending_verification" && now >= domain.verifiedAt) {
    domain.status = "verified"
    domain.updatedAt = domain.verifiedAt
  }
  return domain
}

const view = ({ id, senderLocalPart, status, subdomain }: ManagedDomain) => ({
  domainId: id,
  subdomain,
  senderLocalPart,
  nameServerRecords,
  status
})

const trimmed = (subdomain: string): string => {
  const name = subdomain.trim().toLowerCase()
  let end = name.length
  while (name[end - 1] === ".") end--
  return name.slice(0, end)
}

const unknown = Refusal.fail(404, "There is no such domain")

/** Makes a domain the sender of the project's emails, in place of the previous domain. */
const applyTo = (project: Project, domain: ManagedDomain, now: number): void => {
  for (const other of project.managedDomains.values()) if (other.status === "applied") other.status = "verified"
  domain.status = "applied"
  domain.updatedAt = now
  configLayers.write(project, {
    "emails.server": {
      isShared: false,
      provider: "managed",
      password: crypto.randomUUID(),
      senderName: project.displayName,
      senderEmail: `${domain.senderLocalPart}@${domain.subdomain}`,
      managedSubdomain: domain.subdomain,
      managedSenderLocalPart: domain.senderLocalPart
    }
  })
}

/** Handlers for `/internal/emails/managed-onboarding`. */
export const handlers = handle(ManagedOnboarding, {
  setup: ({ senderLocalPart, ...input }, { platform, project }) =>
    Effect.gen(function*() {
      const subdomain = trimmed(input.subdomain)
      if (!hostName.test(subdomain)) return yield* Refusal.fail(400, "The subdomain is not a host name")
      if (!localPart.test(senderLocalPart)) return yield* Refusal.fail(400, "The part before the @ is malformed")
      const now = platform.now()
      for (const other of platform.store.projects.values()) {
        for (const domain of other.managedDomains.values()) {
          if (domain.subdomain !== subdomain) continue
          return other !== project || domain.senderLocalPart !== senderLocalPart
            ? yield* Refusal.fail(409, "The subdomain is already in use")
            : view(verified(domain, now))
        }
      }
      const domain: ManagedDomain = {
        id: idOf(project, subdomain),
        subdomain,
        senderLocalPart,
        status: "pending_verification",
        verifiedAt: now + platform.domainVerificationMillis,
        updatedAt: now
      }
      project.managedDomains.set(domain.id, domain)
      return view(domain)
    }),

  check: ({ domainId, senderLocalPart, subdomain }, { platform, project }) =>
    Effect.suspend(() => {
      const domain = project.managedDomains.get(domainId)
      return domain === undefined || domain.subdomain !== subdomain || domain.senderLocalPart !== senderLocalPart
        ? unknown
        : Effect.succeed({ status: verified(domain, platform.now()).status })
    }),

  list: (_, { platform, project }) =>
    Effect.sync(() => ({
      items: [...project.managedDomains.values()]
        .map((domain) => verified(domain, platform.now()))
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .map(view)
    })),

  apply: ({ domainId }, { platform, project }) =>
    Effect.suspend(() => {
      const domain = project.managedDomains.get(domainId)
      if (domain === undefined) return unknown
      const { status } = verified(domain, platform.now())
      if (status !== "verified" && status !== "applied") return Refusal.fail(409, "The domain is not verified")
      if (status === "verified") applyTo(project, domain, platform.now())
      return Effect.succeed({ status: "applied" })
    })
})
