/** Requests that the recordings lack, in the format of an exchange. */
import type { Seed } from "../../../src/emulator/index.ts"
import type { Exchange } from "../exchange.ts"
import type { Past } from "./scene.ts"
import type { Ids } from "./world.ts"

/** Actions that the recording of an area lacks. */
export interface Area {
  /** Requests before the first recorded request. */
  readonly past?: ReadonlyArray<Exchange>
  /** Requests between recorded ones, by the name of the exchange that they follow. */
  readonly between?: { readonly [exchange: string]: ReadonlyArray<Exchange> }
  /** Other preparations before an exchange. */
  readonly pasts?: { readonly [exchange: string]: Past }
  /** Whether the steps reproduce the whole state, so that the values of all responses are compared. */
  readonly isWhole?: boolean
  /** Changes to the default seed. */
  readonly seed?: (seed: Seed) => Seed
  /** Exchanges that were recorded with another configuration. */
  readonly elsewhere?: Area & { readonly which: (exchange: Exchange) => boolean }
}

/** Areas by the name of their file, without the extension. */
export type Areas = { readonly [area: string]: Area }

const keys = {
  client: (project: string) => ({ "x-stack-publishable-client-key": `{{publishable_client_key:${project}}}` }),
  server: (project: string) => ({ "x-stack-secret-server-key": `{{secret_server_key:${project}}}` }),
  admin: (project: string) => ({ "x-stack-super-secret-admin-key": `{{super_secret_admin_key:${project}}}` })
}

/** Shared name of all steps that the recordings lack. */
export const leftOut = "left out"

/** Returns a function that creates a step that the recordings lack. The response to the step corresponds to `body`. */
export const stepsOf = (ids: Ids) =>
(
  project: "acme" | "mailer" | "scratch" | "internal",
  level: keyof typeof keys,
  route: `${string} /${string}`,
  { as, body = null, headers = {}, json }: {
    readonly as?: string
    readonly json?: object
    readonly headers?: { readonly [name: string]: string }
    readonly body?: unknown
  } = {}
): Exchange => {
  const [method, path] = route.split(" ") as [string, string]
  return {
    name: leftOut,
    request: {
      method,
      path: `/api/v1${path}`,
      headers: {
        ...keys[level](project),
        ...headers,
        "x-stack-access-type": level,
        "x-stack-project-id": project === "internal" ? project : ids[project],
        ...(as === undefined ? {} : { "x-stack-access-token": `{{access_token:${as}}}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: json })
    },
    response: { status: 200, headers: {}, body }
  }
}
