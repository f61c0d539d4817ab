import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { inspect } from "node:util"
import { SharedRecordsFailed } from "../../../layers/fleet/SharedRecords.ts"
import type { NewTokens, UsableTokens } from "../../../layers/session/Session.ts"
import { layer } from "../../../layers/session/SessionPolicy.ts"
import { projectId } from "../../support/contract/project.ts"
import { cookieOf, finished, pass, serverOver, settled, sharedStore, until } from "../../support/platform/fleet.ts"
import { lost } from "../../support/platform/scriptedTransport.ts"
import { tokenPlatform } from "../../support/platform/tokenPlatform.ts"

const today = 1_750_000_000_000

const platformToday = Effect.andThen(TestClock.setTime(today), tokenPlatform)

type Server = Effect.Success<ReturnType<typeof serverOver>>

/** Signs in on a server. Returns the cookies of the response. */
const signIn = (server: Server, tokens: NewTokens, before?: string) =>
  Effect.gen(function*() {
    const { opened, session } = yield* server.request(before)
    yield* session.keep(tokens)
    return opened.setCookies()
  })

const fleetOf = (servers: number, options?: Parameters<typeof serverOver>[2]) =>
  Effect.gen(function*() {
    const platform = yield* platformToday
    const store = yield* sharedStore
    const fleet = yield* Effect.forEach(Array(servers), () => serverOver(store, platform, options))
    return { platform, store, fleet: fleet as [Server, ...Array<Server>] }
  })

/** A fleet with a signed-in user. */
const signedInFleet = (servers: number) =>
  Effect.gen(function*() {
    const { fleet, platform, store } = yield* fleetOf(servers)
    const tokens = platform.signIn()
    const cookie = cookieOf((yield* signIn(fleet[0], tokens))[0])!
    return { cookie, fleet, platform, store, tokens }
  })

/** Advances the clock to 15 s before the expiry of an access token with a lifetime of 10 minutes. */
const almostExpired = TestClock.adjust(600_000 - 15_000)

const accessOf = (tokens: Option.Option<UsableTokens>) => Redacted.value(Option.getOrThrow(tokens).accessToken)

