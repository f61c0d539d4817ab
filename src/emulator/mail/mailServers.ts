/**
 * Whether a mail server would take a mail. Nothing ever leaves the machine: a server on loopback that listens does, any
 * other does not. Node is asked of the running process and never imported, so that bundles for browsers stay without it;
 * there, no server listens.
 */
import * as Effect from "effect/Effect"
import type { EmailConfig, SentEmailError } from "../state/index.ts"

const loopback = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/

/** The platform gives a server up after this. */
const patienceMillis = 10_000

const listens = (host: string, port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const net = globalThis.process?.getBuiltinModule?.("node:net")
    if (net === undefined) return resume(Effect.succeed(false))
    const socket = net.connect({ host: host.replace(/^\[|\]$/g, ""), port, timeout: patienceMillis })
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
  message: "The mail server was not found. The embedded platform reaches servers on this machine only."
}

const refused: SentEmailError = {
  rawError: { code: "ECONNREFUSED" },
  errorType: "UNKNOWN",
  canRetry: false,
  message: "The mail server does not accept connections. Check that it runs, and its port."
}

/** What keeps a server from taking a mail; `null` when nothing does. The platform's own server takes every mail. */
export const fault = (server: EmailConfig): Effect.Effect<SentEmailError | null> => {
  if (server.type === "shared") return Effect.succeed(null)
  if (!loopback.test(server.host)) return Effect.succeed(notFound)
  return Effect.map(listens(server.host, server.port), (up) => up ? null : refused)
}
