/** User that an operation applies to. */
export interface UserTarget {
  /** Id of the user. Clients that name another user get a 403. @default "me", the signed-in user */
  readonly userId?: string | undefined
}
