/** The embedded platform for programs that write promises. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Seed } from "../seed/index.ts"
import type { EmulatorHandle } from "../server/index.ts"
import { Emulator } from "./Emulator.ts"
import type { ServeOptions } from "./serve.ts"

/** An emulated platform that listens until it is disposed of: `await using platform = await startEmulator()`. */
export interface RunningEmulator extends EmulatorHandle, AsyncDisposable {
  readonly close: () => Promise<void>
}

/** Starts the platform on a loopback port, any free one unless told otherwise. Rejects with `PortTaken`. */
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
