/** Flows of the accounts whose sessions have no access token, or are removed by another program in the meantime. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as PubSub from "effect/PubSub"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { forPerson } from "../../../layers/access/forPerson.ts"
import type { Project } from "../../../layers/call/Project.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import { inMemory, TokenStore } from "../../../layers/session/TokenStore.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { project, projectId } from "../../support/contract/project.ts"
import { json } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"
import { turns } from "../../support/suite/fibers.ts"

const key = `latchkey-accounts-${projectId}`

const memory = Effect.map(Layer.build(Layer.fresh(KeyValueStore.layerMemory)), Context.get(KeyValueStore.KeyValueStore))

/** A client with accounts in a token store. */
const openedWith = Effect.fnUntraced(function*(store: Layer.Layer<TokenStore, never, Project>) {
  const platform = yield* tokenPlatform
  platform.others(json({ success: true }))
  const context = yield* Layer.build(Layer.fresh(
    layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide(store),
      Layer.provide([platform.layer, project])
    )
  ))
  const run = <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) => Effect.provideContext(self, context)
  return {
    platform,
    run,
    session: Context.get(context, Session),
    users: Effect.map(
      run(Accounts.list()),
      (list) => list.map(({ isActive, userId }) => isActive ? `${userId}, active` : userId)
    )
  }
})

/** A client with accounts in memory. `stored` changes each string of the accounts that is written. */
const opened = Effect.gen(function*() {
  const over = yield* memory
  let stored = (text: string) => text
  let operations = Infinity
  /** Fails every operation on the stored accounts after a number of operations. */
  const limited = <A>(name: string, self: Effect.Effect<A, KeyValueStore.KeyValueStoreError>) =>
    Effect.suspend(() =>
      name === key && operations-- <= 0
        ? Effect.fail(new KeyValueStore.KeyValueStoreError({ method: "any", message: "no space" }))
        : self
    )
  const texts: KeyValueStore.KeyValueStore = {
    ...over,
    get: (name) => limited(name, over.get(name)),
    set: (name, text) => limited(name, over.set(name, name === key ? stored(text as string) : text)),
    remove: (name) => limited(name, over.remove(name))
  }
  const store = Accounts.layerKeyValue().pipe(Layer.provide(Layer.succeed(KeyValueStore.KeyValueStore, texts)))
  return {
    ...yield* openedWith(store),
    writes: (next: (text: string) => string) => void (stored = next),
    /** Makes the store of the accounts fail after a number of operations. */
    failsAfter: (next: number) => void (operations = next)
  }
})

type Opened = Effect.Success<ReturnType<typeof openedWith>>

const signIn = ({ platform, session }: Opened, sub: string) =>
  Effect.suspend(() => {
    const tokens = platform.signIn({ sub })
    return Effect.as(session.keep(tokens), tokens)
  })

/** Opens a client in which Ada is set aside and Ben is active. */
const withTwo = Effect.gen(function*() {
  const client = yield* opened
  const ada = yield* signIn(client, "Ada")
  yield* client.run(Accounts.add())
  const ben = yield* signIn(client, "Ben")
  return { ...client, ada, ben }
})

/** Refresh tokens of the sessions that the platform was asked to revoke. */
const revoked = ({ requests }: Opened["platform"]) =>
  requests.flatMap(({ headers, method }) => method === "DELETE" ? [headers["x-stack-refresh-token"]] : [])

