/**
 * Whether people look at a page, and when they come back to it, or the network does: then what is shown may be out of
 * date. docs/laws.md A11, N5.
 */
import * as Context from "effect/Context"

/** What tells of looks and returns. */
export interface VisibilityService {
  /**
   * Calls back when people come back to the page, `focus`, and when the network does while they look at it, `online`,
   * until the returned function is called. Often several times in a row, so whoever listens throttles.
   */
  readonly onReturn: (listener: (why: "focus" | "online") => void) => () => void
  /** Whether the page is where nobody sees it: what goes on by itself pauses. @default never */
  readonly isHidden?: () => boolean
}

const isHidden = () => globalThis.document?.visibilityState === "hidden"

const ofPage: VisibilityService = {
  isHidden,
  onReturn: (listener) => {
    // native apps may have a window or a document without events
    if (![globalThis.window, globalThis.document].every((each) => typeof each?.addEventListener === "function")) {
      return () => {}
    }
    const over = new AbortController()
    const returned = ({ type }: Event) => {
      if (!isHidden()) listener(type === "online" ? type : "focus")
    }
    for (const [target, event] of [[window, "focus"], [window, "online"], [document, "visibilitychange"]] as const) {
      target.addEventListener(event, returned, { signal: over.signal })
    }
    return () => over.abort()
  }
}

/** The page's own events, unless something else knows: a native shell. On a server nobody comes back. */
export const Visibility = Context.Reference<VisibilityService>("latchkey/setting/Visibility", {
  defaultValue: () => ofPage
})
