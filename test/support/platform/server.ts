/** Small servers on the loopback interface, for faults that need a real socket. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as http from "node:http"
import * as net from "node:net"

const listening = <S extends net.Server>(server: S): Effect.Effect<S> =>
  Effect.callback((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  })

const originOf = (server: net.Server): string => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`

/** Starts an HTTP server, and returns its origin. */
export const serve = (handler: http.RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(Effect.suspend(() => listening(http.createServer(handler))), (server) =>
      Effect.callback<void>((resume) => {
        server.close(() =>
          resume(Effect.void)
        )
        server.closeAllConnections()
      })),
    originOf
  )

/** Starts a server that sends arbitrary bytes after each request, and returns its origin. */
export const serveRaw = (answer: (socket: net.Socket) => void): Effect.Effect<string, never, Scope.Scope> => {
  const sockets = new Set<net.Socket>()
  return Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() =>
        listening(net.createServer((socket) => {
          sockets.add(socket)
          socket.on("error", () => {}) // the client may close the connection before the server
          socket.once("data", () => answer(socket))
        }))
      ),
      (server) =>
        Effect.callback<void>((resume) => {
          for (const socket of sockets) socket.destroy()
          server.close(() => resume(Effect.void))
        })
    ),
    originOf
  )
}

/** Returns the origin of a stopped server. */
export const closedPort: Effect.Effect<string> = Effect.scoped(serveRaw(() => {}))
