import type { FastifyRequest } from "fastify"
import { createAuthenticator } from "latchkey/verify"

const authenticator = createAuthenticator()

/** Returns the id of the user who sent a request; undefined without a valid session. */
export const userIdOf = async (request: FastifyRequest): Promise<string | undefined> => {
  const found = await authenticator.authenticateRequest(request)
  return found.status === "signed-in" ? found.userId : undefined
}
