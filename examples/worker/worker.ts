/** A Cloudflare Worker that reads the project from its environment and shares one authenticator between requests. */
import { fetchHandler } from "latchkey/adapters"
import { createAuthenticator, type RequestAuthenticator } from "latchkey/verify"

/** The worker's variables and secrets. */
export interface Env {
  readonly PROJECT_ID: string
  readonly PUBLISHABLE_CLIENT_KEY: string
  readonly SECRET_SERVER_KEY: string
  /** Omit this to use the hosted platform. */
  readonly BASE_URL?: string
}

let authenticator: RequestAuthenticator | undefined

const authenticatorOf = (env: Env): RequestAuthenticator =>
  authenticator ??= createAuthenticator({
    projectId: env.PROJECT_ID,
    publishableClientKey: env.PUBLISHABLE_CLIENT_KEY,
    secretServerKey: env.SECRET_SERVER_KEY,
    baseUrl: env.BASE_URL
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
