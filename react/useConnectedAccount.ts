/** The hook for access tokens of a provider. */
"use client"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ReadCache, ReadDefinition } from "../layers/reads/index.ts"
import { oauth } from "../src/flows/oauth/index.ts"
import * as reads from "../src/reads.ts"
import type { ClientServices } from "./clientHooks.ts"
import { demanded } from "./demanded.ts"
import { useRead } from "./hooks.ts"
import type { ReadOptions } from "./mistakes.ts"

/** Options for `useConnectedAccount`. */
export interface ConnectedAccountOptions extends ReadOptions {
  /** Whether to redirect if the user has to authorize the provider first. @default "return-null" */
  readonly or?: "return-null" | "redirect" | undefined
  /** Scopes that the token must have. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/**
 * Returns an access token of a provider that the user connected, with at least the given scopes. The hook reads the
 * token again when the user changes, but not when the token expires. For a token that hasn't expired, call
 * `connectedAccounts.accessToken` before each use.
 *
 * If the user has to authorize the provider first:
 *
 * - `return-null`: returns `null`.
 * - `redirect`: goes to the provider, once for all components, and suspends; the provider returns to this page. Errors
 *   go to the nearest error boundary: `UserAuthenticationRequired` when signed out.
 */
export function useConnectedAccount(
  provider: string,
  options: {
    /** Goes to the provider if the user has to authorize the provider first. */
    readonly or: "redirect"
    readonly scopes?: ConnectedAccountOptions["scopes"] | undefined
  }
): Redacted.Redacted
export function useConnectedAccount(
  provider: string,
  options?: ConnectedAccountOptions
): Redacted.Redacted | null
export function useConnectedAccount(
  provider: string,
  { enabled, or, scopes }: ConnectedAccountOptions = {}
): Redacted.Redacted | null {
  const account = reads.connectedAccount(provider, scopes)
  const read: ReadDefinition<Option.Option<Redacted.Redacted>, unknown, ClientServices | ReadCache> = or === "redirect"
    ? demanded(or, account, Option.isSome, oauth.link({ provider, scopes }))
    : account
  const token = useRead(read, { enabled })
  return token === null ? null : Option.getOrNull(token)
}
