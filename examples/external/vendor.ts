/** A vendor that runs in this program: a real OpenID provider, which issues a token for a session. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** Audience of the vendor's tokens. */
export const audience = "https://app.example.com"

/** Starts the vendor. `stop` ends it. */
export const startVendor = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{
      client_id: "ada",
      client_secret: "secret of the example",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: []
    }],
    extraTokenClaims: () => ({ sid: "sess_1", name: "Ada" }),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: () => ({ scope: "", audience, accessTokenFormat: "jwt", accessTokenTTL: 300 })
      }
    }
  })
  server.on("request", provider.callback())
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    /** Returns a token of the session. */
    token: async (): Promise<string> => {
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa("ada:secret+of+the+example")}` },
        body: new URLSearchParams({ grant_type: "client_credentials" })
      })
      const { access_token } = await response.json() as { readonly access_token: string }
      return access_token
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
