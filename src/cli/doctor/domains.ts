import type * as Effect from "effect/Effect"
import type * as InternalProjects from "../../../schemas/endpoints/internalProjects.ts"
import { trusts } from "../../../schemas/trustedDomain.ts"
import { productionMode } from "../../admin/index.ts"
import { plain } from "../output/index.ts"
import { bad, doubtful, type Finding, good, open } from "./finding.ts"

/** Lists the domains that the project trusts, and checks the site against them. */
export const domains = (
  project: Effect.Success<ReturnType<typeof InternalProjects.getCurrent>> | undefined,
  appUrl: string | undefined
): ReadonlyArray<Finding> => {
  if (project === undefined) return [open("Domains", "not checked without the admin key")]
  const { allowLocalhost, domains } = project.config
  const listed = [...(allowLocalhost ? ["localhost"] : []), ...domains.map(({ domain }) => domain)]
  const found = listed.length === 0 ? "no trusted domain" : listed.map(plain).join(", ")
  const problems = productionMode.problemsOf(project).map(({ message }) => message)
  return [
    listed.length === 0
      ? bad(
        "Domains",
        found,
        "Add the site's domain in the project's settings. Without it, redirects cannot lead back to the site."
      )
      : appUrl !== undefined && !trusts(project.config, appUrl)
      ? bad("Domains", `${found}, but not ${new URL(appUrl).origin}`, "Add it under Domains in the project's settings.")
      : problems.length === 0
      ? good("Domains", found)
      : (project.isProductionMode ? bad : doubtful)(
        "Domains",
        `${found}, not ready for production`,
        `Before you go live: ${problems.join("; ")}.`
      )
  ]
}
