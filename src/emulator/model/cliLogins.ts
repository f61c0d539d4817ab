/** Logins of command line tools: begun by the tool, confirmed in the browser. docs/platform.md §6. */
import * as Duration from "effect/Duration"
import { nonce } from "../../../layers/call/index.ts"
import type { CliLogin, Platform, Project, Session } from "../state/index.ts"
import * as sessions from "./sessions.ts"

/** How long a login lasts unless the tool says otherwise. */
export const usualLife = Duration.hours(2)

/** Begins a login. */
export const begin = (
  platform: Platform,
  project: Project,
  lifeMillis: number | undefined,
  anonymousRefreshToken: string | null
): CliLogin => {
  const login: CliLogin = {
    pollingCode: nonce(),
    loginCode: nonce(),
    // a life may be negative, however much: the login is over then, at a time that can still be told
    expiresAt: Math.max(0, platform.now() + (lifeMillis ?? Duration.toMillis(usualLife))),
    anonymousRefreshToken,
    refreshToken: null,
    usedAt: null
  }
  project.cliLoginsByPollingCode.set(login.pollingCode, login)
  project.cliLoginsByLoginCode.set(login.loginCode, login)
  return login
}

/** What a tool is told that asks how far its login is. `success` is told once. */
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

/** The project of a login that still waits to be confirmed. */
export const waiting = (platform: Platform, loginCode: string): { project: Project; login: CliLogin } | undefined => {
  for (const project of platform.store.projects.values()) {
    const login = project.cliLoginsByLoginCode.get(loginCode)
    if (login === undefined) continue
    return login.refreshToken === null && login.expiresAt > platform.now() ? { project, login } : undefined
  }
  return undefined
}

/** The session of an anonymous user's refresh token, while it lasts. */
export const anonymousSession = (
  platform: Platform,
  project: Project,
  refreshToken: string | null | undefined
): Session | undefined => {
  const session = refreshToken ? sessions.byRefreshToken(platform, project, refreshToken) : undefined
  return session !== undefined && project.users.get(session.userId)?.isAnonymous === true ? session : undefined
}
