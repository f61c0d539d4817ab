/**
 * The usual layers of a dashboard or a deployment script, and its flows: `Admin.layer`,
 * `Admin.project.addTrustedDomain(…)`. Never bundle them for a browser, which refuses their keys.
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

/** A project, who administers it, whose session requests carry, and how they are sent. */
export interface AdminOptions extends ProjectSettings, UserOptions, BrowserOptions, SendingOptions {
  /**
   * Stands in for every key: gives the access token of an owner, a user of the `internal` project, or `null` when nobody
   * is signed in there. Asked for every request. In Effect the service `OwnerSession` does the same.
   */
  readonly ownerSession?: OwnerToken | undefined
}

/** A project's administration: `Effect.provide(program, Admin.layer({ projectId, superSecretAdminKey }))`. */
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

/** The admin level without project and transport, for the emulator or another way to send. */
export const layerNoProject = (): Layer.Layer<
  AdminAccess | ServerAccess | ClientAccess,
  InvalidConfiguration,
  Project | Transport
> => layerAdmin()
