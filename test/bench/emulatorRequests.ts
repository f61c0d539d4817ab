/** The requests that the embedded platform is measured with, as any HTTP client would send them. */
import { defaultProject } from "latchkey/emulator"

/** A seeded user. */
export const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada Lovelace" }

/** A session's tokens. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

type Fetch = (request: Request) => Promise<Response>

const client = {
  "x-stack-access-type": "client",
  "x-stack-project-id": defaultProject.id,
  "x-stack-publishable-client-key": defaultProject.publishableClientKey
}

/** The headers of a client with a session. */
export const headersOf = ({ accessToken }: Tokens): Record<string, string> => ({
  ...client,
  "x-stack-access-token": accessToken
})

const inProcess = "http://latchkey.localhost"

/** `users.getMe`. */
export const askMe = (tokens: Tokens, baseUrl = inProcess): Request =>
  new Request(`${baseUrl}/api/v1/users/me`, { headers: headersOf(tokens) })

/** `password.signIn` of {@link ada}. */
export const signInRequest = (baseUrl = inProcess): Request =>
  new Request(`${baseUrl}/api/v1/auth/password/sign-in`, {
    method: "POST",
    headers: { ...client, "content-type": "application/json" },
    body: JSON.stringify({ email: ada.email, password: ada.password })
  })

/** Signs {@link ada} in. */
export const signedIn = async (fetch: Fetch, baseUrl = inProcess): Promise<Tokens> => {
  const { access_token, refresh_token } = await (await fetch(signInRequest(baseUrl))).json() as {
    readonly access_token: string
    readonly refresh_token: string
  }
  return { accessToken: access_token, refreshToken: refresh_token }
}
