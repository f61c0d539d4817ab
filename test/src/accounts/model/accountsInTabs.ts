/** Model of the accounts of one browser, and two tabs that are compared with it. */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../../layers/access/access.ts"
import { Tabs } from "../../../../layers/browser/Tabs.ts"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { tokensFromText } from "../../../../layers/session/storedText.ts"
import type { StoredTokens } from "../../../../layers/session/TokenStore.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import { Accounts } from "../../../../src/accounts/index.ts"
import { project, projectId } from "../../../support/contract/project.ts"
import { json } from "../../../support/platform/scriptedTransport.ts"
import { type TokenPlatform, tokenPlatform } from "../../../support/platform/tokenPlatform.ts"
import { turns } from "../../../support/suite/fibers.ts"

const User = Schema.Literals(["Ada", "Ben"])
const Tab = Schema.Literals([0, 1])

/** An event in a tab, on the platform or in time. Frequent events have their own members. */
export const Event = Schema.Union([
  Schema.Struct({ do: Schema.Literal("switch"), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literal("call"), tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["expire", "pass"]) }),
  Schema.Struct({ do: Schema.Literal("sign in"), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["sign out of", "revoke"]), user: User, tab: Tab }),
  Schema.Struct({ do: Schema.Literals(["add", "sign out", "sign out all", "reject"]), tab: Tab })
])

type Event = typeof Event.Type

/** Time until the response to a refresh. */
const refreshMillis = 1000
const tokenMillis = 600_000

/** Tabs of one browser: each notification reaches the other tabs. */
const connected = () => {
  const joined = new Set<{ readonly topic: string; readonly listener: () => void }>()
  return (): Tabs => ({
    join: (topic, listener) => {
      const mine = { topic, listener }
      joined.add(mine)
      return {
        notify: () => {
          for (const each of joined) if (each !== mine && each.topic === topic) queueMicrotask(each.listener)
        },
        leave: () => joined.delete(mine)
      }
    },
    withLock: () => (self) => self
  })
}

const openTab = (platform: TokenPlatform, texts: KeyValueStore.KeyValueStore, tabs: Tabs) =>
  Layer.build(Layer.fresh(
    layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide(Accounts.layerKeyValue()),
      Layer.provide([platform.layer, project, Layer.succeed(KeyValueStore.KeyValueStore, texts)])
    )
  )).pipe(Effect.provideService(Tabs, tabs), Effect.provideService(Diagnostics, []), Effect.orDie)

interface Account {
  readonly refreshToken: string
  revoked: boolean
}

interface Pending {
  readonly user: string
  readonly refreshToken: string
  readonly revoked: boolean
  readonly at: number
}

/**
 * Opens two tabs with two accounts whose access tokens have expired. `apply` starts an event, and `rest` waits for
 * everything that doesn't depend on time, and checks the tabs.
 */
