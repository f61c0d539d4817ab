import { createLatchkeyNext } from "latchkey/nextjs"

export const stackServerApp = createLatchkeyNext({
  urls: { afterSignIn: "/teams" }
})
