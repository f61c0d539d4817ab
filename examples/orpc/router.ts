/** An oRPC router. Its procedures know the signed-in user. */
import { ORPCError, os, type RouterClient } from "@orpc/server"
import { RPCHandler } from "@orpc/server/fetch"
import { type Authentication, type AuthenticatorLike, fetchHandler, refusalFor } from "latchkey/adapters"
import type { LatchkeyServer } from "latchkey/promise"

/**
 * Creates the handler. In your own app, write these lines at the top level, with `createAuthenticator()` and
 * `createServer()`.
 */
export const orpcOf = (authenticator: AuthenticatorLike, server: LatchkeyServer) => {
  // #region router
  const base = os.$context<{ readonly authentication: Authentication }>()

  const publicProcedure = base

  // signed-out calls fail with UNAUTHORIZED; all others have context.user
  const protectedProcedure = base.use(({ context: { authentication }, next }) => {
    if (authentication.status === "signed-in") return next({ context: { user: authentication } })
    const { body, status } = refusalFor(authentication)
    throw new ORPCError(status === 503 ? "SERVICE_UNAVAILABLE" : "UNAUTHORIZED", { message: body.detail })
  })

  const permittedProcedure = (permissionId: string) =>
    protectedProcedure.use(async ({ context: { user: { userId } }, next }) => {
      if (await server.permissions.has({ userId, permissionId })) return next()
      throw new ORPCError("FORBIDDEN", { message: `This requires the permission ${permissionId}.` })
    })

  const router = {
    status: publicProcedure.handler(({ context }) => context.authentication.status),
    notes: protectedProcedure.handler(({ context }) => ({ notesOf: context.user.userId })),
    allNotes: permittedProcedure("read_all").handler(() => ({ notesOf: "everyone" }))
  }

  const rpc = new RPCHandler(router)

  // authenticates the request, and sets the cookies of a refreshed session
  const handle = fetchHandler(authenticator, async (request, authentication) => {
    const { response } = await rpc.handle(request, { prefix: "/rpc", context: { authentication } })
    return response ?? new Response("Not found", { status: 404 })
  })
  // #endregion
  return { router, handle }
}

export type Router = RouterClient<ReturnType<typeof orpcOf>["router"]>
