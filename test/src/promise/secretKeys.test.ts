/** Secret keys in the options of a client, such as in a complete project of the emulator. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { Project } from "../../../layers/call/index.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { Client } from "../../../src/programs/index.ts"
import { createClient, createServer } from "../../../src/promise/index.ts"
import { createAuthenticator, createVerifier } from "../../../src/verify.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("a project of the emulator", () => {
  it("createClient, createServer, createAuthenticator and createVerifier accept a project of the emulator", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using client = createClient(platform.project)
    await using server = createServer(platform.project)
    await using authenticator = createAuthenticator(platform.project)
    const { verify } = createVerifier(platform.project)

    await client.signIn.withPassword(ada)
    const { accessToken } = await client.authJson()
    const authentication = await authenticator.authenticateRequest({ headers: await client.authHeaders() })

    assert.strictEqual((await verify(accessToken!)).user.primaryEmail, ada.email)
    assert.strictEqual(authentication.status, "signed-in")
    assert.lengthOf(await server.users.list(), 1)
  })

  it("a client with the emulator's project gets only the public key, so that no request contains a secret key", async () => {
    await using platform = await startEmulator({ users: [ada] })
    const sent: Array<string> = []
    await using client = createClient({
      ...platform.project,
      fetch: (url, init) => {
        sent.push(JSON.stringify([url, [...new Headers(init.headers)], init.body]))
        return fetch(url, init)
      }
    })

    await client.signIn.withPassword(ada)
    await client.currentUser.get({ or: "throw" })
    await client.signOut()

    assert.isAbove(sent.length, 2)
    assert.include(sent.join(), Redacted.value(platform.project.publishableClientKey))
    assert.notInclude(sent.join(), Redacted.value(platform.project.secretServerKey))
    assert.notInclude(sent.join(), Redacted.value(platform.project.superSecretAdminKey))
    const { secretServerKey, superSecretAdminKey } = await Effect.runPromise(
      Effect.provide(Project, Client.layer(platform.project))
    )
    assert.deepStrictEqual([secretServerKey, superSecretAdminKey], [undefined, undefined])
  })
})
