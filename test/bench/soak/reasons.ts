/** Whether browsers were told what they may not be told: each such answer, and the reason that it had. */
import type { Answer, Ledger } from "./browsers.ts"
import type { Periods } from "./periods.ts"
import type { Change, Server } from "./servers.ts"

/**
 * How long a process may go on as if the store were away: a command's second, a quarter in which none is sent, half a second
 * between two connections, and the busy machine.
 */
const afterAway = 2500

/** Answers by the reason that they had. */
export interface Reasons {
  /** The change died with a process that was killed before the store was back: documented at `ServerSessions`. */
  readonly died: ReadonlyArray<Answer>
  /** The store was back, and the process that made the change while it was away had not written it yet. */
  readonly unwritten: ReadonlyArray<Answer>
  /** The store was away, and the process served what it remembered. */
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

  /** Made while the store was away, by a process that was killed before it had written everything. */
  const died = ({ sentAt, server, settledAt }: Change): boolean =>
    settledAt === undefined && server.killedAt !== undefined && wasAway(server, sentAt, server.killedAt)

  /** Made while the store was away, and not written when the answer was asked for. */
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
      // it ended where nobody knew yet that it had begun
      if (isUnwritten(begun, { ...answer, ...ended!, answeredAt: ended!.answeredAt! })) return "unwritten"
      return wasAway(answer.server, answer.sentAt, answer.answeredAt) ? "remembered" : "none"
    })
  }
}
