/** The promise client of an Effect runtime, for programs that already have a client's services. */
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import type { Project } from "../../layers/call/index.ts"
import type { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { callsLoadedLater, clientFlows } from "./clientFlows.ts"
import type { LatchkeyClient } from "./createClient.ts"
import { type Host, hostOf } from "./Host.ts"
import { keepInside } from "./insideOf.ts"
import { callOf, type Disposable, promised } from "./makeAsync.ts"
import { sessionOf } from "./session.ts"

type Services = ClientAccess | Session | Project

type Runtime = ManagedRuntime.ManagedRuntime<Services, InvalidConfiguration>

/** A client without `dispose`: it ends with the provider or the runtime whose services it shares. */
export interface SharedClient extends Omit<LatchkeyClient, keyof Disposable> {}

/**
 * Returns the promise client of an Effect runtime. It shares the runtime's session and cached reads. Each call uses the
 * runtime that the function returns at that moment. Disposing of the runtime interrupts its calls, and they reject with
 * `ClientDisposed`, as later calls do.
 *
 * ```ts
 * const runtime = ManagedRuntime.make(Client.layer({ projectId, publishableClientKey }))
 * const client = clientOfRuntime(() => runtime)
 * ```
 */
export const clientOfRuntime = (runtime: () => Runtime): SharedClient => {
  const hosts = new WeakMap<Runtime, Host<Services, InvalidConfiguration>>()
  const current = () => {
    const now = runtime()
    let host = hosts.get(now)
    if (host === undefined) {
      host = hostOf(now.contextEffect)
      hosts.set(now, host)
      Effect.runFork(Scope.addFinalizer(now.scope, Effect.promise(host.dispose)))
    }
    return host
  }
  const host: Host<Services, InvalidConfiguration> = {
    run: (effect, made) => current().run(effect, made),
    now: (effect) => current().now(effect),
    whenBuilt: (effect) => current().whenBuilt(effect),
    extend: (build) => Effect.suspend(() => current().extend(build)),
    dispose: () => current().dispose()
  }
  const client = promised({ ...clientFlows, calls: callsLoadedLater }, host, "", {
    call: callOf(host),
    session: sessionOf(host)
  }) as SharedClient
  keepInside(client, { host: current, sessionInBrowser: false })
  return client
}
