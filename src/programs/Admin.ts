/**
 * The ready-made layers for dashboards and deployment scripts, and the admin flows: `Admin.layer`,
 * `Admin.project.addTrustedDomain(…)`. Don't bundle them for a browser, where the layer rejects their keys.
 */
import * as Layer from "effect/Layer"
import { layerAdmin, OwnerSession, ownerSessionOf, type OwnerToken } from "../../layers/access/index.ts"
import { layerProject, type Project, type ProjectSettings, type Transport } from "../../layers/call/index.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { type BrowserOptions, guarded } from "./keysInBrowser.ts"
import { provideUserSession, type UserOptions } from "./provideUserSession.ts"
import { layerSending, type SendingOptions } from "./SendingOptions.ts"

export * from "../admin/index.ts"

/** The project, its owner's session, the user's session, and the options for sending requests. */
export interface AdminOptions extends ProjectSettings, UserOptions, BrowserOptions, SendingOptions {
  /**
   * Replaces all keys. Returns the access token of an owner, who is a user of the `internal` project, or `null` if no
   * owner is signed in. Called for every request. Effect programs can use the service `OwnerSession` instead.
   */
  readonly ownerSession?: OwnerToken | undefined
}

/**
 * Admin access to a project: `Effect.provide(program, Admin.layer({ projectId, superSecretAdminKey }))`.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Admin } from "latchkey"
 *
 * const settings = await Effect.runPromise(Effect.provide(Admin.project.get(), Admin.layer(project)))
 * console.log(settings.displayName) // My app
 * ```
 */
export const layer = (
  options: AdminOptions = {}
): Layer.Layer<AdminAccess | ServerAccess | ClientAccess | Project, InvalidConfiguration> =>
  provideUserSession(ownedBy(options.ownerSession), options).pipe(
    Layer.provideMerge(guarded(layerProject(options, "secretServerKey", "superSecretAdminKey"), options)),
    Layer.provide(layerSending(options))
  )

const ownedBy = (token: OwnerToken | undefined): ReturnType<typeof layerAdmin> =>
  token === undefined
    ? layerAdmin()
    : Layer.fresh(Layer.provide(layerAdmin(), Layer.succeed(OwnerSession, ownerSessionOf(token))))

/** Admin access without project and transport, for the emulator or a custom transport. */
export const layerNoProject = (): Layer.Layer<
  AdminAccess | ServerAccess | ClientAccess,
  InvalidConfiguration,
  Project | Transport
> => layerAdmin()
