import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { startEmulator } from "../../../src/emulator/index.ts"
import { Metadata, MetadataInvalid, metadataOf, serverMetadataOf } from "../../../src/metadata/index.ts"
import { createClient, createServer } from "../../../src/promise/index.ts"

const ann = { email: "ann@example.com", password: "correct horse" }

const account = Metadata.define({
  client: Schema.Struct({ theme: Schema.Literals(["light", "dark"]) }),
  readOnly: Schema.Struct({ plan: Schema.String })
})

const started = async () => {
  const platform = await startEmulator({ users: [ann] })
  const client = createClient({ ...platform.project, tokenStore: "memory" })
  await client.signIn.withPassword(ann)
  return { platform, client, server: createServer(platform.project) }
}

describe("metadata with promises", () => {
  it("the promise API for metadata shares the client's session and reads metadata from any call's response", async () => {
    const { client, platform, server } = await started()
    const own = metadataOf(client)
    const all = serverMetadataOf(server)
    const user = await client.currentUser.get({ or: "throw" })

    await own.currentUser.update(account, ({ client }) => ({ client: { ...client, theme: "dark" } }))
    await all.users.update(account, { userId: user.id }, { readOnly: { plan: "pro" } })

    assert.deepStrictEqual(await own.currentUser.get(account), { client: { theme: "dark" }, readOnly: { plan: "pro" } })
    const [read] = await server.users.list()
    assert.deepStrictEqual(all.of(account, read!).readOnly, { plan: "pro" })
    await Promise.all([client.dispose(), server.dispose(), platform.close()])
  })

  it("invalid metadata rejects with MetadataInvalid, which settled() returns and of() throws", async () => {
    const { client, platform, server } = await started()
    const user = await client.currentUser.update({ clientMetadata: { theme: "blue" } })

    const read = await metadataOf(client).currentUser.get(account).settled()

    assert.instanceOf(read.ok ? undefined : read.error, MetadataInvalid)
    assert.throws(() => metadataOf(client).of(account, user), MetadataInvalid)
    await Promise.all([client.dispose(), server.dispose(), platform.close()])
  })

  it("calls of metadata can be aborted", async () => {
    const { client, platform, server } = await started()

    const aborted = metadataOf(client).currentUser.get(account, { signal: AbortSignal.abort("stop") })

    assert.strictEqual(await aborted.catch((reason: unknown) => reason), "stop")
    await Promise.all([client.dispose(), server.dispose(), platform.close()])
  })
})
