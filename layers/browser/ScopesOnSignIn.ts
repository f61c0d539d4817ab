/** What providers are asked for whenever somebody signs in with them. */
import * as Context from "effect/Context"

/** Scopes by the project's id of the provider, beyond those that the project configures: `{ github: ["repo"] }`. */
export const ScopesOnSignIn = Context.Reference<{ readonly [provider: string]: ReadonlyArray<string> }>(
  "latchkey/setting/ScopesOnSignIn",
  { defaultValue: () => ({}) }
)
