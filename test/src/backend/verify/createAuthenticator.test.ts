import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { createAuthenticator } from "../../../../src/verify.ts"
import { projectId } from "../../../support/contract/project.ts"
import { ada, inProcessEmulator } from "../../../support/platform/inProcessEmulator.ts"

const signedOut = { headers: new Headers() }

describe("createAuthenticator", () => {
  it("createAuthenticator rejects with InvalidConfiguration if the project's options are invalid", async () => {
    for (const options of [{ projectId: "my project" }, { projectId: "internal", baseUrl: "nowhere" }]) {
      const { authenticateRequest } = createAuthenticator(options)

      const error = await authenticateRequest(signedOut).then(() => assert.fail(), (error) => error)

      assert.strictEqual(error._tag, "InvalidConfiguration")
    }
  })

  it("an authenticator with invalid options reports unavailable with the reason", async () => {
    const { emulator } = await inProcessEmulator()
    await using authenticator = createAuthenticator({
      projectId: emulator.project.projectId,
      baseUrl: emulator.baseUrl,
      clockToleranceSeconds: 3600
    })

    const answer = await authenticator.authenticateRequest({ headers: { authorization: "Bearer a.b.c" } })

    assert.strictEqual(answer.status, "unavailable")
    if (answer.status === "unavailable") assert.match(answer.error.message, /^clockToleranceSeconds is not/)
  })

  it("the authenticator reports the missing secret server key if it can't check an API key", async () => {
    await using platform = await startEmulator()
    await using authenticator = createAuthenticator({
      projectId: platform.project.projectId,
      baseUrl: platform.baseUrl
    })

    const answer = await authenticator.authenticateRequest({ headers: { "x-api-key": `sk_${"0".repeat(90)}` } })

    assert.strictEqual(answer.status, "unavailable")
    if (answer.status === "unavailable") assert.match(answer.error.message, /^secretServerKey is missing/)
  })

  it("the authenticator accepts web and Node requests", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using authenticator = createAuthenticator({
      projectId: platform.project.projectId,
      baseUrl: platform.baseUrl
    })

    const answers = [
      await authenticator.authenticateRequest(new Request("http://app.test/")),
      await authenticator.authenticateRequest({ headers: { "X-Stack-Auth": "{}", cookie: undefined } }),
      await authenticator.authenticateRequest({ headers: { authorization: ["Bearer a"] } })
    ]

    assert.deepStrictEqual(answers.map(({ status }) => status), ["signed-out", "signed-out", "signed-out"])
  })

  it("the authenticator returns the same result for the first and every later request without credentials", async () => {
    const record = { "user-agent": "test", cookie: "theme=dark; consent=%7B%7D", Accept: "*/*" }
    const evil = { origin: "https://evil.example", host: "app.test", "sec-fetch-site": "cross-site" }
    const requests = [
      { headers: {} },
      { headers: record, method: "GET" },
      { headers: { ...record, "x-access-token": "a.b.c" }, method: "GET" },
      { headers: new Headers({ ...record, "x-hexclave-access-token": "null" }), method: "GET" },
      { headers: new Headers(record), method: "POST" },
      { headers: { ...record, ...evil }, method: "GET" },
      { headers: { ...record, ...evil }, method: "POST" },
      { headers: { ...record, ...evil, upgrade: "websocket" }, method: "GET" },
      { headers: { ...record, Authorization: "Basic YTpi" } },
      { headers: { ...record, "X-API-Key": "sk_cut" } },
      { headers: { ...record, "x-stack-auth": ["{}"] } },
      { headers: { ...record, Cookie: "stack-access=broken" } },
      { headers: { ...record, cookie: ["a=b", "__Host-hexclave-refresh-x--default=broken"] } }
    ]
    for (const request of requests) {
      await using authenticator = createAuthenticator({
        projectId,
        fetch: () => Promise.reject(new TypeError("no network"))
      })

      const first = await authenticator.authenticateRequest(request)
      const second = await authenticator.authenticateRequest(request)

      assert.strictEqual(first.status, "signed-out", JSON.stringify(request))
      assert.deepStrictEqual(second, first, JSON.stringify(request))
    }
  })

  it("the authenticator never rejects, whatever a request contains", async () => {
    await using platform = await startEmulator()
    await using authenticator = createAuthenticator({
      projectId: platform.project.projectId,
      baseUrl: platform.baseUrl
    })

    const statusOf = async (request: unknown) => (await authenticator.authenticateRequest(request as never)).status

    for (const request of [undefined, null, 7, {}, { headers: null }, { headers: 7 }]) {
      assert.strictEqual(await statusOf(request), "unavailable", JSON.stringify(request))
    }
    for (const headers of [[], { get: () => 7 }, { get: 7 }, { cookie: 7 }, { __proto__: null }]) {
      assert.strictEqual(await statusOf({ headers }), "signed-out", JSON.stringify(headers))
    }
  })
})
