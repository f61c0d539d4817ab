/** Finds the reason for each unexpected response, if a reason is allowed. */
import type { Answer, Ledger } from "./browsers.ts"
import type { Periods } from "./periods.ts"
import type { Change, Server } from "./servers.ts"

/**
 * How long a process may still behave as during an outage after the outage has ended: a command's timeout of a second,
 * a pause of a quarter second, half a second until it reconnects, and some time for a busy machine.
 */
const afterAway = 2500

/** Unexpected responses by their reason. */
export interface Reasons {
  /**
   * The process was killed during an outage of the store, and the change was lost with it. This is documented at
   * `ServerSessions`.
   */
  readonly died: ReadonlyArray<Answer>
  /** The store was available again, but the process had not yet written a change from the outage. */
  readonly unwritten: ReadonlyArray<Answer>
  /** The store was unavailable, and the process used its cache. */
  readonly remembered: ReadonlyArray<Answer>
  readonly none: ReadonlyArray<Answer>
}

const sorted = (answers: ReadonlyArray<Answer>, reasonOf: (answer: Answer) => keyof Reasons): Reasons => {
  const reasons = { died: [], unwritten: [], remembered: [], none: [] } as Record<keyof Reasons, Array<Answer>>
  for (const answer of answers) reasons[reasonOf(answer)].push(answer)
  return reasons
}

export const reasonsFor = (
  { revived, signedOut }: Pick<Ledger, "revived" | "signedOut">,
  away: Periods
): { readonly signedOut: Reasons; readonly revived: Reasons } => {
  const wasAway = ({ missed }: Server, from: number, to: number) =>
    away.overlap(from - afterAway, to) || missed.overlap(from - afterAway, to)

  /**
   * Whether the change was lost: it was made during an outage, by a process that was killed before it had written all
   * changes.
   */
  const died = ({ sentAt, server, settledAt }: Change): boolean =>
    settledAt === undefined && server.killedAt !== undefined && wasAway(server, sentAt, server.killedAt)

  /** Whether the change was made during an outage and had not been written at the time of the request. */
  const isUnwritten = ({ sentAt, server, settledAt = Infinity }: Change, answer: Answer): boolean =>
    settledAt > answer.sentAt && wasAway(server, sentAt, answer.answeredAt)

  return {
    signedOut: sorted(signedOut, (answer) => {
      const { begun } = answer.cookie
      if (died(begun)) return "died"
      return isUnwritten(begun, answer) && begun.server !== answer.server ? "unwritten" : "none"
    }),
    revived: sorted(revived, (answer) => {
      const { begun, ended } = answer.cookie
      if (died(ended!)) return "died"
      if (isUnwritten(ended!, answer)) return "unwritten"
      // the session ended, but this process had not been informed yet
      if (isUnwritten(begun, { ...answer, ...ended!, answeredAt: ended!.answeredAt! })) return "unwritten"
      return wasAway(answer.server, answer.sentAt, answer.answeredAt) ? "remembered" : "none"
    })
  }
}
