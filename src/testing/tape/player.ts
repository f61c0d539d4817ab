/** Responds to requests from a tape. */
import * as Effect from "effect/Effect"
import { TransportError, type WireRequest, type WireResponse } from "../../../layers/call/index.ts"
import { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/CallError.ts"
import { conceal } from "./conceal.ts"
import { apiUrlOf, bytesOf, partsOf } from "./conversation.ts"
import { NotOnTape } from "./errors.ts"
import { compare, type Comparison, nodesOf } from "./match.ts"
import { fill, fillAll, standInsOf } from "./standIns.ts"
import type { Body, Exchange, RecordedRequest, Tape } from "./Tape.ts"

/** Plays the exchanges of a tape, each one once. */
export interface Player {
  readonly play: (request: WireRequest) => Effect.Effect<WireResponse, PlayedFailure>
  /** Requests that weren't on the tape. */
  readonly missed: ReadonlyArray<NotOnTape>
  readonly remaining: () => ReadonlyArray<Exchange>
  /** Returns the next exchange after the last one that was played. */
  readonly next: () => Exchange | undefined
  /** Fills placeholders with stand-ins that a program may override, such as the project's keys. */
  readonly suggested: (text: string) => string
}

/** Creates the player of a tape. */
export const playerOf = (tape: Tape): Player => {
  const values = new Map<string, string>()
  const standInOf = standInsOf(tape, values)
  const played = new Set<Exchange>()
  const missed: Array<NotOnTape> = []
  let lastPlayed = -1

  const remaining = () => tape.exchanges.filter((exchange) => !played.has(exchange))

  const valueOf = (name: string): string => {
    let value = values.get(name)
    if (value === undefined) values.set(name, value = standInOf(name))
    return value
  }

  const matching = (request: WireRequest): Exchange | NotOnTape => {
    const apiUrl = apiUrlOf(request.url) ?? tape.apiUrl
    const sent = partsOf(request, apiUrl)
    const compared: Array<Compared> = []
    for (const exchange of remaining()) {
      const comparison = compare(exchange.request, sent, tape.standIns, values)
      if (comparison.differences.length === 0) {
        for (const [name, value] of comparison.values) values.set(name, value)
        played.add(exchange)
        lastPlayed = Math.max(lastPlayed, tape.exchanges.indexOf(exchange))
        return exchange
      }
      compared.push({ exchange, ...comparison })
    }
    return notOnTape(tape, request, sent, compared)
  }

  return {
    missed,
    remaining,
    next: () => tape.exchanges.slice(lastPlayed + 1).find((exchange) => !played.has(exchange)),
    suggested: (text) => fill(text, tape.standIns, standInOf),
    play: (request) =>
      Effect.suspend(() => {
        const exchange = matching(request)
        if (exchange instanceof NotOnTape) {
          missed.push(exchange)
          return Effect.die(exchange)
        }
        const outcome = outcomeOf(exchange, (value) => fillAll(value, tape.standIns, valueOf))
        return Effect.andThen(Effect.sleep(exchange.took), outcome)
      })
  }
}

/** Failures of requests that a tape plays. */
export type PlayedFailure = TransportError | ResponseTooLarge | RedirectRefused

const outcomeOf = (
  { failure, response }: Exchange,
  filled: (value: unknown) => unknown
): Effect.Effect<WireResponse, PlayedFailure> =>
  Effect.suspend((): Effect.Effect<WireResponse, PlayedFailure> => {
    if (response !== undefined) {
      const headers = filled(response.headers ?? {}) as { readonly [name: string]: string }
      return Effect.succeed({
        status: response.status,
        headers: { get: (name) => headers[name.toLowerCase()] ?? null },
        body: bytesOf(filled(response.body) as Body | undefined)
      })
    }
    if (failure === undefined) return Effect.never
    if ("tooLargeFor" in failure) return Effect.fail(new ResponseTooLarge({ limitBytes: failure.tooLargeFor }))
    if ("redirectStatus" in failure) {
      return Effect.fail(
        new RedirectRefused({
          status: failure.redirectStatus,
          origin: filled(failure.origin) as string | undefined
        })
      )
    }
    const { code, lost: fault, transient } = failure
    return Effect.fail(
      new TransportError({
        fault: filled(fault) as string,
        transient,
        code: filled(code) as string | undefined
      })
    )
  })

/** A recorded exchange, compared with a request. */
interface Compared extends Comparison {
  readonly exchange: Exchange
}

/** Describes a request that isn't on the tape. Its values are replaced like those of a recording. */
const notOnTape = (
  tape: Tape,
  request: WireRequest,
  sent: RecordedRequest,
  compared: ReadonlyArray<Compared>
): NotOnTape => {
  const concealed = conceal([{ at: 0, request, endedAt: 0, response: undefined, failure: undefined }])
  const shown = concealed.exchanges[0]!.request
  const concealedNodes = nodesOf(shown)
  const nodes = new Map(nodesOf(sent).map(({ at }, index) => [at, concealedNodes[index]!]))
  const [nearest] = compared.toSorted((a, b) => distance(a) - distance(b))
  return new NotOnTape({
    request: `${shown.method} ${shown.path}`,
    nearest: nearest === undefined ? undefined : tape.exchanges.indexOf(nearest.exchange) + 1,
    differences: (nearest?.differences ?? []).map(({ at, recorded }) => ({
      at: nodes.get(at)?.at ?? at,
      recorded,
      // the placeholders of the request aren't those of the tape
      sent: nodes.get(at)?.value?.replace(/\{\{(\w+):\d+(?:\|\w+)?\}\}/g, "<$1>")
    }))
  })
}

/** A request to a different endpoint is farther away than a request with different fields. */
const distance = ({ differences }: Comparison): number =>
  differences.reduce((sum, { at }) => sum + (at === "path" || at === "method" ? 1000 : 1), 0)
