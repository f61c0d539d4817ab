/** Mail servers of a project's own. */
import * as Effect from "effect/Effect"
import { type AddressInfo, createServer, type Server } from "node:net"
import type { Seed } from "../../src/emulator/index.ts"

/** One that nothing is sent to. */
export const mailServer = {
  type: "standard",
  host: "smtp.example.com",
  port: 2500,
  username: "mailer",
  password: "mailer-secret",
  senderName: "Mailer",
  senderEmail: "hello@example.com"
} as const

/** A project with it, which may have templates and themes of its own then. */
export const withMailServer = { config: { emailConfig: mailServer } } satisfies Seed

/** The port of one that listens on loopback and says nothing. */
export const silentMailServer = (host: "127.0.0.1" | "localhost") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createServer((socket) => socket.destroy())
        server.listen(0, host, () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    ),
    (server) => (server.address() as AddressInfo).port
  )
