/** Password rules of known platform revisions. The platform decides. docs/protocol.md §16. */

/** Minimum length in characters. Checked in advance only where a rejected request would be costly. */
export const shortestPassword = 8
