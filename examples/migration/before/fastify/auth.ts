import type { FastifyRequest } from "fastify"
import { stackServerApp } from "./stack.ts"

/** Returns the id of the user who sent a request; undefined without a valid session. */
export const userIdOf = async (request: FastifyRequest): Promise<string | undefined> => {
  const accessToken = request.headers["x-stack-access-token"]
  if (typeof accessToken !== "string") return undefined
  const user = await stackServerApp.getUser({ tokenStore: { accessToken, refreshToken: "" } })
  return user?.id
}
