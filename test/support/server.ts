/** Tiny servers on the loopback interface, for faults that only a real socket has. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as http from "node:http"
import * as net from "node:net"

const listening = <S extends net.Server>(server: S): Effect.Effect<S> =>
  Effect.callback((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  })

const originOf = (server: net.Server): string => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`

/** Answers over HTTP. Gives the origin. */
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

/** Answers with bytes of one's own once a request has come in. Gives the origin. */
export const serveRaw = (answer: (socket: net.Socket) => void): Effect.Effect<string, never, Scope.Scope> => {
  const sockets = new Set<net.Socket>()
  return Effect.map(
    Effect.acquireRelease(
      Effect.suspend(() =>
        listening(net.createServer((socket) => {
          sockets.add(socket)
          socket.on("error", () => {}) // the other side may leave first
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

/** The origin of a server that is gone. */
export const closedPort: Effect.Effect<string> = Effect.scoped(serveRaw(() => {}))
