/** What the platforms known ask of a password: said beforehand, and theirs to decide. docs/protocol.md §16. */

/** Characters, at least. Checked only where it costs something to ask the platform. */
export const shortestPassword = 8
