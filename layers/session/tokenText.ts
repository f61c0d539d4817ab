/**
 * Whether this can be a token: what a header can carry. The texts `undefined` and `null` are no tokens, but what
 * `String()` made of none somewhere.
 */
export const isTokenText = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value !== "undefined" && value !== "null"
