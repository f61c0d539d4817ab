/** Password rules of known platform revisions. The platform has the final decision. docs/protocol.md §16. */

/** Minimum length in characters. Forms check the length in advance only if a rejected request would have a cost. */
export const shortestPassword = 8
