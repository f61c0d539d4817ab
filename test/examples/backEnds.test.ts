import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { defaultProject } from "../../src/emulator/index.ts"
import { startExample } from "../support/processes/runExample.ts"

/** Sends a request to the platform of an example. */
const post = async (platform: string, path: string, level: "client" | "server", body: object) => {
  const key = level === "client"
    ? { "x-stack-publishable-client-key": defaultProject.publishableClientKey }
    : { "x-stack-secret-server-key": defaultProject.secretServerKey }
  const response = await fetch(`${platform}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-project-id": defaultProject.id,
      "x-stack-access-type": level,
      ...key
    },
    body: JSON.stringify(body)
  })
  const result: any = await response.json()
  return result
}

for (const name of ["hono", "express", "node-http", "worker", "http-api"]) {
  describe(`examples/${name}`, () => {
    let example: ReturnType<typeof startExample>
    let platform: string
    let app: string

    beforeAll(async () => {
      example = startExample(name)
      platform = (await example.prints(/The platform is at (\S+)/))[1]!
      app = (await example.prints(/Listening on (\S+)/))[1]!
    })

    afterAll(() => example.stop())

    it("each example back end treats requests without tokens as signed out, and requests with a session's tokens as the user's", async () => {
      const tokens = await post(platform, "/auth/password/sign-in", "client", {
        email: "ada@example.com",
        password: "correct horse"
      })
      const auth = JSON.stringify({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })

      const signedOut = await fetch(app)
      const refused = await fetch(`${app}/notes`)
      const ada = await fetch(app, { headers: { "x-stack-auth": auth } })
      const notes = await fetch(`${app}/notes`, { headers: { "x-stack-auth": auth } })
      const bearer = await fetch(`${app}/notes`, { headers: { authorization: `Bearer ${tokens.access_token}` } })

      assert.strictEqual(await signedOut.text(), "You are signed-out.")
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.headers.get("www-authenticate"), "Bearer realm=\"latchkey\"")
      assert.strictEqual((await refused.json() as any).reason, "no-credentials")
      assert.strictEqual(await ada.text(), "You are signed-in.")
      assert.deepStrictEqual(await notes.json(), { notesOf: tokens.user_id })
      assert.deepStrictEqual(await bearer.json(), { notesOf: tokens.user_id })
    })

    if (name === "http-api") {
      it("each example back end sends requests to the platform as the user, and rejects users without the permission", async () => {
        const tokens = await post(platform, "/auth/password/sign-in", "client", {
          email: "ada@example.com",
          password: "correct horse"
        })
        const headers = { authorization: `Bearer ${tokens.access_token}` }

        const signedOut = await fetch(`${app}/notes/all`)
        const all = await fetch(`${app}/notes/all`, { headers })
        const profile = await fetch(`${app}/profile`, { headers })

        assert.deepStrictEqual([signedOut.status, all.status], [401, 403])
        assert.strictEqual((await all.json() as any).permissionId, "read_all")
        assert.strictEqual(await profile.text(), "You are ada@example.com.")
      })
    }

    if (name !== "express") return

    it("each example back end accepts only webhooks signed by the platform", async () => {
      const forged = await fetch(`${app}/webhooks`, {
        method: "POST",
        headers: { "webhook-id": "1", "webhook-timestamp": "1614265330", "webhook-signature": "v1,AAAA" },
        body: "{}"
      })
      await post(platform, "/users", "server", { primary_email: "grace@example.com" })

      await example.prints(/Received user\.created grace@example\.com/)
      assert.strictEqual(forged.status, 400)
      assert.include((await forged.json() as any).message, "sent too long ago")
    })
  })
}

describe("examples/own-api", () => {
  it("examples/own-api starts an emulator and both APIs, which respond to signed-out requests with 401", async () => {
    const example = startExample("own-api")
    try {
      for (const pattern of [/Express listens on (\S+)/, /Hono listens on (\S+)/]) {
        const api = (await example.prints(pattern))[1]!
        assert.strictEqual((await fetch(`${api}/notes`)).status, 401)
      }
    } finally {
      example.stop()
    }
  })
})
