/** The session in a cookie jar, read without the code under test. */
import { projectId } from "../../../support/contract/project.ts"

export interface InJar {
  readonly refreshToken: string | undefined
  readonly accessToken: string | undefined
  /** Refresh token that was stored together with the access token. */
  readonly pairedWith: string | undefined
}

export const sessionInJar = (cookies: string): InJar => {
  const all = new Map(
    cookies.split("; ").map((pair) => {
      const at = pair.indexOf("=")
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
    })
  )
  const refresh = all.get(`__Host-stack-refresh-${projectId}--default`)
  const access = all.get("stack-access")
  const [pairedWith, accessToken] = access === undefined ? [] : JSON.parse(access)
  return {
    refreshToken: refresh === undefined ? undefined : JSON.parse(refresh).refresh_token,
    pairedWith,
    accessToken
  }
}
