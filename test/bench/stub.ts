/** Runs the stub of the platform for the measuring process: over a socket, or as a `fetch` without sockets. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { responses } from "./responses.ts"

/** A running stub. */
export interface Stub {
  readonly baseUrl: string
  /** Requests since the previous call, by method and path. */
  readonly requests: () => Promise<{ readonly [name: string]: number }>
}

/** Runs a function with a stub. */
export const withStub = async <A>(use: (stub: Stub) => Promise<A>): Promise<A> => {
  const child = fork(new URL("./platform.ts", import.meta.url))
  try {
    const [port] = await once(child, "message")
    return await use({
      baseUrl: `http://127.0.0.1:${port}`,
      requests: async () => {
        child.send("count")
        const [seen] = await once(child, "message")
        return seen
      }
    })
  } finally {
    child.disconnect()
  }
}

/** Returns the stub's response without sockets. */
export const fetchWithoutSockets = (
  url: string,
  init?: { readonly method?: string | undefined; readonly signal?: AbortSignal | null | undefined }
): Promise<Response> => {
  const answer = responses[`${init?.method ?? "GET"} ${new URL(url).pathname.replace(/^\/api\/v1/, "")}`]!
  return Promise.resolve(new Response(answer.body(), { headers: answer.headers }))
}