describe("accounts without an access token", () => {
  it.effect("Accounts.switchTo switches to an account whose access token was rejected before the account became inactive", () =>
    Effect.gen(function*() {
      const { platform, run, session, users } = yield* opened
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* session.renewNext
      yield* run(Accounts.add())
      yield* session.keep(platform.signIn({ sub: "Ben" }))

      yield* run(Accounts.switchTo({ userId: "Ada" }))

      assert.deepStrictEqual(yield* users, ["Ada, active", "Ben"])
    }))

  it.effect("D27: Accounts.signOutAll ends and revokes every session, including one whose user is unknown", () =>
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
  it.effect("accounts-1: Accounts.switchTo fails with AccountNotFound and signs no user in if another program removes the account during the switch", () =>
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

/** A flow, and the accounts after it. */
type Case = readonly [
  name: string,
  flow: Effect.Effect<unknown, unknown, ClientAccess | Session>,
  after: ReadonlyArray<string>
]

describe("the session of the active account", () => {
  const cases: ReadonlyArray<Case> = [
    ["Accounts.switchTo", Accounts.switchTo({ userId: "Ada" }), ["Ada, active", "Ben"]],
    ["Accounts.add", Accounts.add(), ["Ben", "Ada"]]
  ]

  for (const [name, flow, after] of cases) {
    it.effect(`D25: ${name} refreshes a session whose user is unknown, so that its account stays on the device`, () =>
      Effect.gen(function*() {
        const { platform, run, session, users } = yield* opened
        yield* session.keep(platform.signIn({ sub: "Ada" }))
        yield* run(Accounts.add())
        yield* session.keep({ refreshToken: platform.signIn({ sub: "Ben" }).refreshToken })

        yield* run(flow)

        assert.deepStrictEqual(yield* users, [...after])
        assert.strictEqual(platform.refreshes(), 1)
      }))
  }

  it.effect("D25: Accounts.switchTo sends no request if the access tokens of both accounts are valid, and keeps both tokens", () =>
    Effect.gen(function*() {
      const { ada, platform, run, session } = yield* withTwo

      yield* run(Accounts.switchTo({ userId: "Ada" }))

      const tokens = yield* session.tokens()
      assert.deepStrictEqual(platform.requests, [])
      assert(tokens._tag === "Some")
      assert.strictEqual(Redacted.value(tokens.value.accessToken), Redacted.value(ada.accessToken!))
    }))
})

describe("sign-outs of accounts", () => {
  it.effect("accounts-4 D27: Accounts.signOut signs the active account out and revokes its session, even if the store of the accounts fails", () =>
    Effect.gen(function*() {
      const { ben, failsAfter, platform, run, session } = yield* withTwo
      failsAfter(0)

      const result = yield* run(Accounts.signOut({ userId: "Ben" }))

      assert.deepStrictEqual(result, { revoked: true })
      assert.strictEqual(session.state()._tag, "SignedOut")
      assert.deepStrictEqual(revoked(platform), [Redacted.value(ben.refreshToken)])
    }))

  it.effect("D27: Accounts.signOut ends the active account's session even if the session has no access token", () =>
    Effect.gen(function*() {
      const { platform, run, session, users } = yield* opened
      const ada = platform.signIn({ sub: "Ada" })
      yield* session.keep(ada)
      yield* session.renewNext
      yield* run(Accounts.add())
      yield* session.keep(platform.signIn({ sub: "Ben" }))
      yield* run(Accounts.switchTo({ userId: "Ada" }))
      const before = yield* users

      const fiber = yield* Effect.forkChild(run(Accounts.signOut({ userId: "Ada" })), { startImmediately: true })
      yield* turns

      assert.deepStrictEqual(before, ["Ada, active", "Ben"])
      assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed({ revoked: true }))
      assert.deepStrictEqual(yield* users, ["Ben"])
      assert.deepStrictEqual(revoked(platform), [Redacted.value(ada.refreshToken)])
    }))

  it.effect("D27: Accounts.signOut of a user whose session isn't on the device sends nothing, and signs no account out", () =>
    Effect.gen(function*() {
      const { platform, run, users } = yield* withTwo

      const result = yield* run(Accounts.signOut({ userId: "Cleo" }))

      assert.deepStrictEqual(result, { revoked: true })
      assert.deepStrictEqual([platform.requests, yield* users], [[], ["Ben, active", "Ada"]])
    }))

  it.effect("D27: Accounts.signOutAll revokes each session once, all at the same time, and reports a session that could not be revoked", () =>
    Effect.gen(function*() {
      const { ada, ben, platform, run, session, users } = yield* withTwo
      platform.others((request) =>
        request.headers["x-stack-refresh-token"] === Redacted.value(ada.refreshToken)
          ? Effect.never
          : json({ success: true })(request)
      )
      const fiber = yield* Effect.forkChild(run(Accounts.signOutAll()), { startImmediately: true })
      yield* TestClock.adjust(0)

      const sent = revoked(platform)
      const left = yield* users
      yield* TestClock.adjust("1 minute")

      assert.sameMembers(sent, [ada.refreshToken, ben.refreshToken].map(Redacted.value))
      assert.deepStrictEqual(left, [])
      assert.deepStrictEqual(yield* Fiber.join(fiber), { revoked: false })
      assert.lengthOf(revoked(platform), 2)
      assert.strictEqual(session.state()._tag, "SignedOut")
    }))

  it.effect("D27: Accounts.signOutAll of a device without an active account signs the others out, and sends nothing else", () =>
    Effect.gen(function*() {
      const { ada, ben, platform, run, users } = yield* withTwo
      yield* run(Accounts.add())

      const result = yield* run(Accounts.signOutAll())

      assert.deepStrictEqual([result, yield* users], [{ revoked: true }, []])
      assert.sameMembers(revoked(platform), [ada.refreshToken, ben.refreshToken].map(Redacted.value))
      assert.lengthOf(platform.requests, 2)
    }))
})

/** A session that two clients share. The first one learns of changes at once, the other one only on demand. */
const sharedLate = Effect.gen(function*() {
  const { compareAndSet, get } = yield* inMemory(null)
  const here = yield* PubSub.unbounded<null>()
  const elsewhere = yield* PubSub.unbounded<null>()
  const storeWith = (told: PubSub.PubSub<null>): TokenStore["Service"] => ({
    get,
    compareAndSet: (...change) =>
      Effect.tap(compareAndSet(...change), (done) => done ? PubSub.publish(here, null) : Effect.void),
    changes: Stream.fromPubSub(told)
  })
  return { one: storeWith(here), other: storeWith(elsewhere), tell: PubSub.publish(elsewhere, null) }
})

describe("an account that another client has just made the active one", () => {
  for (const isTold of [true, false]) {
    it.effect(`D27: Accounts.signOut waits up to two seconds for the session to follow, and ${isTold ? "signs the account out" : "reports that it could not"}`, () =>
      Effect.gen(function*() {
        const stores = yield* sharedLate
        const texts = Layer.succeed(KeyValueStore.KeyValueStore, yield* memory)
        const openedOver = (store: TokenStore["Service"]) =>
          openedWith(Layer.provide(Accounts.layer(), [Layer.succeed(TokenStore, store), texts]))
        const one = yield* openedOver(stores.one)
        const other = yield* openedOver(stores.other)
        yield* signIn(one, "Ada")
        yield* one.run(Accounts.add())
        const ben = yield* signIn(one, "Ben")
        yield* stores.tell
        yield* turns
        yield* one.run(Accounts.switchTo({ userId: "Ada" }))
        const stateBefore = other.session.state()

        const fiber = yield* Effect.forkChild(other.run(Accounts.signOut({ userId: "Ada" })), {
          startImmediately: true
        })
        yield* TestClock.adjust(1999)
        const before = fiber.pollUnsafe()
        yield* isTold ? stores.tell : TestClock.adjust(1)
        yield* turns

        assert.deepNestedPropertyVal(stateBefore, "claims.value.sub", "Ben")
        assert.isUndefined(before)
        assert.deepStrictEqual(yield* Fiber.join(fiber), { revoked: isTold })
        yield* settled
        assert.deepStrictEqual(yield* one.users, isTold ? ["Ben"] : ["Ada, active", "Ben"])
        assert.notInclude(revoked(other.platform), Redacted.value(ben.refreshToken))
      }))
  }
})

describe("Accounts.add in the scope of a person", () => {
  it.effect("D20: Accounts.add doesn't interrupt the effect of the person who adds the account", () =>
    Effect.gen(function*() {
      const { run, users } = yield* withTwo

      const result = yield* run(forPerson(Effect.as(Effect.andThen(Accounts.add(), turns), "added")))

      assert.strictEqual(result, "added")
      assert.deepStrictEqual(yield* users, ["Ben", "Ada"])
    }))

  it.effect("D20: an effect whose Accounts.add failed still ends when its person signs out", () =>
    Effect.gen(function*() {
      const { failsAfter, run, session } = yield* withTwo
      // after the list of the accounts
      failsAfter(1)
      const fiber = yield* Effect.forkChild(
        run(Effect.flip(forPerson(Effect.andThen(Effect.ignore(Accounts.add()), Effect.never)))),
        { startImmediately: true }
      )
      yield* TestClock.adjust("10 seconds")
      const before = [fiber.pollUnsafe(), session.state()._tag]

      yield* run(Accounts.signOut({ userId: "Ben" }))

      assert.deepStrictEqual(before, [undefined, "SignedIn"])
      assert.propertyVal(yield* Fiber.join(fiber), "reason", "SignedOut")
    }))

  it.effect("D20: Accounts.add of another client doesn't affect the scope of this client's person", () =>
    Effect.gen(function*() {
      const here = yield* withTwo
      const elsewhere = yield* withTwo
      const fiber = yield* Effect.forkChild(
        here.run(Effect.flip(forPerson(Effect.andThen(elsewhere.run(Accounts.add()), Effect.never)))),
        { startImmediately: true }
      )
      yield* TestClock.adjust("10 seconds")
      const before = [fiber.pollUnsafe(), yield* elsewhere.users, yield* here.users]

      yield* here.run(Accounts.signOut({ userId: "Ben" }))
      yield* TestClock.adjust("10 seconds")

      assert.deepStrictEqual(before, [undefined, ["Ben", "Ada"], ["Ben, active", "Ada"]])
      assert.propertyVal(yield* Fiber.join(fiber), "reason", "SignedOut")
    }))
})

describe("Accounts.changes", () => {
  it.effect("Accounts.changes leaves no listener behind when its consumer ends", () =>
    Effect.gen(function*() {
      const { run, session } = yield* withTwo
      let listeners = 0
      const counted = (subscribe: (listener: () => void) => () => void) => (listener: () => void) => {
        listeners++
        const unsubscribe = subscribe(listener)
        return () => {
          listeners--
          unsubscribe()
        }
      }
      const accounts = { ...session.accounts!, subscribe: counted(session.accounts!.subscribe) }

      const during = yield* run(
        Accounts.changes().pipe(
          Stream.map(() => listeners),
          Stream.runHead,
          Effect.provideService(Session, { ...session, accounts, subscribe: counted(session.subscribe) })
        )
      )

      assert.deepStrictEqual([during._tag === "Some" && during.value, listeners], [2, 0])
    }))
})

/** Lets background work end, such as writes of the store below and revocations. */
const settled = TestClock.adjust("10 seconds")

describe("a store of accounts that begins to fail", () => {
  const cases: ReadonlyArray<Case> = [
    ["Accounts.switchTo", Accounts.switchTo({ userId: "Ada" }), ["Ada, active", "Ben"]],
    ["Accounts.add", Accounts.add(), ["Ben", "Ada"]],
    ["Accounts.signOut of an inactive account", Accounts.signOut({ userId: "Ada" }), ["Ben, active"]],
    ["Accounts.signOut of the active account", Accounts.signOut({ userId: "Ben" }), ["Ada"]],
    ["Accounts.signOutAll", Accounts.signOutAll(), []]
  ]

  for (const [name, flow, after] of cases) {
    it.effect(`accounts-2 accounts-4: if a store starts to fail at any operation, ${name} succeeds or fails with TokenStoreFailed, and completes when it is repeated later`, () =>
      Effect.gen(function*() {
        let isOver = false
        for (let operations = 0; !isOver; operations++) {
          const { failsAfter, run, users } = yield* withTwo
          const before = yield* users
          failsAfter(operations)

          const exit = yield* Effect.exit(run(flow))

          failsAfter(Infinity)
          yield* settled
          const left = yield* users
          const error = Exit.findErrorOption(exit)
          if (Exit.isFailure(exit)) {
            assert.deepNestedPropertyVal(error, "value._tag", "TokenStoreFailed", `after ${operations} operations`)
          }
          for (const each of left) assert.include([...before, ...after], each)
          assert.lengthOf(new Set(left.map((each) => each.split(",")[0])), left.length)
          yield* Effect.andThen(Effect.ignore(run(flow)), settled)
          assert.deepStrictEqual(yield* users, [...after], `after ${operations} operations`)
          // a store whose failure comes after all operations of the flow
          isOver = Exit.isSuccess(exit) && operations > 12
        }
      }))
  }
})
