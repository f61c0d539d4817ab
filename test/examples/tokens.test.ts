/**
 * Tokens for services that verify them: Convex, Supabase, Neon. `npm run prove frameworks` tries the services' clients.
 */
import { createRemoteJWKSet, jwtVerify } from "jose"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { supabaseTokenRoute } from "../../examples/guides/supabaseToken.ts"
import { startEmulator } from "../../src/emulator/index.ts"
import { createClient } from "../../src/promise/index.ts"
import { type ConvexProvider, convexProviders, createAuthenticator, VerifierMisconfigured } from "../../src/verify.ts"
import { ada } from "../support/platform/inProcessEmulator.ts"

const started = async () => {
  const platform = await startEmulator({ users: [ada] })
  onTestFinished(() => platform.close())
  const client = createClient(platform.project)
  onTestFinished(() => client.dispose())
  return { client, platform }
}

describe("examples/frameworks/tokens", () => {
  it("the configuration for Convex accepts the access tokens of the project", async () => {
    const { client, platform } = await started()
    vi.stubEnv("HEXCLAVE_PROJECT_ID", platform.project.projectId)
    onTestFinished(() => void vi.unstubAllEnvs())
    // The file has Convex's types, which only `npm run prove frameworks` installs.
    const file = new URL("../../examples/frameworks/tokens/convex/auth.config.ts", import.meta.url).href
    const { default: config } = await import(file) as {
      readonly default: { readonly providers: ReadonlyArray<ConvexProvider> }
    }
    const [provider, other] = config.providers
    const { algorithm, applicationID, issuer, jwks } = provider!
    const here = (url: string) => url.replace("https://api.stack-auth.com", platform.baseUrl)
    await client.signIn.withPassword(ada)
    const { id } = await client.currentUser.get({ or: "throw" })

    const { payload } = await jwtVerify((await client.accessToken())!, createRemoteJWKSet(new URL(here(jwks))), {
      issuer: here(issuer),
      audience: applicationID,
      algorithms: [algorithm]
    })

    assert.strictEqual(payload.sub, id)
    assert.strictEqual(other?.issuer, issuer.replace("stack-auth", "hexclave"))
  })

  it("convexProviders lists the issuers of anonymous and restricted users on request", async () => {
    const { client, platform } = await started()
    const { projectId } = platform.project
    await client.signUp.anonymously()
    const token = (await client.accessToken())!
    const accepted = (options: { readonly anonymous?: boolean; readonly restricted?: boolean }) =>
      Promise.all(
        convexProviders({ ...platform.project, ...options }).map(({ algorithm, applicationID, issuer, jwks }) =>
          jwtVerify(token, createRemoteJWKSet(new URL(jwks)), {
            issuer,
            audience: applicationID,
            algorithms: [algorithm]
          }).then(() => issuer, () => undefined)
        )
      )

    assert.deepStrictEqual(await accepted({}), [undefined])
    assert.deepStrictEqual(await accepted({ restricted: true }), [undefined, undefined])
    assert.deepStrictEqual(await accepted({ anonymous: true }), [
      undefined,
      `${platform.baseUrl}/api/v1/projects-anonymous-users/${projectId}`
    ])
  })

  it("convexProviders throws VerifierMisconfigured for an invalid project id", () => {
    assert.throws(() => convexProviders({ projectId: "my-project" }), VerifierMisconfigured)
  })

  it("the route for Supabase signs a token for the signed-in user, and rejects other requests", async () => {
    const { client, platform } = await started()
    const secret = "a secret of the Supabase project, 32 characters or more"
    const route = supabaseTokenRoute(createAuthenticator(platform.project), secret)
    const url = "http://localhost/api/supabase-token"

    const refused = await route(new Request(url))
    await client.signIn.withPassword(ada)
    const response = await route(new Request(url, { headers: await client.authHeaders() }))

    assert.strictEqual(refused.status, 401)
    const { token } = await response.json() as { readonly token: string }
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { audience: "authenticated" })
    assert.strictEqual(payload.sub, (await client.currentUser.get({ or: "throw" })).id)
    assert.strictEqual(payload["role"], "authenticated")
    assert.strictEqual(payload.exp! - payload.iat!, 600)
  })
})
