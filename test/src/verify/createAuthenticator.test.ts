import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "../../../layers/emulator/index.ts"
import { createAuthenticator } from "../../../src/verify.ts"
import { ada, embeddedPlatform } from "../../support/embeddedPlatform.ts"

const nobody = { headers: new Headers() }

describe("createAuthenticator", () => {
  it("rejects with InvalidConfiguration when the project's options cannot work", async () => {
    for (const options of [{ projectId: "my project" }, { projectId: "internal", baseUrl: "nowhere" }]) {
      const { authenticateRequest } = createAuthenticator(options)

      const error = await authenticateRequest(nobody).then(() => assert.fail(), (error) => error)

      assert.strictEqual(error._tag, "InvalidConfiguration")
    }
  })

  it("says that it cannot tell, and why, when options of its own cannot work", async () => {
    const { emulator } = await embeddedPlatform()
    await using authenticator = createAuthenticator({
      projectId: emulator.project.id,
      baseUrl: emulator.baseUrl,
      clockToleranceSeconds: 3600
    })

    const answer = await authenticator.authenticateRequest({ headers: { authorization: "Bearer a.b.c" } })

    assert.strictEqual(answer.status, "unavailable")
    if (answer.status === "unavailable") assert.match(answer.error.message, /^clockToleranceSeconds is not/)
  })

  it("says which key is missing where an API key cannot be checked", async () => {
    await using platform = await startEmulator()
    await using authenticator = createAuthenticator({ projectId: platform.project.id, baseUrl: platform.baseUrl })

    const answer = await authenticator.authenticateRequest({ headers: { "x-api-key": `sk_${"0".repeat(90)}` } })

    assert.strictEqual(answer.status, "unavailable")
    if (answer.status === "unavailable") assert.match(answer.error.message, /^secretServerKey is missing/)
  })

  it("takes requests of the web platform and of Node, over a port", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using authenticator = createAuthenticator({ projectId: platform.project.id, baseUrl: platform.baseUrl })

    const answers = [
      await authenticator.authenticateRequest(new Request("http://app.test/")),
      await authenticator.authenticateRequest({ headers: { "X-Stack-Auth": "{}", cookie: undefined } }),
      await authenticator.authenticateRequest({ headers: { authorization: ["Bearer a"] } })
    ]

    assert.deepStrictEqual(answers.map(({ status }) => status), ["signed-out", "signed-out", "signed-out"])
  })

  it("never rejects over what a request holds", async () => {
    await using platform = await startEmulator()
    await using authenticator = createAuthenticator({ projectId: platform.project.id, baseUrl: platform.baseUrl })

    const statusOf = async (request: unknown) => (await authenticator.authenticateRequest(request as never)).status

    for (const request of [undefined, null, 7, {}, { headers: null }, { headers: 7 }]) {
      assert.strictEqual(await statusOf(request), "unavailable", JSON.stringify(request))
    }
    for (const headers of [[], { get: () => 7 }, { get: 7 }, { cookie: 7 }, { __proto__: null }]) {
      assert.strictEqual(await statusOf({ headers }), "signed-out", JSON.stringify(headers))
    }
  })
})
