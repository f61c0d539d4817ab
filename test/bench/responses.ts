/** Responses of the stub by method and path, as the platform sends them. */
import { userId, wireUser } from "../support/contract/wireEntities.ts"

/** A response of the stub. */
export interface StubAnswer {
  readonly headers: { readonly [name: string]: string }
  readonly body: () => string
}

const json = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-stack-request-id": "1"
}

const user = JSON.stringify({
  ...wireUser,
  client_metadata: { theme: "dark", tour: { done: true, step: 4 } },
  oauth_providers: [{ id: "github", account_id: "1234567", email: "ada@example.com" }]
})

const mismatch = JSON.stringify({
  code: "EMAIL_PASSWORD_MISMATCH",
  error: "Wrong e-mail or password."
})

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Creates an access token with a lifetime in seconds. Clients do not verify it. */
export const accessToken = (seconds: number): string => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: userId, iat: Math.min(now, now + seconds), exp: now + seconds }
  return [base64url({ alg: "ES256", kid: "stub" }), base64url(claims), "signature".repeat(9)].join(".")
}

/** A refresh token in the platform's format. */
export const refreshToken = "r".repeat(45)

export const me = "GET /users/me"
export const signIn = "POST /auth/password/sign-in"
export const refresh = "POST /auth/oauth/token"

export const responses: { readonly [name: string]: StubAnswer } = {
  [me]: { headers: json, body: () => user },
  [signIn]: {
    headers: { ...json, "x-stack-known-error": "EMAIL_PASSWORD_MISMATCH", "x-stack-actual-status": "400" },
    body: () => mismatch
  },
  [refresh]: {
    headers: json,
    body: () =>
      JSON.stringify({
        access_token: accessToken(600),
        refresh_token: refreshToken,
        token_type: "Bearer",
        expires_in: 599,
        scope: "legacy"
      })
  }
}
