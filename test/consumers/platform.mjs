/** Mock platform for one sign-in, as a `fetch`. It returns the user's name only for the token that it issued. */
const part = (value) => btoa(JSON.stringify(value)).replace(/=+$/, "")

const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
const now = Math.floor(Date.now() / 1000)
const accessToken = `${part({ alg: "ES256", kid: "one" })}.${part({ sub: id, iat: now, exp: now + 600 })}.${
  "signature".repeat(9)
}`

const user = {
  id,
  primary_email: "ada@example.com",
  primary_email_verified: true,
  display_name: "Ada Lovelace",
  selected_team: null,
  selected_team_id: null,
  profile_image_url: null,
  signed_up_at_millis: 1_735_689_600_000,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  client_metadata: null,
  client_read_only_metadata: null,
  is_anonymous: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false
}

const signedIn = { access_token: accessToken, refresh_token: "r".repeat(45), user_id: id, is_new_user: false }

const answers = {
  "POST https://platform.test/api/v1/auth/password/sign-in": ({ body }) =>
    JSON.parse(body).email === user.primary_email && signedIn,
  "GET https://platform.test/api/v1/users/me": ({ headers }) =>
    headers.get("x-stack-access-token") === accessToken && headers.get("x-stack-publishable-client-key") === "pck" &&
    user
}

export const fetch = async (url, { body, headers, method = "GET" } = {}) => {
  const call = `${method} ${String(url)}`
  const answer = answers[call]?.({ body, headers: new Headers(headers) })
  return answer ? Response.json(answer) : new Response(`No response is defined for ${call}`, { status: 404 })
}
