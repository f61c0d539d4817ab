/** Starts an emulator with promises. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Seed } from "../seed/index.ts"
import type { EmulatorHandle } from "../server/index.ts"
import { Emulator } from "./Emulator.ts"
import type { ServeOptions } from "./serve.ts"

/** Emulator that listens until it is disposed: `await using emulator = await startEmulator()`. */
export interface RunningEmulator extends EmulatorHandle, AsyncDisposable {
  readonly close: () => Promise<void>
}

/**
 * Starts an emulator on a loopback port, by default any free one. Rejects with `PortTaken`.
 *
 * @example
 * ```ts
 * import { startEmulator } from "latchkey/emulator"
 * import { createClient } from "latchkey/promise"
 *
 * await using emulator = await startEmulator({ users: [{ email, password }] })
 * await using client = createClient(emulator.project)
 * await client.signIn.withPassword({ email, password })
 * console.log(emulator.requests.list().map(({ path }) => path)) // [ '/auth/password/sign-in' ]
 * ```
 */
export const startEmulator = async (options?: Seed & ServeOptions): Promise<RunningEmulator> => {
  const scope = Scope.makeUnsafe()
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const handle = await Effect.runPromise(
    Emulator.serve(options).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  )
  return { ...handle, baseUrl: handle.baseUrl, close, [Symbol.asyncDispose]: close }
}
