/** Steps that the recordings left out, in the form of an exchange. */
import type { Seed } from "../../../src/emulator/index.ts"
import type { Exchange } from "../exchange.ts"
import type { Past } from "./scene.ts"
import type { Ids } from "./world.ts"

/** What surrounds the exchanges of an area, which its recording does not show. */
export interface Area {
  /** What happened before. */
  readonly past?: ReadonlyArray<Exchange>
  /** What happened in between, by the name of the exchange it followed. */
  readonly between?: { readonly [exchange: string]: ReadonlyArray<Exchange> }
  /** What happened elsewhere before an exchange. */
  readonly pasts?: { readonly [exchange: string]: Past }
  /** What differs in how the platform was set up. */
  readonly seed?: (seed: Seed) => Seed
  /** The exchanges that took place on a platform which was set up otherwise. */
  readonly elsewhere?: Area & { readonly which: (exchange: Exchange) => boolean }
}

/** Areas by their name, which is that of their file. */
export type Areas = { readonly [area: string]: Area }

const keys = {
  client: (project: string) => ({ "x-stack-publishable-client-key": `{{publishable_client_key:${project}}}` }),
  server: (project: string) => ({ "x-stack-secret-server-key": `{{secret_server_key:${project}}}` }),
  admin: (project: string) => ({ "x-stack-super-secret-admin-key": `{{super_secret_admin_key:${project}}}` })
}

/** The name of all steps that are no exchanges of a recording. */
export const leftOut = "left out"

/** A step that the recordings left out. What it answers stands for `body`. */
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
