/** Authentication of requests, for programs with promises. */
import { lacksProject, whereToGet } from "../../../layers/call/index.ts"
import { VerifierMisconfigured } from "../token/index.ts"
import type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

export type { CreateAuthenticatorOptions, RequestAuthenticator } from "./promisedAuthenticator.ts"

/**
 * Creates an authenticator. It needs `publishableClientKey` to refresh sessions and `secretServerKey` to check API
 * keys. Throws `VerifierMisconfigured` if neither the options nor the environment have a project id, except while an
 * app is being built.
 *
 * @example
 * ```ts
 * import { createAuthenticator } from "latchkey/verify"
 *
 * const authenticator = createAuthenticator(project)
 * const found = await authenticator.authenticateRequest(request)
 * console.log(found.status) // signed-in
 * if (found.status === "signed-in") console.log(found.by, found.setCookies) // session []
 * ```
 */
export const createAuthenticator = (options: CreateAuthenticatorOptions = {}): RequestAuthenticator => {
  // a server that can't authenticate requests must not start
  if (lacksProject(options.projectId)) {
    throw new VerifierMisconfigured("projectId", "is missing", whereToGet("projectId"))
  }
  // verifying tokens alone loads no Effect
  const loading = import("./promisedAuthenticator.ts").then(({ promisedAuthenticator }) =>
    promisedAuthenticator(options)
  )
  // each call reports the failure itself
  loading.catch(() => {})
  const dispose = async () => (await loading).dispose()
  return {
    authenticateRequest: async (request, call) => (await loading).authenticateRequest(request, call),
    refusalUnlessHuman: async (found, call) => (await loading).refusalUnlessHuman(found, call),
    refusalUnlessFresh: async (found, within, call) => (await loading).refusalUnlessFresh(found, within, call),
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}
