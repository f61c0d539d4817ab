/** Scopes that sign-ins request from OAuth providers. */
import * as Context from "effect/Context"

/** Scopes by the project's id of the provider, in addition to those that the project configures: `{ github: ["repo"] }`. */
export const ScopesOnSignIn = Context.Reference<{ readonly [provider: string]: ReadonlyArray<string> }>(
  "latchkey/setting/ScopesOnSignIn",
  { defaultValue: () => ({}) }
)
