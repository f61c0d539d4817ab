/**
 * Checks whether a mail server would accept an email. Nothing leaves the machine: only loopback servers that listen
 * count as reachable. `node:net` is obtained from the running process instead of imported, so that browser bundles
 * don't contain it. In browsers no server is reachable.
 */
import * as Effect from "effect/Effect"
import { managedMailHost } from "../model/index.ts"
import type { EmailConfig, SentEmailError } from "../state/index.ts"

const loopback = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/

/** Connection timeout in milliseconds, as on the platform. */
const connectTimeoutMillis = 10_000

const listens = (host: string, port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const net = globalThis.process?.getBuiltinModule?.("node:net")
    if (net === undefined) return resume(Effect.succeed(false))
    const socket = net.connect({ host: host.replace(/^\[|\]$/g, ""), port, timeout: connectTimeoutMillis })
    const settle = (outcome: boolean) => () => {
      socket.destroy()
      resume(Effect.succeed(outcome))
    }
    socket.once("connect", settle(true)).once("error", settle(false)).once("timeout", settle(false))
    return Effect.sync(() => socket.destroy())
  })

const notFound: SentEmailError = {
  rawError: { code: "ENOTFOUND" },
  errorType: "HOST_NOT_FOUND",
  canRetry: false,
  message: "The mail server was not found. The emulator can only reach servers on this machine."
}

const refused: SentEmailError = {
  rawError: { code: "ECONNREFUSED" },
  errorType: "UNKNOWN",
  canRetry: false,
  message: "The mail server does not accept connections. Check that it is running, and check its port."
}

/**
 * Returns the error of a mail server, or `null` if it accepts emails. The platform's own server accepts every email.
 */
export const fault = (server: EmailConfig): Effect.Effect<SentEmailError | null> => {
  if (server.type === "shared" || server.host === managedMailHost) return Effect.succeed(null)
  if (!loopback.test(server.host)) return Effect.succeed(notFound)
  return Effect.map(listens(server.host, server.port), (up) => up ? null : refused)
}
