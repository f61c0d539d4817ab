/** Emulators for tests with promises or React components. Several clients can share one emulator. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { Transport } from "../../../layers/call/Transport.ts"
import { layerExplicit } from "../../../layers/session/TokenStore.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import { Emulator, type Seed } from "../../../src/emulator/index.ts"
import * as Client from "../../../src/programs/Client.ts"

/** The user that exists from the start. */
export const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" } as const

/** Creates an emulator with `ada`. */
export const inProcessEmulator = async (seed: Seed = { users: [ada] }) => {
  const scope = Scope.makeUnsafe()
  const context = await Effect.runPromise(Layer.buildWithScope(Emulator.layer(seed), scope))
  const emulator = Context.get(context, Emulator)
  const transport = Layer.succeed(Transport, Context.get(context, Transport))
  const project = Emulator.layerProject().pipe(Layer.provide(Layer.succeed(Emulator, emulator)))
  const client = (options?: Client.SessionOptions & Client.RedirectingOptions) =>
    Client.layerNoProject(options).pipe(Layer.provideMerge(project), Layer.provide(transport))
  return {
    emulator,
    transport,
    project,
    /** Creates a client with its own session. */
    client,
    /** Creates a client with the tokens of `ada`, and clears the request log. */
    signedIn: async () => {
      const { accessToken, refreshToken } = await Effect.runPromise(
        Effect.provide(Password.signIn({ email: ada.email, password: Redacted.make(ada.password) }), client())
      )
      emulator.requests.clear()
      return client({ tokenStore: layerExplicit({ accessToken, refreshToken }) })
    },
    /** Returns the requests in order, such as `GET /users/me`. */
    requests: () => emulator.requests.list().map(({ method, path }) => `${method} ${path}`)
  }
}
