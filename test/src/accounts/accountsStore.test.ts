import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import { tokensToText } from "../../../layers/session/storedText.ts"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { accessToken, project, projectId } from "../../support/contract/project.ts"

const key = `latchkey-accounts-${projectId}`

const tokens = (sub: string, jti = 1): StoredTokens => ({
  refreshToken: Redacted.make(`session of ${sub}`),
  accessToken: Redacted.make(accessToken({ sub, jti, name: sub, email: `${sub}@example.com` }))
})

const texts = Effect.map(Layer.build(Layer.fresh(KeyValueStore.layerMemory)), Context.get(KeyValueStore.KeyValueStore))

const open = (over: KeyValueStore.KeyValueStore) =>
  Effect.map(
    Layer.build(Layer.provide(Accounts.layerKeyValue(), [Layer.succeed(KeyValueStore.KeyValueStore, over), project])),
    (context) => {
      const store = Context.get(context, TokenStore)
      return { ...store, accounts: store.accounts! }
    }
  )

/** Opens a store in which Ada is set aside and Ben is active. */
const withTwo = Effect.gen(function*() {
  const over = yield* texts
  const store = yield* open(over)
  yield* store.compareAndSet(null, tokens("Ada"))
  yield* store.accounts.vacate
  yield* store.compareAndSet(null, tokens("Ben"))
  return { over, store }
})

const users = ({ accounts }: { readonly accounts: NonNullable<TokenStore["Service"]["accounts"]> }) =>
  Effect.map(accounts.list, (list) => list.map(({ isActive, userId }) => isActive ? `${userId}, active` : userId))

