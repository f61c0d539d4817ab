import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { type ControlError, startEmulator } from "../../../../src/emulator/index.ts"
import { type ClientOptions, createClient, requestStore } from "../../../../src/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const url = "https://app.example.com"

const platformOf = () => startEmulator({ users: [ada] })

type Platform = Awaited<ReturnType<typeof platformOf>>

const clientOf = ({ baseUrl, project }: Platform, tokenStore: ClientOptions["tokenStore"]) =>
  createClient({
    projectId: project.projectId,
    publishableClientKey: project.publishableClientKey,
    baseUrl,
    tokenStore
  })

const refusal = (started: Promise<unknown>) =>
  started.then(() => assert.fail("it started"), (error: ControlError) => [error._tag, error.message])

describe("sessions started without signing in", () => {
  it("a session started without signing in can be refreshed, listed and ended like any other session", async () => {
    await using platform = await platformOf()
    const tokens = await platform.sessions.start({ user: ada.email })
    await using client = clientOf(platform, tokens)
    platform.clock.advance("1 hour")

    const user = await client.currentUser.get({ or: "throw" })
    const listed = await client.sessions.list()
    await client.signOut()

    assert.strictEqual(user.primaryEmail, ada.email)
    assert.lengthOf(listed, 1)
    assert.isEmpty(platform.store.projects.get(platform.project.projectId)!.sessions)
  })

  it("a session can be started for a user id, without MFA", async () => {
    await using platform = await platformOf()
    const [user] = platform.store.projects.get(platform.project.projectId)!.users.values()
    Object.assign(user!, { totpSecretBase64: btoa("12345678901234567890"), requiresTotpMfa: true })

    const { accessToken } = await platform.sessions.start({ user: user!.id })

    assert.include(atob(Redacted.value(accessToken).split(".")[1]!), user!.id)
  })

  it("a session started without signing in has browser cookies that a server of the site can read", async () => {
    await using platform = await platformOf()

    const cookies = await platform.sessions.cookies({ user: " Ada@example.com", url: `${url}/somewhere` })

    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
    await using client = clientOf(platform, requestStore({ headers: { cookie }, url }).layer)
    assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, ada.email)
    assert.deepStrictEqual(cookies.map((each) => [each.name, each.url, each.secure]), [
      [`__Host-stack-refresh-${platform.project.projectId}--default`, url, true],
      ["stack-access", url, true]
    ])
  })

  it("starting a session fails with the reason for an unknown user, an unknown project and an invalid URL", async () => {
    await using platform = await platformOf()
    const { cookies, start } = platform.sessions

    assert.deepStrictEqual(
      await Promise.all([
        refusal(start({ user: "bob@example.com" })),
        refusal(start({ user: ada.email, projectId: "another" })),
        refusal(cookies({ user: ada.email, url: "app.example.com" }))
      ]),
      [
        [
          "ControlError",
          `Project ${platform.project.projectId} has no user bob@example.com. Pass the id or primary email address of a user in the `
          + "seed, or sign the user up first."
        ],
        ["ControlError", "The emulator has no project another."],
        ["ControlError", "app.example.com is not the URL of a site. Use one such as http://localhost:3000."]
      ]
    )
  })
})
