import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../layers/access/access.ts"
import { forPerson } from "../../../layers/access/forPerson.ts"
import { layer as layerLedger, SessionLedger } from "../../../layers/observe/ledger/SessionLedger.ts"
import { layer as layerSession, Session } from "../../../layers/session/Session.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Accounts } from "../../../src/accounts/index.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { turns } from "../../support/suite/fibers.ts"
import { signUp } from "../emulator/support/support.ts"

const person = (name: string) => ({ email: `${name}@example.com`, password: Redacted.make("correct horse") })

overBothTransports(({ emulated, platform }) => {
  const client = () =>
    Layer.fresh(
      layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(Accounts.layerMemory()),
        Layer.provideMerge(Emulator.layerProject()),
        Layer.provideMerge(platform())
      )
    )

  const idOf = Effect.map(Users.getMe(), ({ id }) => id)

  /** Signs up Ada, adds Ben, and returns their ids. */
  const withTwo = Effect.gen(function*() {
    yield* signUp(person("ada"))
    const ada = yield* idOf
    yield* Accounts.add()
    yield* signUp(person("ben"))
    return { ada, ben: yield* idOf }
  })

  const emails = Effect.map(
    Accounts.list(),
    (list) => list.map(({ isActive, primaryEmail }) => isActive ? `${primaryEmail}, active` : primaryEmail)
  )

  /** Whether the platform accepts the tokens of a session. */
  const isAlive = (refreshToken: Redacted.Redacted) =>
    Effect.gen(function*() {
      const before = yield* Session.use(({ tokens }) => tokens())
      yield* Session.use(({ keep }) => keep({ refreshToken }))
      const found = yield* Session.use(({ tokens }) => Effect.option(tokens()))
      if (Option.isSome(before)) yield* Session.use(({ keep }) => keep({ refreshToken: before.value.refreshToken! }))
      return Option.isSome(Option.flatten(found))
    })

  const refreshToken = Effect.map(
    Session.use(({ tokens }) => tokens()),
    (tokens) => Option.getOrThrow(tokens).refreshToken!
  )

  describe("accounts", () => {
    it.effect("Accounts.add keeps the current account and signs the program out, and the next sign-in adds another account", () =>
      Effect.gen(function*() {
        yield* signUp(person("ada"))

        yield* Accounts.add()
        const between = [yield* emails, (yield* Session).state()._tag]
        yield* signUp(person("ben"))

        assert.deepStrictEqual(between, [["ada@example.com"], "SignedOut"])
        assert.deepStrictEqual(yield* emails, ["ben@example.com, active", "ada@example.com"])
      }).pipe(Effect.provide(client())))

    it.effect("after Accounts.switchTo, the program's calls are sent for the other account, without a new sign-in", () =>
      Effect.gen(function*() {
        const { ada, ben } = yield* withTwo

        yield* Accounts.switchTo({ userId: ada })
        const first = yield* idOf
        yield* Accounts.switchTo({ userId: ben })

        assert.deepStrictEqual([first, yield* idOf], [ada, ben])
      }).pipe(Effect.provide(client())))

    it.effect("Accounts.switchTo changes nothing if the account is already active", () =>
      Effect.gen(function*() {
        const { ben } = yield* withTwo
        const { state } = yield* Session
        const before = state()

        yield* Accounts.switchTo({ userId: ben })

        assert.strictEqual(state(), before)
      }).pipe(Effect.provide(client())))

    it.effect("Accounts.switchTo fails with AccountNotFound for a user without a session, and keeps the active account", () =>
      Effect.gen(function*() {
        yield* withTwo

        const error = yield* Effect.flip(Accounts.switchTo({ userId: "stranger" }))

        assert.strictEqual(error._tag, "AccountNotFound")
        assert.include(error.message, "stranger")
        assert.deepStrictEqual(yield* emails, ["ben@example.com, active", "ada@example.com"])
      }).pipe(Effect.provide(client())))

    it.effect("D20: switching accounts interrupts the previous person's effects, but not the effect that switches", () =>
      Effect.gen(function*() {
        const { ada, ben } = yield* withTwo
        const socket = yield* Effect.forkChild(Effect.flip(forPerson(Effect.never)), { startImmediately: true })

        const switched = yield* forPerson(Effect.andThen(Accounts.switchTo({ userId: ada }), idOf))
        const added = yield* forPerson(
          Effect.andThen(Accounts.add(), Session.useSync(({ state }) => state()._tag))
        )

        assert.strictEqual((yield* Fiber.join(socket)).reason, "AnotherUser")
        assert.deepStrictEqual([switched, added], [ada, "SignedOut"])
        yield* Accounts.switchTo({ userId: ben })
      }).pipe(Effect.provide(client())))

    it.effect("D27: Accounts.signOut of an inactive account revokes that account's session, and keeps the active account", () =>
      Effect.gen(function*() {
        yield* signUp(person("ada"))
        const [ada, session] = [yield* idOf, yield* refreshToken]
        yield* Accounts.add()
        yield* signUp(person("ben"))

        const result = yield* Accounts.signOut({ userId: ada })

        assert.deepStrictEqual(result, { revoked: true })
        assert.deepStrictEqual(yield* emails, ["ben@example.com, active"])
        assert.deepStrictEqual([yield* isAlive(session), yield* isAlive(yield* refreshToken)], [false, true])
      }).pipe(Effect.provide(client())))

    it.effect("D27: with a session ledger, Accounts.signOut of an inactive account ends that account's session and no other", () =>
      Effect.gen(function*() {
        yield* signUp(person("ada"))
        const [ada, session] = [yield* idOf, yield* refreshToken]
        yield* Accounts.add()
        yield* signUp(person("ben"))
        const before = (yield* SessionLedger).entries()

        yield* Accounts.signOut({ userId: ada })

        assert.deepStrictEqual(yield* emails, ["ben@example.com, active"])
        assert.deepStrictEqual((yield* SessionLedger).entries(), before)
        assert.deepStrictEqual([yield* isAlive(session), yield* isAlive(yield* refreshToken)], [false, true])
      }).pipe(Effect.provide(Layer.provideMerge(client(), layerLedger()))))

    it.effect("D27: Accounts.signOut of the active account revokes the account's session, and makes no other account active", () =>
      Effect.gen(function*() {
        const { ben } = yield* withTwo

        const result = yield* Accounts.signOut({ userId: ben })

        assert.deepStrictEqual(result, { revoked: true })
        assert.deepStrictEqual(yield* emails, ["ada@example.com"])
        assert.strictEqual((yield* Session).state()._tag, "SignedOut")
      }).pipe(Effect.provide(client())))

    it.effect("Accounts.signOut does nothing for a user without a session", () =>
      Effect.gen(function*() {
        yield* withTwo

        assert.deepStrictEqual(yield* Accounts.signOut({ userId: "stranger" }), { revoked: true })
        assert.strictEqual((yield* emails).length, 2)
      }).pipe(Effect.provide(client())))

    it.effect("D27: Accounts.signOutAll revokes the sessions of all accounts", () =>
      Effect.gen(function*() {
        yield* signUp(person("ada"))
        const ada = yield* refreshToken
        yield* Accounts.add()
        yield* signUp(person("ben"))
        const ben = yield* refreshToken

        const result = yield* Accounts.signOutAll()

        assert.deepStrictEqual(result, { revoked: true })
        assert.deepStrictEqual(yield* emails, [])
        assert.deepStrictEqual([yield* isAlive(ada), yield* isAlive(ben)], [false, false])
      }).pipe(Effect.provide(client())))

    it.effect("D22: the ledger names the accounts function that began or ended a session", () =>
      Effect.gen(function*() {
        const { entries } = yield* SessionLedger
        let count = 0
        /** Entries since the last call. */
        const next = Effect.map(TestClock.adjust("1 second"), () => {
          const found = entries().slice(count)
          count += found.length
          return found.map((entry) => `${entry._tag} ${"flow" in entry ? entry.flow : "by" in entry ? entry.by : ""}`)
        })

        const { ada, ben } = yield* withTwo
        const added = yield* next
        yield* Accounts.switchTo({ userId: ada })
        const switched = yield* next
        yield* Accounts.signOut({ userId: ada })
        const signedOut = yield* next
        yield* Accounts.switchTo({ userId: ben })
        const again = yield* next
        yield* Accounts.signOutAll()

        assert.deepStrictEqual(added, ["SignedIn here", "Ended accounts.add", "SignedIn here"])
        assert.deepStrictEqual(switched, ["SignedIn accounts.switchTo", "Ended replaced"])
        assert.deepStrictEqual(signedOut, ["Ended accounts.signOut"])
        assert.deepStrictEqual(again, ["SignedIn accounts.switchTo"])
        assert.deepStrictEqual(yield* next, ["Ended accounts.signOutAll"])
      }).pipe(Effect.provide(Layer.provideMerge(client(), layerLedger()))))

    it.effect("Accounts.changes emits the list of accounts immediately and after every change", () =>
      Effect.gen(function*() {
        const seen: Array<string> = []
        yield* Effect.forkChild(
          Stream.runForEach(Accounts.changes(), (list) =>
            Effect.sync(() => {
              seen.push(list.map(({ isActive, primaryEmail }) => `${primaryEmail}${isActive ? "*" : ""}`).join(" "))
            })),
          { startImmediately: true }
        )
        yield* turns

        const { ada } = yield* withTwo
        yield* turns
        yield* Accounts.signOut({ userId: ada })
        yield* turns

        assert.strictEqual(seen[0], "")
        assert.includeMembers(seen, ["ada@example.com*", "ada@example.com", "ben@example.com* ada@example.com"])
        assert.strictEqual(seen.at(-1), "ben@example.com*")
        assert.deepStrictEqual(seen.filter((each, at) => each === seen[at - 1]), [], "a list was emitted twice")
      }).pipe(Effect.provide(client())))

    it.effect("with a token store for a single session, Accounts.list fails with InvalidConfiguration, and the error names the fix", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Accounts.list())

        assert.deepInclude(error, { _tag: "CallError", endpoint: "accounts" })
        assert.strictEqual(error._tag === "CallError" ? error.reason._tag : error._tag, "InvalidConfiguration")
        assert.strictEqual(
          error.message,
          "tokenStore keeps one session, so there are no accounts to switch between. "
            + "Pass a layer from latchkey/accounts as the token store, such as Accounts.layerBrowser()."
        )
      }).pipe(Effect.provide(emulated())))
  })
})
