import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { layerClient } from "../../../../layers/access/access.ts"
import { Tabs } from "../../../../layers/browser/Tabs.ts"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import { make as makeRetryPolicy, RetryPolicy } from "../../../../layers/call/RetryPolicy.ts"
import { LedgerFile } from "../../../../layers/observe/ledger/entry.ts"
import { causesOf, sentenceOf, whySignedOut } from "../../../../layers/observe/ledger/sentences.ts"
import { fileOf, layer, make, SessionLedger } from "../../../../layers/observe/ledger/SessionLedger.ts"
import { CookiePage, layerCookies } from "../../../../layers/session/browserCookies.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { type StoredTokens, TokenStore } from "../../../../layers/session/TokenStore.ts"
import type { ClientAccess } from "../../../../schemas/access.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { read, thing, write } from "../../../support/contract/endpoints.ts"
import { project } from "../../../support/contract/project.ts"
import { cookieJar } from "../../../support/platform/cookieJar.ts"
import { json, knownError, lost } from "../../../support/platform/scriptedTransport.ts"
import { turns } from "../../../support/suite/fibers.ts"
import * as sessions from "../../session/sessions.ts"

/** A client with a ledger. `elsewhere` writes to its store like another program. */
const clientWithLedger = (options: { readonly stored?: boolean; readonly capacity?: number } = {}) =>
  Effect.gen(function*() {
    const platform = yield* sessions.started
    platform.others(json(thing))
    platform.claims({ refresh_token_id: "session-id" })
    const store = yield* sessions.storeOf(options.stored ? platform.signIn({ sub: "Ada" }) : null)
    const context = yield* Layer.build(Layer.fresh(
      layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)]),
        Layer.provideMerge(layer(options))
      )
    ))
    const session = Context.get(context, Session)
    const ledger = Context.get(context, SessionLedger)
    const run = <A, E>(self: Effect.Effect<A, E, ClientAccess | Session>) => Effect.provideContext(self, context)
    const elsewhere = (next: StoredTokens | null) =>
      Effect.andThen(Effect.flatMap(store.get, (held) => store.compareAndSet(held, next)), turns)
    const sentences = () => ledger.entries().map(sentenceOf)
    return { platform, session, store, run, elsewhere, ledger, sentences }
  })

const law = <E>(name: string, test: Effect.Effect<void, E, Scope.Scope>) =>
  it.effect(
    name,
    () =>
      test.pipe(
        Effect.provideService(Diagnostics, []),
        Effect.provideService(RetryPolicy, makeRetryPolicy({ attempts: 1 }))
      )
  )

