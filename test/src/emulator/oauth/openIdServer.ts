/** A real OpenID provider on loopback. It signs in the configured account without a password. */
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** Account at the provider. */
export interface OpenIdAccount {
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
}

interface Client {
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uris: ReadonlyArray<string>
  /** All scopes that the client may request. */
  readonly scope?: string
}

/** Configurable behaviour of the provider. */
export interface Behaviour {
  /** Id of the account to sign in. With `undefined`, the sign-in is cancelled. */
  signsIn: string | undefined
  /** Whether tokens can no longer be refreshed. */
  revoked: boolean
  /** Whether token responses omit the expiry. */
  endless: boolean
  /** Whether the provider's back-channel endpoints are unreachable. */
  away: boolean
}

/** Removes the expiry from a token response. */
const withoutExpiry = (response: ServerResponse) => {
  const end = response.end.bind(response)
  response.end = ((body: string) => {
    const { expires_in: _, ...rest } = JSON.parse(body)
    const text = JSON.stringify(rest)
    response.setHeader("content-length", text.length)
    return end(text)
  }) as typeof response.end
}

/**
 * Starts the provider, which listens until the scope closes. It signs in the configured account. Without a configured
 * account, it cancels the sign-in.
 */
export const openIdServer = Effect.gen(function*() {
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer()
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.callback<void>((resume) => {
        made.close(() => resume(Effect.void))
        made.closeAllConnections()
      })
  )
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const behaviour: Behaviour = { signsIn: undefined, revoked: false, endless: false, away: false }

  /**
   * Registers the client and starts to respond. It is a separate function, because the client's configuration contains
   * the issuer.
   */
  const begin = (client: Client, accounts: { readonly [id: string]: OpenIdAccount }) => {
    const provider = new Provider(issuer, {
      clients: [{
        ...client,
        redirect_uris: [...client.redirect_uris],
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"]
      }],
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      // a lifetime below the platform's minimum of 5 minutes, so that tokens are always refreshed
      ttl: { AccessToken: 299, RefreshToken: 86_400, Session: 3600, Interaction: 600, Grant: 86_400, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ["test"] },
      interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` }
    })
    const interact = async (request: IncomingMessage, response: ServerResponse) => {
      const { params, prompt, session } = await provider.interactionDetails(request, response)
      const { signsIn } = behaviour
      if (signsIn === undefined) {
        return provider.interactionFinished(request, response, { error: "access_denied" })
      }
      if (prompt.name === "login") {
        return provider.interactionFinished(request, response, { login: { accountId: signsIn } })
      }
      const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params["client_id"]) })
      grant.addOIDCScope(String(params["scope"]))
      const grantId = await grant.save()
      return provider.interactionFinished(request, response, { consent: { grantId } }, {
        mergeWithLastSubmission: true
      })
    }
    const answer = provider.callback()
    server.on("request", (request, response) => {
      if (request.url?.startsWith("/interaction/") === true) void interact(request, response)
      else if (behaviour.revoked && request.url === "/token") {
        response.writeHead(400, { "content-type": "application/json" }).end("{\"error\":\"invalid_grant\"}")
      } else if (behaviour.away && /^\/(?:token|\.well-known)/.test(request.url ?? "")) response.writeHead(503).end()
      else {
        if (behaviour.endless && request.url === "/token") withoutExpiry(response)
        answer(request, response)
      }
    })
  }
  return { issuer, begin, behaviour }
})
