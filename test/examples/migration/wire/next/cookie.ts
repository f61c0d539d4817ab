/** The session's cookie, in the format that the platform's SDK uses on plain HTTP. */
import type { Tokens } from "../requests.ts"

export const cookieName = (projectId: string): string => `stack-refresh-${projectId}--default`

/** Returns the tokens in the decoded value of the cookie. */
export const tokensIn = (value: string | undefined): Tokens => ({
  accessToken: null,
  refreshToken: value === undefined ? null : (JSON.parse(value) as { readonly refresh_token: string }).refresh_token
})

/** Returns the decoded value of the cookie. */
export const valueOf = (refreshToken: string, now: number): string =>
  JSON.stringify({ refresh_token: refreshToken, updated_at_millis: now })
