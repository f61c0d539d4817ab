/** What the platform asks of a password. Wire protocol §16. */

/** Characters, at least. */
export const shortestPassword = 8
