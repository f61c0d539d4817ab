/**
 * Sends the requests that the platform's SDK would send for the apps in `examples/migration/before`, by plain `fetch`,
 * so that these apps run without the SDK. The paths and bodies are those of the specification, section 7.
 */

/** Options of the app objects. */
export interface Options {
  readonly projectId?: string | undefined
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: string | undefined
  readonly baseUrl?: string | undefined
  readonly tokenStore?: unknown
  readonly urls?: { readonly [page: string]: string }
  readonly redirectMethod?: "none" | { readonly useNavigate: () => (to: string) => unknown } | undefined
}

/** Response with an error of the platform. */
class PlatformError extends Error {
  readonly status: number
  constructor(status: number, { error }: { readonly error: string }) {
    super(error)
    this.status = status
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the shape of the body depends on the path
type Body = any

export interface Tokens {
  accessToken: string | null
  refreshToken: string | null
}

/** Returns a variable of the environment, with the names of both brands and with Vite's prefix. */
const variable = (name: string): string =>
  ["STACK", "HEXCLAVE"].flatMap((brand) => [`${brand}_${name}`, `VITE_${brand}_${name}`])
    .map((each) => process.env[each]).find((value) => value !== undefined) ?? ""

/** Sends the requests of one app object. */
export class Requests {
  readonly options: Options
  constructor(options: Options = {}) {
    this.options = options
  }

  async send(method: string, path: string, body?: unknown, tokens?: Tokens): Promise<Body> {
    const { baseUrl, projectId, publishableClientKey, secretServerKey } = this.options
    const response = await fetch(`${baseUrl ?? variable("API_URL")}/api/v1${path}`, {
      method,
      headers: {
        "x-stack-project-id": projectId ?? variable("PROJECT_ID"),
        "x-stack-access-type": secretServerKey === undefined ? "client" : "server",
        "x-stack-publishable-client-key": publishableClientKey ?? variable("PUBLISHABLE_CLIENT_KEY"),
        ...(secretServerKey === undefined ? {} : { "x-stack-secret-server-key": secretServerKey }),
        ...(tokens?.accessToken == null ? {} : { "x-stack-access-token": tokens.accessToken }),
        ...(tokens?.refreshToken == null ? {} : { "x-stack-refresh-token": tokens.refreshToken }),
        // the platform's SDK sends an empty object with every write
        ...(method === "GET" ? {} : { "content-type": "application/json" })
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) })
    })
    const given: Body = await response.json()
    if (!response.ok) throw new PlatformError(response.status, given)
    return given
  }

  /** Gets an access token for a refresh token. */
  async refreshed(refreshToken: string): Promise<string> {
    const response = await fetch(`${this.options.baseUrl ?? variable("API_URL")}/api/v1/auth/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        client_id: this.options.projectId ?? variable("PROJECT_ID"),
        client_secret: this.options.publishableClientKey ?? variable("PUBLISHABLE_CLIENT_KEY")
      })
    })
    const given: Body = await response.json()
    // the session has ended
    if (!response.ok) throw new PlatformError(401, given)
    return given.access_token
  }
}

/** Returns the value of a call; `undefined` if the platform has no such object or the session is invalid. */
export const found = async (call: Promise<Body>): Promise<Body> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof PlatformError && (error.status === 401 || error.status === 404)) return undefined
    throw error
  }
}

/** Returns the errors of the platform as results. */
export const result = async <A>(call: Promise<A>) => {
  try {
    return { status: "ok" as const, data: await call }
  } catch (error) {
    if (error instanceof PlatformError) return { status: "error" as const, error }
    throw error
  }
}
