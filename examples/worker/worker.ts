/** A Cloudflare Worker. It reads the project from its environment, and uses one authenticator for all requests. */
import { fetchHandler } from "latchkey/adapters"
import { createAuthenticator, type RequestAuthenticator } from "latchkey/verify"

/** The worker's variables and secrets. */
export interface Env {
  readonly HEXCLAVE_PROJECT_ID: string
  readonly HEXCLAVE_PUBLISHABLE_CLIENT_KEY: string
  readonly HEXCLAVE_SECRET_SERVER_KEY: string
  /** Omit this variable to use the hosted platform. */
  readonly HEXCLAVE_API_URL?: string
}

let authenticator: RequestAuthenticator | undefined

const authenticatorOf = (env: Env): RequestAuthenticator =>
  authenticator ??= createAuthenticator({
    projectId: env.HEXCLAVE_PROJECT_ID,
    publishableClientKey: env.HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
    secretServerKey: env.HEXCLAVE_SECRET_SERVER_KEY,
    baseUrl: env.HEXCLAVE_API_URL
  })

export default {
  fetch: (request: Request, env: Env): Promise<Response> => {
    const authenticator = authenticatorOf(env)
    const handler = new URL(request.url).pathname === "/notes"
      ? fetchHandler(authenticator, (_request, { userId }) => Response.json({ notesOf: userId }), { require: "user" })
      : fetchHandler(authenticator, (_request, { status }) => new Response(`You are ${status}.`))
    return handler(request)
  }
}
