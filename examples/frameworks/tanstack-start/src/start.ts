import { createMiddleware, createStart } from "@tanstack/react-start"
import { latchkey } from "./latchkey.server.ts"

// authenticates every request, and sets the cookies of a refreshed session
const session = createMiddleware().server(({ next, request }) => latchkey.handle(request, () => next()))

export const startInstance = createStart(() => ({ requestMiddleware: [session] }))
