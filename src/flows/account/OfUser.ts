/** Whose things a flow is about. */
export interface OfUser {
  /** Only a back end may name somebody else: to a client that is a 403. @default "me", the signed-in user */
  readonly userId?: string | undefined
}
