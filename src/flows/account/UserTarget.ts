/** Whose things a flow is about. */
export interface UserTarget {
  /** Only a back end may name somebody else: to a client that is a 403. @default "me", the signed-in user */
  readonly userId?: string | undefined
}
