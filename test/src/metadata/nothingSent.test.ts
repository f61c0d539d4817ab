/** Changes of metadata that are rejected before any request. docs/laws.md metadata-5. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Metadata, metadataOf, serverMetadataOf } from "../../../src/metadata/index.ts"
import { createClient, createServer } from "../../../src/promise/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

const account = Metadata.define({
  client: Schema.Struct({ theme: Schema.String }),
  readOnly: Schema.Struct({ plan: Schema.String })
})
const withoutClient = Metadata.define({ readOnly: Schema.Struct({ plan: Schema.String }) })

/** Changes that TypeScript rejects as well. */
const refused: ReadonlyArray<readonly [definition: typeof account, change: any, path: string]> = [
  [account, { readOnly: { plan: "pro" } }, "readOnly"],
  [account, { clientMetadata: { theme: "dark" } }, "clientMetadata"],
  [account, { client: { theme: "dark" }, sever: 1 }, "sever"],
  [account, { client: { theme: 5 } }, "client.theme"],
  [account, { client: [] }, "client"],
  [withoutClient as never, { client: { theme: "dark" } }, "client"]
]

overBothTransports(({ start }) => {
  describe("a change of metadata that is invalid", () => {
    it("metadata-5: a change with an unknown field or an invalid value sends no request, not even a read", async () => {
      await using started = await start({ users: [ada] })
      const sent: Array<string> = []
      const fetch = async (url: string, init: RequestInit) => {
        sent.push(`${init.method} ${new URL(url).pathname}`)
        return (started.options.fetch ?? globalThis.fetch)(url, init)
      }
      await using client = createClient({ ...started.options, fetch, tokenStore: "memory" })
      await using server = createServer({ ...started.options, fetch })
      const { userId } = await client.signIn.withPassword(ada).then(() => client.currentUser.get({ or: "throw" })).then(
        ({ id }) => ({ userId: id })
      )
      const [own, any] = [metadataOf(client), serverMetadataOf(server)]
      sent.length = 0

      for (const [definition, change, path] of refused) {
        for (
          const result of [
            await own.currentUser.update(definition, change).settled(),
            await own.teams.update(definition, { teamId: "t" }, change).settled(),
            ...(path === "readOnly" ? [] : [
              await any.users.update(definition, { userId }, change).settled(),
              await any.teams.update(definition, { teamId: "t" }, change).settled()
            ])
          ]
        ) {
          assert.isFalse(result.ok)
          const message = result.ok ? "" : (result.error as Error).message
          assert.isTrue(message.startsWith("Nothing was sent, because the input is invalid: "), message)
          assert.include(message, path)
        }
      }

      assert.deepStrictEqual(sent, [])
    })

    it("metadata-5: the error for an invalid result of an update's function states that nothing was changed, and not that nothing was sent, because of the read", async () => {
      await using started = await start({ users: [ada] })
      await using client = createClient({ ...started.options, tokenStore: "memory" })
      await client.signIn.withPassword(ada)

      const result = await metadataOf(client).currentUser.update(account, () => ({ client: { theme: 5 as never } }))
        .settled()

      assert.isFalse(result.ok)
      assert.match(
        result.ok ? "" : (result.error as Error).message,
        /^Nothing was changed, because the input is invalid: client\.theme: /
      )
      assert.isNull((await metadataOf(client).currentUser.get(account)).client)
    })
  })
})
