/** Accounts over stores that fail, hang or are shared, and the messages that a developer then reads. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Tabs } from "../../../layers/browser/Tabs.ts"
import { layerKeyValue } from "../../../layers/session/keyValueStore.ts"
import { tokensToText } from "../../../layers/session/storedText.ts"
import { sameTokens, type StoredTokens, TokenStore, type TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { AccountNotFound, Accounts } from "../../../src/accounts/index.ts"
import { accessToken, project, projectId } from "../../support/contract/project.ts"

const key = `latchkey-accounts-${projectId}`

const tokens = (sub: string, jti = 1): StoredTokens => ({
  refreshToken: Redacted.make(`session of ${sub}`),
  accessToken: Redacted.make(accessToken({ sub, jti, name: sub, email: `${sub}@example.com` }))
})

const memory = Effect.map(Layer.build(Layer.fresh(KeyValueStore.layerMemory)), Context.get(KeyValueStore.KeyValueStore))

const withAccounts = (store: TokenStore["Service"]) => ({ ...store, accounts: store.accounts! })

/** Opens accounts over a key-value store, and over a token store if one is given. */
const open = (
  over: KeyValueStore.KeyValueStore,
  options?: { readonly key: string },
  current?: TokenStore["Service"]
) => {
  const below = current === undefined ? layerKeyValue() : Layer.succeed(TokenStore, current)
  const layer = Layer.provide(Accounts.layer(options), below)
  return Layer.build(Layer.fresh(Layer.provide(layer, [Layer.succeed(KeyValueStore.KeyValueStore, over), project])))
    .pipe(Effect.map((context) => withAccounts(Context.get(context, TokenStore))))
}

const users = ({ accounts }: ReturnType<typeof withAccounts>) =>
  Effect.map(accounts.list, (list) => list.map(({ isActive, userId }) => isActive ? `${userId}, active` : userId))

/** Collects the lines of an effect's log. */
const logging = <A, E, R>(test: (lines: Array<string>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return Effect.provideService(test(lines), Logger.CurrentLoggers, new Set([logger]))
  })

const refuse = (method: string) =>
  Effect.fail(new KeyValueStore.KeyValueStoreError({ method, message: "quota: session of Ada" }))

const stay = "The accounts stay as they were."
const refused = (operation: string) =>
  `The token store could not be ${operation}: the key-value store of the accounts failed. ${stay}`

