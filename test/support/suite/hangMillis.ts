/**
 * Limit of every test, hook and wait, in milliseconds. It only ends tests that hang: it is ten times what the slowest
 * test took at a load of 30 on two cores. Tests don't set limits of their own.
 */
export const hangMillis = 300_000

/** Limit of a step of a test, in milliseconds. It is shorter than a test's, so that the error names the step that hangs. */
export const stepMillis = 0.9 * hangMillis

/**
 * Limit of a command that a check runs, such as an installation, and of a test of a gate, which may build an app, in
 * milliseconds. It is nearly ten times what the slowest command took: a new Expo app, beside other checks on two slow
 * cores.
 */
export const commandMillis = 1_800_000
