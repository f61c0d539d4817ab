/**
 * People who come back to a page, and the network that does: then what is shown may be out of date. docs/laws.md A11,
 * N5.
 */
import * as Context from "effect/Context"

/** What tells of returns. */
export interface VisibilityService {
  /**
   * Calls back when people come back to the page, `focus`, and when the network does while they look at it, `online`,
   * until the returned function is called. Often several times in a row, so whoever listens throttles.
   */
  readonly onReturn: (listener: (why: "focus" | "online") => void) => () => void
}

const ofPage: VisibilityService = {
  onReturn: (listener) => {
    const over = new AbortController()
    if ("document" in globalThis) {
      const returned = ({ type }: Event) => {
        if (document.visibilityState !== "hidden") listener(type === "online" ? type : "focus")
      }
      for (const [target, event] of [[window, "focus"], [window, "online"], [document, "visibilitychange"]] as const) {
        target.addEventListener(event, returned, { signal: over.signal })
      }
    }
    return () => over.abort()
  }
}

/** The page's own events, unless something else knows: a native shell. On a server nobody comes back. */
export const Visibility = Context.Reference<VisibilityService>("latchkey/Visibility", { defaultValue: () => ofPage })
