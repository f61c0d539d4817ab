/** The promise client of a provider. Bundled only if an app uses it. */
"use client"
import { useEffect } from "react"
import { clientOfRuntime, type SharedClient } from "../src/promise/index.ts"
import type { App } from "./app.ts"
import { type ClientServices, ready } from "./clientHooks.ts"
import { projectIs } from "./projectIs.ts"

/** Options for `useClient`. */
export interface UseClientOptions {
  /**
   * Id of the project that the component is for. With another provider, the hook throws `InvalidConfiguration` to the
   * nearest error boundary. For pages with several providers.
   */
  readonly projectIdMustMatch?: string | undefined
}

interface Held {
  readonly client: SharedClient
  /** Sets the provider's current services, which later calls use. */
  readonly attach: () => void
}

const clients = new WeakMap<object, Held>()

const hold = (app: Pick<App<ClientServices, any>, "client" | "runtime">): Held => {
  if (app.client !== undefined) return { client: app.client, attach: () => {} }
  let runtime: ReturnType<typeof app.runtime> | undefined
  return {
    client: clientOfRuntime(() => runtime ?? app.runtime()),
    attach: () => {
      runtime = app.runtime()
    }
  }
}

/**
 * Returns the promise client of this provider: the functions of `createClient`, with the session and the cached reads
 * of the hooks. All components share one client. Its calls continue when a component unmounts, and reject with
 * `ClientDisposed` when the provider unmounts. If the provider was given a `client`, the hook returns it, and its calls
 * end when the client is disposed of.
 *
 * @example
 * ```tsx
 * import { useAction, useClient } from "latchkey/react"
 *
 * const NewTeam = () => {
 *   const client = useClient()
 *   const create = useAction(() => client.teams.create({ displayName: "Readers" }))
 *   return <button onClick={() => create.run()}>{create.isPending ? "One moment" : "New team"}</button>
 * }
 * <NewTeam /> // <button>New team</button>
 * ```
 */
export const useClient = ({ projectIdMustMatch }: UseClientOptions = {}): SharedClient => {
  ready.useRead(projectIdMustMatch === undefined ? null : projectIs(projectIdMustMatch))
  const app = ready.useApp()
  let held = clients.get(app)
  if (held === undefined) clients.set(app, held = hold(app))
  const { attach, client } = held
  // An `Activity` that shows the provider again gives the provider new services. After an unmount, the client must not
  // build new services.
  useEffect(attach, [attach])
  return client
}