describe("ServerSessions", () => {
  it.effect("a server session sets an opaque, HttpOnly __Host- cookie, and stores neither the cookie nor the tokens in plain text", () =>
    Effect.gen(function*() {
      const { fleet: [server], platform, store } = yield* fleetOf(1)
      const tokens = platform.signIn()

      const [setCookie, ...others] = yield* signIn(server, tokens)

      assert.match(
        setCookie!,
        new RegExp(
          `^__Host-latchkey-${projectId}=[\\w-]{43}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$`
        )
      )
      assert.isEmpty(others)
      const content = (yield* store.content).join()
      assert.include(content, "latchkey:session:")
      for (const secret of [tokens.accessToken, tokens.refreshToken].map(Redacted.value)) {
        assert.notInclude(setCookie!, secret)
        assert.notInclude(content, secret)
        assert.notInclude(content, secret.split(".")[1] ?? secret)
      }
      assert.notInclude(content, cookieOf(setCookie)!.split("=")[1]!)
    }))

  it.effect("all servers of a fleet share a session", () =>
    Effect.gen(function*() {
      const { cookie, fleet, tokens } = yield* signedInFleet(3)

      for (const server of fleet) {
        assert.strictEqual(accessOf(yield* server.tokens(cookie)), Redacted.value(tokens.accessToken))
      }
    }))

  it.effect("a missing, foreign or forged session cookie counts as signed out and isn't changed", () =>
    Effect.gen(function*() {
      const { fleet: [server] } = yield* signedInFleet(1)
      const name = `__Host-latchkey-${projectId}`

      for (const cookie of [undefined, `${name}=`, `${name}=short`, `${name}=${"A".repeat(43)}`, "other=1"]) {
        const { opened, session } = yield* server.request(cookie)

        assert.isFalse(opened.signedIn)
        assert.strictEqual(session.state()._tag, "SignedOut")
        assert.isEmpty(opened.setCookies())
      }
    }))

  it.effect("signing in creates a new session secret and invalidates the previous one, which prevents session fixation", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform, store } = yield* signedInFleet(2)
      const forged = `__Host-latchkey-${projectId}=${"A".repeat(43)}`

      const first = cookieOf((yield* signIn(one, platform.signIn(), forged))[0])!
      const second = cookieOf((yield* signIn(one, platform.signIn(), cookie))[0])!

      assert.strictEqual(new Set([forged, cookie, first, second]).size, 4)
      assert.isFalse((yield* two!.request(forged)).opened.signedIn)
      assert.isFalse((yield* two!.request(cookie)).opened.signedIn)
      assert.isTrue((yield* two!.request(second)).opened.signedIn)
      assert.lengthOf(yield* store.content, 2)
    }))

  it.effect("signing out ends the session on every server and deletes the cookie", () =>
    Effect.gen(function*() {
      const { cookie, fleet, store } = yield* signedInFleet(2)
      const { opened, session } = yield* fleet[1]!.request(cookie)

      yield* session.end

      assert.match(opened.setCookies()[0]!, /=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/)
      assert.isEmpty(yield* store.content)
      for (const server of fleet) assert.isFalse((yield* server.request(cookie)).opened.signedIn)
    }))

  it.effect("an unused server session ends after the idle timeout", () =>
    Effect.gen(function*() {
      const { fleet: [server], platform } = yield* fleetOf(1, { idle: "1 hour" })
      platform.lifeMillis(86_400_000)
      const used = cookieOf((yield* signIn(server, platform.signIn()))[0])!
      const unused = cookieOf((yield* signIn(server, platform.signIn()))[0])!

      for (let quarter = 0; quarter < 5; quarter++) {
        yield* TestClock.adjust("15 minutes")
        assert.isTrue((yield* server.request(used)).opened.signedIn)
      }

      assert.isFalse((yield* server.request(unused)).opened.signedIn)
    }))

  it.effect("every server session ends after the absolute timeout", () =>
    Effect.gen(function*() {
      const { fleet: [server], platform } = yield* fleetOf(1, { idle: "1 day", absolute: "1 hour" })
      platform.lifeMillis(86_400_000)
      const cookie = cookieOf((yield* signIn(server, platform.signIn()))[0])!

      for (let minute = 0; minute < 59; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.isTrue((yield* server.request(cookie)).opened.signedIn)
      }
      yield* TestClock.adjust("1 minute")

      assert.isFalse((yield* server.request(cookie)).opened.signedIn)
    }))

  it.effect("a sign-in after the response headers have been sent is rejected, and keeps the previous session", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [server], platform } = yield* signedInFleet(1)
      const { opened } = yield* server.request(cookie)
      const store = yield* server.storeOf(opened)
      opened.setCookies()

      const rejection = yield* Effect.flip(store.compareAndSet(yield* store.get, platform.signIn()))

      assert.strictEqual(rejection.operation, "write")
      assert.isTrue((yield* server.request(cookie)).opened.signedIn)
    }))

  it.effect("invalid options for server sessions are rejected when the layer is built", () =>
    Effect.gen(function*() {
      const platform = yield* platformToday
      const store = yield* sharedStore

      for (const options of [{ idle: 0 }, { absolute: -1 }, { idle: Infinity }, { cookieName: "a b" }]) {
        const error = yield* Effect.flip(serverOver(store, platform, options))
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.include(Object.keys(options), error.setting)
      }
      for (const remembered of [NaN, 0, -1, 0.5]) {
        const error = yield* Effect.flip(serverOver(store, platform, { remembered }))
        assert.strictEqual(error.message, `serverSessions.remembered is ${remembered}. Give a whole number above 0.`)
      }
    }))
})

