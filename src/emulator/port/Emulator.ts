/** The emulator as a service, for tests, demos and development. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { layerProjectOf, type Project, Transport } from "../../../layers/call/index.ts"
import type { Seed } from "../seed/index.ts"
import { type EmulatorHandle, make, transportOf } from "../server/index.ts"
import { listen, type PortTaken, type ServeOptions } from "./serve.ts"

/**
 * Emulator of the platform, with its own state, clock and outbox. Any number of emulators can run side by side.
 *
 * The emulator follows the Effect clock that it is built with, so `TestClock.adjust("10 minutes")` expires an access token.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, signIn } from "latchkey"
 * import { Emulator } from "latchkey/emulator"
 *
 * const live = Client.layerNoProject().pipe(
 *   Layer.provide(Emulator.layerProject()),
 *   Layer.provide(Emulator.layer({ users: [{ email, password }] }))
 * )
 * const { userId } = await Effect.runPromise(Effect.provide(signIn.withPassword({ email, password }), live))
 * console.log(userId.length) // 36
 * ```
 */
export class Emulator extends Context.Service<Emulator, EmulatorHandle>()("latchkey/Emulator") {
  /** In-process emulator that also provides the `Transport`. Doesn't listen on a port. */
  static readonly layer = (seed?: Seed): Layer.Layer<Emulator | Transport> =>
    Layer.effectContext(
      Effect.map(make(seed), (internals) =>
        Context.make(Emulator, Emulator.of(internals.handle)).pipe(Context.add(Transport, transportOf(internals))))
    )

  /** Emulator on a port of this machine, for the lifetime of the layer. Use it with `Transport.layerFetch`. */
  static readonly layerServe = (options?: Seed & ServeOptions): Layer.Layer<Emulator, PortTaken> =>
    Layer.effect(Emulator, Effect.suspend(() => Emulator.serve(options)))

  /** Starts an emulator on a port, until the scope closes. Fails with `PortTaken` if another program listens there. */
  static readonly serve = (options: Seed & ServeOptions = {}): Effect.Effect<EmulatorHandle, PortTaken, Scope.Scope> =>
    Effect.gen(function*() {
      const internals = yield* make(options)
      yield* listen(internals, options)
      return internals.handle
    })

  /**
   * Provides the first project with all its keys, at the emulator's URL, and the emulator's clock to everything that is
   * built with the project.
   */
  static readonly layerProject = (): Layer.Layer<Project, never, Emulator> =>
    Layer.fresh(Layer.unwrap(Effect.map(Emulator, ({ project }) => Layer.orDie(layerProjectOf(project)))))
}
