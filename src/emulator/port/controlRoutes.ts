/**
 * Optional routes of a port in addition to the platform's API: the console and the control API. Both can sign in as any
 * user, so requests from pages of other origins are rejected. The `Origin` and `Host` headers identify such requests.
 */
import * as Effect from "effect/Effect"
import { consolePath, consoleResponse } from "../console/index.ts"
import { asJson, control, controlPath, type EmulatorInternals, mailsOf, type SaveState } from "../server/index.ts"
import type { Incoming, Outgoing } from "../state/index.ts"

/** Routes of a port in addition to the platform's API. */
export interface ControlRouteOptions {
  /** Console at `/emulator`, to which `/` redirects, and the outbox as JSON at `/emulator/outbox.json?address=`. @default false */
  readonly pages?: boolean | undefined
  /** Control API at `/emulator/control`. @default false */
  readonly control?: boolean | undefined
  /** Saves the state for `POST /emulator/control/state/save`. */
  readonly saveState?: SaveState | undefined
}

/** Responds to a request for the console or the control API; `undefined` for a request to the platform's API. */
export const controlRouteResponse = (
  internals: EmulatorInternals,
  incoming: Incoming,
  options: ControlRouteOptions
): Effect.Effect<Outgoing> | undefined => {
  const { pathname } = incoming.url
  const response = options.control === true && pathname.startsWith(`${controlPath}/`)
    ? Effect.suspend(() => control({ emulator: internals.handle, saveState: options.saveState }, incoming))
    : options.pages === true
    ? pageResponse(internals, incoming)
    : undefined
  if (response === undefined) return undefined
  return incoming.isForeign === true || !isOwnPage(incoming.header)
    ? Effect.succeed(
      asJson(403, {
        error:
          "Requests from pages of other origins are rejected. Open this URL in its own tab, or send the request from a server."
      })
    )
    : response
}

const pageResponse = (internals: EmulatorInternals, incoming: Incoming): Effect.Effect<Outgoing> | undefined => {
  switch (incoming.url.pathname) {
    case "/":
      return Effect.succeed({ status: 307, headers: { location: consolePath }, body: "" })
    case `${consolePath}/outbox.json`:
      return Effect.map(
        mailsOf(internals.handle, incoming.url.searchParams.get("address") ?? undefined),
        (mails) => asJson(200, { mails })
      )
    default:
      return consoleResponse(internals, incoming)
  }
}

const loopback = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * Whether the `Host` header is an IP address, a loopback name or the emulator's own host. Requests with other hosts may
 * be DNS rebinding.
 */
const isOwnHost = (baseUrl: string, host: string): boolean =>
  loopback.test(host) || host.toLowerCase() === new URL(baseUrl).host ||
  /^(?:\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+)?$/i.test(host)

/** Whether a request is addressed to another host, or comes from a page of another machine. */
export const isForeign = (baseUrl: string, { header }: Pick<Incoming, "header">): boolean =>
  !isOwnHost(baseUrl, header("host") ?? "")
  || (!isOwnPage(header) && !loopback.test(hostOf(header("origin")!)))

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, "")

const isOwnPage = (header: Incoming["header"]): boolean => {
  const origin = header("origin")
  return origin === undefined || origin === `http://${header("host")}`
}
