import { HexclaveClientApp } from "@hexclave/react"

export const hexclaveApp = new HexclaveClientApp({
  projectId: import.meta.env.VITE_HEXCLAVE_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  redirectMethod: "none"
})
