/** Telling who sends a request, for programs that write promises. */
import type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

export type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

/**
 * Makes an authenticator. `publishableClientKey` refreshes sessions; `secretServerKey` checks API keys.
 *
 * ```ts
 * const { authenticateRequest } = createAuthenticator({ projectId, publishableClientKey, secretServerKey })
 * const who = await authenticateRequest(request)
 * if (who.status !== "signed-in") return new Response("Sign in first", { status: 401 })
 * ```
 */
export const createAuthenticator = (options: CreateAuthenticatorOptions = {}): RequestAuthenticator => {
  // verifying tokens alone loads no Effect
  const loading = import("./promisedAuthenticator.ts").then(({ promisedAuthenticator }) =>
    promisedAuthenticator(options)
  )
  // told to whoever asks
  loading.catch(() => {})
  const dispose = async () => (await loading).dispose()
  return {
    authenticateRequest: async (request, call) => (await loading).authenticateRequest(request, call),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}
