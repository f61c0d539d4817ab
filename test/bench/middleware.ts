/**
 * CPU time that the Express middleware adds to a request. Requests go alternately to a server with the middleware and
 * to one without.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { cookieOf, inTurn, signed } from "./verification.ts"

/** CPU time that the middleware adds to one kind of request, in microseconds. */
export interface Added {
  readonly what: string
  readonly micros: number
  readonly bareMicros: number
  /** Maximum ratio of `micros` to `bareMicros`. */
  readonly gate: number
}

const rounds = 9
const requests = 400

/** Number of concurrent connections. */
const connections = 8

const startServer = async (kind: string, keys: string) => {
  const child = fork(new URL("./middlewareServer.ts", import.meta.url), [kind, keys])
  const [port] = await once(child, "message")
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cpu = async (): Promise<number> => {
    child.send("cpu")
    const [{ system, user }] = await once(child, "message")
    return system + user
  }
  const send = (headers: Record<string, string>) =>
    new Promise<void>((resolve, reject) => {
      get({ host: "127.0.0.1", port, agent, headers }, (response) => {
        response.resume().once("end", () => response.statusCode === 200 ? resolve() : reject(new Error("refused")))
      }).once("error", reject)
    })
  return {
    /** Sends the requests and returns the CPU time per request. */
    time: async (headersOf: () => Record<string, string>, count = requests): Promise<number> => {
      const before = await cpu()
      const each = async () => {
        for (let at = 0; at < count / connections; at++) await send(headersOf())
      }
      await Promise.all(Array.from({ length: connections }, each))
      return (await cpu() - before) / count
    },
    stop: () => {
      agent.destroy()
      child.disconnect()
    }
  }
}

/** Measures requests without credentials, with a cached and with a new token. */
export const middlewareCosts = async (): Promise<ReadonlyArray<Added>> => {
  const { keys, tokens } = await signed(2 * (rounds + 2) * requests)
  const bare = await startServer("bare", "")
  const ours = await startServer("latchkey", JSON.stringify(keys))
  const [fresh, seen] = [inTurn(tokens), inTurn(tokens.slice(0, 50))]
  const browser = { accept: "*/*", "accept-language": "en", cookie: "theme=dark", "user-agent": "Mozilla/5.0" }
  const kinds = [
    { what: "no credentials", gate: 0.4, headersOf: () => browser },
    { what: "a cached token", gate: 4, headersOf: () => ({ ...browser, cookie: cookieOf(seen()) }) },
    { what: "a new token", gate: 9, headersOf: () => ({ ...browser, cookie: cookieOf(fresh()) }) }
  ]
  try {
    const added: Array<Added> = []
    for (const { gate, headersOf, what } of kinds) {
      const [bareTimes, times]: [Array<number>, Array<number>] = [[], []]
      for (let round = -2; round < rounds; round++) {
        const [reference, time] = [await bare.time(headersOf), await ours.time(headersOf)]
        if (round < 0) continue
        bareTimes.push(reference)
        times.push(time)
      }
      const bareMicros = Math.min(...bareTimes)
      added.push({ what, gate, bareMicros, micros: Math.min(...times) - bareMicros })
    }
    return added
  } finally {
    bare.stop()
    ours.stop()
  }
}
