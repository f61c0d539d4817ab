/** A `fetch` in a test's hands, for what only the runtime's own vocabulary can say: throws, streams, redirects. */
import type { Fetch } from "../../layers/call/Transport.ts"

/** What one call of `fetch` leads to. Made anew each time, because a `Response` is read once. */
export type FetchAnswer = (url: string, init: RequestInit) => Response | Promise<Response>

interface ScriptedFetch {
  readonly fetch: Fetch
  /** Every call so far, in order. */
  readonly calls: ReadonlyArray<{ readonly url: string; readonly init: RequestInit }>
}

/** Gives the answers in order, and the last one to everything after them. */
export const scriptedFetch = (...answers: readonly [FetchAnswer, ...ReadonlyArray<FetchAnswer>]): ScriptedFetch => {
  const calls: Array<{ readonly url: string; readonly init: RequestInit }> = []
  return {
    calls,
    fetch: async (url, init) => {
      calls.push({ url, init })
      return answers[Math.min(calls.length, answers.length) - 1]!(url, init)
    }
  }
}

/** Throws anything at all. */
export const throws = (anything: unknown): FetchAnswer => () => {
  throw anything
}

/** Settles only when the request is aborted, with the signal's reason, as a real `fetch` does. */
export const untilAborted: FetchAnswer = (_url, init) =>
  new Promise((_, reject) => {
    init.signal!.addEventListener("abort", () => reject(init.signal!.reason))
  })

/** A body of the given chunks; `more` decides how it goes on after them. */
export const chunks = (
  parts: ReadonlyArray<Uint8Array>,
  more: "ends" | "breaks" | "stalls"
): ReadableStream<Uint8Array> => {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < parts.length) return controller.enqueue(parts[at++]!)
      switch (more) {
        case "ends":
          return controller.close()
        case "breaks":
          return controller.error(new TypeError("terminated"))
        case "stalls":
          return new Promise(() => {})
      }
    }
  })
}