describe("a refresh shared by all servers", () => {
  it.effect("D1: a fleet refreshes once for a hundred requests on four servers that find the token about to expire", () =>
    Effect.gen(function*() {
      const { cookie, fleet, platform } = yield* signedInFleet(4)
      platform.takes(300)
      yield* almostExpired

      const requests = yield* Effect.forkChild(
        Effect.forEach(Array.from(Array(100).keys()), (each) => fleet[each % 4]!.tokens(cookie), {
          concurrency: "unbounded"
        })
      )
      yield* settled
      yield* pass(1500, 50)
      const tokens = yield* finished(requests)

      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(new Set(tokens.map(accessOf)).size, 1)
      assert.isAtLeast(JSON.parse(atob(accessOf(tokens[0]!).split(".")[1]!)).iat * 1000, today + 585_000)
    }))

  it.effect("with an expired token, a server waits for another server's slow refresh as long as that server sends heartbeats", () =>
    Effect.gen(function*() {
      const { cookie, fleet, platform } = yield* signedInFleet(2)
      platform.takes(8000)
      yield* TestClock.adjust(600_001)

      const requests = yield* Effect.forkChild(
        Effect.forEach(fleet, (server) => server.tokens(cookie), { concurrency: "unbounded" })
      )
      yield* settled
      yield* pass(9000)

      assert.strictEqual(platform.refreshes(), 1)
      assert.strictEqual(new Set((yield* finished(requests)).map(accessOf)).size, 1)
    }))

  it.effect("a server with a valid token waits one second for another server's refresh, and then uses the token it has", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform, tokens } = yield* signedInFleet(2)
      platform.takes(8000)
      yield* almostExpired
      yield* Effect.forkChild(one.tokens(cookie))
      yield* until(() => platform.refreshes() === 1)

      const waiting = yield* Effect.forkChild(two!.tokens(cookie))
      yield* settled
      yield* pass(1400)

      assert.strictEqual(accessOf(yield* finished(waiting)), Redacted.value(tokens.accessToken))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("if a server crashes during a refresh, the fleet refreshes once more after the crashed server's lease has expired", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two, three], platform } = yield* signedInFleet(3)
      platform.takes(500)
      yield* TestClock.adjust(600_001)
      yield* Effect.forkChild(one.tokens(cookie))
      yield* until(() => platform.refreshes() === 1)
      yield* one.crash

      const waiting = yield* Effect.forkChild(
        Effect.forEach([two!, three!], (server) => server.tokens(cookie), { concurrency: "unbounded" })
      )
      yield* settled
      yield* pass(2800)
      assert.strictEqual(platform.refreshes(), 1)
      yield* pass(1500)

      assert.strictEqual(new Set((yield* finished(waiting)).map(accessOf)).size, 1)
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("a server doesn't store the result of a late refresh, but uses it for its own request", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      platform.takes(6000)
      yield* TestClock.adjust(600_001)
      const late = yield* Effect.forkChild(one.tokens(cookie))
      yield* until(() => platform.refreshes() === 1)
      // the other servers assume that this server is frozen, because no heartbeat reaches the store
      one.setAway(true)
      platform.takes(0)
      const waiting = yield* Effect.forkChild(two!.tokens(cookie))
      yield* settled
      yield* pass(4000)
      const newToken = accessOf(yield* finished(waiting))
      one.setAway(false)

      yield* pass(4000)

      assert.notStrictEqual(accessOf(yield* finished(late)), "")
      assert.strictEqual(accessOf(yield* two!.tokens(cookie)), newToken)
      assert.strictEqual(accessOf(yield* one.tokens(cookie)), newToken)
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("D4: a fleet sends one refresh per cool-down during an outage and keeps the session", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [server], platform } = yield* signedInFleet(1)
      platform.meet(lost)
      yield* TestClock.adjust(600_001)
      const call = Effect.exit(server.tokens(cookie))
      const first = yield* Effect.forkChild(Effect.forEach(Array(50), () => call, { concurrency: "unbounded" }))
      yield* settled
      const exits = yield* finished(first)
      const sent = platform.refreshes()

      yield* Effect.forEach(Array(50), () => call)

      assert.isTrue(exits.every(Exit.isFailure))
      assert.isAtMost(sent, 5)
      assert.strictEqual(platform.refreshes(), sent)
      platform.meet(undefined)
      yield* pass(6000, 1000)
      assert.isTrue(Option.isSome(yield* server.tokens(cookie)))
    }))

  it.effect("V4: a session policy replaces the cool-down and the threshold that servers share", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [server], platform } = yield* signedInFleet(1)
      yield* TestClock.adjust(600_000 - 45_000)

      yield* server.tokens(cookie)
      const first = platform.refreshes()
      yield* TestClock.adjust(1)
      platform.meet(lost)
      const failing = yield* Effect.forkChild(Effect.exit(server.tokens(cookie)))
      yield* finished(failing)
      platform.meet(undefined)
      const failed = platform.refreshes()
      yield* pass(59_000, 1000)
      yield* Effect.exit(server.tokens(cookie))
      const paused = platform.refreshes()
      yield* pass(2000, 1000)
      yield* server.tokens(cookie)

      assert.strictEqual(first, 0)
      assert.isAbove(failed, 0)
      assert.strictEqual(paused, failed)
      assert.strictEqual(platform.refreshes(), failed + 1)
    }).pipe(Effect.provide(layer({ threshold: "45 seconds", coolDown: Schedule.spaced("1 minute") }))))

  it.effect("D5: a session ends on every server when the platform rejects the refresh token", () =>
    Effect.gen(function*() {
      const { cookie, fleet, platform, tokens } = yield* signedInFleet(2)
      platform.revoke(tokens)
      yield* TestClock.adjust(600_001)

      const { opened, session } = yield* fleet[0].request(cookie)
      const error = yield* Effect.flip(session.tokens())

      assert.strictEqual(error.reason._tag, "RefreshTokenNotFoundOrExpired")
      assert.lengthOf(opened.setCookies(), 1)
      assert.isFalse((yield* fleet[1]!.request(cookie)).opened.signedIn)
    }))
})

