/** Gives metadata a type, and reads a value that an earlier version stored. The site shows this code in a sandbox. */
import { client, print } from "./prepared.ts"

// #region code
import * as Schema from "effect/Schema"
import { Metadata, metadataOf } from "latchkey/metadata"

const account = Metadata.define({
  client: Metadata.versions(
    Schema.Struct({ theme: Schema.Literals(["light", "dark"]) }),
    Metadata.older(Schema.Struct({ dark: Schema.Boolean }), ({ dark }) => ({ theme: dark ? "dark" : "light" }))
  )
})

// an earlier version of the app stored this
await client.currentUser.update({ clientMetadata: { dark: true } })

const metadata = metadataOf(client)
print((await metadata.currentUser.get(account)).client)

await metadata.currentUser.update(account, { client: { theme: "light" } })
print((await client.currentUser.get({ or: "throw" })).clientMetadata)
// #endregion