describe("a token store with accounts", () => {
  it.effect("a token store with accounts lists the user of each session with the data of the session's access token", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo

      assert.deepStrictEqual(yield* store.accounts.list, [
        { userId: "Ben", displayName: "Ben", primaryEmail: "Ben@example.com", isAnonymous: false, isActive: true },
        { userId: "Ada", displayName: "Ada", primaryEmail: "Ada@example.com", isAnonymous: false, isActive: false }
      ])
    }))

  it.effect("a token store with accounts keeps the active session in the underlying store, so that other programs can read the session", () =>
    Effect.gen(function*() {
      const { over } = yield* withTwo

      assert.strictEqual(yield* over.get(`latchkey-session-${projectId}`), tokensToText(tokens("Ben")))
    }))

  it.effect("D25: a refresh that began before a switch stores its new tokens in its own account, not in the active account", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo

      assert.isFalse(yield* store.compareAndSet(tokens("Ada"), tokens("Ada", 2)))

      assert.isTrue(sameTokens(yield* store.accounts.tokensOf("Ada"), tokens("Ada", 2)))
      assert.isTrue(sameTokens(yield* store.get, tokens("Ben")))
    }))

  it.effect("accounts-1: removing the active account ends its session, even if a switch has copied the session but isn't complete", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      const other = yield* Effect.map(store.accounts.tokensOf("Ada"), (ada) => ada!)
      yield* store.accounts.setAside(other)

      const removed = yield* store.accounts.remove("Ben")
      yield* store.accounts.setAside(other)

      assert.isTrue(sameTokens(removed, tokens("Ben")))
      assert.strictEqual(yield* store.get, null)
      assert.deepStrictEqual(yield* users(store), ["Ada"])
    }))

  it.effect("accounts-1: a switch that does not happen leaves no copy of the active account, and a completed switch keeps the copy even if another tab has dropped it", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      const other = yield* open(over)
      const ada = (yield* store.accounts.tokensOf("Ada"))!
      const aside = Effect.map(over.get(key), (text) => text?.match(/"userId":"\w+"/g) ?? [])

      yield* store.accounts.setAside(ada)
      const copied = yield* aside
      yield* other.accounts.endSwitch(ada)
      const dropped = yield* aside
      yield* store.compareAndSet(tokens("Ben"), ada)

      assert.deepStrictEqual([copied, dropped], [["\"userId\":\"Ben\"", "\"userId\":\"Ada\""], ["\"userId\":\"Ada\""]])
      assert.deepStrictEqual(yield* users(store), ["Ada, active", "Ben"])
    }))

  it.effect("D25: a refresh of a removed account doesn't add the account again", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      yield* store.accounts.remove("Ada")

      yield* store.accounts.refreshed(tokens("Ada"), tokens("Ada", 2))

      assert.deepStrictEqual(yield* users(store), ["Ben, active"])
    }))

  it.effect("D25: the refresh of an inactive account's session updates the account, and a rejected refresh removes it for good", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      const renamed = accessToken({ sub: "Ada", jti: 2, name: "Ada King" })
      const after = { ...tokens("Ada"), accessToken: Redacted.make(renamed) }

      yield* store.accounts.refreshed(tokens("Ada"), after)
      const [, refreshed] = yield* store.accounts.list
      const text = (yield* over.get(key))!
      yield* store.accounts.refreshed(after, null)
      const rejected = [yield* users(store), yield* over.get(key)]
      // a late write by another program
      yield* over.set(key, text)

      assert.propertyVal(refreshed, "displayName", "Ada King")
      assert.deepStrictEqual(rejected, [["Ben, active"], undefined])
      assert.deepStrictEqual(yield* users(store), ["Ben, active"])
    }))

  it.effect("accounts-1: a late write doesn't bring back a session that ended in this program, until the program itself stores the session again", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      yield* store.accounts.setAside(tokens("Ada"))
      const text = (yield* over.get(key))!
      yield* store.compareAndSet(tokens("Ben"), null)
      yield* over.set(key, text)
      const late = yield* users(store)

      yield* store.compareAndSet(null, tokens("Ben"))
      yield* store.accounts.vacate

      assert.deepStrictEqual([late, yield* users(store)], [["Ada"], ["Ben", "Ada"]])
    }))

  it.effect("accounts-1: a failed write doesn't bring back an ended session", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      const text = (yield* over.get(key))!
      yield* store.accounts.remove("Ada")

      const isWritten = yield* store.compareAndSet(tokens("stranger"), tokens("Ada"))
      yield* over.set(key, text)

      assert.isFalse(isWritten)
      assert.deepStrictEqual(yield* users(store), ["Ben, active"])
    }))

  it.effect("accounts-1: a session that was switched to and then ended can be stored again", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      const ada = (yield* store.accounts.tokensOf("Ada"))!
      yield* store.accounts.setAside(ada)
      yield* store.compareAndSet(tokens("Ben"), ada)
      yield* store.accounts.endSwitch(ada)
      yield* store.compareAndSet(ada, null)
      const ended = yield* users(store)

      yield* store.compareAndSet(null, ada)

      assert.deepStrictEqual([ended, yield* users(store)], [["Ben"], ["Ada, active", "Ben"]])
    }))

  it.effect("D25: a refresh of the session that a switch is about to activate doesn't copy the active account", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      const ada = (yield* store.accounts.tokensOf("Ada"))!

      yield* store.compareAndSet(ada, tokens("Ada", 2))

      assert.notInclude(yield* over.get(key), "Ben")
    }))

  it.effect("accounts-1: an account is listed only once while a switch has copied its session", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo

      yield* store.accounts.setAside(tokens("Ada"))

      assert.deepStrictEqual(yield* users(store), ["Ben, active", "Ada"])
    }))

  it.effect("an account whose session the program has only read stays in the list after its access token is rejected", () =>
    Effect.gen(function*() {
      const { over } = yield* withTwo
      const store = yield* open(over)
      const rejected = { ...tokens("Ben"), accessToken: undefined }
      yield* store.get

      yield* store.compareAndSet(tokens("Ben"), rejected)
      yield* store.accounts.vacate

      assert.deepStrictEqual(yield* users(store), ["Ben", "Ada"])
    }))

  it.effect("a session whose user never became known can end", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      const unknown = { refreshToken: Redacted.make("session of somebody"), accessToken: undefined }
      yield* store.compareAndSet(tokens("Ben"), unknown)

      assert.isTrue(yield* store.compareAndSet(unknown, null))
      assert.deepStrictEqual(yield* users(store), ["Ada"])
    }))

  it.effect("D27: a sign-out that ends after a switch removes only the account that was signed out, not the active account", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo

      assert.isFalse(yield* store.compareAndSet(tokens("Ada"), null))

      assert.deepStrictEqual(yield* users(store), ["Ben, active"])
    }))

  it.effect("a sign-in without Accounts.add replaces only the active account", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo

      yield* store.compareAndSet(tokens("Ben"), tokens("Cleo"))

      assert.deepStrictEqual(yield* users(store), ["Cleo, active", "Ada"])
    }))

  it.effect("a sign-in to an account that isn't active makes the account active, without listing it twice", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      yield* store.accounts.vacate

      yield* store.compareAndSet(null, { ...tokens("Ada", 2), refreshToken: Redacted.make("new session") })

      assert.deepStrictEqual(yield* users(store), ["Ada, active", "Ben"])
    }))

  it.effect("an account stays in the list after its access token is rejected", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      const rejected = { ...tokens("Ben"), accessToken: undefined }
      yield* store.compareAndSet(tokens("Ben"), rejected)

      yield* store.accounts.vacate

      assert.deepStrictEqual(yield* users(store), ["Ben", "Ada"])
      assert.isTrue(sameTokens(yield* store.accounts.tokensOf("Ben"), rejected))
    }))

  it.effect("a session that can't be refreshed is not kept as an inactive account", () =>
    Effect.gen(function*() {
      const store = yield* open(yield* texts)
      yield* store.compareAndSet(null, { ...tokens("Ada"), refreshToken: undefined })

      yield* store.accounts.vacate

      assert.deepStrictEqual(yield* users(store), [])
    }))

  for (const text of ["", "nonsense", "[]", "null", "7", "{}", "{\"version\":1,\"accounts\":[{}]}"]) {
    it.effect(`I5: the invalid string ${JSON.stringify(text)} in place of the stored accounts counts as no accounts, and the next write replaces the string`, () =>
      Effect.gen(function*() {
        const over = yield* texts
        const store = yield* open(over)
        yield* store.compareAndSet(null, tokens("Ada"))
        yield* over.set(key, text)

        const before = yield* users(store)
        yield* store.accounts.vacate

        assert.deepStrictEqual([before, yield* users(store)], [["Ada, active"], ["Ada"]])
      }))
  }

  it.effect("I5: the list of accounts omits a stored account without a valid session", () =>
    Effect.gen(function*() {
      const { over, store } = yield* withTwo
      const stored = (yield* over.get(key))!
      yield* over.set(key, stored.replace(/"session":".*?[^\\]"/, "\"session\":\"nonsense\""))

      assert.deepStrictEqual(yield* users(store), ["Ben, active"])
    }))

  it.effect("E8: if the key-value store fails, the active session works, and accounts fail with a typed error without secrets", () =>
    Effect.gen(function*() {
      const failing = (method: string) =>
        Effect.fail(new KeyValueStore.KeyValueStoreError({ method, message: "quota: session of Ada" }))
      const over = yield* texts
      const store = yield* open({
        ...over,
        get: (name) => name === key ? failing("get") : over.get(name),
        set: (name, text) => name === key ? failing("set") : over.set(name, text)
      })

      const written = yield* store.compareAndSet(null, tokens("Ada"))
      const errors = [yield* Effect.flip(store.accounts.list), yield* Effect.flip(store.accounts.vacate)]

      assert.isTrue(written)
      assert.isTrue(sameTokens(yield* store.get, tokens("Ada")))
      for (const error of errors) {
        assert.instanceOf(error, TokenStoreFailed)
        assert.notInclude(JSON.stringify(error) + error.message, "session of")
      }
    }))

  it.effect("subscribers to a store's accounts are notified of every change until they unsubscribe", () =>
    Effect.gen(function*() {
      const { store } = yield* withTwo
      let changes = 0
      const unsubscribe = store.accounts.subscribe(() => changes++)

      yield* store.accounts.remove("Ada")
      const after = changes
      unsubscribe()
      yield* store.accounts.vacate

      assert.strictEqual(after, 1)
      assert.strictEqual(changes, 1)
    }))
})
