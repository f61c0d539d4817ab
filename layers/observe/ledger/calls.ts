/** Derives entries from the refreshes among the calls of a client. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import { RefreshTokenError } from "../../../schemas/errors/session.ts"
import type { Observer } from "../index.ts"
import { flowOf, type Notes, type Response } from "./notes.ts"

/** Observes the calls of a client. */
export const callsOf = (notes: Notes): Observer => ({
  call: ({ endpoint, span, startedAt }) => {
    const key = notes.held?.key
    let response: Response = { endpoint, code: undefined, status: undefined }
    let attempts = 0
    return {
      attempt: () => {
        attempts++
        let status: number | undefined
        return {
          status: (found) => {
            status = found
          },
          ended: (_at, code) => {
            response = { endpoint, code, status }
            if (code !== undefined) notes.lastFailure = response
          }
        }
      },
      ended: (endedAt, exit) => {
        // a late refresh of a replaced session must not be recorded for its successor
        if (endpoint !== OAuth.refresh.spec.name || key !== notes.held?.key) return
        refreshed(notes, { attempts, endedAt, response, span, startedAt }, exit)
      }
    }
  }
})

interface RefreshCall {
  readonly startedAt: number
  readonly endedAt: number
  readonly span: Tracer.AnySpan | undefined
  readonly attempts: number
  readonly response: Response
}

const refreshed = (
  notes: Notes,
  { attempts, endedAt, response: { code, status }, span, startedAt }: RefreshCall,
  exit: Exit.Exit<unknown, unknown>
): void => {
  const { about, held, record, tokenRejected, waiting } = notes
  notes.refresh = undefined
  if (Exit.isSuccess(exit)) {
    const flow = flowOf(span, OAuth.refresh.spec.name)
    notes.refresh = { endedAt, facts: { flow, attempts, tookMillis: endedAt - startedAt } }
    return
  }
  if (!held || Cause.hasInterruptsOnly(exit.cause)) return
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  const reason = error instanceof CallError ? error.reason : error
  const entry = { ...about(held), callers: waiting, because: tokenRejected }
  if (reason instanceof RefreshTokenError) {
    notes.refreshRejected = record({ ...entry, _tag: "RefreshRejected", code, status })
  } else {
    const tag = (reason as { readonly _tag?: string } | undefined)?._tag ?? "a defect"
    record({ ...entry, _tag: "RefreshFailed", reason: tag, attempts })
  }
}
