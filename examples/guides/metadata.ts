/** Typed metadata of users. `npm run example -- examples/guides/metadata.ts` */
import * as Schema from "effect/Schema"
import { startEmulator } from "latchkey/emulator"
import { Metadata, metadataOf, serverMetadataOf } from "latchkey/metadata"
import { createClient, createServer } from "latchkey/promise"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
await using platform = await startEmulator({ users: [ada] })
await using client = createClient({ ...platform.project, tokenStore: "memory" })
await using server = createServer(platform.project)
await client.signIn.withPassword(ada)
const user = await client.currentUser.get({ or: "throw" })

// an earlier version of the app stored this
await client.currentUser.update({ clientMetadata: { dark: true } })

// #region define
const account = Metadata.define({
  client: Metadata.versions(
    Schema.Struct({ theme: Schema.Literals(["light", "dark"]), pinned: Schema.Array(Schema.String) }),
    // earlier versions of the app stored this shape
    Metadata.older(Schema.Struct({ dark: Schema.Boolean }), ({ dark }) => ({
      theme: dark ? "dark" : "light",
      pinned: []
    })),
    // new users have no metadata
    Metadata.older(Schema.Null, () => ({ theme: "light", pinned: [] }))
  ),
  readOnly: Schema.Struct({ plan: Schema.String, since: Schema.Date })
})
// #endregion

// #region client
const metadata = metadataOf(client)
const { client: preferences, readOnly } = await metadata.currentUser.get(account)
await metadata.currentUser.update(account, ({ client }) => ({ client: { ...client, pinned: ["inbox"] } }))
// #endregion

console.log(`theme: ${preferences.theme}, plan: ${readOnly?.plan ?? "none"}`)

// #region server
const all = serverMetadataOf(server)
await all.users.update(account, { userId: user.id }, { readOnly: { plan: "pro", since: new Date() } })
for await (const each of server.users.stream()) {
  console.log(`${each.primaryEmail}: ${all.of(account, each).readOnly?.plan}`)
}
// #endregion
