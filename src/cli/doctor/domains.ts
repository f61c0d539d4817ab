import type * as Effect from "effect/Effect"
import type * as InternalProjects from "../../../schemas/endpoints/internalProjects.ts"
import { trusts } from "../../../schemas/trustedDomain.ts"
import { productionMode } from "../../admin/index.ts"
import { plain } from "../output/index.ts"
import { bad, doubtful, type Finding, good, open } from "./finding.ts"

/** Which domains the project trusts, and whether the site is among them. */
export const domains = (
  project: Effect.Success<ReturnType<typeof InternalProjects.getCurrent>> | undefined,
  appUrl: string | undefined
): ReadonlyArray<Finding> => {
  if (project === undefined) return [open("Domains", "need the admin key to be looked at")]
  const { allowLocalhost, domains } = project.config
  const listed = [...(allowLocalhost ? ["localhost"] : []), ...domains.map(({ domain }) => domain)]
  const found = listed.length === 0 ? "none is trusted" : listed.map(plain).join(", ")
  const problems = productionMode.problemsOf(project).map(({ message }) => message)
  return [
    listed.length === 0
      ? bad("Domains", found, "Add the site's domain in the project's settings, or no redirect leads back to it.")
      : appUrl !== undefined && !trusts(project.config, appUrl)
      ? bad("Domains", `${found}: not ${new URL(appUrl).origin}`, "Add it in the project's settings under Domains.")
      : problems.length === 0
      ? good("Domains", found)
      : (project.isProductionMode ? bad : doubtful)(
        "Domains",
        `${found}: not fit for production`,
        `Before you go live: ${problems.join("; ")}.`
      )
  ]
}
