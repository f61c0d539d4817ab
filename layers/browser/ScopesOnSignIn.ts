/** Scopes that sign-ins request from OAuth providers. */
import * as Context from "effect/Context"

/**
 * Scopes, keyed by the provider's id in the project, such as `{ github: ["repo"] }`. They are requested in addition to
 * the scopes that the project configures.
 */
export const ScopesOnSignIn = Context.Reference<{ readonly [provider: string]: ReadonlyArray<string> }>(
  "latchkey/setting/ScopesOnSignIn",
  { defaultValue: () => ({}) }
)
