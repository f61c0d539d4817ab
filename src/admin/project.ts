/** The current project with its complete configuration. docs/platform.md §16. */
import * as Effect from "effect/Effect"
import { parseUrl, withoutTrailingSlashes } from "../../schemas/address.ts"
import * as InternalProjects from "../../schemas/endpoints/internalProjects.ts"
import type { AdminProject, ProjectDomain } from "../../schemas/entities/Project.ts"
import { serialChanges } from "./serialChanges.ts"

export { deleteCurrent as delete } from "../../schemas/endpoints/internalProjects.ts"

/**
 * Returns the project. Its full logo is in both `logoFullUrl` and `fullLogoUrl`, regardless of the platform's revision.
 */
export const get = Effect.fn("admin.project.get")(function*() {
  return withBothNames(yield* InternalProjects.getCurrent())
})

/**
 * Changes the project and returns it. Omitted fields keep their value; lists and `emailConfig` are replaced as a whole.
 * An unknown `emailTheme` and an invalid picture are rejected with a plain-text error and status 400.
 *
 * The full logo is `logoFullUrl`, or `fullLogoUrl` on the 2025 platforms. The call uses the name that the platform
 * supports.
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

/** Origin that callback URLs may have. */
export interface TrustedDomain {
  /**
   * Origin, such as `https://app.example.com`. In the host, `*` matches any text without dots, `**` any text. The path
   * is ignored.
   */
  readonly domain: string
  /** Path of the sign-in pages on this domain. @default "/handler" */
  readonly handlerPath?: string | undefined
}

/**
 * Adds a trusted domain. A domain that is already trusted keeps its position and gets the new handler path. Returns the
 * project.
 *
 * Reads the list and writes it back, so changes that another program makes in between are lost.
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
 * Removes a trusted domain. Removing an unknown domain is not an error. Returns the project.
 *
 * Reads the list and writes it back, so changes that another program makes in between are lost.
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

/** Compares scheme, host and port. */
const isSame = (one: string, other: string): boolean => originOf(one) === originOf(other)

const originOf = (domain: string): string => parseUrl(domain)?.origin ?? domain
