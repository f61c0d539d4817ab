/** What a program remembers about the sessions of its accounts, in addition to the store. */
import { keyOf, type StoredTokens } from "../../layers/session/index.ts"

/** The sessions that ended in this program, and those that it is about to make current. */
export const knownSessions = () => {
  const ended = new Set<string>()
  const taken = new Set<string>()
  return {
    /** Whether the session ended here. A late write by another program may have restored it. */
    hasEnded: (tokens: StoredTokens): boolean => ended.has(keyOf(tokens)),
    end: <Tokens extends StoredTokens | null>(tokens: Tokens): Tokens => {
      if (tokens !== null) ended.add(keyOf(tokens))
      return tokens
    },
    /** Remembers a session that is about to become current. */
    take: (tokens: StoredTokens | null): StoredTokens | null => {
      if (tokens !== null) taken.add(keyOf(tokens))
      return tokens
    },
    /** Whether a write makes a session current that had been set aside. */
    isTaken: (expected: StoredTokens | null, next: StoredTokens | null): next is StoredTokens =>
      next !== null && taken.has(keyOf(next)) && (expected === null || keyOf(expected) !== keyOf(next)),
    /** Records that the session is current now. */
    keep: (tokens: StoredTokens): void => {
      taken.delete(keyOf(tokens))
      ended.delete(keyOf(tokens))
    }
  }
}
