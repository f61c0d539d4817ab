import type { WireResponse } from "../../../layers/call/index.ts"
import { doubtful, type Finding, good, open } from "./finding.ts"

/** Clock skew that back ends tolerate when they verify tokens. */
const toleratedSeconds = 5

/** Compares this machine's clock with the server's. */
export const clock = (response: WireResponse, before: number, after: number): Finding => {
  const date = Date.parse(response.headers.get("date") ?? "")
  if (Number.isNaN(date)) return open("Clock", "the server does not send its time")
  // the header is truncated to whole seconds
  const offset = Math.round(((before + after) / 2 - (date + 500)) / 1000)
  if (Math.abs(offset) <= toleratedSeconds) return good("Clock", "agrees with the server's")
  return doubtful(
    "Clock",
    `${Math.abs(offset)} s ${offset > 0 ? "ahead of" : "behind"} the server's`,
    "Clients tolerate this, but token verification on this machine fails. Turn on time synchronization, "
      + "such as timedatectl set-ntp true."
  )
}
