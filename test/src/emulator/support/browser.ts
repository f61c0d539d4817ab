/**
 * A browser that keeps cookies, and returns redirects instead of following them. It works in-process and over a port.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import * as OAuth from "../../../../schemas/endpoints/oauth.ts"
import { Emulator } from "../../../../src/emulator/index.ts"

/** A page or a redirect. */
export interface Visited {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Target of a redirect. */
  readonly location: string
}

/** Creates a browser without cookies. */
export const browser = Effect.map(Emulator, (emulator) => {
  const jar = new Map<string, string>()
  const visit = (address: string, form?: { readonly [name: string]: string }): Promise<Visited> =>
    visited(
      new Request(address, {
        redirect: "manual",
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) })
      })
    )
  const visited = async (request: Request): Promise<Visited> => {
    const inProcess = request.url.startsWith("http://latchkey.localhost")
    const response = await (inProcess ? emulator.fetch(request) : fetch(request))
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value === "") jar.delete(name!)
      else jar.set(name!, value!)
    }
    const location = response.headers.get("location")
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? "" : new URL(location, request.url).href
    }
  }
  return {
    cookies: jar,
    open: (address: string) => Effect.promise(() => visit(address)),
    submit: (address: string, form: { readonly [name: string]: string }) => Effect.promise(() => visit(address, form))
  }
})

/** The app's OAuth callback page. */
export const redirectUri = "http://localhost:3000/handler/oauth-callback"

/** The app's error page. */
export const errorPage = "http://localhost:3000/handler/error"

/** PKCE verifier of the app. */
export const verifier = "v".repeat(43)

/** Returns the authorization URL that starts a sign-in. `undefined` omits a parameter. */
export const authorizeUrl = (changes: { readonly [name: string]: string | undefined } = {}, provider = "github") =>
  Effect.map(Emulator, ({ baseUrl, project }) => {
    const url = new URL(`${baseUrl}/api/v1/auth/oauth/authorize/${provider}`)
    const parameters = {
      client_id: project.projectId,
      client_secret: Redacted.value(project.publishableClientKey),
      redirect_uri: redirectUri,
      scope: "legacy",
      state: "of the app",
      grant_type: "authorization_code",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      response_type: "code",
      ...changes
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return url.href
  })

/** Redeems the code of a callback URL. */
export const exchange = (
  callbackUrl: string,
  changes: { readonly redirectUri?: string; readonly codeVerifier?: string; readonly code?: string } = {}
) =>
  Effect.flatMap(Emulator, ({ project }) => {
    const { code = new URL(callbackUrl).searchParams.get("code") ?? "", codeVerifier = verifier, ...others } = changes
    return OAuth.exchangeCode({
      code: Redacted.make(code),
      codeVerifier: Redacted.make(codeVerifier),
      redirectUri,
      clientId: project.projectId,
      clientSecret: project.publishableClientKey,
      ...others
    })
  })
