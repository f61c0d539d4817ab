import { createClient } from "latchkey/promise"

export const hexclaveApp = createClient({
  projectId: import.meta.env.VITE_HEXCLAVE_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  redirectMethod: "none"
})
