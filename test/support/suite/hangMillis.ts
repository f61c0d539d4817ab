/**
 * Limit of every test, hook and wait, in milliseconds. It only ends tests that hang: it is ten times what the slowest
 * test took on a machine without spare CPU time (`npm run prove busy`). Tests don't set limits of their own.
 */
export const hangMillis = 1_200_000