export const accountsInTabs = Effect.gen(function*() {
  const platform = yield* tokenPlatform
  platform.takes(refreshMillis)
  platform.others(json({}))
  const texts = Context.get(yield* Layer.build(Layer.fresh(KeyValueStore.layerMemory)), KeyValueStore.KeyValueStore)
  const join = connected()
  const tabs = [yield* openTab(platform, texts, join()), yield* openTab(platform, texts, join())]
  const sessions = tabs.map((tab) => Context.get(tab, Session))

  const accounts = new Map<string, Account>()
  let active: string | undefined
  const refreshed = new Set<string>()
  let pending: Array<Pending> = []
  let collected = 0

  const remove = (user: string | undefined) => {
    if (user === undefined) return
    accounts.delete(user)
    if (active === user) active = undefined
  }

  /** Runs an effect in the background, because it may wait for time to pass. */
  const run = <A, E>(self: Effect.Effect<A, E>) =>
    Effect.andThen(Effect.forkScoped(Effect.exit(self), { startImmediately: true }), turns)

  const inTab = <A, E>(tab: number, self: Effect.Effect<A, E, ClientAccess | Session>) =>
    Effect.provideContext(self, tabs[tab]!)

  /** Records the refreshes that have begun, and applies the responses that have arrived. */
  const collect = Effect.map(Clock.currentTimeMillis, (now) => {
    for (const { refreshToken, revoked, user } of pending.filter(({ at }) => at <= now)) {
      if (accounts.get(user)?.refreshToken !== refreshToken) continue
      if (revoked) remove(user)
      else refreshed.add(user)
    }
    pending = pending.filter(({ at }) => at > now)
    for (const { body } of platform.requests.slice(collected)) {
      const refreshToken = new URLSearchParams(body).get("refresh_token")
      for (const [user, account] of accounts) {
        if (account.refreshToken !== refreshToken) continue
        pending.push({ user, refreshToken, revoked: account.revoked, at: now + refreshMillis })
      }
    }
    collected = platform.requests.length
  })

  /** The stored sessions by user. */
  const stored: Effect.Effect<ReadonlyMap<string, StoredTokens>> = Effect.gen(function*() {
    const aside = JSON.parse((yield* texts.get(`latchkey-accounts-${projectId}`)) ?? `{"accounts":[]}`) as {
      readonly accounts: ReadonlyArray<{ readonly userId: string; readonly session: string }>
    }
    const found = new Map(aside.accounts.map(({ session, userId }) => [userId, tokensFromText(session)!]))
    const current = tokensFromText(yield* texts.get(`latchkey-session-${projectId}`))
    if (current !== null && active !== undefined) {
      assert.isFalse(found.has(active), "the active account is also set aside")
      found.set(active, current)
    }
    return found
  }).pipe(Effect.orDie)

  const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), collect)

  const apply = (event: Event) => Effect.ensuring(happen(event), collect)

  const happen = (event: Event) =>
    Effect.gen(function*() {
      switch (event.do) {
        case "sign in": {
          const tokens = platform.signIn({ sub: event.user, email: `${event.user}@example.com` })
          if (active !== event.user) remove(active)
          accounts.set(event.user, { refreshToken: Redacted.value(tokens.refreshToken), revoked: false })
          refreshed.add(event.user)
          active = event.user
          return yield* inTab(event.tab, Session.use(({ keep }) => keep(tokens)))
        }
        case "switch": {
          const result = yield* Effect.result(inTab(event.tab, Accounts.switchTo({ userId: event.user })))
          if (accounts.has(event.user)) active = event.user
          else assert.strictEqual(result._tag === "Failure" ? result.failure._tag : "none", "AccountNotFound")
          return
        }
        case "sign out of":
          remove(event.user)
          return yield* run(inTab(event.tab, Accounts.signOut({ userId: event.user })))
        case "sign out":
          remove(active)
          return yield* run(sessions[event.tab]!.end)
        case "sign out all":
          accounts.clear()
          active = undefined
          return yield* run(inTab(event.tab, Accounts.signOutAll()))
        case "add":
          active = undefined
          return yield* inTab(event.tab, Accounts.add())
        case "revoke": {
          const account = accounts.get(event.user)
          if (account === undefined) return
          account.revoked = true
          platform.revoke({
            refreshToken: Redacted.make(account.refreshToken),
            accessToken: Redacted.make("")
          })
          return
        }
        case "call":
          return yield* run(sessions[event.tab]!.tokens())
        case "reject": {
          const tokens = (yield* stored).get(active ?? "")
          if (tokens?.accessToken !== undefined) yield* sessions[event.tab]!.rejected(tokens.accessToken)
          return
        }
        case "expire":
          yield* pass(refreshMillis)
          yield* pass(tokenMillis)
          return refreshed.clear()
        case "pass":
          return yield* pass(refreshMillis)
      }
    })

  const rest = Effect.gen(function*() {
    yield* turns
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
    yield* turns
    const expected = [...accounts.keys()].toSorted()
    for (const tab of tabs) {
      const list = yield* Effect.orDie(Effect.provideContext(Accounts.list(), tab))
      assert.deepStrictEqual(list.map(({ userId }) => userId).toSorted(), expected)
      assert.deepStrictEqual(
        list.filter(({ isActive }) => isActive).map(({ userId }) => userId),
        active === undefined ? [] : [active]
      )
    }
    for (const { state } of sessions) {
      const now = state()
      assert.strictEqual(now._tag === "SignedOut", active === undefined)
    }
    const found = yield* stored
    assert.deepStrictEqual([...found.keys()].toSorted(), expected)
    for (const [user, { accessToken, refreshToken }] of found) {
      assert.strictEqual(Redacted.value(refreshToken!), accounts.get(user)!.refreshToken, "another account's session")
      if (accessToken === undefined) continue
      const claims = JSON.parse(atob(Redacted.value(accessToken).split(".")[1]!)) as { readonly sub: string }
      assert.strictEqual(claims.sub, user, "another account's token")
      if (refreshed.has(user)) assert.isTrue(platform.accepts(accessToken), "a refreshed token was not stored")
    }
  })

  yield* apply({ do: "sign in", user: "Ada", tab: 0 })
  yield* apply({ do: "add", tab: 1 })
  yield* apply({ do: "sign in", user: "Ben", tab: 1 })
  yield* apply({ do: "expire" })
  return { apply, rest }
})
