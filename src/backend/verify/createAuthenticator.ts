/** Telling who sends a request, for programs that write promises. */
import { lacksProject, whereToGet } from "../../../layers/call/index.ts"
import { VerifierMisconfigured } from "../token/index.ts"
import type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

export type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

/**
 * Makes an authenticator. `publishableClientKey` refreshes sessions; `secretServerKey` checks API keys. Throws
 * `VerifierMisconfigured` when no project id is given or in the environment, except while an app is being built.
 *
 * ```ts
 * const { authenticateRequest } = createAuthenticator({ projectId, publishableClientKey, secretServerKey })
 * const who = await authenticateRequest(request)
 * if (who.status !== "signed-in") return new Response("Sign in first", { status: 401 })
 * ```
 */
export const createAuthenticator = (options: CreateAuthenticatorOptions = {}): RequestAuthenticator => {
  // a server that can't tell who sends a request must not start
  if (lacksProject(options.projectId)) {
    throw new VerifierMisconfigured("projectId", "is missing", whereToGet("projectId"))
  }
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
