/** The task of the guide to metadata: old metadata is read and stored in the new shape. */
import * as Schema from "effect/Schema"
import { startEmulator } from "latchkey/emulator"
import { Metadata, metadataOf } from "latchkey/metadata"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const account = Metadata.define({
  client: Metadata.versions(
    Schema.Struct({ theme: Schema.Literals(["light", "dark"]), pinned: Schema.Array(Schema.String) }),
    Metadata.older(Schema.Struct({ dark: Schema.Boolean }), ({ dark }) => ({
      theme: dark ? "dark" : "light",
      pinned: []
    }))
  )
})

test("metadata of an earlier version is upgraded when it is read, and stored by the next update", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using client = createClient(platform.project)
  await client.signIn.withPassword(ada)
  // an earlier version of the app stored this
  await client.currentUser.update({ clientMetadata: { dark: true } })

  const metadata = metadataOf(client)
  const { client: preferences } = await metadata.currentUser.get(account)
  expect(preferences).toEqual({ theme: "dark", pinned: [] })

  await metadata.currentUser.update(account, { client: { theme: "light", pinned: ["inbox"] } })
  const { clientMetadata } = await client.currentUser.get({ or: "throw" })
  expect(clientMetadata).toMatchObject({ theme: "light", pinned: ["inbox"] })
})
