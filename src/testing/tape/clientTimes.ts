/** Finds out when a recorded client sent its requests, by its own clock. */
import { readResponse } from "./conversation.ts"
import { type Exchange, startOf, type Tape } from "./Tape.ts"

/** Time in milliseconds before a token's expiry within which any call makes the client refresh the token. */
const refreshTime = 60_000

/** A recorded request, by the clock of its client. */
export interface Timed {
  readonly exchange: Exchange
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number
  /** Whether the request refreshes a token that the client knew to be valid, as some functions do after their call. */
  readonly isEarlyRefresh: boolean
}

/**
 * Returns the requests of a tape with their times by the client's clock. A recording of `fetch` doesn't see that clock,
 * which may have been moved with the emulator's. A refresh reveals the time: the client sends a refresh on its own only
 * if its clock has reached the token's expiry, and the new token contains the current time.
 */
export const timesOf = (tape: Tape): ReadonlyArray<Timed> => {
  const claimsOf = (value: unknown): ReadonlyArray<Claims> =>
    [...JSON.stringify(value ?? null).matchAll(/\{\{(access_token:\d+)\}\}/g)]
      .map(([, name]) => Object(tape.standIns[name!]?.jwt?.claims) as Claims)
  const latest = (claims: ReadonlyArray<Claims>, name: keyof Claims): number =>
    Math.max(0, ...claims.map((each) => typeof each[name] === "number" ? each[name] * 1000 : 0))

  let moved = 0
  let expiry = 0
  let isRejected = false
  return tape.exchanges.map((exchange) => {
    const { at: recorded, endpoint, request, response } = exchange
    const isRefresh = endpoint === "oauth.refresh"
    expiry = Math.max(expiry, latest(claimsOf(request.headers), "exp"))
    const received = claimsOf(response?.body)
    const issued = latest(received, "iat")
    const due = expiry - refreshTime
    const isExpired = () => startOf(tape) + recorded + moved >= due
    if (isRefresh && !isRejected && !isExpired() && issued >= due) {
      moved = issued - startOf(tape) - recorded
    }
    const isEarlyRefresh = isRefresh && !isRejected && !isExpired()
    expiry = Math.max(expiry, latest(received, "exp"))
    if (!isRefresh || response !== undefined) isRejected = isTokenRejected(exchange)
    return { exchange, at: startOf(tape) + recorded + moved, isEarlyRefresh }
  })
}

interface Claims {
  readonly exp?: unknown
  readonly iat?: unknown
}

/** Whether the platform rejected the request's access token, so that the client refreshes it. */
export const isTokenRejected = ({ response }: Exchange): boolean =>
  response !== undefined && /ACCESS_TOKEN/.test(readResponse(response).code ?? "")
