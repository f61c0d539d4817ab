/** Whether a project is fit for production. docs/protocol.md §25. The platform itself never checks it. */
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import type { AdminProject } from "../../schemas/entities/Project.ts"

/** What is in the way of production mode. */
export interface ProductionModeProblem {
  readonly message: string
  /** The page of the platform's dashboard where it is put right. */
  readonly relativeFixUrl: string
}

/** What a project is looked at for. */
export interface Candidate {
  readonly id: string
  readonly config: Pick<AdminProject["config"], "allowLocalhost" | "domains">
}

/** Everything that is in the way: at most one problem of `allowLocalhost`, then at most one of each trusted domain. */
export const problemsOf = ({ config, id }: Candidate): ReadonlyArray<ProductionModeProblem> =>
  [
    ...(config.allowLocalhost
      ? ["Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"]
      : []),
    ...config.domains.flatMap(({ domain }) => messageOf(domain) ?? [])
  ].map((message) => ({ message, relativeFixUrl: `/projects/${id}/domains` }))

/** What is in the way of production mode in the program's project. Nothing: it may be turned on. */
export const problems = Effect.fn("admin.productionMode.problems")(function*() {
  return problemsOf(yield* InternalProjects.getCurrent())
})

/** The first of the rules that a trusted domain breaks. */
const messageOf = (domain: string): string | undefined => {
  const address = domain.replace(/\*+/g, "wildcard")
  const url = parseUrl(address)
  if (url === undefined) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = url
  if (isLocalhost(hostname)) return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  if (/^[\d.]+$/.test(hostname)) return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  return protocol === "https:" ? undefined : `Trusted domains should be HTTPS: ${domain}`
}

const isLocalhost = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(hostname)
