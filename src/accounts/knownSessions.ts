/** What a program remembers about the sessions of its accounts, in addition to the store. */
import { keyOf, type StoredTokens } from "../../layers/session/index.ts"

/** The sessions that ended in this program, and those that it is about to make current. */
export const knownSessions = () => {
  const ended = new Set<string>()
  /** The number of switches to each session that haven't ended. */
  const taken = new Map<string, number>()
  return {
    /** Whether the session ended here. A late write by another program may have restored it. */
    hasEnded: (tokens: StoredTokens): boolean => ended.has(keyOf(tokens)),
    end: <Tokens extends StoredTokens | null>(tokens: Tokens): Tokens => {
      if (tokens !== null) ended.add(keyOf(tokens))
      return tokens
    },
    /** Remembers a session that is about to become current, until as many calls of `release`. */
    take: (tokens: StoredTokens | null): StoredTokens | null => {
      if (tokens !== null) taken.set(keyOf(tokens), (taken.get(keyOf(tokens)) ?? 0) + 1)
      return tokens
    },
    /** Records that a switch to the session has ended. */
    release: (tokens: StoredTokens): void => {
      const others = (taken.get(keyOf(tokens)) ?? 0) - 1
      if (others > 0) taken.set(keyOf(tokens), others)
      else taken.delete(keyOf(tokens))
    },
    /** Whether a write makes a session current that had been set aside. */
    isTaken: (expected: StoredTokens | null, next: StoredTokens | null): next is StoredTokens =>
      next !== null && taken.has(keyOf(next)) && (expected === null || keyOf(expected) !== keyOf(next)),
    /** Records that the session is current now. */
    keep: (tokens: StoredTokens): void => {
      ended.delete(keyOf(tokens))
    }
  }
}
