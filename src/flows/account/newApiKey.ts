/** What a new key of a user or a team is given. */
import * as Effect from "effect/Effect"
import type { CallError } from "../../../schemas/errors/CallError.ts"
import { invalidInput } from "../../errors/index.ts"

/** A new key, besides its owner. */
export interface NewApiKey {
  /** What people recognise it by. */
  readonly description: string
  /** `null` for a key that never expires. */
  readonly expiresAt: Date | null
  /** A public key may be seen by anybody, and starts with `pk_`. Final. @default false */
  readonly isPublic?: boolean | undefined
}

const others = { user: "teamId", team: "userId" } as const

/** A key has one owner: naming both a user and a team is refused before any request. docs/platform.md §12. */
export const onlyOf = (owner: "user" | "team", endpoint: string, key: object): Effect.Effect<void, CallError> => {
  const other = others[owner]
  return (key as { readonly [name: string]: unknown })[other] === undefined
    ? Effect.void
    : Effect.fail(invalidInput(endpoint, other, `Expected the key of a ${owner} alone: a key has one owner`))
}
