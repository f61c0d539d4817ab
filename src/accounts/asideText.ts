/** The accounts that are set aside, as one string for key-value stores. */
import * as Result from "effect/Result"
import { type StoredAccount, type StoredTokens, tokensFromText, tokensToText } from "../../layers/session/index.ts"
import * as shapes from "../../schemas/compiled/shapes.ts"

/** A session that isn't the current one, and its user. */
export interface AsideAccount {
  readonly user: Omit<StoredAccount, "isActive">
  readonly tokens: StoredTokens
}

/** Writes the string that `asideFromText` reads. */
export const asideToText = (aside: ReadonlyArray<AsideAccount>): string =>
  JSON.stringify({
    version: 1,
    accounts: aside.map(({ tokens, user }) => ({ ...user, session: tokensToText(tokens) }))
  })

/** Reads the accounts. A malformed string counts as no accounts, and a malformed session is left out. */
export const asideFromText = (text: string | undefined): ReadonlyArray<AsideAccount> => {
  const stored = decoded(text)
  return Result.isFailure(stored)
    ? []
    : (stored.success as Stored).accounts.flatMap(({ session, ...user }) => {
      const tokens = tokensFromText(session)
      return tokens === null ? [] : [{ user, tokens }]
    })
}

interface Stored {
  readonly accounts: ReadonlyArray<AsideAccount["user"] & { readonly session: string }>
}

const shape = shapes.plainly({
  version: shapes.literal(1),
  accounts: shapes.array(shapes.plainly({
    userId: shapes.string,
    displayName: shapes.nullable(shapes.string),
    primaryEmail: shapes.nullable(shapes.string),
    isAnonymous: shapes.boolean,
    // string from `tokensToText`
    session: shapes.string
  }))
})

const decoded = (text: string | undefined) => {
  try {
    return shapes.decodeWith(shape, JSON.parse(text ?? ""))
  } catch {
    return Result.fail([])
  }
}
