/**
 * Health checks after a lost connection. They run once after the last attempt, are shared by all calls that fail at the
 * same time, and never cause another error. docs/protocol.md §6.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DiagnosticsReport as Found } from "../../schemas/errors/CallError.ts"
import { isLoopback } from "../../schemas/errors/lostConnection.ts"
import { hostedBaseUrl } from "../../schemas/hosted.ts"
import { timeLimit } from "./requestSettings.ts"
import type { Transport } from "./Transport.ts"

/** An address to check. Nothing from the failed request is sent there. */
export interface Check {
  readonly name: string
  /** Returns the address, derived from the API's. */
  readonly url: (apiUrl: string) => string
  /** Whether the host is outside the project's platform. Such hosts aren't checked if the API is on loopback. */
  readonly elsewhere: boolean
}

/** The checks of docs/protocol.md §6. */
export const defaults: ReadonlyArray<Check> = [
  { name: "cfTrace", url: () => "https://1.1.1.1/cdn-cgi/trace", elsewhere: true },
  { name: "apiRoot", url: (apiUrl) => apiUrl, elsewhere: false },
  { name: "baseUrlBackend", url: (apiUrl) => `${new URL(apiUrl).origin}/health`, elsewhere: false },
  { name: "prodDashboard", url: () => "https://app.stack-auth.com/health", elsewhere: true },
  { name: "prodBackend", url: () => `${hostedBaseUrl}/health`, elsewhere: true }
]

/** The provided checks. Provide a shorter list than {@link defaults}, or an empty one, to check fewer hosts or none. */
export const Diagnostics = Context.Reference<ReadonlyArray<Check>>("latchkey/setting/Diagnostics", {
  defaultValue: () => defaults
})

/** Timeout of all checks together. */
export const longest = Duration.seconds(3)

/** Checks all hosts concurrently. */
export const run = (transport: Transport["Service"], apiUrl: string): Effect.Effect<Found> =>
  Effect.flatMap(Diagnostics, (checks) => {
    const applicable = isLoopback(apiUrl) ? checks.filter(({ elsewhere }) => !elsewhere) : checks
    return Effect.map(
      Effect.forEach(
        applicable,
        (check) => Effect.map(ask(transport, check.url(apiUrl)), (result) => [check.name, result] as const),
        {
          concurrency: "unbounded"
        }
      ),
      (results) => {
        const isOnLine = onLine()
        return { ...(isOnLine === undefined ? {} : { "navigator?.onLine": isOnLine }), ...Object.fromEntries(results) }
      }
    )
  })

const ask = (transport: Transport["Service"], url: string): Effect.Effect<string> =>
  timeLimit(
    Effect.map(Effect.result(transport.send({ method: "GET", url, headers: {}, body: undefined })), (result) =>
      Result.isFailure(result)
        ? result.failure._tag === "TransportError" ? result.failure.fault : result.failure.message
        : result.success.status < 400
        ? "OK"
        : `status ${result.success.status}`),
    Duration.toMillis(longest),
    () =>
      Effect.succeed("no response within 3 s")
  )

/** Returns the browser's network status; `undefined` if unknown. */
export const onLine = (): boolean | undefined => {
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: unknown } }
  return typeof navigator?.onLine === "boolean" ? navigator.onLine : undefined
}
