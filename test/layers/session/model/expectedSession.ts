/** Who is signed in, by what happened: the model that every tab is compared with. */

export interface ExpectedSession {
  /** The refresh token of who is signed in; `undefined`: nobody. */
  readonly now: () => string | undefined
  /** Everybody who was since all tabs came to rest. */
  readonly sinceRest: () => ReadonlySet<string | undefined>
  readonly person: (refreshToken: string) => string
  readonly signIn: (refreshToken: string, person: string) => void
  /** A session ended: by a sign-out in a tab that holds it, or by the platform. */
  readonly end: (refreshToken: string | undefined) => void
  readonly revoke: () => void
  readonly isRevoked: (refreshToken: string) => boolean
  /** All tabs came to rest. */
  readonly rest: () => void
}

export const expectedSession = (): ExpectedSession => {
  const people = new Map<string, string>()
  const revoked = new Set<string>()
  let who: string | undefined
  let since = new Set<string | undefined>([who])
  const become = (next: string | undefined) => {
    who = next
    since.add(next)
  }
  return {
    now: () => who,
    sinceRest: () => since,
    person: (refreshToken) => people.get(refreshToken)!,
    signIn: (refreshToken, person) => {
      people.set(refreshToken, person)
      become(refreshToken)
    },
    end: (refreshToken) => {
      if (who === refreshToken) become(undefined)
    },
    revoke: () => {
      if (who !== undefined) revoked.add(who)
    },
    isRevoked: (refreshToken) => revoked.has(refreshToken),
    rest: () => {
      since = new Set([who])
    }
  }
}
