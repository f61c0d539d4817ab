/** The accounts that are set aside, as one text for key-value stores. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type StoredAccount, type StoredTokens, tokensFromText, tokensToText } from "../../layers/session/index.ts"

/** A session that isn't the current one, and its user. */
export interface AsideAccount {
  readonly user: Omit<StoredAccount, "isActive">
  readonly tokens: StoredTokens
}

const Stored = Schema.fromJsonString(Schema.Struct({
  version: Schema.Literal(1),
  accounts: Schema.Array(Schema.Struct({
    userId: Schema.String,
    displayName: Schema.NullOr(Schema.String),
    primaryEmail: Schema.NullOr(Schema.String),
    isAnonymous: Schema.Boolean,
    /** Text of `tokensToText`. */
    session: Schema.String
  }))
}))

const decode = Schema.decodeUnknownOption(Stored)
const encode = Schema.encodeSync(Stored)

/** Writes the text that `asideFromText` reads. */
export const asideToText = (aside: ReadonlyArray<AsideAccount>): string =>
  encode({ version: 1, accounts: aside.map(({ tokens, user }) => ({ ...user, session: tokensToText(tokens) })) })

/** Reads the accounts. A malformed text counts as no accounts, and a malformed session is left out. */
export const asideFromText = (text: string | undefined): ReadonlyArray<AsideAccount> =>
  Option.match(decode(text), {
    onNone: () => [],
    onSome: ({ accounts }) =>
      accounts.flatMap(({ session, ...user }) => {
        const tokens = tokensFromText(session)
        return tokens === null ? [] : [{ user, tokens }]
      })
  })
