/** The program's project, with its whole configuration. docs/platform.md §16. */
import * as Effect from "effect/Effect"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import type { AdminProject, ProjectDomain } from "../../schemas/entities/Project.ts"
import { serialChanges } from "./serialChanges.ts"

export { deleteCurrent as delete } from "../../schemas/endpoints/internalProjects.ts"

/** The project. Its logo with the name stands under `logoFullUrl` and `fullLogoUrl`, however old the platform is. */
export const get = Effect.fn("admin.project.get")(function*() {
  return withBothNames(yield* InternalProjects.getCurrent())
})

/**
 * Changes the project, and answers with all of it. What is left out stays, but lists and `emailConfig` are replaced as
 * wholes. An unknown `emailTheme` and a logo that is no picture are refused in plain text with status 400.
 *
 * The logo with the name is `logoFullUrl`, or `fullLogoUrl` as platforms of 2025 call it: each of them gets its own name.
 */
export const update = Effect.fn("admin.project.update")(function*(
  changes: Parameters<typeof InternalProjects.updateCurrent>[0]
) {
  const { fullLogoUrl, logoFullUrl = fullLogoUrl, ...others } = changes ?? {}
  const updating = logoFullUrl === undefined
    ? InternalProjects.updateCurrent(others)
    : InternalProjects.updateCurrent({ ...others, logoFullUrl }).pipe(
      Effect.catchReason(
        "CallError",
        "SchemaError",
        () => InternalProjects.updateCurrent({ ...others, fullLogoUrl: logoFullUrl })
      )
    )
  return withBothNames(yield* updating)
})

const withBothNames = (project: AdminProject): AdminProject => {
  const logo = project.logoFullUrl ?? project.fullLogoUrl
  return logo === undefined ? project : { ...project, logoFullUrl: logo, fullLogoUrl: logo }
}

/** An address that callbacks may lead to. */
export interface TrustedDomain {
  /** `https://app.example.com`; in the host `*` stands for any text without dots, `**` for any. A path does not count. */
  readonly domain: string
  /** Where the sign-in pages live below it. @default "/handler" */
  readonly handlerPath?: string | undefined
}

/**
 * Trusts one more domain; the others stay. One that is trusted already keeps its place and gets the handler path.
 * Answers with the project.
 *
 * The list is read and written back: what another program writes in between is lost.
 */
export const addTrustedDomain = Effect.fn("admin.project.addTrustedDomain")(
  ({ domain, handlerPath: path = "/handler" }: TrustedDomain) => {
    const handlerPath = withoutTrailingSlashes(path) || "/"
    return withDomains((domains) =>
      domains.some((each) => isSame(each.domain, domain))
        ? domains.map((each) => isSame(each.domain, domain) ? { domain: each.domain, handlerPath } : each)
        : [...domains, { domain: withoutTrailingSlashes(domain), handlerPath }]
    )
  }
)

/**
 * Trusts a domain no longer; the others stay. One that was not trusted is no error. Answers with the project.
 *
 * The list is read and written back: what another program writes in between is lost.
 */
export const removeTrustedDomain = Effect.fn("admin.project.removeTrustedDomain")(
  ({ domain }: { readonly domain: string }) =>
    withDomains((domains) => domains.filter((each) => !isSame(each.domain, domain)))
)

const withDomains = (change: (domains: ReadonlyArray<ProjectDomain>) => ReadonlyArray<ProjectDomain>) =>
  serialChanges(Effect.gen(function*() {
    const project = yield* InternalProjects.getCurrent()
    const { domains } = project.config
    const changed = change(domains)
    if (changed.length === domains.length && changed.every((each, at) => isEqual(each, domains[at]!))) return project
    return yield* InternalProjects.updateCurrent({ config: { domains: changed } })
  }))

const isEqual = (one: ProjectDomain, other: ProjectDomain): boolean =>
  one.domain === other.domain && one.handlerPath === other.handlerPath

/** Scheme, host and port count. */
const isSame = (one: string, other: string): boolean => originOf(one) === originOf(other)

const originOf = (domain: string): string => parseUrl(domain)?.origin ?? domain
