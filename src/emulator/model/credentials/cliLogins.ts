/** CLI logins: started by a command line tool, confirmed in the browser. docs/platform.md §6. */
import { nonce } from "../../../../layers/call/index.ts"
import type { CliLogin, Platform, Project, Session } from "../../state/index.ts"
import { sessions } from "../accounts/index.ts"

/** Starts a login. */
export const begin = (
  platform: Platform,
  project: Project,
  lifeMillis: number | undefined,
  anonymousRefreshToken: string | null
): CliLogin => {
  const login: CliLogin = {
    id: crypto.randomUUID(),
    pollingCode: nonce(),
    loginCode: nonce(),
    createdAt: platform.now(),
    // a lifetime may be negative; the login is then created expired, at a time that is still a valid date
    expiresAt: Math.max(0, platform.now() + (lifeMillis ?? platform.rules.cliLifetimes.default)),
    anonymousRefreshToken,
    refreshToken: null,
    usedAt: null
  }
  project.cliLoginsByPollingCode.set(login.pollingCode, login)
  project.cliLoginsByLoginCode.set(login.loginCode, login)
  return login
}

/** Returns the status of a login. `success` is returned once. */
export const poll = (platform: Platform, login: CliLogin):
  | { readonly status: "expired" | "used" | "waiting" }
  | { readonly status: "success"; readonly refreshToken: string } =>
{
  if (login.expiresAt <= platform.now()) return { status: "expired" }
  if (login.usedAt !== null) return { status: "used" }
  if (login.refreshToken === null) return { status: "waiting" }
  login.usedAt = platform.now()
  return { status: "success", refreshToken: login.refreshToken }
}

/** Finds an unconfirmed and unexpired login and its project. */
export const findPending = (
  platform: Platform,
  loginCode: string
): { project: Project; login: CliLogin } | undefined => {
  for (const project of platform.store.projects.values()) {
    const login = project.cliLoginsByLoginCode.get(loginCode)
    if (login === undefined) continue
    return login.refreshToken === null && login.expiresAt > platform.now() ? { project, login } : undefined
  }
  return undefined
}

/** Returns the session of an anonymous user's refresh token, unless it has expired. */
export const anonymousSession = (
  platform: Platform,
  project: Project,
  refreshToken: string | null | undefined
): Session | undefined => {
  const session = refreshToken ? sessions.byRefreshToken(platform, project, refreshToken) : undefined
  return session !== undefined && project.users.get(session.userId)?.isAnonymous === true ? session : undefined
}
