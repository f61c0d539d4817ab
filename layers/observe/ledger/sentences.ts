/** Describes the entries of a session ledger in sentences. */
import type { LedgerEntry } from "./entry.ts"

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const inFlow = (flow: string | undefined, word = "with"): string => flow === undefined ? "" : ` ${word} ${flow}`

/** A smaller skew is within the precision of the measurement. */
const negligible = 2000

const skewOf = (millis: number | undefined): string =>
  millis === undefined || Math.abs(millis) < negligible
    ? ""
    : ` This machine's clock is ${Math.round(Math.abs(millis) / 1000)} s ${millis > 0 ? "ahead" : "behind"}.`

const responseOf = ({ code, status }: { readonly code?: string; readonly status?: number }): string => {
  const parts = [code, status].filter((part) => part !== undefined).join(", ")
  return parts && ` (${parts})`
}

/** Describes an entry in a sentence. */
export const sentenceOf = (entry: LedgerEntry): string => {
  switch (entry._tag) {
    case "Found":
      return `A session was already stored in ${entry.storage}.`
    case "SignedIn": {
      const who = entry.isAnonymous ? "An anonymous user" : "The user"
      return entry.by === "here"
        ? `${who} signed in${inFlow(entry.flow)}.${skewOf(entry.clockSkewMillis)}`
        : `${who} signed in in another tab or program.`
    }
    case "Upgraded":
      return entry.by === "here"
        ? `The anonymous user became an account${inFlow(entry.flow)}.`
        : "The anonymous user became an account in another tab or program."
    case "Refreshed":
      return entry.by === "here"
        ? `The access token was refreshed${inFlow(entry.flow, "for")}`
          + `${entry.callers === undefined ? "" : `, for ${counted(entry.callers, "caller")}`}`
          + `${(entry.attempts ?? 1) > 1 ? `, in ${entry.attempts} attempts` : ""}.${skewOf(entry.clockSkewMillis)}`
        : "Another tab or program refreshed the access token."
    case "RefreshFailed":
      return `A refresh failed with ${entry.reason} after ${counted(entry.attempts, "attempt")}. The session continues.`
    case "TokenRejected":
      return `The platform rejected the access token${inFlow(entry.endpoint, "of")}${responseOf(entry)}.`
    case "RefreshRejected":
      return `The platform rejected the refresh token${
        responseOf(entry)
      }: the session was ended on another device or by `
        + "an administrator, or has expired."
    case "UserMissing":
      return `The platform reported${inFlow(entry.endpoint, "to")}${
        responseOf(entry)
      } that the user no longer exists: an `
        + "administrator or another program deleted the account."
    case "Ended":
      return endings[entry.by](entry.flow)
  }
}

const endings: {
  readonly [By in Extract<LedgerEntry, { readonly _tag: "Ended" }>["by"]]: (flow: string | undefined) => string
} = {
  here: (flow) => `The user was signed out here${inFlow(flow, "by")}.`,
  anotherTab: () => "The user signed out in another tab.",
  platform: () => "The user was signed out, because the platform no longer accepts the session.",
  vanished: () =>
    "The user was signed out, because the stored tokens disappeared. No other tab reported a sign-out: the site's "
    + "server, the browser, the user or another script deleted them.",
  expired: () => "The user was signed out, because the access token expired and there is no refresh token.",
  replaced: () => "The session ended, because another session took its place."
}

/** Returns an entry and its causes, most recent first. Causes that the ledger no longer holds are left out. */
export const causesOf = (entries: ReadonlyArray<LedgerEntry>, entry: LedgerEntry): ReadonlyArray<LedgerEntry> => {
  const chain = [entry]
  for (let next = entry.because; next !== undefined;) {
    const cause = entries.find(({ id }) => id === next)
    // an entry is never caused by a later one; checking that prevents a loop in a damaged file
    if (cause === undefined || cause.id >= chain.at(-1)!.id) break
    chain.push(cause)
    next = cause.because
  }
  return chain
}

/** Returns the sentences that explain why the last session ended; `undefined` if no session has ended. */
export const whySignedOut = (entries: ReadonlyArray<LedgerEntry>): ReadonlyArray<string> | undefined => {
  const ended = entries.findLast(({ _tag }) => _tag === "Ended")
  return ended === undefined ? undefined : causesOf(entries, ended).map(sentenceOf)
}
