/**
 * A `fetch` with scripted results, for responses that consist of the runtime's own objects: errors, streams, redirects.
 */
import type { Fetch } from "../../../layers/call/Transport.ts"

/** Creates the result of one call of `fetch`. It is a function, because a `Response` can be read only once. */
export type FetchAnswer = (url: string, init: RequestInit) => Response | Promise<Response>

interface ScriptedFetch {
  readonly fetch: Fetch
  /** All calls so far, in order. */
  readonly calls: ReadonlyArray<{ readonly url: string; readonly init: RequestInit }>
}

/** Creates a `fetch` that returns the results in order. The last result is repeated. */
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

/** Throws any value. */
export const throws = (anything: unknown): FetchAnswer => () => {
  throw anything
}

/** Settles only when the request is aborted. Like a real `fetch`, it rejects with the signal's reason. */
export const untilAborted: FetchAnswer = (_url, init) =>
  new Promise((_, reject) => {
    init.signal!.addEventListener("abort", () => reject(init.signal!.reason))
  })

/** Creates a body of chunks. `more`: what happens after the last chunk. */
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