describe("accounts over a store that fails", () => {
  it.effect("accounts-4: if a store rejects operations, reads and writes fail with a message that states the consequence", () =>
    Effect.gen(function*() {
      const over = yield* memory
      const unreadable = yield* open({ ...over, get: (name) => name === key ? refuse("get") : over.get(name) })
      const unwritable = yield* open({
        ...over,
        set: (name, text) => name === key ? refuse("set") : over.set(name, text)
      })
      yield* unwritable.compareAndSet(null, tokens("Ada"))

      const read = yield* Effect.flip(unreadable.accounts.list)
      const written = yield* Effect.flip(unwritable.accounts.vacate)

      assert.deepStrictEqual([read.operation, read.message], ["read", refused("read")])
      assert.deepStrictEqual([written.operation, written.message], ["write", refused("written")])
      assert.deepStrictEqual(yield* users(unwritable), ["Ada, active"])
    }))

  it.effect("accounts-4: if a store doesn't respond, reads and writes fail after two seconds, and then block no other operation", () =>
    Effect.gen(function*() {
      const over = yield* memory
      let hangs: "get" | "set" | undefined
      const store = yield* open({
        ...over,
        get: (name) => hangs === "get" && name === key ? Effect.never : over.get(name),
        set: (name, text) => hangs === "set" && name === key ? Effect.never : over.set(name, text)
      })
      yield* store.compareAndSet(null, tokens("Ada"))
      for (const [method, operation] of [["get", "read"], ["set", "written"]] as const) {
        hangs = method
        const failing = yield* Effect.forkChild(Effect.flip(store.accounts.vacate), { startImmediately: true })
        yield* TestClock.adjust(1999)
        const before = failing.pollUnsafe()
        yield* TestClock.adjust(1)

        assert.isUndefined(before)
        assert.strictEqual(
          (yield* Fiber.join(failing)).message,
          `The token store could not be ${operation}: the key-value store of the accounts has not responded within 2 s. ${stay}`
        )
        hangs = undefined
        assert.deepStrictEqual(yield* users(store), ["Ada, active"])
      }
    }))

  for (
    const [name, act] of [
      ["Accounts.add", (store: ReturnType<typeof withAccounts>) => store.accounts.vacate],
      ["Accounts.signOut", (store: ReturnType<typeof withAccounts>) => store.accounts.remove("Ada")]
    ] as const
  ) {
    it.effect(`accounts-4: while other programs write to the current store, ${name} tries to sign out up to five times, and then fails`, () =>
      Effect.gen(function*() {
        for (const writes of [4, 5, Infinity]) {
          const over = yield* memory
          let attempts = 0
          const current = Context.get(
            yield* Layer.build(
              Layer.fresh(Layer.provide(layerKeyValue(), [Layer.succeed(KeyValueStore.KeyValueStore, over), project]))
            ),
            TokenStore
          )
          const store = yield* open(over, undefined, {
            ...current,
            compareAndSet: (expected, next) =>
              next === null && attempts++ < writes ? Effect.succeed(false) : current.compareAndSet(expected, next)
          })
          yield* store.compareAndSet(null, tokens("Ada"))
          // as in a switch, so that the session is current and set aside
          yield* store.accounts.setAside(tokens("Ben"))

          const result = yield* Effect.result<unknown, TokenStoreFailed, never>(act(store))

          assert.strictEqual(attempts, 5)
          assert.deepStrictEqual(
            result._tag === "Success" ? "signed out" : [result.failure.operation, result.failure.message],
            writes === 4
              ? "signed out"
              : ["write", `The token store could not be written: other programs keep writing to it. ${stay}`]
          )
        }
      }))
  }

  it.effect("accounts-4: a session is stored even if the accounts can't be updated, and the failure is logged", () =>
    logging((lines) =>
      Effect.gen(function*() {
        const over = yield* memory
        const store = yield* open({ ...over, get: (name) => name === key ? refuse("get") : over.get(name) })

        const isWritten = yield* store.compareAndSet(null, tokens("Ada"))

        assert.isTrue(isWritten)
        assert.isTrue(sameTokens(yield* store.get, tokens("Ada")))
        assert.deepStrictEqual(lines, [refused("read")])
      })
    ))

  it.effect("accounts-4: a failure to store a refreshed session is logged, and a store that hangs delays the refresh by at most two seconds", () =>
    logging((lines) =>
      Effect.gen(function*() {
        const over = yield* memory
        let get: KeyValueStore.KeyValueStore["get"] = () => refuse("get")
        const store = yield* open({ ...over, get: (name) => get(name) })
        yield* store.accounts.refreshed(tokens("Ada"), tokens("Ada", 2))
        const logged = [...lines]

        get = () => Effect.never
        const first = yield* Effect.forkChild(store.accounts.refreshed(tokens("Ada"), tokens("Ada", 2)), {
          startImmediately: true
        })
        const second = yield* Effect.forkChild(store.accounts.refreshed(tokens("Ada"), tokens("Ada", 2)), {
          startImmediately: true
        })
        yield* TestClock.adjust(1999)
        const before = [first.pollUnsafe(), second.pollUnsafe()]
        yield* TestClock.adjust(1)
        yield* Fiber.join(first)
        yield* Fiber.join(second)

        assert.deepStrictEqual(logged, [refused("read")])
        assert.deepStrictEqual(before, [undefined, undefined])
      })
    ))

  it.effect("accounts-4: an account that another program removed doesn't become current, unless the store can't be read", () =>
    Effect.gen(function*() {
      for (const isReadable of [true, false]) {
        const over = yield* memory
        let isBroken = false
        const store = yield* open({
          ...over,
          get: (name) => isBroken && name === key ? refuse("get") : over.get(name)
        })
        yield* store.compareAndSet(null, tokens("Ada"))
        yield* store.accounts.vacate
        const taken = yield* store.accounts.tokensOf("Ada")
        yield* over.remove(key)
        isBroken = !isReadable

        yield* store.compareAndSet(null, taken)

        assert.isTrue(sameTokens(yield* store.get, isReadable ? null : tokens("Ada")))
      }
    }))
})

