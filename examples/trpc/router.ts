/** A tRPC router. Its procedures know the signed-in user. */
import { initTRPC, TRPCError } from "@trpc/server"
import type { FetchCreateContextFnOptions } from "@trpc/server/adapters/fetch"
import { type AuthenticatorLike, refusalFor, writeCookies } from "latchkey/adapters"
import type { LatchkeyServer } from "latchkey/promise"

/**
 * Creates the router. Your own app has these lines at the top level, with `createAuthenticator()` and `createServer()`.
 */
export const trpcOf = (authenticator: AuthenticatorLike, server: LatchkeyServer) => {
  // #region router
  // authenticates the request, and sets the cookies of a refreshed session
  const createContext = async ({ req, resHeaders }: FetchCreateContextFnOptions) => {
    const authentication = await authenticator.authenticateRequest(req)
    writeCookies(resHeaders, authentication.setCookies)
    return { authentication }
  }

  const t = initTRPC.context<typeof createContext>().create()

  const publicProcedure = t.procedure

  // signed-out calls fail with UNAUTHORIZED; all others have ctx.user
  const protectedProcedure = t.procedure.use(({ ctx: { authentication }, next }) => {
    if (authentication.status === "signed-in") return next({ ctx: { user: authentication } })
    const { body, status } = refusalFor(authentication)
    throw new TRPCError({ code: status === 503 ? "SERVICE_UNAVAILABLE" : "UNAUTHORIZED", message: body.detail })
  })

  const permittedProcedure = (permissionId: string) =>
    protectedProcedure.use(async ({ ctx: { user: { userId } }, next }) => {
      if (await server.permissions.has({ userId, permissionId })) return next()
      throw new TRPCError({ code: "FORBIDDEN", message: `This requires the permission ${permissionId}.` })
    })

  const appRouter = t.router({
    status: publicProcedure.query(({ ctx }) => ctx.authentication.status),
    notes: protectedProcedure.query(({ ctx }) => ({ notesOf: ctx.user.userId })),
    allNotes: permittedProcedure("read_all").query(() => ({ notesOf: "everyone" }))
  })
  // #endregion
  return { appRouter, createContext }
}

export type AppRouter = ReturnType<typeof trpcOf>["appRouter"]
