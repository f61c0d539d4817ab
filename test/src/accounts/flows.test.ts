/** Flows of the accounts whose sessions have no access token, or are removed by another program meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import { layerClient } from "../../../layers/access/access.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { project, projectId } from "../../support/contract/project.ts"
import { json } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"

/** A client with accounts. `stored` changes each text of the accounts that is written. */
const opened = Effect.gen(function*() {
  const platform = yield* tokenPlatform
  platform.others(json({ success: true }))
  const over = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
  let stored = (text: string) => text
  const texts: KeyValueStore.KeyValueStore = {
    ...over,
    set: (name, text) => over.set(name, name === `latchkey-accounts-${projectId}` ? stored(text as string) : text)
  }
  const context = yield* Layer.build(Layer.fresh(
    layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide(Accounts.layerKeyValue()),
      Layer.provide([platform.layer, project, Layer.succeed(KeyValueStore.KeyValueStore, texts)])
    )
  ))
  const run = <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) => Effect.provideContext(self, context)
  return {
    platform,
    run,
    session: Context.get(context, Session),
    writes: (next: (text: string) => string) => void (stored = next),
    users: Effect.map(
      run(Accounts.list()),
      (list) => list.map(({ isActive, userId }) => isActive ? `${userId}, active` : userId)
    )
  }
})

/** Refresh tokens of the sessions that the platform was told to revoke. */
const revoked = ({ requests }: Effect.Success<typeof opened>["platform"]) =>
  requests.flatMap(({ headers, method }) => method === "DELETE" ? [headers["x-stack-refresh-token"]] : [])

describe("accounts without an access token", () => {
  it.effect("Accounts.switchTo switches to an account whose access token was rejected before it was set aside", () =>
    Effect.gen(function*() {
      const { platform, run, session, users } = yield* opened
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* session.renewNext
      yield* run(Accounts.add())
      yield* session.keep(platform.signIn({ sub: "Ben" }))

      yield* run(Accounts.switchTo({ userId: "Ada" }))

      assert.deepStrictEqual(yield* users, ["Ada, active", "Ben"])
    }))

  it.effect("D27: Accounts.signOutAll ends and revokes a session whose user is unknown, too", () =>
    Effect.gen(function*() {
      const { platform, run, session, users } = yield* opened
      const ada = platform.signIn({ sub: "Ada" })
      yield* session.keep(ada)
      yield* run(Accounts.add())
      const { refreshToken } = platform.signIn({ sub: "Ben" })
      yield* session.keep({ refreshToken })
      const before = yield* users

      const result = yield* run(Accounts.signOutAll())

      assert.deepStrictEqual([before, yield* users], [["Ada"], []])
      assert.deepStrictEqual(result, { revoked: true })
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.sameMembers(revoked(platform), [ada.refreshToken, refreshToken].map(Redacted.value))
    }))
})

describe("an account that another program removes", () => {
  it.effect("accounts-1: Accounts.switchTo fails with AccountNotFound and signs no user in if another program removes the account meanwhile", () =>
    Effect.gen(function*() {
      const { platform, run, session, users, writes } = yield* opened
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* run(Accounts.add())
      yield* session.keep(platform.signIn({ sub: "Ben" }))
      writes((text) => {
        const { accounts, ...rest } = JSON.parse(text) as {
          readonly accounts: ReadonlyArray<{ readonly userId: string }>
        }
        return JSON.stringify({ ...rest, accounts: accounts.filter(({ userId }) => userId !== "Ada") })
      })

      const error = yield* Effect.flip(run(Accounts.switchTo({ userId: "Ada" })))

      assert.deepInclude(error, { _tag: "AccountNotFound", userId: "Ada" })
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.deepStrictEqual(yield* users, ["Ben"])
    }))
})