describe("SessionLedger", () => {
  law(
    "D22: the ledger records how a session began, which function refreshed it for how many callers, and which function ended it",
    Effect.gen(function*() {
      const { ledger, platform, run, sentences, session } = yield* clientWithLedger()
      const signIn = Effect.withSpan(
        Effect.suspend(() => session.keep(platform.signIn({ sub: "Ada" }))),
        "signIn.withPassword"
      )
      yield* run(signIn)
      yield* TestClock.adjust(sessions.tenMinutes)
      platform.takes(1000)
      const calls = yield* run(Effect.forkChild(
        Effect.all(Array.from({ length: 5 }, () => read()), { concurrency: "unbounded" }),
        { startImmediately: true }
      ))
      yield* TestClock.adjust(1000)
      yield* Fiber.join(calls)
      yield* run(signOut())

      assert.deepStrictEqual(sentences(), [
        "The user signed in with signIn.withPassword.",
        "The access token was refreshed for things.read, for 5 callers.",
        "The user was signed out here by signOut."
      ])
      assert.deepStrictEqual(ledger.entries().map(({ id, sessionId, userId }) => [id, sessionId, userId]), [
        [1, "session-id", "Ada"],
        [2, "session-id", "Ada"],
        [3, "session-id", "Ada"]
      ])
    })
  )

  law(
    "D23: when the platform rejects a session, the ledger connects the session's end with the responses that caused it",
    Effect.gen(function*() {
      const { ledger, platform, run, session } = yield* clientWithLedger()
      const tokens = platform.signIn({ sub: "Ada" })
      yield* session.keep(tokens)
      platform.revoke(tokens)
      platform.others(knownError("ACCESS_TOKEN_EXPIRED", 401))

      yield* Effect.exit(run(write({})))

      const [end, ...causes] = causesOf(ledger.entries(), ledger.entries().at(-1)!)
      assert.deepInclude(end, { _tag: "Ended", by: "platform" })
      assert.deepStrictEqual(whySignedOut(ledger.entries()), [
        "The user was signed out, because the platform no longer accepts the session.",
        "The platform rejected the refresh token (REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED, 401): the session was ended on "
        + "another device or by an administrator, or has expired.",
        "The platform rejected the access token of things.write (ACCESS_TOKEN_EXPIRED, 401)."
      ])
      assert.deepStrictEqual(causes.map(({ _tag }) => _tag), ["RefreshRejected", "TokenRejected"])
    })
  )

  law(
    "D23: deleting the user ends the session, and the ledger refers to the response that reported the deletion",
    Effect.gen(function*() {
      const { platform, run, ledger, session } = yield* clientWithLedger()
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      platform.others(knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400))

      yield* Effect.exit(run(Users.getMe()))

      assert.deepStrictEqual(whySignedOut(ledger.entries())?.slice(1), [
        "The platform reported to users.getMe (CANNOT_GET_OWN_USER_WITHOUT_USER, 400) that the user no longer exists: an "
        + "administrator or another program deleted the account."
      ])
    })
  )

  law(
    "D22: a failed refresh is recorded with its reason, and the next refresh is recorded with its attempts and the clock skew",
    Effect.gen(function*() {
      const { platform, run, sentences, session } = yield* clientWithLedger()
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* TestClock.adjust(sessions.tenMinutes)
      platform.meet(lost)
      yield* Effect.exit(run(read()))
      platform.meet(undefined)
      platform.claims({ refresh_token_id: "session-id", iat: sessions.today / 1000, exp: sessions.today / 1000 + 900 })
      yield* TestClock.adjust("1 minute")
      yield* run(read())

      assert.deepStrictEqual(sentences().slice(1), [
        "A refresh failed with ConnectionFailed after 1 attempt. The session continues.",
        "The access token was refreshed for things.read, for 1 caller. This machine's clock is 659 s ahead."
      ])
    })
  )

  law(
    "D22: changes by other programs are recorded as such, and a session that was stored earlier is recorded as found",
    Effect.gen(function*() {
      const { elsewhere, platform, sentences, store } = yield* clientWithLedger({ stored: true })
      yield* elsewhere(platform.refresh((yield* store.get)!))
      yield* elsewhere(platform.signIn({ sub: "Bob" }))

      assert.deepStrictEqual(sentences(), [
        "A session was already stored in memory.",
        "Another tab or program refreshed the access token.",
        "The user signed in in another tab or program.",
        "The session ended, because another session took its place."
      ])
    })
  )

  law(
    "D22: the upgrade of an anonymous user isn't recorded as a new sign-in",
    Effect.gen(function*() {
      const { platform, sentences, session } = yield* clientWithLedger()
      const guest = platform.signIn({ sub: "Ada", role: "anon" })
      yield* session.keep(guest)
      platform.upgrade(guest)
      yield* session.keep(platform.refresh(guest))

      assert.deepStrictEqual(sentences(), ["An anonymous user signed in.", "The anonymous user became an account."])
    })
  )

  law(
    "D22: when a session without a refresh token expires, its end is recorded as expiry",
    Effect.gen(function*() {
      const { elsewhere, platform, run, sentences } = yield* clientWithLedger()
      const { accessToken } = platform.signIn({ sub: "Ada" })
      yield* elsewhere({ accessToken, refreshToken: undefined, clockSkewMillis: 0 })
      yield* TestClock.adjust(sessions.tenMinutes)
      yield* Effect.exit(run(read()))

      assert.include(sentences().at(-1), "no refresh token")
    })
  )

  law(
    "D24: the ledger keeps only the latest entries, and its stream emits these entries and every later entry once",
    Effect.gen(function*() {
      const { ledger, platform, session } = yield* clientWithLedger({ capacity: 3 })
      for (const sub of ["Ada", "Bob", "Cy"]) yield* session.keep(platform.signIn({ sub }))
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(ledger.changes, 4)), {
        startImmediately: true
      })
      yield* turns
      yield* session.end

      assert.deepStrictEqual(ledger.entries().map(({ id }) => id), [4, 5, 6])
      assert.deepStrictEqual((yield* Fiber.join(fiber)).map(({ id }) => id), [3, 4, 5, 6])
    })
  )

  law(
    "D24: a saved ledger has no token, and decodes to the same entries",
    Effect.gen(function*() {
      const { ledger, platform, run, session } = yield* clientWithLedger()
      const tokens = platform.signIn({ sub: "Ada", email: "ada@example.com" })
      yield* session.keep(tokens)
      yield* run(write({ secret: Redacted.make("a secret") }))
      yield* session.rejected(tokens.accessToken)
      yield* session.end
      const text = fileOf(ledger.entries())

      for (const secret of [Redacted.value(tokens.accessToken), Redacted.value(tokens.refreshToken), "a secret", "@"]) {
        assert.notInclude(text, secret)
      }
      const { ledger: decoded } = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(LedgerFile))(text)
      assert.deepStrictEqual(decoded, ledger.entries())
    })
  )

  law(
    "D22: a ledger that is passed to several clients records each of these clients",
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const ledger = make()
      for (const sub of ["Ada", "Bob"]) {
        yield* Effect.scoped(Effect.gen(function*() {
          const context = yield* Layer.build(Layer.fresh(
            Client.layerNoProject({ ledger }).pipe(Layer.provide([platform.layer, project]))
          ))
          const session = Context.get(context, Session)
          yield* session.keep(platform.signIn({ sub }))
          yield* session.end
        }))
      }

      assert.deepStrictEqual(ledger.entries().map(({ _tag, id, userId }) => [id, _tag, userId]), [
        [1, "SignedIn", "Ada"],
        [2, "Ended", "Ada"],
        [3, "SignedIn", "Bob"],
        [4, "Ended", "Bob"]
      ])
    })
  )

  law(
    "D22: two ledgers of one client, such as the program's and the devtools', have the same entries",
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const ledger = make()
      const context = yield* Layer.build(Layer.fresh(
        Client.layerNoProject({ ledger }).pipe(
          Layer.provide([platform.layer, project]),
          Layer.provideMerge(layer())
        )
      ))
      const session = Context.get(context, Session)
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* TestClock.adjust(sessions.tenMinutes)
      yield* session.tokens()
      yield* session.end

      assert.deepStrictEqual(ledger.entries().map(({ _tag }) => _tag), ["SignedIn", "Refreshed", "Ended"])
      assert.deepStrictEqual(Context.get(context, SessionLedger).entries(), ledger.entries())
    })
  )

  /** A page with a session in its cookies. `message` is a message from another tab. */
  const pageWithLedger = Effect.gen(function*() {
    const platform = yield* sessions.started
    const url = "https://app.example.com/"
    const jar = cookieJar()
    let message = () => {}
    const tabs: Tabs = {
      join: (_topic, listener) => {
        message = listener
        return { notify: () => {}, leave: () => {} }
      },
      withLock: () => (self) => self
    }
    const page = {
      read: () => jar.read(url),
      write: (cookie: string) => jar.set(cookie, url),
      secure: true,
      host: new URL(url).hostname,
      framed: false,
      events: undefined
    }
    const context = yield* Layer.build(Layer.fresh(
      layerSession().pipe(
        Layer.provide([platform.layer, layerCookies({}).pipe(Layer.provide(Layer.succeed(CookiePage, page)))]),
        Layer.provide(project),
        Layer.provideMerge(layer()),
        Layer.provide(Layer.succeed(Tabs, tabs))
      )
    ))
    yield* Context.get(context, Session).keep(platform.signIn({ sub: "Ada" }))
    const ends = () =>
      Context.get(context, SessionLedger).entries().flatMap((entry) => entry._tag === "Ended" ? [entry.by] : [])
    return {
      ends,
      message: Effect.andThen(Effect.sync(() => message()), turns),
      deleteCookies: Effect.sync(() => {
        for (const { name } of jar.kept()) jar.set(`${name}=; Max-Age=0; Path=/; Secure`, url)
      })
    }
  })

  law(
    "D22: a sign-out in another tab is recorded as such, even if the cookies change before that tab's message arrives",
    Effect.gen(function*() {
      const early = yield* pageWithLedger
      yield* early.deleteCookies
      yield* early.message
      assert.deepStrictEqual(early.ends(), ["anotherTab"])

      const late = yield* pageWithLedger
      yield* late.deleteCookies
      yield* TestClock.adjust("100 millis")
      yield* late.message
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(late.ends(), ["anotherTab"])
    })
  )

  law(
    "D22: cookies that disappear without a message from another tab are recorded as vanished",
    Effect.gen(function*() {
      const { deleteCookies, ends } = yield* pageWithLedger
      yield* deleteCookies
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(ends(), [])
      yield* TestClock.adjust("500 millis")

      assert.deepStrictEqual(ends(), ["vanished"])
    })
  )

  law(
    "D22: a ledger doesn't prevent a client's listeners from receiving messages from other tabs",
    Effect.gen(function*() {
      let message = () => {}
      const tabs: Tabs = {
        join: (_topic, listener) => {
          message = listener
          return { notify: () => {}, leave: () => {} }
        },
        withLock: () => (self) => self
      }
      let heard = 0
      const context = yield* Effect.provideService(make().recording, Tabs, tabs)

      Context.get(context, Tabs).join("a topic", () => void heard++)
      message()

      assert.strictEqual(heard, 1)
    })
  )

  law(
    "D22: subscribers of a ledger are called after each entry until they unsubscribe",
    Effect.gen(function*() {
      const { ledger, platform, session } = yield* clientWithLedger()
      const counts: Array<number> = []
      const unsubscribe = ledger.subscribe(() => counts.push(ledger.entries().length))
      yield* session.keep(platform.signIn({ sub: "Ada" }))
      yield* session.end
      unsubscribe()
      yield* session.keep(platform.signIn({ sub: "Ada" }))

      assert.deepStrictEqual(counts, [1, 2])
    })
  )

  law(
    "D22: a client that ends while the origin of an end is unknown adds no entry later",
    Effect.gen(function*() {
      const platform = yield* sessions.started
      const ledger = make()
      const store = yield* sessions.storeOf(platform.signIn({ sub: "Ada" }))
      const scope = yield* Scope.make()
      const client = Layer.fresh(
        layerSession().pipe(
          Layer.provide([platform.layer, project, Layer.succeed(TokenStore, store)]),
          Layer.provide(Layer.effectContext(ledger.recording))
        )
      )
      yield* Effect.provideService(Layer.build(client), Scope.Scope, scope)
      yield* turns
      yield* Effect.flatMap(store.get, (held) => store.compareAndSet(held, null))
      yield* turns
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 minute")

      assert.deepStrictEqual(ledger.entries().map(({ _tag }) => _tag), ["Found"])
    })
  )

  it("D24: an invalid capacity of a ledger is rejected with an error that names the setting", () => {
    for (const capacity of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => make({ capacity }), /^ledger\.capacity /)
    }
  })
})
