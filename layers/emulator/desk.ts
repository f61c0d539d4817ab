/**
 * What a port answers besides the platform's API, when asked for: pages for people and the control API. Both can sign
 * anybody in, so requests that a page of another site made are refused: they carry its origin, or a host that is not ours.
 */
import * as Effect from "effect/Effect"
import { asJson, control, controlPath, mailsOf, type SaveState } from "./control.ts"
import type { Embedded } from "./embedded.ts"
import { outboxPage, overviewPage, pagesPath } from "./pages.ts"
import type { Outgoing } from "./pipeline.ts"
import type { Incoming } from "./requests.ts"

/** What else a port answers. */
export interface DeskOptions {
  /** Pages for people at `/emulator`, and the outbox as JSON at `/emulator/outbox.json?address=`. @default false */
  readonly pages?: boolean
  /** The control API at `/emulator/control`. @default false */
  readonly control?: boolean
  /** What `POST /emulator/control/state/save` does. */
  readonly saveState?: SaveState
}

/** The answer, or `undefined` for a request that is the platform's. */
export const atDesk = (
  emulator: Embedded,
  incoming: Incoming,
  options: DeskOptions
): Effect.Effect<Outgoing> | undefined => {
  const { pathname } = incoming.url
  const isControl = options.control === true && pathname.startsWith(`${controlPath}/`)
  const isPage = options.pages === true && Object.hasOwn(pages, pathname)
  if (!isControl && !isPage) return undefined
  if (isForeign(emulator, incoming)) {
    return Effect.succeed(asJson(403, { error: "Requests from pages of other sites are not answered here." }))
  }
  return isControl
    ? control(emulator, incoming, options.saveState)
    : incoming.method === "GET"
    ? pages[pathname]!(emulator, incoming)
    : Effect.succeed(asJson(405, {}))
}

const pages: { readonly [path: string]: (emulator: Embedded, incoming: Incoming) => Effect.Effect<Outgoing> } = {
  [pagesPath]: (emulator) => Effect.sync(() => overviewPage(emulator)),
  [`${pagesPath}/outbox`]: (emulator, incoming) =>
    Effect.map(
      mailsOf(emulator, incoming),
      (mails) => outboxPage(mails, incoming.url.searchParams.get("address") || null)
    ),
  [`${pagesPath}/outbox.json`]: (emulator, incoming) =>
    Effect.map(mailsOf(emulator, incoming), (mails) => asJson(200, { mails }))
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/

/** A name that somebody else's DNS leads to this machine is not ours; an address of the machine is. */
const isOwnHost = (emulator: Embedded, host: string): boolean =>
  loopback.test(host) || host === new URL(emulator.baseUrl).host ||
  /^(?:\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+)?$/i.test(host)

const isForeign = (emulator: Embedded, { header }: Incoming): boolean => {
  const host = header("host") ?? ""
  const origin = header("origin")
  return !isOwnHost(emulator, host) || (origin !== undefined && origin !== `http://${host}`)
}
