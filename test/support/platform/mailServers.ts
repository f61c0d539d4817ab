/** Mail servers for projects. */
import * as Effect from "effect/Effect"
import { type AddressInfo, createServer, type Server } from "node:net"
import type { Seed } from "../../../src/emulator/index.ts"

/** Settings of a mail server to which the test sends nothing. */
export const mailServer = {
  type: "standard",
  host: "smtp.example.com",
  port: 2500,
  username: "mailer",
  password: "mailer-secret",
  senderName: "Mailer",
  senderEmail: "hello@example.com"
} as const

/** A project with its own mail server. Only such a project can have its own templates and themes. */
export const withMailServer = { config: { emailConfig: mailServer } } satisfies Seed

/** Starts a mail server on loopback that never responds, and returns its port. */
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
