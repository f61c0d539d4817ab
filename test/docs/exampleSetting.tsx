/** The setting that the examples of docstrings share: an emulator in this process with a user, a session and a team. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Admin, Client, Project as ProjectLayer, reads, TokenStore, Transport } from "latchkey"
import { type RunningEmulator, startEmulator } from "latchkey/emulator"
import type { Project } from "latchkey/layers/Project"
import type { ReadCache } from "latchkey/layers/ReadCache"
import type { Session } from "latchkey/layers/Session"
import { createAdmin, createClient, createServer } from "latchkey/promise"
import { LatchkeyProvider } from "latchkey/react"
import type { AdminAccess, ClientAccess, InvalidConfiguration, ServerAccess } from "latchkey/schemas"
import { createAuthenticator, type RequestAuthenticator } from "latchkey/verify"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import type { ReactNode } from "react"
import { renderToPipeableStream } from "react-dom/server"

/** Services of examples with effects. The session belongs to Ada. */
type Services = AdminAccess | ServerAccess | ClientAccess | Session | Project | ReadCache | Transport.Transport

export interface Setting {
  readonly emulator: RunningEmulator
  /** Options of clients for the emulator. */
  readonly project: RunningEmulator["project"]
  readonly email: string
  readonly password: string
  /** Id of a team of Ada's. */
  readonly teamId: string
  /** A request with Ada's session. */
  readonly request: Request
  readonly authenticator: RequestAuthenticator
  /** Project and transport of back ends on Effect. */
  readonly platform: Layer.Layer<Project | Transport.Transport, InvalidConfiguration>
  /** Starts a server that ends with the setting, and returns its URL. */
  readonly serve: (listener: http.RequestListener) => Promise<string>
  /** An empty folder. */
  readonly folder: string
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  /** Renders an element below a provider with Ada's session, and logs its HTML. */
  readonly show: (element: ReactNode) => Promise<void>
}

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const settingOf = async (emulator: RunningEmulator, leaving: AsyncDisposableStack): Promise<Setting> => {
  const { project } = emulator
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-example-"))
  leaving.defer(() => rm(folder, { recursive: true }))
  await using admin = createAdmin(project)
  await using server = createServer(project)
  const [user] = await server.users.list()
  const team = await server.teams.createFor({ userId: user!.id, displayName: "Analysts" })
  await admin.teamPermissionDefinitions.create({ id: "edit_notes" })
  await server.permissions.grant({ userId: user!.id, teamId: team.id, permissionId: "edit_notes" })
  await using client = createClient(project)
  await client.signIn.withPassword(ada)
  const { accessToken, refreshToken } = await client.authJson()
  const tokenStore = TokenStore.layerExplicit({
    accessToken: Redacted.make(accessToken!),
    refreshToken: Redacted.make(refreshToken!)
  })
  const layer = Client.layer({ ...project, tokenStore })
  const services = reads.over(
    Layer.merge(Admin.layer(project), layer).pipe(Layer.provideMerge(Transport.layerFetch()))
  )
  return {
    emulator,
    project,
    ...ada,
    teamId: team.id,
    request: new Request("http://localhost/notes", { headers: await client.authHeaders() }),
    authenticator: createAuthenticator(project),
    platform: Layer.merge(ProjectLayer.layer(project), Transport.layerFetch()),
    folder,
    serve: async (listener) => {
      const server = leaving.adopt(http.createServer(listener), async (server) => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`
    },
    run: (effect) => Effect.runPromise(Effect.provide(effect, services)),
    show: async (element) => {
      const html = await new Promise<string>((resolve, reject) => {
        const { pipe } = renderToPipeableStream(<LatchkeyProvider layer={layer}>{element}</LatchkeyProvider>, {
          onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
          onError: reject
        })
      })
      console.log(html.replace(/<!--.*?-->/g, ""))
    }
  }
}

/** Runs a function with a new setting. */
export const withSetting = async (run: (setting: Setting) => Promise<void>): Promise<void> => {
  await using emulator = await startEmulator({
    users: [ada],
    config: { clientTeamCreationEnabled: true, oauthProviders: [{ id: "github", type: "shared" }] }
  })
  await using leaving = new AsyncDisposableStack()
  await run(await settingOf(emulator, leaving))
}
