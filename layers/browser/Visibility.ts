/**
 * Whether a page is visible, and when it becomes visible or online again, so that stale data can be refreshed.
 * docs/laws.md A11, N5.
 */
import * as Context from "effect/Context"

/** Visibility of the page. */
export interface Visibility {
  /**
   * Calls the listener with `focus` when the page becomes visible, and with `online` when a visible page is online
   * again, until the returned function is called. Several calls in a row are common, so listeners throttle.
   */
  readonly onReturn: (listener: (why: "focus" | "online") => void) => () => void
  /** Whether the page is hidden; background work then pauses. @default never */
  readonly isHidden?: (() => boolean) | undefined
}

const isHidden = () => globalThis.document?.visibilityState === "hidden"

const ofPage: Visibility = {
  isHidden,
  onReturn: (listener) => {
    // native apps may have a window or a document without events
    if (![globalThis.window, globalThis.document].every((each) => typeof each?.addEventListener === "function")) {
      return () => {}
    }
    const controller = new AbortController()
    const returned = ({ type }: Event) => {
      if (!isHidden()) listener(type === "online" ? type : "focus")
    }
    for (const [target, event] of [[window, "focus"], [window, "online"], [document, "visibilitychange"]] as const) {
      target.addEventListener(event, returned, { signal: controller.signal })
    }
    return () => controller.abort()
  }
}

/** Visibility according to the page's own events. Replace it in a native shell. On a server, it never changes. */
export const Visibility = Context.Reference<Visibility>("latchkey/setting/Visibility", {
  defaultValue: () => ofPage
})
