/** Options for a new API key. */
import * as Effect from "effect/Effect"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput } from "../../errors/index.ts"

/** Options for creating a key, except its owner. */
export interface NewApiKey {
  /** Description by which people recognize the key. */
  readonly description: string
  /** `null` for a key that never expires. */
  readonly expiresAt: Date | null
  /** Whether the key may be made public. Public keys start with `pk_`. Can't be changed later. @default false */
  readonly isPublic?: boolean | undefined
}

const others = { user: "teamId", team: "userId" } as const

/** Fails before any request if a key names both a user and a team. docs/platform.md §12. */
export const onlyOf = (owner: "user" | "team", endpoint: string, key: object): Effect.Effect<void, CallError> => {
  const other = others[owner]
  return (key as { readonly [name: string]: unknown })[other] === undefined
    ? Effect.void
    : Effect.fail(invalidInput(endpoint, other, `Expected no ${other} for the key of a ${owner}: a key has one owner`))
}
