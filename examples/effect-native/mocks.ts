/** Services are mocked like any other Effect service: with `Layer.mock`, and only the methods that the program uses. */
import { Effect, Layer, Stream } from "effect"
import { Client, currentProject, currentUser, Project, TokenStore, Transport } from "latchkey"

const transport = Layer.mock(Transport.Transport)({
  send: ({ url }) =>
    Effect.fail(new Transport.TransportError({ fault: `no route to ${new URL(url).host}`, transient: false }))
})

const offline = Client.layerNoProject().pipe(
  Layer.provide(
    Project.layer({ projectId: "11111111-1111-4111-8111-111111111111", baseUrl: "https://api.example.com" })
  ),
  Layer.provide(transport)
)

const name = currentProject.get().pipe(
  Effect.map(({ displayName }) => displayName),
  Effect.catchReason("CallError", "ConnectionFailed", ({ fault }) => Effect.succeed(`no project: ${fault}`))
)

const store = Layer.mock(TokenStore.TokenStore)({ get: Effect.succeed(null), changes: Stream.never })

const signedOut = Client.layerNoProject({ tokenStore: store }).pipe(
  Layer.provide(Project.layer({ projectId: "11111111-1111-4111-8111-111111111111" })),
  Layer.provide(transport)
)

console.log(await Effect.runPromise(Effect.provide(name, offline)))
console.log(await Effect.runPromise(Effect.provide(currentUser.get(), signedOut)))