describe("while the shared store is unreachable", () => {
  it.effect("while the shared store is unreachable, a token from another server is refreshed only once, shortly before the token expires", () =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const refreshes: Array<number> = []
      for (let moment = 0; moment < 40; moment++) {
        const { cookie, fleet: [one, two, three], platform } = yield* signedInFleet(3)
        const others = [two!, three!]
        yield* Effect.forEach(others, (server) => server.tokens(cookie))
        yield* almostExpired
        yield* one.tokens(cookie)
        for (const server of others) server.setAway(true)
        const requests = yield* Effect.forEach(others, (server) => server.request(cookie))
        for (const server of others) server.setAway(false)
        yield* TestClock.adjust(580_000 - moment)
        const before = platform.refreshes()
        platform.takes(300)

        // each read of the clock takes a millisecond
        let reads = 0
        const now = () => clock.currentTimeMillisUnsafe() + reads++
        const ticking = { ...clock, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
        const callers = yield* Effect.forkChild(
          Effect.forEach(requests, ({ session }) => session.tokens(), { concurrency: "unbounded" }).pipe(
            Effect.provideService(Clock.Clock, ticking)
          )
        )
        yield* finished(callers)
        refreshes.push(platform.refreshes() - before)
      }

      assert.strictEqual(Math.max(...refreshes), 1)
    }))

  it.effect("while the shared store is unreachable, a server serves cached sessions, and treats other sessions as neither signed in nor signed out", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], tokens } = yield* signedInFleet(2)
      for (const server of [one, two!]) server.setAway(true)

      const served = accessOf(yield* one.tokens(cookie))
      const rejection = yield* Effect.flip(two!.request(cookie))

      assert.strictEqual(served, Redacted.value(tokens.accessToken))
      assert.instanceOf(rejection, SharedRecordsFailed)
      for (const server of [one, two!]) server.setAway(false)
      assert.isTrue((yield* two!.request(cookie)).opened.signedIn)
    }))

  it.effect("while the shared store is unreachable, forged cookies evict no session from memory", () =>
    Effect.gen(function*() {
      const { fleet: [server], platform } = yield* fleetOf(1, { remembered: 2 })
      const cookies = [
        cookieOf((yield* signIn(server, platform.signIn()))[0])!,
        cookieOf((yield* signIn(server, platform.signIn()))[0])!
      ]
      const forged = Array.from("ABCDE", (letter) => `__Host-latchkey-${projectId}=${letter.repeat(43)}`)

      for (const cookie of forged) assert.isFalse((yield* server.request(cookie)).opened.signedIn)
      server.setAway(true)
      for (const cookie of forged) assert.instanceOf(yield* Effect.flip(server.request(cookie)), SharedRecordsFailed)

      for (const cookie of cookies) assert.isTrue((yield* server.request(cookie)).opened.signedIn)
    }))

  it.effect("while the shared store is unreachable, a server uses a token that is still valid, without a refresh", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [server], platform, tokens } = yield* signedInFleet(1)
      yield* almostExpired
      server.setAway(true)

      assert.strictEqual(accessOf(yield* server.tokens(cookie)), Redacted.value(tokens.accessToken))
      assert.strictEqual(platform.refreshes(), 0)
    }))

  it.effect("while the shared store is unreachable, each process refreshes an expired token once and stores the new token afterwards", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      yield* TestClock.adjust(600_001)
      one.setAway(true)

      const served = yield* Effect.forEach(Array(20), () => one.tokens(cookie), { concurrency: "unbounded" })

      assert.strictEqual(new Set(served.map(accessOf)).size, 1)
      assert.strictEqual(one.sessions.unsaved(), 1)
      one.setAway(false)
      yield* pass(400)
      assert.strictEqual(one.sessions.unsaved(), 0)
      assert.strictEqual(accessOf(yield* two!.tokens(cookie)), accessOf(served[0]!))
      assert.strictEqual(platform.refreshes(), 1)
    }))

  it.effect("after an outage of the store, servers use the newer of two independently refreshed tokens, regardless of which was stored first", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      yield* two!.tokens(cookie)
      yield* TestClock.adjust(600_001)
      for (const server of [one, two!]) server.setAway(true)
      yield* two!.tokens(cookie)
      two!.setAway(false)
      yield* pass(2000)
      const newer = accessOf(yield* one.tokens(cookie))

      one.setAway(false)
      yield* pass(400)

      for (const server of [one, two!]) assert.strictEqual(accessOf(yield* server.tokens(cookie)), newer)
      assert.strictEqual(one.sessions.unsaved(), 0)
      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("after an outage of the store, a server keeps its own new token rather than an older one that is about to expire", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      yield* almostExpired
      yield* two!.tokens(cookie)
      yield* almostExpired
      one.setAway(true)
      platform.takes(2000)
      const refreshing = yield* Effect.forkChild(one.tokens(cookie))
      yield* until(() => platform.refreshes() === 2)
      one.setAway(false)
      // the server `one` finds the token of `two` during its own refresh
      yield* pass(500)
      yield* one.request(cookie)
      yield* finished(refreshing)
      platform.takes(0)

      yield* one.tokens(cookie)
      yield* two!.tokens(cookie)

      assert.strictEqual(platform.refreshes(), 2)
    }))

  it.effect("a fleet keeps a sign-in and a sign-out that happened during an outage of the store", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      one.setAway(true)

      const fresh = cookieOf((yield* signIn(one, platform.signIn()))[0])!
      const { session } = yield* one.request(cookie)
      yield* session.end
      assert.isTrue((yield* one.request(fresh)).opened.signedIn)
      assert.isFalse((yield* one.request(cookie)).opened.signedIn)

      one.setAway(false)
      yield* pass(400)
      assert.isTrue((yield* two!.request(fresh)).opened.signedIn)
      assert.isFalse((yield* two!.request(cookie)).opened.signedIn)
      assert.strictEqual(one.sessions.unsaved(), 0)
    }))

  it.effect("a process stores pending changes when it stops, even if the store has only just become available again", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      one.setAway(true)
      const fresh = cookieOf((yield* signIn(one, platform.signIn()))[0])!
      const { session } = yield* one.request(cookie)
      yield* session.end
      one.setAway(false)

      yield* one.stop

      assert.isTrue((yield* two!.request(fresh)).opened.signedIn)
      assert.isFalse((yield* two!.request(cookie)).opened.signedIn)
    }))

  it.effect("a process that is killed during an outage of the store loses its sign-in, but no other session", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], platform } = yield* signedInFleet(2)
      one.setAway(true)
      const fresh = cookieOf((yield* signIn(one, platform.signIn()))[0])!
      assert.strictEqual(one.sessions.unsaved(), 1, "so that a restart can wait for it")

      yield* one.crash

      const { opened } = yield* two!.request(fresh)
      assert.isFalse(opened.signedIn)
      assert.isEmpty(opened.setCookies())
      assert.isTrue((yield* two!.request(cookie)).opened.signedIn)
    }))

  it.effect("P1: printing the values of a fleet's sessions reveals no token or cookie", () =>
    Effect.gen(function*() {
      const { cookie, fleet: [one, two], tokens } = yield* signedInFleet(2)
      const { opened, session } = yield* one.request(cookie)
      two!.setAway(true)
      const error = yield* Effect.flip(two!.request(cookie))

      const printed = inspect([opened, session, one.sessions, error], { depth: 12, showHidden: true })
        + JSON.stringify([opened, one.sessions, error]) + error.message

      for (const secret of [tokens.accessToken, tokens.refreshToken].map(Redacted.value)) {
        assert.notInclude(printed, secret)
      }
      assert.notInclude(printed, cookie.split("=")[1]!)
    }))
})
