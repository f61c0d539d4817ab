import { HexclaveClientApp, HexclaveServerApp } from "@hexclave/js"

const project = {
  projectId: process.env["HEXCLAVE_PROJECT_ID"],
  publishableClientKey: process.env["HEXCLAVE_PUBLISHABLE_CLIENT_KEY"]
}

export const hexclaveServerApp = new HexclaveServerApp({
  ...project,
  secretServerKey: process.env["HEXCLAVE_SECRET_SERVER_KEY"],
  tokenStore: "memory"
})

/** Creates an app object that acts as the user with this refresh token. */
export const appOf = (refreshToken: string) =>
  new HexclaveClientApp({ ...project, tokenStore: { refreshToken, accessToken: null } })