describe("accounts that share a store", () => {
  it.effect("accounts with different keys are different accounts, and only those with the same key notify one another", () =>
    Effect.gen(function*() {
      const topics = new Map<string, Set<() => void>>()
      const tabs: Tabs = {
        join: (topic, listener) => {
          const listeners = topics.get(topic) ?? new Set()
          topics.set(topic, listeners.add(listener))
          return {
            notify: () => listeners.forEach((each) => each === listener ? undefined : each()),
            leave: () => void listeners.delete(listener)
          }
        },
        withLock: () => (self) => self
      }
      const over = yield* memory
      const scope = yield* Scope.make()
      const opened = (name?: string) =>
        open(over, name === undefined ? undefined : { key: name }).pipe(Effect.provideService(Tabs, tabs))
      const [one, same, other] = [
        yield* opened("mine"),
        yield* Effect.provideService(opened("mine"), Scope.Scope, scope),
        yield* opened()
      ]
      const notified: Array<string> = []
      one.accounts.subscribe(() => void notified.push("one"))
      same.accounts.subscribe(() => void notified.push("same"))
      other.accounts.subscribe(() => void notified.push("other"))
      yield* one.compareAndSet(null, tokens("Ada"))
      notified.length = 0

      yield* one.accounts.vacate
      const ofVacate = new Set(notified)
      const listening = topics.get("accounts in mine")?.size
      yield* Scope.close(scope, Exit.void)

      assert.sameMembers([...ofVacate], ["one", "same"])
      assert.deepStrictEqual([listening, topics.get("accounts in mine")?.size], [2, 1])
      assert.isString(yield* over.get("mine"))
      assert.isUndefined(yield* over.get(key))
      assert.deepStrictEqual([yield* users(same), yield* users(other)], [["Ada"], []])
    }))

  it.effect("an accounts store names the store below it in devtools, and needs a timeout even if that store needs none", () =>
    Effect.gen(function*() {
      const store = (kind?: string): TokenStore["Service"] => ({
        ...(kind === undefined ? {} : { kind }),
        endsByItself: true,
        get: Effect.succeed(null),
        compareAndSet: () => Effect.succeed(true),
        changes: Stream.never
      })
      const over = yield* memory
      const kinds = yield* Effect.forEach(
        [undefined, "a test"],
        (kind) => Effect.map(open(over, undefined, store(kind)), ({ endsByItself, kind }) => [kind, endsByItself])
      )

      assert.deepStrictEqual(kinds, [["accounts over a custom store", false], ["accounts over a test", false]])
    }))
})

/** A store in which Ada is set aside. `text` is the stored string of the accounts. */
const withAside = Effect.gen(function*() {
  const over = yield* memory
  const writes: Array<string> = []
  const store = yield* open({
    ...over,
    set: (name, text) => Effect.andThen(Effect.sync(() => void writes.push(name)), over.set(name, text)),
    remove: (name) => Effect.andThen(Effect.sync(() => void writes.push(name)), over.remove(name))
  })
  yield* store.compareAndSet(null, tokens("Ada"))
  yield* store.accounts.vacate
  writes.length = 0
  return { over, store, text: (yield* over.get(key))!, writes }
})

