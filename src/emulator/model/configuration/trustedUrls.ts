/** Redirect URLs that a project trusts. docs/platform.md §4. */
import * as Effect from "effect/Effect"
import { RedirectUrlNotWhitelisted } from "../../../../schemas/errors/authConfiguration.ts"
import { trusts } from "../../../../schemas/trustedDomain.ts"
import type { Project } from "../../state/index.ts"

export const isTrusted = (project: Project, text: string): boolean => trusts(project.config, text)

/** Fails if the project doesn't trust a URL. */
export const trusted = (project: Project, url: string): Effect.Effect<void, RedirectUrlNotWhitelisted> =>
  isTrusted(project, url) ? Effect.void : Effect.fail(new RedirectUrlNotWhitelisted())

/** Creates the link of an email: the callback URL with the code in its query. */
export const withCode = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}
