/**
 * What a port answers besides the platform's API, when asked for: pages for people and the control API. Both can sign
 * anybody in, so requests that a page of another site made are refused: they carry its origin, or a host that is not ours.
 * Pages that something else on this machine serves reach the control API by {@link devtoolsHeader} alone.
 */
import * as Effect from "effect/Effect"
import { consoleAnswer, consolePath } from "../console/index.ts"
import { asJson, control, controlPath, type EmulatorInternals, mailsOf, type SaveState } from "../server/index.ts"
import type { Incoming, Outgoing } from "../state/index.ts"

/** What else a port answers. */
export interface ControlRouteOptions {
  /** Pages for people at `/emulator`, where `/` leads, and the outbox as JSON at `/emulator/outbox.json?address=`. @default false */
  readonly pages?: boolean
  /** The control API at `/emulator/control`. @default false */
  readonly control?: boolean
  /** What `POST /emulator/control/state/save` does. */
  readonly saveState?: SaveState
}

/** The answer, or `undefined` for a request that is the platform's. */
export const answerControlRoute = (
  internals: EmulatorInternals,
  incoming: Incoming,
  options: ControlRouteOptions
): Effect.Effect<Outgoing> | undefined => {
  const { pathname } = incoming.url
  const isControl = options.control === true && pathname.startsWith(`${controlPath}/`)
  const answer = isControl
    ? Effect.suspend(() => control(internals.handle, incoming, options.saveState))
    : options.pages === true
    ? pageAnswer(internals, incoming)
    : undefined
  if (answer === undefined) return undefined
  const isNeighbours = isControl && isFromNeighbour(incoming)
  if (incoming.isForeign === true || !(isNeighbours || isOwnPage(incoming.header))) {
    return Effect.succeed(asJson(403, { error: "Requests from pages of other sites are not answered here." }))
  }
  if (!isNeighbours) return answer
  return incoming.method === "OPTIONS"
    ? Effect.succeed({ status: 204, headers: { ...readable(incoming), ...preflight }, body: "" })
    : Effect.map(answer, (outgoing) => ({ ...outgoing, headers: { ...outgoing.headers, ...readable(incoming) } }))
}

/**
 * Sent by the developer tools. No form, picture or link can send it, and a page of another origin only after it has asked
 * by a preflight: what a page of this machine did not mean never acts.
 */
const devtoolsHeader = "x-latchkey-devtools"

/** Whether the developer tools on a page that this machine serves, at another port or name of its own, ask or ask leave to. */
const isFromNeighbour = ({ header, method }: Incoming): boolean =>
  loopback.test(hostOf(header("origin") ?? "")) && (method === "OPTIONS"
    ? (header("access-control-request-headers") ?? "").toLowerCase().split(",").some((name) =>
      name.trim() === devtoolsHeader
    )
    : header(devtoolsHeader) !== undefined)

/** For this origin and no other, and without cookies. */
const readable = ({ header }: Incoming): Outgoing["headers"] => ({
  "access-control-allow-origin": header("origin")!,
  "vary": "origin"
})

/** Without `access-control-allow-private-network`: only pages that are not of this machine would need it. */
const preflight: Outgoing["headers"] = {
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
  "access-control-allow-headers": `content-type, ${devtoolsHeader}`,
  "access-control-max-age": "600"
}

const pageAnswer = (internals: EmulatorInternals, incoming: Incoming): Effect.Effect<Outgoing> | undefined => {
  switch (incoming.url.pathname) {
    case "/":
      return Effect.succeed({ status: 307, headers: { location: consolePath }, body: "" })
    case `${consolePath}/outbox.json`:
      return Effect.map(
        mailsOf(internals.handle, incoming.url.searchParams.get("address")),
        (mails) => asJson(200, { mails })
      )
    default:
      return consoleAnswer(internals, incoming)
  }
}

const loopback = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** A name that somebody else's DNS leads to this machine is not ours; an address of the machine is. */
const isOwnHost = (baseUrl: string, host: string): boolean =>
  loopback.test(host) || host.toLowerCase() === new URL(baseUrl).host ||
  /^(?:\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+)?$/i.test(host)

/** Whether it came by a name that is not ours, or from a page that neither we nor anything else on this machine serves. */
export const isForeign = (baseUrl: string, { header }: Pick<Incoming, "header">): boolean =>
  !isOwnHost(baseUrl, header("host") ?? "")
  || (!isOwnPage(header) && !loopback.test(hostOf(header("origin")!)))

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, "")

const isOwnPage = (header: Incoming["header"]): boolean => {
  const origin = header("origin")
  return origin === undefined || origin === `http://${header("host")}`
}
