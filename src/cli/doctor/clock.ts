import type { WireResponse } from "../../../layers/call/index.ts"
import { doubtful, type Finding, good, open } from "./finding.ts"

/** Back ends that verify tokens themselves allow this much. */
const toleratedSeconds = 5

/** Whether this machine's clock agrees with the platform's. */
export const clock = (response: WireResponse, before: number, after: number): Finding => {
  const date = Date.parse(response.headers.get("date") ?? "")
  if (Number.isNaN(date)) return open("Clock", "the platform does not tell its time")
  // the header is cut to whole seconds
  const offset = Math.round(((before + after) / 2 - (date + 500)) / 1000)
  if (Math.abs(offset) <= toleratedSeconds) return good("Clock", "agrees with the platform's")
  return doubtful(
    "Clock",
    `${Math.abs(offset)} s ${offset > 0 ? "ahead of" : "behind"} the platform's`,
    "Clients cope; verifying tokens here does not. Turn on time synchronisation (timedatectl set-ntp true)."
  )
}
