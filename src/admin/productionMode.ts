/**
 * Checks whether a project meets the requirements of production mode. docs/protocol.md §25. The platform itself never
 * checks them.
 */
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import type { AdminProject } from "../../schemas/entities/Project.ts"
import { isLocalhost } from "../../schemas/trustedDomain.ts"

/** Problem that prevents production mode. */
export interface ProductionModeProblem {
  readonly message: string
  /** Page of the platform's dashboard where the problem can be fixed. */
  readonly relativeFixUrl: string
}

/** Fields of a project that are checked. */
export interface Candidate {
  readonly id: string
  readonly config: Pick<AdminProject["config"], "allowLocalhost" | "domains">
}

/** Returns all problems: at most one about `allowLocalhost`, then at most one for each trusted domain. */
export const problemsOf = ({ config, id }: Candidate): ReadonlyArray<ProductionModeProblem> =>
  [
    ...(config.allowLocalhost
      ? ["Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"]
      : []),
    ...config.domains.flatMap(({ domain }) => messageOf(domain) ?? [])
  ].map((message) => ({ message, relativeFixUrl: `/projects/${id}/domains` }))

/**
 * Returns the problems that prevent production mode in the current project. If there are none, production mode can be
 * turned on.
 */
export const problems = Effect.fn("admin.productionMode.problems")(function*() {
  return problemsOf(yield* InternalProjects.getCurrent())
})

/** Returns the first rule that a trusted domain violates. */
const messageOf = (domain: string): string | undefined => {
  const address = domain.replace(/\*+/g, "wildcard")
  const url = parseUrl(address)
  if (url === undefined) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = url
  if (isLocalhost(hostname)) return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  if (/^[\d.]+$/.test(hostname)) return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  return protocol === "https:" ? undefined : `Trusted domains should be HTTPS: ${domain}`
}
