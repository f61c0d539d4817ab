/** Data that a server passes to a page. */
import * as Redacted from "effect/Redacted"
import type { User } from "../../schemas/entities/User.ts"
import { type Authentication, isOfSession } from "../../src/backend/verify/index.ts"
import type { Handed, HandedProviderProps } from "./HandedProvider.tsx"
import type { Platform, PlatformOptions } from "./platform.ts"

/** Props of the provider, which can be sent as JSON. They contain no token. */
export type PageData = Pick<HandedProviderProps, "handed" | "offered" | "settings">

/** Returns the data of a page. If the platform can't be reached, the browser requests the missing data later. */
export const pageDataOf = async (
  platform: Platform,
  { cookies, oauthScopesOnSignIn, trustedOrigins, urls }: PlatformOptions,
  found: Authentication,
  sessionUser: () => Promise<User | null>
): Promise<PageData> => {
  const [handed, offered, settings] = await Promise.all([
    sessionDataOf(found, sessionUser),
    platform.project().catch(() => undefined),
    platform.settings()
  ])
  return { handed, offered, settings: { ...settings, cookies, oauthScopesOnSignIn, trustedOrigins, urls } }
}

/** Returns the session data for the page. If the platform can't be reached, the browser requests the data later. */
const sessionDataOf = async (
  found: Authentication,
  sessionUser: () => Promise<User | null>
): Promise<Handed | undefined> => {
  if (found.status === "unavailable") return undefined
  if (!isOfSession(found)) return { person: null, claims: null, user: null }
  const user = await sessionUser().catch(() => undefined)
  if (user === null) return { person: null, claims: null, user }
  const { accessToken } = found.tokens
  return { person: found.userId, claims: Redacted.value(accessToken!).split(".")[1]!, user }
}