describe("the inactive accounts", () => {
  it.effect("accounts-1: a late write doesn't bring back an account that this program removed, and the next change deletes the account", () =>
    Effect.gen(function*() {
      const { over, store, text } = yield* withAside
      yield* store.accounts.remove("Ada")
      const removed = yield* over.get(key)
      yield* over.set(key, text)

      const late = yield* users(store)
      yield* store.accounts.remove("stranger")

      assert.deepStrictEqual([removed, late, yield* over.get(key)], [undefined, [], undefined])
    }))

  it.effect("a change that leaves the accounts as they are writes nothing and notifies no subscriber", () =>
    Effect.gen(function*() {
      const { store, writes } = yield* withAside
      let notified = 0
      store.accounts.subscribe(() => notified++)

      yield* store.accounts.remove("stranger")
      yield* store.accounts.endSwitch(tokens("Ada"))
      yield* store.accounts.vacate
      const isWritten = yield* store.compareAndSet(tokens("Cleo"), tokens("Cleo", 2))

      assert.isFalse(isWritten)
      assert.deepStrictEqual([writes, notified, yield* users(store)], [[], 0, ["Ada"]])
    }))

  it.effect("a stored copy of the current session is not written again, and a copy that isn't stored is not deleted", () =>
    Effect.gen(function*() {
      const { store, writes } = yield* withAside
      yield* store.compareAndSet(null, tokens("Ben"))
      writes.length = 0

      yield* store.accounts.endSwitch(tokens("Ada"))
      const before = [...writes]
      yield* store.accounts.setAside(tokens("Ada"))
      yield* store.accounts.setAside(tokens("Ada"))

      assert.deepStrictEqual([before, writes], [[], [key]])
    }))

  it.effect("the user of an account is known from the stored data, even if the account's session has no access token", () =>
    Effect.gen(function*() {
      const { over, text } = yield* withAside
      const held = { refreshToken: tokens("Ada").refreshToken, accessToken: undefined }
      yield* over.set(
        key,
        JSON.stringify({ ...JSON.parse(text), accounts: [{ ...stored, session: tokensToText(held) }] })
      )
      const store = yield* open(over)
      const before = yield* users(store)

      yield* store.compareAndSet(null, held)

      assert.deepStrictEqual([before, yield* users(store)], [["Ada"], ["Ada, active"]])
    }))

  it.effect("accounts-1: the first refresh of a session shows its user, whose earlier session is then deleted", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withAside
      const held = { refreshToken: Redacted.make("new session"), accessToken: undefined }
      yield* store.compareAndSet(null, held)
      const before = yield* over.get(key)

      yield* store.compareAndSet(held, { ...held, accessToken: tokens("Ada").accessToken })

      assert.isString(before)
      assert.isUndefined(yield* over.get(key))
    }))

  it.effect("D27: a session that ends after a switch is deleted from the stored accounts", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withAside

      yield* store.compareAndSet(tokens("Ada"), null)
      yield* store.compareAndSet(null, null)

      assert.isUndefined(yield* over.get(key))
    }))

  it.effect("setting the current session aside in favour of the same session stores nothing", () =>
    Effect.gen(function*() {
      const over = yield* memory
      const store = yield* open(over)
      yield* store.compareAndSet(null, tokens("Ada"))

      yield* store.accounts.setAside(tokens("Ada"))

      assert.isUndefined(yield* over.get(key))
    }))

  it.effect("accounts-1: removing a session keeps a different session of the same user", () =>
    Effect.gen(function*() {
      const { over, store, text } = yield* withAside
      const taken = yield* store.accounts.tokensOf("Ada")
      yield* over.set(key, text.replaceAll("session of Ada", "another session"))

      yield* store.compareAndSet(null, taken)

      assert.isNull(yield* store.get)
      assert.deepStrictEqual(yield* users(store), ["Ada"])
    }))
})

const stored = {
  userId: "Ada",
  displayName: null,
  primaryEmail: null,
  isAnonymous: false,
  session: tokensToText(tokens("Ada"))
}

/** Stored strings, and whether they contain the account. */
const texts: ReadonlyArray<readonly [text: object | null, hasAccount: boolean]> = [
  [{ version: 1, accounts: [stored] }, true],
  [{ version: 1, accounts: [{ ...stored, displayName: "Ada", primaryEmail: "ada@example.com" }] }, true],
  [{ version: 2, accounts: [stored] }, false],
  [{ accounts: [stored] }, false],
  [{ version: 1, accounts: stored }, false],
  [{ version: 1 }, false],
  ...Object.keys(stored).flatMap((name) =>
    [{ ...stored, [name]: 7 }, { ...stored, [name]: undefined }].map((each) =>
      [{ version: 1, accounts: [each] }, false] as const
    )
  ),
  [null, false]
]

describe("the stored data of the accounts", () => {
  for (const [text, hasAccount] of texts) {
    it.effect(`I5: the string ${JSON.stringify(text)?.slice(0, 150)} has ${hasAccount ? "one account" : "no accounts"}`, () =>
      Effect.gen(function*() {
        const over = yield* memory
        yield* over.set(key, JSON.stringify(text))
        const store = yield* open(over)

        assert.deepStrictEqual(yield* users(store), hasAccount ? ["Ada"] : [])
      }))
  }
})

describe("AccountNotFound", () => {
  it("AccountNotFound states what happened, a likely cause and the next step", () => {
    assert.strictEqual(
      new AccountNotFound({ userId: "Ada" }).message,
      "This device has no session of the user Ada, who may have signed out in another tab. "
        + "Show the list of accounts again, or add the account by signing in."
    )
  })
})
