/**
 * Headers as lists, in the form that load balancers and serverless functions pass. Tests every function that reads
 * requests.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { sessionCookie } from "../../../../layers/fleet/sessionCookie.ts"
import { requestStore } from "../../../../layers/session/requestStore.ts"
import { sessionInHeaders } from "../../../../layers/session/sessionHeaders.ts"
import { TokenStore } from "../../../../layers/session/TokenStore.ts"
import { nodeHttp } from "../../../../src/backend/adapters/index.ts"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { createAuthenticator, type RequestLike } from "../../../../src/verify.ts"
import { project, projectId, refreshToken } from "../../../support/contract/project.ts"
import { ada } from "../../../support/platform/inProcessEmulator.ts"

/** Platform with the signed-in user Ada, her cookies, and an authenticator. */
const signedIn = async () => {
  const platform = await startEmulator({ users: [ada] })
  const { baseUrl, project: { projectId } } = platform
  const cookies = await platform.sessions.cookies({ user: ada.email, url: "https://app.example.com" })
  const authenticator = createAuthenticator({ projectId, baseUrl })
  return {
    authenticator,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`),
    session: await platform.sessions.start({ user: ada.email }),
    [Symbol.asyncDispose]: async () => {
      await authenticator[Symbol.asyncDispose]()
      await platform.close()
    }
  }
}

const place = { host: ["app.example.com"], "x-forwarded-proto": ["https"] }

describe("a request whose headers are lists", () => {
  it("the authenticator accepts the cookies of a Node request in several header fields, in upper or lower case", async () => {
    await using at = await signedIn()
    const requests: ReadonlyArray<RequestLike["headers"]> = [
      { ...place, cookie: ["theme=dark", at.cookie.join("; ")] },
      { ...place, cookie: ["theme=dark", ...at.cookie] },
      { ...place, Cookie: [...at.cookie, "theme=dark"] },
      { ...place, COOKIE: [at.cookie.join("; ")] }
    ]
    for (const headers of requests) {
      const { status } = await at.authenticator.authenticateRequest({ method: "GET", headers })

      assert.strictEqual(status, "signed-in", JSON.stringify(Object.keys(headers)))
    }
  })

  it("the authenticator accepts one Authorization or x-stack-auth header in a list, but not two", async () => {
    await using at = await signedIn()
    const [accessToken, refreshToken] = [at.session.accessToken, at.session.refreshToken].map(Redacted.value)
    const bearer = `Bearer ${accessToken}`
    const statuses: Array<string> = []
    for (
      const headers of [
        { Authorization: [bearer] },
        { "X-Stack-Auth": [JSON.stringify({ accessToken, refreshToken })] },
        { authorization: [bearer, bearer] }
      ]
    ) statuses.push((await at.authenticator.authenticateRequest({ method: "GET", headers })).status)

    assert.deepStrictEqual(statuses, ["signed-in", "signed-in", "signed-out"])
  })

  it("the authenticator rejects a request as cross-site if a header list contains another site's Origin", async () => {
    await using at = await signedIn()
    const ask = async (origin: ReadonlyArray<string>) => {
      const headers = { ...place, cookie: at.cookie, Origin: origin }
      const found = await at.authenticator.authenticateRequest({ method: "POST", headers })
      return found.status === "signed-out" ? found.reason : found.status
    }

    assert.strictEqual(await ask(["https://app.example.com"]), "signed-in")
    assert.strictEqual(await ask(["https://evil.example"]), "cross-site")
    assert.strictEqual(await ask(["https://app.example.com", "https://evil.example"]), "cross-site")
  })

  it("the Node adapter authenticates a request with repeated headers", async () => {
    await using at = await signedIn()
    const headers = { ...place, cookie: ["theme=dark", ...at.cookie] }

    const found = await nodeHttp(at.authenticator)({ method: "GET", headers }, { headersSent: false } as never)

    assert.strictEqual(found.status, "signed-in")
  })

  it("a request whose headers are lists provides its session to a request store", async () => {
    const value = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
    const cookie = ["theme=dark", `__Host-stack-refresh-${projectId}--default=${value}`]
    const store = requestStore({ headers: { ...place, Cookie: cookie } })

    const tokens = await Effect.runPromise(
      Effect.provide(TokenStore.use(({ get }) => get), Layer.provide(store.layer, project))
    )

    assert.strictEqual(tokens?.refreshToken && Redacted.value(tokens.refreshToken), refreshToken)
  })

  it("the session and a fleet cookie's secret are read from headers with array values", () => {
    const shown = sessionInHeaders({ "X-Stack-Auth": [JSON.stringify({ accessToken: null, refreshToken })] })
    const fleet = sessionCookie({ bareName: "latchkey", maxAge: 1000, secure: true })
    const secret = "s".repeat(43)

    assert.isTrue(typeof shown === "object" && shown !== null && shown.refreshToken !== undefined)
    assert.strictEqual(fleet.secretIn({ cookie: ["theme=dark", `__Host-latchkey=${secret}`] }), secret)
  })
})
