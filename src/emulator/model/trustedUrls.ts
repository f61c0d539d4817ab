/** Which URLs a project lets people be sent to. docs/platform.md §4. */
import * as Effect from "effect/Effect"
import { RedirectUrlNotWhitelisted } from "../../../schemas/errors/authConfiguration.ts"
import { trusts } from "../../../schemas/trustedDomain.ts"
import type { Project } from "../state/index.ts"

/** Whether the project trusts a URL. */
export const isTrusted = (project: Project, text: string): boolean => trusts(project.config, text)

/** Fails for a URL that the project does not trust. */
export const trusted = (project: Project, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  isTrusted(project, url) ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())

/** The link of a mail: the callback URL with the code in its query. */
export const withCode = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}
