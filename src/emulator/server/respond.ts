/** Applies faults and logs requests, in front of the pipeline. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { applyFault, type ConnectionDropped, type FaultRequest, type FaultSource } from "../faults/index.ts"
import type { Incoming, Outgoing, Platform } from "../state/index.ts"
import { claimedLevel, endpointOf, type Outcome, respondTo } from "./pipeline.ts"
import type { LoggedRequest, RequestLog } from "./requestLog.ts"

const describe = (platform: Platform, incoming: Incoming): FaultRequest => {
  const path = incoming.url.pathname.replace(/^\/api\/(?:v1|latest)(?=\/|$)/, "")
  return {
    method: incoming.method,
    path: path === "" ? "/" : path,
    endpoint: endpointOf(platform, incoming, path)?.name,
    level: claimedLevel(incoming)
  }
}

/**
 * Responds to a request, or applies a fault to it, and logs the outcome. Latency follows the clock that the emulator was
 * built with.
 */
export const respond = (
  { clock, faults, platform, record }: {
    readonly platform: Platform
    readonly faults: FaultSource
    readonly clock: Clock.Clock
    readonly record: RequestLog["record"]
  },
  incoming: Incoming
): Effect.Effect<Outgoing, ConnectionDropped> =>
  Effect.suspend(() => {
    const begun = clock.currentTimeMillisUnsafe()
    const fault = faults.next(() => describe(platform, incoming))
    const log = (
      what: Pick<LoggedRequest, "endpoint" | "path" | "status" | "errorCode" | "faulty">,
      outgoing: Outgoing | undefined
    ) =>
      record(
        {
          at: new Date(platform.now()),
          durationMillis: clock.currentTimeMillisUnsafe() - begun,
          method: incoming.method,
          level: claimedLevel(incoming),
          ...what
        },
        incoming,
        outgoing
      )
    const responded = Effect.map(respondTo(platform, incoming), (responded) => {
      log({ ...logged(incoming, responded), faulty: false }, responded.outgoing)
      return responded.outgoing
    })
    if (fault === undefined) return responded
    const request = describe(platform, incoming)
    const withFault = applyFault(fault, request, Effect.map(respondTo(platform, incoming), ({ outgoing }) => outgoing))
      .pipe(
        Effect.tap((outgoing) =>
          Effect.sync(() =>
            log({ ...pick(request), status: outgoing.status, errorCode: undefined, faulty: true }, outgoing)
          )
        ),
        Effect.tapError(() =>
          Effect.sync(() => log({ ...pick(request), status: undefined, errorCode: undefined, faulty: true }, undefined))
        )
      )
    return typeof fault === "object" && fault.type === "latency"
      ? Effect.andThen(Effect.provideService(Effect.sleep(fault.duration), Clock.Clock, clock), responded)
      : withFault
  })

const pick = ({ endpoint, path }: FaultRequest) => ({ endpoint, path })

const logged = (incoming: Incoming, { endpoint, errorCode, status }: Outcome) => ({
  endpoint: endpoint?.name,
  path: endpoint?.path ?? incoming.url.pathname,
  status,
  errorCode
})
