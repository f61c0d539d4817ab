/** The expected session after a series of events. Every tab is compared with this model. */

export interface ExpectedSession {
  /** Refresh token of the current session; `undefined` if signed out. */
  readonly now: () => string | undefined
  /** All sessions that have been current since all tabs were last at rest. */
  readonly sinceRest: () => ReadonlySet<string | undefined>
  readonly person: (refreshToken: string) => string
  readonly signIn: (refreshToken: string, person: string) => void
  /** Ends a session because of a sign-out in a tab that has the session, or because the platform revoked it. */
  readonly end: (refreshToken: string | undefined) => void
  readonly revoke: () => void
  readonly isRevoked: (refreshToken: string) => boolean
  /** Called when all tabs are at rest. */
  readonly rest: () => void
}

export const expectedSession = (): ExpectedSession => {
  const users = new Map<string, string>()
  const revoked = new Set<string>()
  let current: string | undefined
  let since = new Set<string | undefined>([current])
  const setCurrent = (next: string | undefined) => {
    current = next
    since.add(next)
  }
  return {
    now: () => current,
    sinceRest: () => since,
    person: (refreshToken) => users.get(refreshToken)!,
    signIn: (refreshToken, person) => {
      users.set(refreshToken, person)
      setCurrent(refreshToken)
    },
    end: (refreshToken) => {
      if (current === refreshToken) setCurrent(undefined)
    },
    revoke: () => {
      if (current !== undefined) revoked.add(current)
    },
    isRevoked: (refreshToken) => revoked.has(refreshToken),
    rest: () => {
      since = new Set([current])
    }
  }
}
