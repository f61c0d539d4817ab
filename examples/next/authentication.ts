/** Who asks, for server components, server actions and route handlers. */
import { nextjs } from "latchkey/adapters"
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { authenticator } from "./authenticator"

export const { authenticate, requireUser } = nextjs(authenticator, { cookies, headers, redirect })
