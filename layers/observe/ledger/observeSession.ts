/** Derives the entries of a ledger from a session, its callers, and the calls of its client. */
import * as Redacted from "effect/Redacted"
import type { Session, SessionFacts } from "../../session/index.ts"
import type { Hooks, Observer, Watcher } from "../index.ts"
import { callsOf } from "./calls.ts"
import { makeChanged } from "./changes.ts"
import { type Action, flowOf, makeNotes, type Notes, type Parts } from "./notes.ts"

/** Creates the watchers of one client's session and calls. */
export const observeSession = (parts: Parts): {
  readonly observer: Observer
  readonly session: (facts: SessionFacts) => Watcher<Session["Service"]>
} => {
  const notes = makeNotes(parts)
  let isTaken = false
  return {
    observer: callsOf(notes),
    session: ({ session, storage }) =>
      // the ledger belongs to the first session that is built with it
      isTaken ? {} : {
        built: () => {
          isTaken = true
          notes.held = session()
          if (notes.held) notes.record({ ...notes.about(notes.held), _tag: "Found", storage })
        },
        changed: makeChanged(notes, session),
        hooks: hooksOf(notes)
      }
  }
}

const hooksOf = (notes: Notes): Hooks<Session["Service"]> => {
  const { about, record } = notes

  /** Attributes the changes during a use to an action of this program. Returns the function that ends the use. */
  const during = (action: Action | undefined) => {
    notes.doing = action
    return () => {
      if (notes.doing === action) notes.doing = undefined
    }
  }

  const counted = () => {
    notes.waiting++
    return () => void notes.waiting--
  }

  return {
    tokens: counted,
    tokensIfAny: counted,
    keep: ({ span }) => during({ keeps: true, flow: flowOf(span) }),
    end: ({ span }) => during({ keeps: false, flow: flowOf(span) }),
    endInStore: ({ span }) => during({ keeps: false, flow: flowOf(span) }),
    // tokens passed as an argument belong to another session, whose end isn't recorded here
    endAndRevoke: ({ args: [, other], span }) =>
      other === undefined ? during({ keeps: false, flow: flowOf(span) }) : undefined,
    endOf: () => {
      const because = record({ ...about(notes.held), _tag: "UserMissing", ...notes.lastFailure })
      return during({ keeps: false, flow: undefined, because })
    },
    rejected: ({ args: [accessToken] }) => {
      const token = notes.held?.tokens.accessToken
      if (token === undefined || Redacted.value(token) !== Redacted.value(accessToken)) return during(undefined)
      const because = notes.tokenRejected = record({
        ...about(notes.held),
        _tag: "TokenRejected",
        ...notes.lastFailure
      })
      return during({ keeps: false, flow: undefined, because })
    }
  }
}
